import type { ExtUserId, UserId } from '@palaver/protocol/ids';
import type { PublishingTransaction } from '../../bus/publishing-database.ts';
import type { Queryable } from '../../storage/database.ts';
import type { Space } from '../context.ts';

/** The only module that writes `token_revocations`. */

/** The user that a token is issued for. */
export interface TokenHolder {
  ext_user_id: ExtUserId;
  /** How often all tokens of the user have been revoked. A token contains this number and becomes invalid when it increases. */
  generation: string;
}

/** Finds an active user of exactly this space. */
export async function findTokenHolder(
  db: Queryable,
  space: Space,
  userId: UserId,
): Promise<TokenHolder | undefined> {
  const [holder] = await db.query<TokenHolder>(
    `select u.ext_user_id, coalesce(r.generation, 0) as generation
     from users u left join token_revocations r using (ext_user_id)
     where u.app_id = $1 and u.tenant_id = $2 and u.user_id = $3 and u.kind = 'user' and u.deactivated_at is null`,
    [space.appId, space.tenantId, userId],
  );
  return holder;
}

/** What becomes of open connections when the tokens with which they were opened are revoked. */
export type ConnectionsFate = 'cut' | 'keep';

/** Revokes all tokens that have been issued to these users. */
export async function revokeTokensOf(
  tx: PublishingTransaction,
  users: readonly ExtUserId[],
  connections: ConnectionsFate,
): Promise<void> {
  await tx.query(
    `insert into token_revocations as r (ext_user_id, generation, cut_below)
     select id, 1, case when $2 then 1 else 0 end from unnest($1::bigint[]) as u (id)
     on conflict (ext_user_id) do update set generation = r.generation + 1,
       cut_below = case when $2 then r.generation + 1 else r.cut_below end,
       revoked_at = excluded.revoked_at, revoked_in = excluded.revoked_in`,
    [users, connections === 'cut'],
  );
  if (connections === 'cut') for (const user of users) tx.publish({ type: 'revoked', user });
}

/** Cuts the connections of a user that the last revocation kept. */
export async function cutKeptConnections(tx: PublishingTransaction, user: ExtUserId): Promise<void> {
  await tx.query(
    `update token_revocations set cut_below = generation, revoked_at = now(), revoked_in = pg_current_xact_id()
     where ext_user_id = $1 and cut_below < generation`,
    [user],
  );
  tx.publish({ type: 'revoked', user });
}

/** The first generation whose tokens are valid, and the first whose connections may stay open. */
export interface Revocation {
  generation: string;
  cut_below: string;
}

/** The result of a poll for revocations. */
export interface RevocationsPoll {
  /** `since` of the next poll. */
  next: string;
  /** The branch of the database (epochs.ts), to whose transactions `next` belongs. */
  branch: string;
  revoked: (Revocation & { ext_user_id: ExtUserId })[];
}

/**
 * Reads revocations whose transaction id is at least `since` ("0": all), of users who may still have a valid token. Transactions
 * that are still in progress have ids of at least `next`, so the next poll finds them: no revocation is missed, in whatever order
 * commits become visible.
 */
export async function pollRevocations(
  db: Queryable,
  since: string,
  maxTtlSeconds: number,
): Promise<RevocationsPoll> {
  const [found] = await db.query<RevocationsPoll>(
    `select pg_snapshot_xmin(pg_current_snapshot())::text as next, (select branch from event_epoch), coalesce((
       select json_agg(json_build_object('ext_user_id', ext_user_id::text, 'generation', generation::text,
         'cut_below', cut_below::text))
       from token_revocations
       where revoked_in >= $1::text::xid8 and revoked_at > now() - make_interval(secs => $2)
     ), '[]') as revoked`,
    [since, maxTtlSeconds],
  );
  if (found === undefined) throw new Error('a select of one row returned none');
  return found;
}
