import { isLoopback } from './listening.ts';

/** A mail server, as an operator writes its address. */
export interface SmtpServer {
  host: string;
  port: number;
  /** `implicit`: from the start; `starttls`: required before anything is sent; `off`: clear text. */
  tls: 'implicit' | 'starttls' | 'off';
  /** undefined: Palaver does not log in. */
  login: { user: string; password: string } | undefined;
}

const PORTS: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 };

/** Parses `smtp://user:password@host:587?tls=required`. Undefined if the text has another form. */
export function parseSmtpServer(text: string): SmtpServer | undefined {
  const url = /\s/.test(text) ? null : URL.parse(text);
  const usual = PORTS[url?.protocol ?? ''];
  if (url === null || usual === undefined || url.hostname === '' || url.hash !== '') return undefined;
  if (!['', '/'].includes(url.pathname)) return undefined;
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const isImplicit = url.protocol === 'smtps:';
  const tls = isImplicit ? 'implicit' : tlsOf(host, url.searchParams);
  if (tls === undefined || (isImplicit && url.search !== '')) return undefined;
  const [user, password] = [decoded(url.username), decoded(url.password)];
  if (user === undefined || password === undefined || (user === '') !== (password === '')) return undefined;
  const login = user === '' ? undefined : { user, password };
  return { host, port: url.port === '' ? usual : Number(url.port), tls, login };
}

function tlsOf(host: string, parameters: URLSearchParams): SmtpServer['tls'] | undefined {
  if ([...parameters.keys()].some((name) => name !== 'tls') || parameters.size > 1) return undefined;
  const wanted = parameters.get('tls') ?? (isLoopback(host) ? 'off' : 'required');
  if (wanted === 'off') return 'off';
  return wanted === 'required' ? 'starttls' : undefined;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
