import { mkdir } from 'node:fs/promises';
import { BackupError } from '../backup/backup-error.ts';
import { type BaseManifest, isBase, listBackupIds, readManifest } from '../backup/manifest.ts';
import { checkKeys } from '../backup/restore-backup.ts';
import { checkFiles } from '../backup/restore-files.ts';
import { DamagedBackupError } from '../backup/stored.ts';
import type { BackupVerification } from '../backup/verify-backup.ts';
import { type Config, ConfigError } from '../config/config.ts';
import { createLog } from '../platform/log.ts';
import {
  changesWithoutBase,
  chooseBase,
  type RecoverParts,
  recover,
  verifyBase,
} from '../recovery/recover.ts';
import { hasCluster } from '../storage/embedded/embedded-postgres.ts';
import type { RecoveryTarget } from '../storage/embedded/recover-cluster.ts';
import type { Objects } from '../storage/objects/objects.ts';
import { type BackupOptions, sealingOf, withObjects, withPlace } from './backup-place.ts';
import { print, printError, printJson } from './print.ts';
import { printDifferences } from './verify.ts';

/** `palaver backup restore --at`: the state at a time, into a data folder that has no database. `id`: of the base backup to begin with. */
export async function recoverCommand(
  id: string | undefined,
  at: string,
  options: BackupOptions,
): Promise<void> {
  const target = readTarget(at);
  const log = createLog('warn');
  const { base, result } = await withPlace(options, async (place, config) => {
    const { dataDir, postgresUser: runAs } = config;
    await checkEmpty(config);
    const base = id === undefined ? await chooseBase(place, target) : await namedBase(place, id, target);
    const sealing = sealingOf(config);
    await checkKeys(base, sealing, config);
    const lostUntil = target === 'latest' ? await changesWithoutBase(place, base) : undefined;
    if (lostUntil !== undefined)
      printError(
        `warning: the place also has changes until ${lostUntil.toISOString()} without a base backup, which cannot be restored\n`,
      );
    await mkdir(dataDir, { recursive: true, mode: 0o711 });
    const result = await withObjects(config, (objects) =>
      recover({ place, sealing, log, dataDir, runAs, objects }, base, target),
    );
    return { base, result };
  });
  const { recoveredTo, restored, faults, gone, messages, verification } = result;
  if (faults.length > 0 || verification.differences.length > 0) process.exitCode = 1;
  if (options.json) {
    const files = { restored_files: restored, gone_files: gone, messages_without_file: messages };
    return printJson({ base: base.id, recovered_to: recoveredTo ?? null, ...files, faults, ...verification });
  }
  print(
    `Restored what was stored up to ${recoveredTo ?? base.snapshot_at}, from base backup ${base.id}, and ${restored} files.\n`,
  );
  printDifferences(verification);
  for (const fault of faults) print(`${fault}\n`);
  if (gone.length > 0) {
    const named = gone.slice(0, MAX_SHOWN).join(', ');
    const more = gone.length > MAX_SHOWN ? ', …; --json names all' : '';
    print(
      `Files that are gone, because the place has no copy: ${gone.length} (${named}${more}). Messages that name them: ${messages}.\n`,
    );
  }
}

const MAX_SHOWN = 10;

async function namedBase(place: Objects, id: string, target: RecoveryTarget): Promise<BaseManifest> {
  const manifest = (await listBackupIds(place)).includes(id) ? await readManifest(place, id) : undefined;
  if (manifest === undefined || !isBase(manifest))
    throw new BackupError(`There is no base backup "${id}": see \`palaver backup list\`.`);
  if (target !== 'latest' && target.getTime() < Date.parse(manifest.snapshot_at))
    throw new BackupError(
      `The earliest time that can be restored from base backup ${id} is ${manifest.snapshot_at}.`,
    );
  return manifest;
}

const TIME = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d:\d\d(\.\d{1,3})?(Z|[+-]\d\d:\d\d)$/i;

function readTarget(at: string): RecoveryTarget {
  if (at === 'latest') return at;
  const time = new Date(at);
  const [, day] = TIME.exec(at) ?? [];
  // (Not every day up to the 31st exists.)
  const isDay = day !== undefined && new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day) === true;
  if (!isDay || Number.isNaN(time.getTime()))
    throw new ConfigError(
      `--at takes \`latest\` or a time in RFC 3339, such as 2026-11-27T09:30:00Z, not "${at}".`,
    );
  if (time.getTime() > Date.now()) throw new ConfigError('--at takes a time in the past, or `latest`.');
  return time;
}

async function checkEmpty({ databaseUrl, dataDir }: Config): Promise<void> {
  if (databaseUrl !== undefined)
    throw new ConfigError(
      '--at restores into an embedded database, but DATABASE_URL is set: unset it. (To use DATABASE_URL, make a dump of the restored database with `palaver backup create`, and restore that.)',
    );
  if (await hasCluster(dataDir))
    throw new BackupError(`${dataDir} already has a database: set DATA_DIR to a new folder.`);
}

/** `palaver backup verify` of a base backup. */
export async function verifyBaseBackup(
  parts: RecoverParts,
  manifest: BaseManifest,
): Promise<BackupVerification> {
  const faults = await checkFiles(parts.place, manifest);
  try {
    return { faults, verification: await verifyBase(parts, manifest) };
  } catch (error) {
    if (!(error instanceof DamagedBackupError || error instanceof BackupError)) throw error;
    return { faults, verification: error };
  }
}
