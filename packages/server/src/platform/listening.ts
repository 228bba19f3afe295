import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import type { HostAndPort } from './text-forms.ts';

/** The names of the settings that say where to listen. */
export interface AddressSettings {
  host: string;
  port: string;
}

/** Whether only this machine reaches a server that listens there. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}

/** An address, and the settings that say it. */
export interface Place {
  address: HostAndPort;
  settings: AddressSettings;
}

/**
 * Listens for a moment at all places at once. Answers why one of them cannot be had ({@link whyNotListening}). Whatever else goes
 * wrong, whoever listens there for good will tell.
 */
export async function tryToListen(places: readonly Place[]): Promise<string | undefined> {
  const servers: Server[] = [];
  try {
    for (const { address, settings } of places) {
      const server = createServer((socket) => socket.destroy());
      servers.push(server);
      const failure = await once(server.listen(address), 'listening').then(
        () => undefined,
        (error: unknown) => whyNotListening(error, address, settings),
      );
      if (failure !== undefined) return failure;
    }
    return undefined;
  } finally {
    for (const server of servers) server.close();
  }
}

/** Why an address cannot be had, by the error of listening there, and what to do about it. Undefined: for another reason. */
export function whyNotListening(
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
