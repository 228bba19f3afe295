/**
 * What an API key may do. `full` is everything; the others are given one by one. A scope that writes does not
 * read.
 */
export const SCOPES = [
  'full',
  'read',
  'messages:write',
  'users:write',
  'tokens:write',
  'stickers:write',
] as const;
export type Scope = (typeof SCOPES)[number];

export function isScope(value: string): value is Scope {
  return (SCOPES as readonly string[]).includes(value);
}

export function permits(granted: readonly Scope[], needed: Scope): boolean {
  return granted.includes('full') || granted.includes(needed);
}
