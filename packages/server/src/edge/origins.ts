/** Whether pages of this origin may use the client API; undefined: it is no page. */
export function isOriginAllowed(allowedOrigins: string, origin: string | undefined): boolean {
  const allowed = originsIn(allowedOrigins);
  return origin === undefined || allowed.includes('*') || allowed.includes(origin);
}

export function originsIn(setting: string): string[] {
  return setting.split(',').map((one) => one.trim());
}
