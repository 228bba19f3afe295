/** A part of a JSON Web Token; empty if it is none. */
export function readPart(part: string): Record<string, unknown> {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
  } catch {
    return {};
  }
}
