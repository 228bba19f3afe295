import type { AppId } from '@palaver/protocol/ids';
import type { Queryable, Transaction } from '../../storage/database.ts';

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

export async function appExists(db: Queryable, id: string): Promise<boolean> {
  return (await db.query('select from applications where id = $1', [id])).length > 0;
}

/**
 * The first lock in the order application, users, pairs, threads. Held by whoever makes a thread, so that thread
 * ids become visible in increasing order.
 */
export async function lockApp(tx: Transaction, id: AppId): Promise<void> {
  await tx.query('select from applications where id = $1 for no key update', [id]);
}

/**
 * Who the users of an application are: held by whoever makes a user or a membership, any number at once. It is an
 * advisory lock, because those are given in the order of asking: an exclusive row lock waits as long as new shared
 * ones come.
 */
export async function lockUsersShared(tx: Transaction, id: AppId): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock_shared(${USERS_OF_APP})`, [id]);
}

/** The same lock, for whoever renames or deactivates a user, or makes a bot for all tenants. */
export async function lockUsersExclusive(tx: Transaction, id: AppId): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(${USERS_OF_APP})`, [id]);
}

/** Two applications whose hashes are equal only wait for each other. */
const USERS_OF_APP = "hashtextextended('users of ' || $1, 0)";
