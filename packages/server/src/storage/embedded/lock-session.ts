import pg from 'pg';
import { SUPERUSER } from './data-folder.ts';
import { EmbeddedPostgresError, hasCode } from './errors.ts';
import { handOverTo, passwordOfServerRole, SERVER_ROLE } from './server-role.ts';

/*
 * Session advisory locks show who uses a cluster: they end with the process that holds them, however it ends. There
 * are two, in the database `postgres`:
 *
 *   (CLASS, OWNER)   held by the owner, exclusively: nobody else may stop this postmaster or start another
 *   (CLASS, GUESTS)  held by every guest, shared; the owner asks for it exclusively before it stops the
 *                    database, so that it waits for the guests there are and no new one comes
 *
 * The application name of the session is the name of the holder.
 */
const CLASS = 0x70616c61; // "pala"; locks of two numbers never meet those of one, as migrations take
const OWNER = 1;
const GUESTS = 2;

/** Where Palaver's tables are. */
export const DATABASE = 'palaver';

/** Of a server whose postmaster does not answer at all, e.g. because it was stopped with SIGSTOP. */
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
  /** Resolves when the session is over, whoever ended it. */
  readonly ended: Promise<void>;
}

/** @returns undefined while the server is starting, stopping, recovering or gone */
export async function openSession(address: Address, name: string): Promise<LockSession | undefined> {
  const client = new pg.Client({
    ...address,
    user: SUPERUSER,
    database: 'postgres',
    application_name: name,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  const ended = new Promise<void>((resolve) => client.once('end', resolve));
  client.on('error', () => {}); // `ended` tells
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

export interface Use {
  /** The owner's name, if there is an owner. */
  readonly owner: string | null;
  /** Whether the owner has come so far that the database for Palaver's tables exists, and is the servers'. */
  readonly databaseMade: boolean;
}

/**
 * Looks without touching: trying to lock would get in the way of somebody who is just starting.
 * @returns undefined when the session is over
 */
export async function lookAtUse({ client }: LockSession): Promise<Use | undefined> {
  const question = `
    select
      (select application_name
         from pg_locks join pg_stat_activity using (pid)
        where locktype = 'advisory' and granted
          and classid = ${CLASS} and objid = ${OWNER} and objsubid = 2) as owner,
      exists (select from pg_database where datname = '${DATABASE}')
        and exists (select from pg_roles where rolname = '${SERVER_ROLE}') as "databaseMade"`;
  try {
    return (await client.query<Use>(question)).rows[0];
  } catch {
    client.end().catch(() => {}); // in case that only the query failed
    return undefined;
  }
}

export async function tryToOwn(session: LockSession): Promise<boolean> {
  return ask(session, `select pg_try_advisory_lock(${CLASS}, ${OWNER}) as yes`);
}

/** @returns false when the owner is about to stop the database */
export async function tryToJoin(session: LockSession): Promise<boolean> {
  return ask(session, `select pg_try_advisory_lock_shared(${CLASS}, ${GUESTS}) as yes`);
}

/** @returns false when after this time there are still guests */
export async function waitForGuests({ client }: LockSession, patienceMs: number): Promise<boolean> {
  try {
    await client.query(`set lock_timeout = ${patienceMs}`);
    await client.query(`select pg_advisory_lock(${CLASS}, ${GUESTS})`);
    return true;
  } catch (error) {
    return !hasCode(error, '55P03'); // lock_not_available; after any other error they are gone as well
  }
}

/** Run by the owner at each start: creates the database for Palaver's tables if it is missing, and hands it to the server role. */
export async function makeDatabase({ client, address }: LockSession): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
  if (rowCount === 0) await client.query(`create database ${DATABASE}`);
  const inside = new pg.Client({
    ...address,
    user: SUPERUSER,
    database: DATABASE,
    application_name: 'palaver',
  });
  inside.on('error', () => {}); // its statement says so
  await inside.connect();
  try {
    await handOverTo(inside, DATABASE, passwordOfServerRole(address.password));
  } finally {
    await inside.end();
  }
}

export async function closeSession({ client, ended }: LockSession): Promise<void> {
  await Promise.race([client.end(), ended]);
}

/** A session that is over gets no lock. */
async function ask({ client }: LockSession, question: string): Promise<boolean> {
  try {
    return (await client.query<{ yes: boolean }>(question)).rows[0]?.yes === true;
  } catch {
    return false;
  }
}
