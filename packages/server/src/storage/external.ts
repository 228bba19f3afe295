import type pg from 'pg';
import { ConfigError } from '../config/config.ts';
import { createClient, open } from './connections.ts';

/** A database that is busy or recovering answers late, which does not mean that a setting is wrong. */
const CONNECT_TIMEOUT_MS = 60_000;

/**
 * Connects once to the PostgreSQL of `DATABASE_URL`, so that a wrong setting is reported before anything else is tried. Throws
 * {@link ConfigError}.
 */
export async function checkExternal(databaseUrl: string): Promise<void> {
  const client = clientOf(databaseUrl);
  try {
    await open(client);
  } catch (error) {
    throw new ConfigError(explained(client, error), { cause: error });
  }
  await client.end();
}

function clientOf(databaseUrl: string): pg.Client {
  try {
    return createClient({
      connectionString: databaseUrl,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      application_name: 'palaver start',
    });
  } catch (error) {
    // (The driver's messages name files and parameters, never the password.)
    throw new ConfigError(`DATABASE_URL is invalid: ${reasonOf(error)}`, { cause: error });
  }
}

function explained({ host, port, database, user }: pg.Client, error: unknown): string {
  const place = host.startsWith('/') ? `${host}/.s.PGSQL.${port}` : `${host}:${port}`;
  const tried = `no connection to PostgreSQL at ${place} (database "${database}", user "${user}")`;
  return `DATABASE_URL: ${tried}: ${reasonOf(error)}. ${adviceOn(error)}`;
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
