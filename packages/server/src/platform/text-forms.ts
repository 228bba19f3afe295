/** Forms that a text may have. */

/** `https://app.example.com`, letter for letter as a browser writes the origin of a page; other schemes are those of apps. */
export function isOrigin(text: string): boolean {
  if (!/^https?:/i.test(text)) return text === 'null' || /^[a-z][a-z0-9+.-]*:\/\/[^\s/?#]+$/.test(text);
  return URL.parse(text)?.origin === text && !text.includes('*');
}

/** `https://chat.example.com`, with a path or without one, and nothing behind it. */
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

/** `127.0.0.1:9090`, `[::1]:9090`. Undefined: it is none. */
export function parseHostAndPort(text: string): HostAndPort | undefined {
  const [, host = '', digits = ''] = /^\[?([^\s\]]+)\]?:(\d{1,5})$/.exec(text) ?? [];
  const port = Number(digits);
  return host === '' || port > 65_535 ? undefined : { host, port };
}
