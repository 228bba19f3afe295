import type { Queryable } from './database.ts';

/** Whether somebody has signed in to this account from this network in the last 90 days. */
export async function isKnown(db: Queryable, userId: number, network: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from known_networks where user_id = $1 and network = $2 and at > now() - interval '90 days'`,
    [userId, network],
  );
  return rowCount !== 0;
}

/** Remembers that somebody has. Removes old entries. */
export async function remember(db: Queryable, userId: number, network: string): Promise<void> {
  await db.query(
    `with old as (delete from known_networks where user_id = $1 and network <> $2 and at < now() - interval '90 days')
     insert into known_networks (user_id, network, at) values ($1, $2, now())
     on conflict (user_id, network) do update set at = excluded.at`,
    [userId, network],
  );
}
