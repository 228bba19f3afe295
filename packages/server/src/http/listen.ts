import type { Server } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { ConfigError, SETTINGS } from '../config/config.ts';
import { type AddressSettings, explainListenError } from '../platform/listening.ts';
import type { HostAndPort } from '../platform/text-forms.ts';

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
    return await app.listen(address);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOTSUP')
      throw new ConfigError(`${SETTINGS.threads.name} must be 1: threads cannot share a port on this system`);
    const explanation = explainListenError(error, address, settings);
    throw explanation === undefined ? error : new ConfigError(explanation);
  }
}

/** The address at which a server on this machine reaches it. (While it does not listen, nobody asks for one.) */
export function addressOf(server: Server): string {
  const listening = server.address();
  if (listening === null || typeof listening === 'string') return 'http://localhost';
  const { address, port } = listening;
  const isEvery = address === '0.0.0.0' || address === '::';
  return `http://${isEvery ? 'localhost' : address.includes(':') ? `[${address}]` : address}:${port}`;
}
