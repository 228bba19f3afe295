import pg from 'pg';
import { SUPERUSER } from './data-folder.ts';
import { EmbeddedPostgresError, hasCode } from './errors.ts';
import { passwordOfServerRole, SERVER_ROLE, setUpServerRole } from './server-role.ts';

/*
 * Session advisory locks show which processes use a cluster. A lock is released when its process ends, even if it is killed.
 * There are two locks, in the database `postgres`:
 *
 *   (CLASS, OWNER)   the owner holds it exclusively: no other process may stop this postmaster or start another
 *   (CLASS, GUESTS)  every guest holds it shared. Before the owner stops the database, it requests the lock exclusively: this
 *                    waits for the current guests and keeps new ones out
 *
 * The application name of the session is the name of the holder.
 */
const CLASS = 0x70616c61; // "pala"; locks with two keys never conflict with locks with one key, which migrations use
const OWNER = 1;
const GUESTS = 2;

/** The database that contains Palaver's tables. */
export const DATABASE = 'palaver';

/** Limits the wait for a postmaster that does not respond at all, e.g. because SIGSTOP has paused it. */
const CONNECT_TIMEOUT_MS = 5_000;

export interface Address {
  /** The folder of the socket. */
  readonly host: string;
  readonly port: number;
  readonly password: string;
}

export interface LockSession {
  readonly client: pg.Client;
  readonly address: Address;
  /** Resolves when the session has ended for any reason. */
  readonly ended: Promise<void>;
}

/** @returns undefined if PostgreSQL is starting, stopping, recovering or gone */
export async function openSession(address: Address, name: string): Promise<LockSession | undefined> {
  const client = new pg.Client({
    ...address,
    user: SUPERUSER,
    database: 'postgres',
    application_name: name,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  const ended = new Promise<void>((resolve) => client.once('end', resolve));
  client.on('error', () => {}); // `ended` resolves
  try {
    await client.connect();
    return { client, address, ended };
  } catch (error) {
    if (hasCode(error, '28P01')) {
      throw new EmbeddedPostgresError(
        'The file postgres-password in the data folder is not the password of the database beside it. Put ' +
          'back the one that belongs to it.',
      );
    }
    return undefined;
  }
}

export interface Usage {
  /** The owner's name, if there is an owner. */
  readonly owner: string | null;
  /** Whether the owner has created the database for Palaver's tables and the server role. */
  readonly databaseMade: boolean;
}

/**
 * Reads which process owns the cluster. It takes no lock, because that could interfere with a process that is starting.
 * @returns undefined if the session has ended
 */
export async function readUsage({ client }: LockSession): Promise<Usage | undefined> {
  const statement = `
    select
      (select application_name
         from pg_locks join pg_stat_activity using (pid)
        where locktype = 'advisory' and granted
          and classid = ${CLASS} and objid = ${OWNER} and objsubid = 2) as owner,
      exists (select from pg_database where datname = '${DATABASE}')
        and exists (select from pg_roles where rolname = '${SERVER_ROLE}') as "databaseMade"`;
  try {
    return (await client.query<Usage>(statement)).rows[0];
  } catch {
    client.end().catch(() => {}); // in case only the query failed
    return undefined;
  }
}

export async function tryToOwn(session: LockSession): Promise<boolean> {
  return tryLock(session, `select pg_try_advisory_lock(${CLASS}, ${OWNER}) as yes`);
}

/** @returns false if the owner is about to stop the database */
export async function tryToJoin(session: LockSession): Promise<boolean> {
  return tryLock(session, `select pg_try_advisory_lock_shared(${CLASS}, ${GUESTS}) as yes`);
}

/** @returns false if there are still guests after this time */
export async function waitForGuests({ client }: LockSession, timeoutMs: number): Promise<boolean> {
  try {
    await client.query(`set lock_timeout = ${timeoutMs}`);
    await client.query(`select pg_advisory_lock(${CLASS}, ${GUESTS})`);
    return true;
  } catch (error) {
    return !hasCode(error, '55P03'); // lock_not_available; after any other error the guests are gone as well
  }
}

/** Creates the database for Palaver's tables if it is missing, and sets up the server role. The owner runs it at each start. */
export async function ensureDatabase({ client, address }: LockSession): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
  if (rowCount === 0) await client.query(`create database ${DATABASE}`);
  const inside = new pg.Client({
    ...address,
    user: SUPERUSER,
    database: DATABASE,
    application_name: 'palaver',
  });
  inside.on('error', () => {}); // its statement fails
  await inside.connect();
  try {
    await setUpServerRole(inside, DATABASE, passwordOfServerRole(address.password));
  } finally {
    await inside.end();
  }
}

export async function closeSession({ client, ended }: LockSession): Promise<void> {
  await Promise.race([client.end(), ended]);
}

/** Returns false if the session has ended. */
async function tryLock({ client }: LockSession, statement: string): Promise<boolean> {
  try {
    return (await client.query<{ yes: boolean }>(statement)).rows[0]?.yes === true;
  } catch {
    return false;
  }
}
