/** Whether pages of this origin may use the client API; undefined: it is no page. */
export function isOriginAllowed(allowed: readonly string[], origin: string | undefined): boolean {
  return origin === undefined || allowed.includes('*') || allowed.includes(origin);
}
