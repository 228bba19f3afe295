import { Sealing } from '../backup/stored.ts';
import type { Config } from '../config/config.ts';
import { openBackupPlace } from '../storage/objects/open-objects.ts';
import type { WalUploadsParts } from './wal-uploads.ts';

/**
 * Where changes go, and how they are sealed. With `keepsReserve`, what is stored in a folder keeps to the reserve of its disk. Throws
 * {@link ConfigError}.
 */
export function openProtection(
  config: Config,
  options: { keepsReserve?: boolean } = {},
): Pick<WalUploadsParts, 'place' | 'placeName' | 'sealing'> {
  const { backupTo, backupRecipients: recipients = [] } = config;
  if (backupTo === undefined) throw new Error('unreachable: the start has checked it');
  const sealing = new Sealing({ recipients, identity: undefined });
  return { place: openBackupPlace(config, backupTo, options), placeName: JSON.stringify(backupTo), sealing };
}
