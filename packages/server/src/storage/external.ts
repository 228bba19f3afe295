import type pg from 'pg';
import { type Config, ConfigError } from '../config/config.ts';
import { createClient } from './connections.ts';
import { type AnsweringServer, type Link, NoTransactionsError, probe } from './link.ts';

/** A database that is busy or recovering answers late, which does not mean that a setting is wrong. */
const CONNECT_TIMEOUT_MS = 60_000;

export interface ExternalDatabase {
  /** PostgreSQL itself. */
  connection: pg.PoolConfig;
  /** What `DATABASE_URL` leads to: the same, or a pooler. */
  link: Link;
}

/**
 * Connects to the PostgreSQL of `DATABASE_URL` and of `DATABASE_DIRECT_URL`, so that a wrong setting is reported before anything
 * else is tried. Throws {@link ConfigError}.
 */
export async function openExternal(
  databaseUrl: string,
  { databaseDirectUrl, preparedStatements }: Pick<Config, 'databaseDirectUrl' | 'preparedStatements'>,
): Promise<ExternalDatabase> {
  const found = await probeAt('DATABASE_URL', databaseUrl);
  const link = {
    connection: { connectionString: databaseUrl },
    isPooled: found.isPooled,
    prepares: found.prepares && preparedStatements === 'auto',
  };
  if (databaseDirectUrl === undefined) {
    if (link.isPooled)
      throw new ConfigError(
        `DATABASE_URL ${TO_A_POOLER}. Set DATABASE_DIRECT_URL to the address of PostgreSQL itself, which Palaver needs besides.`,
      );
    return { connection: link.connection, link };
  }
  const direct = await probeAt('DATABASE_DIRECT_URL', databaseDirectUrl);
  if (direct.isPooled)
    throw new ConfigError(`DATABASE_DIRECT_URL ${TO_A_POOLER}. Set it to the address of PostgreSQL itself.`);
  if (direct.databaseId !== found.databaseId)
    throw new ConfigError('DATABASE_URL and DATABASE_DIRECT_URL lead to different databases.');
  return { connection: { connectionString: databaseDirectUrl }, link };
}

const TO_A_POOLER = 'leads to a connection pooler that gives each transaction a session';

async function probeAt(setting: string, url: string): Promise<AnsweringServer> {
  const config = {
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'palaver start',
  };
  try {
    return await probe(() => createClient(config));
  } catch (error) {
    if (error instanceof NoTransactionsError)
      throw new ConfigError(
        `${setting} leads to a connection pooler that accepts no transactions: ${reasonOf(error.cause)}. Let it give each transaction a session (pool_mode = transaction in PgBouncer).`,
        { cause: error },
      );
    throw new ConfigError(explained(setting, addressOf(setting, config), error), { cause: error });
  }
}

/** What the driver reads from a URL. */
function addressOf(setting: string, config: pg.ClientConfig): pg.Client {
  try {
    return createClient(config);
  } catch (error) {
    // (The driver's messages name files and parameters, never the password.)
    throw new ConfigError(`${setting} is invalid: ${reasonOf(error)}`, { cause: error });
  }
}

function explained(setting: string, { host, port, database, user }: pg.Client, error: unknown): string {
  const place = host.startsWith('/') ? `${host}/.s.PGSQL.${port}` : `${host}:${port}`;
  const tried = `no connection to PostgreSQL at ${place} (database "${database}", user "${user}")`;
  return `${setting}: ${tried}: ${reasonOf(error)}. ${adviceOn(error)}`;
}

/** By SQLSTATE. */
const ADVICE: Readonly<Record<string, string>> = {
  '28000': 'Check user and password, and what pg_hba.conf permits.',
  '28P01': 'Check user and password.',
  '3D000': 'Create it (createdb), or name another database.',
  '42501': 'Let the user connect to the database, or name another user.',
  '53300':
    'PostgreSQL has no connection to spare: raise max_connections, or lower PALAVER_DATABASE_POOL_SIZE.',
  '57P03': 'PostgreSQL is starting or stopping: try again when it is ready.',
};

function adviceOn(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return ADVICE[code] ?? 'Check that PostgreSQL runs there, and that host and port are right.';
}

/** A host name with several addresses fails with an AggregateError that has no message of its own. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '')
    return error.errors.map((one) => reasonOf(one)).join('; ');
  return error instanceof Error ? error.message : String(error);
}
