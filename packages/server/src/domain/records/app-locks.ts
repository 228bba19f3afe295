import type { AppId } from '@palaver/protocol/ids';
import type { Transaction } from '../../storage/database.ts';
import type { Locks } from '../../storage/group-commit.ts';

/**
 * The lock of an application, the last one that a transaction which creates threads takes, after those of users, pairs and
 * heads. The ids are drawn under it and it is held until the commit, so that thread ids become visible in increasing order.
 */
export async function lockApp(tx: Transaction, id: AppId): Promise<void> {
  await tx.query('select from applications where id = $1 for no key update', [id]);
}

/** The lock of the pairs with direct threads. A transaction that creates one takes it after the locks of users. */
export async function lockPairs(tx: Transaction, id: AppId): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(${lockOf('pairs', '$1')})`, [id]);
}

/** Takes the shared lock of users of several applications; returns those locked. With `skip locked` it never waits. */
export async function lockUsersOfBatch(
  tx: Transaction,
  ids: readonly AppId[],
  locks: Locks,
): Promise<Set<AppId>> {
  return lockedOf(tx.query(locks === 'skip locked' ? TRY_USERS : WAIT_FOR_USERS, [ids]));
}

/** The same for the locks of pairs. */
export async function lockPairsOfBatch(
  tx: Transaction,
  ids: readonly AppId[],
  locks: Locks,
): Promise<Set<AppId>> {
  return lockedOf(tx.query(locks === 'skip locked' ? TRY_PAIRS : WAIT_FOR_PAIRS, [ids]));
}

/** The same for the locks of applications: see {@link lockApp}. */
export async function lockAppsOfBatch(
  tx: Transaction,
  ids: readonly AppId[],
  locks: Locks,
): Promise<Set<AppId>> {
  return lockedOf(tx.query(locks === 'skip locked' ? `${LOCK_APPS} skip locked` : LOCK_APPS, [ids]));
}

/** Equal hashes of two applications are harmless: their transactions wait for each other. */
function lockOf(what: 'users' | 'pairs', app: string): string {
  return `hashtextextended('${what} of ' || ${app}, 0)`;
}

const LOCK_APPS = 'select id from applications where id = any($1) order by id for no key update';
const APPS = 'select id from (select unnest($1::text[]) as id order by 1) app';
const TRY_USERS = `${APPS} where pg_try_advisory_xact_lock_shared(${lockOf('users', 'app.id')})`;
const WAIT_FOR_USERS = `${APPS} where pg_advisory_xact_lock_shared(${lockOf('users', 'app.id')}) is not null`;
const TRY_PAIRS = `${APPS} where pg_try_advisory_xact_lock(${lockOf('pairs', 'app.id')})`;
const WAIT_FOR_PAIRS = `${APPS} where pg_advisory_xact_lock(${lockOf('pairs', 'app.id')}) is not null`;

async function lockedOf(rows: Promise<object[]>): Promise<Set<AppId>> {
  return new Set(((await rows) as { id: AppId }[]).map(({ id }) => id));
}

/**
 * The shared lock of the users of an application. Transactions that create users or memberships take it, any number at once.
 * It is an advisory lock, because these are granted in order of request; an exclusive row lock waits as long as new shared
 * ones arrive.
 */
export async function lockUsersShared(tx: Transaction, id: AppId): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock_shared(${lockOf('users', '$1')})`, [id]);
}

/** The same lock, exclusive: for renaming or deactivating a user, or creating a bot for all tenants. */
export async function lockUsersExclusive(tx: Transaction, id: AppId): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(${lockOf('users', '$1')})`, [id]);
}
