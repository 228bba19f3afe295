import type { AppId } from '@palaver/protocol/ids';
import type { Queryable, Transaction } from '../../storage/database.ts';
import type { Locks } from '../../storage/group-commit.ts';

export interface App {
  id: AppId;
  name: string;
  created_at: Date;
}

/** An id that cannot be an application: the CLI says so, HTTP never asks. */
export class AppError extends Error {
  override readonly name = 'AppError';
}

const DNS_LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** Creates an application. Throws {@link AppError} when the id is not a DNS label or is taken. */
export async function createApp(db: Queryable, input: { id: string; name: string }): Promise<App> {
  if (!DNS_LABEL.test(input.id)) {
    throw new AppError(
      `"${input.id}" is not a DNS label: use a-z, 0-9 and "-" inside, at most 63 characters`,
    );
  }
  const [app] = await db.query<App>(
    'insert into applications (id, name) values ($1, $2) on conflict do nothing returning id, name, created_at',
    [input.id, input.name],
  );
  if (app === undefined) throw new AppError(`the application "${input.id}" exists already`);
  return app;
}

export async function listApps(db: Queryable): Promise<App[]> {
  return db.query<App>('select id, name, created_at from applications order by id');
}

/** Those of these ids that name an application, each with `true`. */
export async function findAppIds(db: Queryable, ids: readonly string[]): Promise<Map<string, true>> {
  const apps = await db.query<{ id: string }>('select id from applications where id = any($1)', [ids]);
  return new Map(apps.map(({ id }) => [id, true]));
}

export async function appExists(db: Queryable, id: string): Promise<boolean> {
  return (await db.query('select from applications where id = $1', [id])).length > 0;
}

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
