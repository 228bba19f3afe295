import { type Config, ConfigError, SETTINGS } from '../config/config.ts';
import { type Place, tryToListen } from '../platform/listening.ts';
import { hasCluster } from '../storage/embedded/embedded-postgres.ts';

/** Where `palaver start` listens. */
export function placesOfServer(config: Config): Place[] {
  const { host, port } = config;
  const settings = { host: SETTINGS.host.name, port: SETTINGS.port.name };
  return [{ address: { host, port }, settings }, ...placesOfWorker(config)];
}

/** Where `palaver worker` listens. */
export function placesOfWorker({ metricsAddress }: Config): Place[] {
  const { name } = SETTINGS.metricsAddress;
  return metricsAddress === undefined
    ? []
    : [{ address: metricsAddress, settings: { host: name, port: name } }];
}

/**
 * No database is made, nor one of `DATABASE_URL` brought up to date, for a process that could not listen. Throws
 * {@link ConfigError}. (Of a data folder that is in use it is said by whom, which tells more than that its port is taken.)
 */
export async function checkAddresses({ dataDir }: Config, places: readonly Place[]): Promise<void> {
  if (await hasCluster(dataDir)) return;
  const why = await tryToListen(places);
  if (why !== undefined) throw new ConfigError(why);
}
