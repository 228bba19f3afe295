import type { Server } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { ConfigError, SETTINGS } from '../config/config.ts';
import { type AddressSettings, explainListenError } from '../platform/listening.ts';
import type { HostAndPort } from '../platform/text-forms.ts';

/**
 * How many connections the system keeps for a process that has not accepted them yet; the system's own limit (Linux: 4,096) applies too.
 * Beyond it, the system drops the first packets of all clients alike, who try again only after seconds. Node's default is 511, and a
 * thousand clients that reconnect at once exceed it.
 */
const BACKLOG = 4_096;

/**
 * Listens and returns the address. With `reusePort`, others may listen there, too, and the system spreads connections over them.
 * Throws {@link ConfigError}, which names the setting, if the address is not available.
 */
export async function listen(
  app: FastifyInstance,
  address: HostAndPort & { reusePort?: boolean },
  settings: AddressSettings,
): Promise<string> {
  try {
    return await app.listen({ ...address, backlog: BACKLOG });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOTSUP')
      throw new ConfigError(`${SETTINGS.threads.name} must be 1: threads cannot share a port on this system`);
    const explanation = explainListenError(error, address, settings);
    throw explanation === undefined ? error : new ConfigError(explanation);
  }
}

/** Returns the address at which others on this machine reach a server, once it listens. (To ask the system at each request would take time.) */
export function addressOnceListening(server: Server): () => string {
  let address = 'http://localhost';
  server.once('listening', () => {
    address = addressOf(server);
  });
  return () => address;
}

function addressOf(server: Server): string {
  const listening = server.address();
  if (listening === null || typeof listening === 'string') return 'http://localhost';
  const { address, port } = listening;
  const isEvery = address === '0.0.0.0' || address === '::';
  return `http://${isEvery ? 'localhost' : address.includes(':') ? `[${address}]` : address}:${port}`;
}
