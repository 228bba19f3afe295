import { MAX_UNREAD_TOTAL } from '@palaver/protocol/client-threads';
import type { ExtUserId } from '@palaver/protocol/ids';
import type { Transactor } from '../../storage/database.ts';
import { KEEP_INDEX_PLAN } from '../../storage/plan-settings.ts';

/** The unread messages of a user in several threads, as badges show them. */
export interface UnreadTotal {
  threads: number;
  messages: number;
}

/**
 * Messages of a thread that are looked at, the latest first. Own and deleted messages are not unread, and a thread could have
 * millions of them after the read position of a user who only writes.
 */
const EXAMINED = 1_000;

/** The threads whose messages count: those of the chat list, or also those that are linked to an object. */
export type CountedThreads = 'listed' | 'listed and linked';

/**
 * The unread totals of users, each up to {@link MAX_UNREAD_TOTAL} messages: the sum of the `unread_count` of their threads. By default, threads
 * that are linked to an object do not count, because they are in no chat list: a badge shows what the user finds there.
 */
export async function unreadTotals(
  db: Pick<Transactor, 'transactionAtOnce'>,
  users: readonly ExtUserId[],
  counted: CountedThreads = 'listed',
): Promise<Map<ExtUserId, UnreadTotal>> {
  if (users.length === 0) return new Map();
  const rows = await db.transactionAtOnce(async (tx) => {
    const [, totals] = await Promise.all([
      tx.query(KEEP_INDEX_PLAN),
      tx.query<UnreadTotal & { user: ExtUserId }>(TOTALS[counted], [users]),
    ]);
    return totals;
  });
  return new Map(rows.map(({ user, ...total }) => [user, total]));
}

// One look at an index for each thread of the user, and then at the messages of unread threads until there are enough.
const totalsOf = (...conditions: readonly string[]) => `
  select one.ext_user_id as user, total.* from unnest($1::bigint[]) as one (ext_user_id) cross join lateral (
    select count(distinct thread_id)::int as threads, count(*)::int as messages from (
      select unread.thread_id
      from (
        select ut.thread_id, ut.read_seq from (${conditions.map(threadsOf).join(' union all ')}) ut
        join thread_heads h using (thread_id)
        where h.last_message_seq > ut.read_seq
        order by h.active_at desc, ut.thread_id desc
      ) unread cross join lateral (
        select m.sender_ext_user_id, m.deleted_at from messages m
        where m.thread_id = unread.thread_id and m.seq > unread.read_seq
        order by m.seq desc limit ${EXAMINED}
      ) latest
      where latest.sender_ext_user_id <> one.ext_user_id and latest.deleted_at is null
      limit ${MAX_UNREAD_TOTAL}
    ) few
  ) total`;
/** (Each condition has an index of its own, which former memberships are not in.) */
const threadsOf = (isCounted: string) => `
          select thread_id, read_seq from user_threads where ext_user_id = one.ext_user_id and is_member and ${isCounted}`;
const TOTALS: Readonly<Record<CountedThreads, string>> = {
  listed: totalsOf('not is_linked'),
  'listed and linked': totalsOf('not is_linked', 'is_linked'),
};
