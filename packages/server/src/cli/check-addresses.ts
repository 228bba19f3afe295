import { type Config, ConfigError, SETTINGS } from '../config/config.ts';
import { type ConfiguredAddress, tryToListen } from '../platform/listening.ts';
import { hasCluster } from '../storage/embedded/embedded-postgres.ts';

/** Where `palaver start` listens. */
export function placesOfServer(config: Config): ConfiguredAddress[] {
  const { host, port } = config;
  const settings = { host: SETTINGS.host.name, port: SETTINGS.port.name };
  return [{ address: { host, port }, settings }, ...placesOfWorker(config)];
}

/** Where `palaver worker` listens. */
export function placesOfWorker({ metricsAddress }: Config): ConfiguredAddress[] {
  const { name } = SETTINGS.metricsAddress;
  return metricsAddress === undefined
    ? []
    : [{ address: metricsAddress, settings: { host: name, port: name } }];
}

/**
 * Checks that the process can listen before it creates or migrates a database. Throws {@link ConfigError}. (Skipped for an
 * existing data folder: if another process uses it, the error for that tells more than one about the port.)
 */
export async function checkAddresses(
  { dataDir }: Config,
  places: readonly ConfiguredAddress[],
): Promise<void> {
  if (await hasCluster(dataDir)) return;
  const why = await tryToListen(places);
  if (why !== undefined) throw new ConfigError(why);
}
