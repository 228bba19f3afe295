import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import type { HostAndPort } from './text-forms.ts';

/** The names of the settings for the listen address. */
export interface AddressSettings {
  host: string;
  port: string;
}

/** Whether only this machine can reach a server that listens on `host`. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}

/** An address, and the settings that it comes from. */
export interface ConfiguredAddress {
  address: HostAndPort;
  settings: AddressSettings;
}

/**
 * Listens for a moment at all places at once. Returns the reason if one of them is not available ({@link explainListenError}).
 * Other failures are left to the server that listens there later.
 */
export async function tryToListen(places: readonly ConfiguredAddress[]): Promise<string | undefined> {
  const servers: Server[] = [];
  try {
    for (const { address, settings } of places) {
      const server = createServer((socket) => socket.destroy());
      servers.push(server);
      const failure = await once(server.listen(address), 'listening').then(
        () => undefined,
        (error: unknown) => explainListenError(error, address, settings),
      );
      if (failure !== undefined) return failure;
    }
    return undefined;
  } finally {
    for (const server of servers) server.close();
  }
}

/** Explains an error of `listen()` and what to do about it. Undefined if the address is not the cause. */
export function explainListenError(
  error: unknown,
  { host, port }: HostAndPort,
  settings: AddressSettings,
): string | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const place = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  switch (code) {
    case 'EADDRINUSE':
      return `${settings.port}: another program listens at ${place} (${code}). Stop it, or set ${settings.port} to a free port.`;
    case 'EACCES':
      return `${settings.port}: this user may not listen at ${place} (${code}). Set ${settings.port} to a port above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'EAI_AGAIN':
    case 'EINVAL':
    case 'ENOTFOUND':
      return `${settings.host}: this machine has no address "${host}" (${code}).`;
    default:
      return undefined;
  }
}
