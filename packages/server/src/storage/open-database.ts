import type pg from 'pg';
import { type Config, ConfigError } from '../config/config.ts';
import type { Log } from '../platform/log.ts';
import { startEmbeddedPostgres, useEmbeddedPostgres } from './embedded/embedded-postgres.ts';
import { openExternal } from './external.ts';
import type { Link } from './link.ts';

/** The PostgreSQL that this process uses. */
export interface OpenDatabase {
  /** PostgreSQL itself, for what needs a session of its own. */
  connection: pg.PoolConfig;
  /** How the statements of a server reach it: perhaps through a pooler. */
  link: Link;
  /** Where the embedded database keeps its files; undefined with `DATABASE_URL`. */
  clusterDir: string | undefined;
  /** Undefined unless the settings ask for archived WAL. */
  wal: WalSource | undefined;
  close: () => Promise<void>;
}

/** Where the write-ahead log of the embedded database comes from. */
export interface WalSource {
  /** The superuser. */
  connection: pg.ClientConfig;
  /** The folder into which PostgreSQL copies complete segments. */
  outbox: string;
}

export interface OpenOptions {
  config: Config;
  log: Log;
  /** The name of this process for others that find the data folder in use, such as `palaver start`. */
  holder: string;
  /** The folder of an `@embedded-postgres` package, if not the installed one. */
  packageDir?: string | undefined;
}

/**
 * Opens the database for a server: the one of `DATABASE_URL`, or the embedded one, which this process then owns. `onFatal`
 * is called when the embedded one is lost for good.
 */
export async function openDatabase(
  options: OpenOptions & {
    onFatal: (error: Error) => void;
    /** Whether WAL is archived from now on. Default: as before. */
    archivesWal?: boolean;
  },
): Promise<OpenDatabase> {
  const { archivesWal, onFatal, config } = options;
  if (archivesWal === true && config.backupTo === undefined)
    throw new ConfigError(
      'PALAVER_RECOVERY_DAYS needs PALAVER_BACKUP_TO, the place to which changes are copied.',
    );
  return (
    (await external(config)) ??
    embedded(await startEmbeddedPostgres({ ...embeddedOptions(options), archivesWal, onFatal }), config)
  );
}

/** Opens the database for a command, with or without a running server. */
export async function openDatabaseForCommand(options: OpenOptions): Promise<OpenDatabase> {
  return (
    (await external(options.config)) ??
    embedded(await useEmbeddedPostgres(embeddedOptions(options)), options.config)
  );
}

async function external(config: Config): Promise<OpenDatabase | undefined> {
  if (config.databaseUrl === undefined) {
    if (config.databaseDirectUrl !== undefined)
      throw new ConfigError('DATABASE_DIRECT_URL is set without DATABASE_URL, which is where statements go.');
    if (config.natsServers !== undefined)
      throw new ConfigError(
        'NATS_URL is set without DATABASE_URL: nodes have nothing in common but a database.',
      );
    return undefined;
  }
  if (config.recoveryDays > 0)
    throw new ConfigError(
      'PALAVER_RECOVERY_DAYS is for the embedded database. With DATABASE_URL, unset it, and let that PostgreSQL archive its write-ahead log.',
    );
  const opened = await openExternal(config.databaseUrl, config);
  return { ...opened, clusterDir: undefined, wal: undefined, close: async () => {} };
}

function embedded(
  postgres: Awaited<ReturnType<typeof startEmbeddedPostgres>>,
  { preparedStatements }: Config,
): OpenDatabase {
  const { connection, admin, clusterDir, outbox } = postgres;
  return {
    connection,
    wal: outbox === undefined ? undefined : { connection: admin, outbox },
    link: { connection, isPooled: false, prepares: preparedStatements === 'auto' },
    clusterDir,
    close: () => postgres.stop(),
  };
}

function embeddedOptions({ config, log, holder, packageDir }: OpenOptions) {
  return { dataDir: config.dataDir, runAs: config.postgresUser, log, holder, packageDir };
}
