import { join } from 'node:path';
import { Sealing } from '../backup/stored.ts';
import { type Config, ConfigError, SETTINGS } from '../config/config.ts';
import { backupPlace } from '../config/kinds.ts';
import type { Objects } from '../storage/objects/objects.ts';
import { openBackupPlace, openObjects } from '../storage/objects/open-objects.ts';
import { readSettings } from './settings.ts';

/** What the commands of `palaver backup` open. */

export interface BackupOptions {
  place?: string;
  json?: boolean;
}

/** Runs a command on the place for backups. With `keepsReserve`, what it stores in a folder keeps to the reserve of its disk. */
export async function withPlace<T>(
  { place: given }: BackupOptions,
  work: (place: Objects, config: Config) => Promise<T>,
  options: { keepsReserve?: boolean } = {},
): Promise<T> {
  const { config } = readSettings();
  const named = given === undefined ? config.backupTo : backupPlace.parse(given);
  if (given !== undefined && named === undefined)
    throw new ConfigError(`--place must be ${backupPlace.form}, not "${given}"`);
  if (named === undefined)
    throw new ConfigError(`Say where backups are: set ${SETTINGS.backupTo.name}, or use --place.`);
  const place = openBackupPlace(config, named, options);
  try {
    return await work(place, config);
  } finally {
    await place.close();
  }
}

/** Throws {@link ConfigError} if nothing can be stored there. Its own settings may be those of `S3_…`, which the message names. */
export async function checkPlace(place: Objects): Promise<void> {
  try {
    await place.check();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new ConfigError(`The place for backups: ${error.message}`, { cause: error });
  }
}

/** Runs work on the files of the installation. */
export async function withObjects<T>(config: Config, work: (objects: Objects) => Promise<T>): Promise<T> {
  const folder = join(config.dataDir, 'objects');
  const objects = openObjects(config, folder);
  try {
    return await work(objects);
  } finally {
    await objects.close();
  }
}

export function sealingOf({ backupRecipients: recipients = [], backupIdentity }: Config): Sealing {
  return new Sealing({ recipients, identity: backupIdentity });
}
