import type { FastifyInstance } from 'fastify';
import { ConfigError } from '../config/config.ts';
import { type AddressSettings, explainListenError } from '../platform/listening.ts';
import type { HostAndPort } from '../platform/text-forms.ts';

/** Listens and returns the address. Throws {@link ConfigError}, which names the setting, if the address is not available. */
export async function listen(
  app: FastifyInstance,
  address: HostAndPort,
  settings: AddressSettings,
): Promise<string> {
  try {
    return await app.listen(address);
  } catch (error) {
    const explanation = explainListenError(error, address, settings);
    throw explanation === undefined ? error : new ConfigError(explanation);
  }
}
