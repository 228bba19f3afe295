import type { AppId } from '@palaver/protocol/ids';
import type { Transaction } from '../../storage/database.ts';
import type { Locks } from '../../storage/group-commit.ts';

/**
 * The last lock that whoever makes threads takes, after those of users, pairs and heads: it draws their ids under it and
 * holds it until the commit, so that thread ids become visible in increasing order.
 */
export async function lockApp(tx: Transaction, id: AppId): Promise<void> {
  await tx.query('select from applications where id = $1 for no key update', [id]);
}

/** Which pairs of users have a direct thread: held, after the locks of users, by whoever makes one. */
export async function lockPairs(tx: Transaction, id: AppId): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(${lockOf('pairs', '$1')})`, [id]);
}

/** A batch: shares the lock of users of applications; answers of which it has it. Told to skip, it waits for nobody. */
export async function lockUsersOfBatch(
  tx: Transaction,
  ids: readonly AppId[],
  locks: Locks,
): Promise<Set<AppId>> {
  return lockedOf(tx.query(locks === 'skip locked' ? TRY_USERS : WAIT_FOR_USERS, [ids]));
}

/** The same of the locks of pairs. */
export async function lockPairsOfBatch(
  tx: Transaction,
  ids: readonly AppId[],
  locks: Locks,
): Promise<Set<AppId>> {
  return lockedOf(tx.query(locks === 'skip locked' ? TRY_PAIRS : WAIT_FOR_PAIRS, [ids]));
}

/** The same of the applications themselves: see {@link lockApp}. */
export async function lockAppsOfBatch(
  tx: Transaction,
  ids: readonly AppId[],
  locks: Locks,
): Promise<Set<AppId>> {
  return lockedOf(tx.query(locks === 'skip locked' ? `${LOCK_APPS} skip locked` : LOCK_APPS, [ids]));
}

/** Two applications whose hashes are equal only wait for each other. */
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
 * Who the users of an application are: held by whoever makes a user or a membership, any number at once. It is an
 * advisory lock, because those are given in the order of asking: an exclusive row lock waits as long as new shared
 * ones come.
 */
export async function lockUsersShared(tx: Transaction, id: AppId): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock_shared(${lockOf('users', '$1')})`, [id]);
}

/** The same lock, for whoever renames or deactivates a user, or makes a bot for all tenants. */
export async function lockUsersExclusive(tx: Transaction, id: AppId): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(${lockOf('users', '$1')})`, [id]);
}
