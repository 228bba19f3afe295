import { listBackupIds, readManifest } from '../backup/manifest.ts';
import { type Config, SETTINGS } from '../config/config.ts';
import { openBackupPlace } from '../storage/objects/open-objects.ts';
import { type Finding, ok, warning } from './finding.ts';

const OLD_HOURS = 48;
const HOUR_MS = 60 * 60 * 1000;

/** How old the latest backup is. */
export async function examineBackups(config: Config): Promise<Finding[]> {
  const { backupTo } = config;
  if (backupTo === undefined)
    return [
      warning(
        'backups',
        'none are made by Palaver',
        `Set ${SETTINGS.backupTo.name} and run \`palaver backup create\` every day, unless you back up otherwise.`,
      ),
    ];
  const place = openBackupPlace(config, backupTo);
  try {
    for (const id of (await listBackupIds(place)).toReversed()) {
      const manifest = await readManifest(place, id);
      if (manifest === undefined) continue;
      const hours = (Date.now() - Date.parse(manifest.snapshot_at)) / HOUR_MS;
      const text = `the latest one is ${hours < 1 ? 'less than an hour' : `${Math.floor(hours)} h`} old`;
      return hours > OLD_HOURS
        ? [warning('backups', text, 'Run `palaver backup create` every day.')]
        : [ok('backups', text)];
    }
    return [
      warning(
        'backups',
        'there is no complete one',
        'Run `palaver backup create`, by cron or a timer of systemd.',
      ),
    ];
  } finally {
    await place.close();
  }
}
