import type { FastifyInstance } from 'fastify';
import { ConfigError } from '../config.ts';

/** The names of the settings that say where to listen. */
export interface AddressSettings {
  host: string;
  port: string;
}

/** Listens; answers the address. Throws {@link ConfigError}, which names the setting, when the address cannot be had. */
export async function listen(
  app: FastifyInstance,
  address: { host: string; port: number },
  settings: AddressSettings,
): Promise<string> {
  try {
    return await app.listen(address);
  } catch (error) {
    throw explained(error, address, settings) ?? error;
  }
}

function explained(
  error: unknown,
  { host, port }: { host: string; port: number },
  settings: AddressSettings,
): ConfigError | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const place = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  switch (code) {
    case 'EADDRINUSE':
      return new ConfigError(
        `${settings.port}: another program listens at ${place} (${code}). Stop it, or set ${settings.port} to a free port.`,
      );
    case 'EACCES':
      return new ConfigError(
        `${settings.port}: this user may not listen at ${place} (${code}). Set ${settings.port} to a port above 1023.`,
      );
    case 'EADDRNOTAVAIL':
    case 'EAI_AGAIN':
    case 'EINVAL':
    case 'ENOTFOUND':
      return new ConfigError(`${settings.host}: this machine has no address "${host}" (${code}).`);
    default:
      return undefined;
  }
}
