/** The NATS servers of one cluster, as an operator writes their addresses. */
export interface NatsServers {
  /** `host:port` of each. */
  hosts: readonly string[];
  isTls: boolean;
  /** Undefined: Palaver does not log in with a password. */
  login: { user: string; password: string } | undefined;
}

const PORT = 4222;
const PARTS =
  /^(nats|tls):\/\/(?:([^:@/]+):([^:@/]+)@)?((?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?)\/?$/i;

/**
 * Parses `nats://user:password@host:4222`, or several, separated by commas. Undefined if the text has another form, or if the
 * addresses differ in scheme or login.
 */
export function parseNatsServers(text: string): NatsServers | undefined {
  const hosts = new Set<string>();
  const logins = new Set<string>();
  let first: Omit<NatsServers, 'hosts'> | undefined;
  for (const address of text.split(',')) {
    const [, scheme = '', user, password, host = ''] = PARTS.exec(address.trim()) ?? [];
    const hasPort = /:[0-9]+$/.test(host);
    if (host === '' || Number(/:([0-9]+)$/.exec(host)?.[1] ?? PORT) > 65_535) return undefined;
    const login = loginOf(user, password);
    if (login === null) return undefined;
    hosts.add(hasPort ? host : `${host}:${PORT}`);
    logins.add(`${scheme.toLowerCase()} ${user} ${password}`);
    first ??= { isTls: scheme.toLowerCase() === 'tls', login };
  }
  return first === undefined || logins.size > 1 ? undefined : { ...first, hosts: [...hosts] };
}

/** Null if it is encoded wrongly. */
function loginOf(user: string | undefined, password: string | undefined): NatsServers['login'] | null {
  if (user === undefined || password === undefined) return undefined;
  try {
    return { user: decodeURIComponent(user), password: decodeURIComponent(password) };
  } catch {
    return null;
  }
}
