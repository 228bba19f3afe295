import { MAX_UNREAD_TOTAL } from '@palaver/protocol/client-threads';
import type { ExtUserId } from '@palaver/protocol/ids';
import type { Transactor } from '../../storage/database.ts';
import { KEEP_INDEX_PLAN } from '../../storage/plan-settings.ts';

/** The unread messages of a user in all threads of the chat list, as badges show them. */
export interface UnreadTotal {
  threads: number;
  messages: number;
}

/**
 * Messages of a thread that are looked at, the latest first. Own and deleted messages are not unread, and a thread could have
 * millions of them after the read position of a user who only writes.
 */
const EXAMINED = 1_000;

/**
 * The unread totals of users, each up to {@link MAX_UNREAD_TOTAL} messages: the sum of the `unread_count` of their chat lists. Threads
 * that are linked to an object are in no chat list and do not count: a badge shows what the user finds there.
 */
export async function unreadTotals(
  db: Pick<Transactor, 'transactionAtOnce'>,
  users: readonly ExtUserId[],
): Promise<Map<ExtUserId, UnreadTotal>> {
  if (users.length === 0) return new Map();
  const rows = await db.transactionAtOnce(async (tx) => {
    const [, totals] = await Promise.all([
      tx.query(KEEP_INDEX_PLAN),
      tx.query<UnreadTotal & { user: ExtUserId }>(TOTALS, [users]),
    ]);
    return totals;
  });
  return new Map(rows.map(({ user, ...total }) => [user, total]));
}

// One look at an index for each thread of the user, and then at the messages of unread threads until there are enough.
const TOTALS = `
  select one.ext_user_id as user, total.* from unnest($1::bigint[]) as one (ext_user_id) cross join lateral (
    select count(distinct thread_id)::int as threads, count(*)::int as messages from (
      select unread.thread_id
      from (
        select ut.thread_id, ut.read_seq from user_threads ut join thread_heads h using (thread_id)
        where ut.ext_user_id = one.ext_user_id and ut.is_member and not ut.is_linked and h.last_message_seq > ut.read_seq
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
