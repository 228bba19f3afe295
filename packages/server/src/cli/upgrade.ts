import { mkdir } from 'node:fs/promises';
import type pg from 'pg';
import { type Config, ConfigError } from '../config/config.ts';
import { createLog, type Log } from '../platform/log.ts';
import { majorVersions } from '../storage/embedded/embedded-postgres.ts';
import { openDatabaseForCommand } from '../storage/open-database.ts';
import { migrateEach, type RunMigration } from '../upgrade/migrate-each.ts';
import { rehearseUpgrade, type Upgrade, upgradePostgres } from '../upgrade/upgrade.ts';
import { print, printJson, sizeText } from './print.ts';
import { readSettings } from './settings.ts';
import { printDifferences } from './verify.ts';
import { requireCluster } from './with-database.ts';

/** `palaver upgrade`: migrates the schema, and moves the embedded database to a later PostgreSQL; with `--rehearse`, only a copy. */

export interface UpgradeOptions {
  rehearse?: boolean;
  oldPostgres?: string;
  json?: boolean;
}

export async function upgradeCommand(options: UpgradeOptions): Promise<void> {
  const { config } = readSettings();
  const { oldPostgres } = options;
  if (oldPostgres !== undefined && config.databaseUrl !== undefined)
    throw new ConfigError('--old-postgres is for the embedded database, but DATABASE_URL is set.');
  await requireCluster(config);
  const log = createLog('warn');
  const { dataDir, postgresUser: runAs } = config;
  const parts = { dataDir, runAs, log, oldPostgres };
  if (options.rehearse === true) {
    await mkdir(dataDir, { recursive: true, mode: 0o711 });
    const upgrade = await onDatabase(config, parts, (connection) => rehearseUpgrade(parts, connection));
    return printUpgrade(upgrade, options.json, 'That was a copy, which was removed. Nothing was changed.');
  }
  if (config.databaseUrl === undefined) {
    const { cluster, latest } = await majorVersions({ dataDir, runAs, log, holder: HOLDER });
    if (cluster < latest) {
      const upgrade = await upgradePostgres(parts);
      const conclusion = `The copy has taken the place of the database. The old one is still in ${upgrade.kept}: remove it when you no longer need it.`;
      return printUpgrade(upgrade, options.json, conclusion);
    }
  }
  const migrations = await onDatabase(config, parts, (connection) => migrateEach(connection, log));
  if (options.json) return printJson({ migrations });
  print(migrations.length === 0 ? 'The database is up to date.\n' : textOf(migrations));
}

const HOLDER = 'palaver upgrade';

/** Runs work on the database, beside servers or without one. */
async function onDatabase<T>(
  config: Config,
  { log, oldPostgres: packageDir }: { log: Log; oldPostgres: string | undefined },
  work: (connection: pg.ClientConfig) => Promise<T>,
): Promise<T> {
  const storage = await openDatabaseForCommand({ config, log, holder: HOLDER, packageDir });
  try {
    return await work(storage.connection);
  } finally {
    await storage.close();
  }
}

/** Sets the exit code to 1 if something does not add up. */
function printUpgrade(
  upgrade: Upgrade & { kept?: string },
  json: boolean | undefined,
  conclusion: string,
): void {
  const { postgres, bytes, copySeconds, migrations, verifySeconds, verification, kept } = upgrade;
  if (json) {
    if (verification.differences.length > 0) process.exitCode = 1;
    const times = { copy_seconds: copySeconds, migrations, verify_seconds: verifySeconds };
    printJson({ postgres, bytes, ...times, ...verification, ...(kept === undefined ? {} : { kept }) });
    return;
  }
  const versions = postgres.from === postgres.to ? '' : ` from PostgreSQL ${postgres.from} to ${postgres.to}`;
  print(`Copied ${sizeText(bytes)}${versions}: ${inSeconds(copySeconds)}\n`);
  print(migrations.length === 0 ? 'No migrations are due.\n' : textOf(migrations));
  print(`Verified: ${inSeconds(verifySeconds)}\n`);
  printDifferences(verification);
  print(`${conclusion}\n`);
}

const textOf = (migrations: readonly RunMigration[]) =>
  migrations.map(({ name, seconds }) => `Migrated ${name}: ${inSeconds(seconds)}\n`).join('');

const inSeconds = (seconds: number) => `${seconds.toFixed(1)} s`;
