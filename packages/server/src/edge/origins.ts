/** Whether pages of this origin may use the client API. Requests without an origin do not come from a page and are allowed. */
export function isOriginAllowed(allowed: readonly string[], origin: string | undefined): boolean {
  return origin === undefined || allowed.includes('*') || allowed.includes(origin);
}
