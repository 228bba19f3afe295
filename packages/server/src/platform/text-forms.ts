/** Forms that a text may have. */

/** `https://app.example.com`, exactly as a browser writes the origin of a page, or the origin of an app with its own scheme. */
export function isOrigin(text: string): boolean {
  if (!/^https?:/i.test(text)) return text === 'null' || /^[a-z][a-z0-9+.-]*:\/\/[^\s/?#]+$/.test(text);
  return URL.parse(text)?.origin === text && !text.includes('*');
}

/** `https://chat.example.com`, with or without a path, but without a query or a fragment. */
export function isWebAddress(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || /[\s?#]/.test(text)) return false;
  return /^https?:\/\//i.test(text) && url.username === '' && url.password === '';
}

/** `chat.example.com`: labels of letters, digits and hyphens. */
export function isHostName(text: string): boolean {
  return text.length <= 253 && /^\w([\w-]*\w)?(\.\w([\w-]*\w)?)*$/.test(text);
}

export interface HostAndPort {
  host: string;
  port: number;
}

/** Parses `127.0.0.1:9090` or `[::1]:9090`. Undefined if the text has another form. */
export function parseHostAndPort(text: string): HostAndPort | undefined {
  const [, host = '', digits = ''] = /^\[?([^\s\]]+)\]?:(\d{1,5})$/.exec(text) ?? [];
  const port = Number(digits);
  return host === '' || port > 65_535 ? undefined : { host, port };
}
