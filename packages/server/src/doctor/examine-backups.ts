import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isBase, listBackupIds, type Manifest, readManifest } from '../backup/manifest.ts';
import { type Config, SETTINGS } from '../config/config.ts';
import { isSegment } from '../recovery/segments.ts';
import { outboxOf } from '../storage/embedded/wal-outbox.ts';
import type { Objects } from '../storage/objects/objects.ts';
import { openBackupPlace } from '../storage/objects/open-objects.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

const OLD_HOURS = 48;
const HOUR_MS = 60 * 60 * 1000;
/** A segment is usually stored within seconds. */
const WAITING_MS = 10 * 60 * 1000;

/** How old the latest backup is; with continuous protection, the latest base backup. */
export async function examineBackups(config: Config): Promise<Finding[]> {
  const { backupTo, recoveryDays } = config;
  const isProtected = recoveryDays > 0;
  if (backupTo === undefined) return [isProtected ? PLACE_MISSING : NO_BACKUPS];
  const place = openBackupPlace(config, backupTo);
  try {
    return [isProtected ? ageOfBase(await findLatest(place, isBase)) : ageOf(await findLatest(place))];
  } finally {
    await place.close();
  }
}

const NO_BACKUPS = warning(
  'backups',
  'none are made by Palaver',
  `Set ${SETTINGS.backupTo.name} and run \`palaver backup create\` every day, unless you back up otherwise.`,
);
const PLACE_MISSING = problem(
  'backups',
  `${SETTINGS.recoveryDays.name} is set without a place for backups, so the server does not start`,
  `Set ${SETTINGS.backupTo.name}.`,
);

async function findLatest(
  place: Objects,
  isWanted: (manifest: Manifest) => boolean = () => true,
): Promise<Manifest | undefined> {
  for (const id of (await listBackupIds(place)).toReversed()) {
    const manifest = await readManifest(place, id);
    if (manifest !== undefined && isWanted(manifest)) return manifest;
  }
  return undefined;
}

/** Any kind counts: a base backup from before the protection was turned off can be restored as well. */
function ageOf(latest: Manifest | undefined): Finding {
  if (latest === undefined)
    return warning(
      'backups',
      'there is no complete one',
      'Run `palaver backup create`, by cron or a timer of systemd.',
    );
  const hours = hoursSince(latest);
  const text = `the latest one is ${hoursText(hours)} old`;
  return hours > OLD_HOURS
    ? warning('backups', text, 'Run `palaver backup create` every day.')
    : ok('backups', text);
}

function ageOfBase(latest: Manifest | undefined): Finding {
  const mend = `A running server makes one every day. If it does not, its log says why: check ${SETTINGS.backupTo.name}.`;
  if (latest === undefined)
    return warning('backups', 'there is no base backup, so no time can be restored', mend);
  const hours = hoursSince(latest);
  const text = `the latest base backup is ${hoursText(hours)} old`;
  return hours > OLD_HOURS ? warning('backups', text, mend) : ok('backups', text);
}

/** With continuous protection: changes that are only on this machine, also while the place is away. */
export async function examineOutbox({ dataDir, recoveryDays }: Config): Promise<Finding[]> {
  if (recoveryDays === 0) return [];
  const oldestMs = await waitingMs(join(dataDir, 'postgres'));
  if (oldestMs <= WAITING_MS) return [];
  return [
    problem(
      'backups',
      `changes have been waiting for ${waitingText(oldestMs)} to be copied to the place for backups`,
      `Start the server. If it runs, its log says why it cannot store them: check ${SETTINGS.backupTo.name}.`,
    ),
  ];
}

/** How long the oldest segment of the write-ahead log has been in the outbox. */
async function waitingMs(link: string): Promise<number> {
  try {
    const outbox = outboxOf(await realpath(link));
    const names = (await readdir(outbox)).filter(isSegment).toSorted();
    const [oldest] = names;
    return oldest === undefined ? 0 : Date.now() - (await stat(join(outbox, oldest))).mtimeMs;
  } catch (error) {
    // There is no database or no outbox yet, or the segment has just been stored.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 0;
    throw error;
  }
}

const hoursSince = ({ snapshot_at }: Manifest): number => (Date.now() - Date.parse(snapshot_at)) / HOUR_MS;

const hoursText = (hours: number): string => (hours < 1 ? 'less than an hour' : `${Math.floor(hours)} h`);

const waitingText = (ms: number): string =>
  ms < HOUR_MS ? `${Math.floor(ms / 60_000)} min` : hoursText(ms / HOUR_MS);
