import type { ExtUserId, ThreadId } from '@palaver/protocol/ids';
import { toArray } from '../../storage/columns.ts';
import type { Queryable, Transaction } from '../../storage/database.ts';
import { KEEP_INDEX_PLAN } from '../../storage/plan-settings.ts';

/** Threads that the user is a current member of, ascending. */
export async function threadsOf(db: Queryable, user: ExtUserId): Promise<ThreadId[]> {
  const rows = await db.query<{ thread_id: ThreadId }>(
    'select thread_id from user_threads where ext_user_id = $1 and is_member order by thread_id',
    [user],
  );
  return rows.map((row) => row.thread_id);
}

/** A thread of a user, how far its log reaches, and how far they have read it. */
export interface ThreadPosition {
  thread_id: ThreadId;
  last_seq: number;
  read_seq: number;
}

/** The positions of the threads of which the user is a current member, latest message first. */
export async function positionsOf(db: Queryable, user: ExtUserId): Promise<ThreadPosition[]> {
  return db.query<ThreadPosition>(
    `select thread_id, h.last_seq::float8, ut.read_seq::float8 from user_threads ut join thread_heads h using (thread_id)
     where ut.ext_user_id = $1 and ut.is_member order by h.active_at desc, thread_id desc`,
    [user],
  );
}

/** The result of a poll for new memberships. */
export interface JoinsPoll {
  /** `since` of the next poll. */
  next: string;
  joined: { thread_id: ThreadId; ext_user_id: ExtUserId }[];
}

/**
 * Memberships that began in transactions from the transaction id `since` on; undefined returns none, only the start of the
 * next poll. It misses none, in whatever order commits become visible (like the poll for token revocations).
 */
export async function pollJoins(db: Queryable, since: string | undefined): Promise<JoinsPoll> {
  const [found] = await db.query<JoinsPoll>(
    `select pg_snapshot_xmin(pg_current_snapshot())::text as next, coalesce((
       select json_agg(json_build_object('thread_id', thread_id::text, 'ext_user_id', ext_user_id::text))
       from user_threads where joined_in >= $1::text::xid8 and is_member
     ), '[]') as joined`,
    [since ?? null],
  );
  if (found === undefined) throw new Error('a select of one row returned none');
  return found;
}

/** Which of these pairs share a thread, both as current members. */
export async function findCompanions<Pair extends Companions>(
  db: Queryable,
  pairs: readonly Pair[],
): Promise<Pair[]> {
  if (pairs.length === 0) return [];
  const rows = await db.query<{ n: number }>(
    `select n::int from unnest($1::bigint[], $2::bigint[]) with ordinality as pair (one, other, n) where exists (
       select from user_threads theirs join user_threads mine using (thread_id)
       where theirs.ext_user_id = other and theirs.is_member and mine.ext_user_id = one and mine.is_member)`,
    [toArray(pairs.map(({ user }) => user)), toArray(pairs.map(({ other }) => other))],
  );
  return rows.flatMap(({ n }) => pairs[n - 1] ?? []);
}

/**
 * All users with whom the user shares a thread, both as current members. Undefined if more than `most` memberships would have to be
 * read.
 */
export async function findAllCompanions(
  tx: Transaction,
  user: ExtUserId,
  most: number,
): Promise<ExtUserId[] | undefined> {
  const [, [found]] = await Promise.all([
    tx.query(KEEP_INDEX_PLAN),
    tx.query<{ memberships: number; users: ExtUserId[] | null }>(
      `select count(*)::int as memberships, array_agg(distinct ext_user_id) as users from (
         select m.ext_user_id from user_threads mine join members m using (thread_id)
         where mine.ext_user_id = $1 and mine.is_member and m.state = 'active' limit $2
       ) few`,
      [user, most + 1],
    ),
  ]);
  return found === undefined || found.memberships > most ? undefined : (found.users ?? []);
}

/** Two users who may share a thread. */
export interface Companions {
  user: ExtUserId;
  other: ExtUserId;
}

/** Whether a thread may name the user: they are or were in one, or have written to one as a user of the support desk. Other senders are members. */
export async function isInHistory(db: Queryable, user: ExtUserId): Promise<boolean> {
  const found = await db.query(
    `select from user_threads where ext_user_id = $1
     union all select from desk_writers where ext_user_id = $1 limit 1`,
    [user],
  );
  return found.length > 0;
}
