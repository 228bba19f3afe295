import type { ExtUserId, ThreadId } from '@palaver/protocol/ids';
import type { Message } from '@palaver/protocol/messages';
import type { Queryable } from '../../storage/database.ts';
import type { Space } from '../context.ts';
import { PAGE_BYTES, Page } from '../page.ts';
import { isReadBy } from './members.ts';
import { MAX_SEQ, MESSAGE_BYTES, type MessageRow, SENDER, shownTo, toMessage } from './messages.ts';

/** Pages of the messages of a thread. */

/** Which messages of a thread to list: around a `seq`, just before or after it, or the latest. */
export interface MessagesPage {
  from: { before: string } | { after: string } | { around: string } | 'latest';
  limit: number;
  /** Lists only pinned messages. */
  isPinned: boolean;
  /** Lists only messages from `after` or later, and from before `before`, in Unix milliseconds. */
  times: { after: number | undefined; before: number | undefined };
}

/**
 * Messages by ascending seq, including deleted ones, as many as fit; undefined if the thread is not in the space, or the
 * viewer may not see it. A page around a `seq` has half of its messages before it, if there are enough on both sides.
 */
export async function pageMessages(
  db: Queryable,
  space: Space,
  threadId: ThreadId,
  { from, limit, isPinned, times }: MessagesPage,
  viewer: ExtUserId | null,
): Promise<Page<Message> | undefined> {
  const { BEFORE, AFTER } = isPinned ? PINNED_PAGE : PAGE;
  const isTimed = times.after !== undefined || times.before !== undefined;
  const range = isTimed ? await findSeqs(db, threadId, times) : undefined;
  const page = async (statement: Statement, position: string, count: number) => {
    const values = [space.appId, space.tenantId, threadId, position, count, viewer];
    const rows = await (range === undefined
      ? db.query<PageRow>(statement.always, values)
      : db.query<PageRow>(statement.inRange, [...values, range.first, range.end]));
    const messages = rows.filter((row) => row.seq !== null);
    const hasMore = messages.length < (messages[0]?.found ?? 0);
    return rows.length === 0 ? undefined : new Page(messages.map(toMessage), hasMore);
  };
  if (from === 'latest') return page(BEFORE, MAX_SEQ, limit);
  if ('before' in from) return page(BEFORE, from.before, limit);
  if ('after' in from) return page(AFTER, from.after, limit);
  const position = BigInt(from.around);
  const [before, since] = await Promise.all([
    page(BEFORE, from.around, limit),
    page(AFTER, String(position === 0n ? 0n : position - 1n), limit),
  ]);
  return before && since && middleOf(before, since, limit);
}

/** Takes `limit` messages around a position; if one side has too few, more from the other. */
function middleOf(before: Page<Message>, since: Page<Message>, limit: number): Page<Message> {
  const half = Math.floor(limit / 2);
  const left = Math.min(before.items.length, Math.max(half, limit - since.items.length));
  const items = [...before.items.slice(before.items.length - left), ...since.items.slice(0, limit - left)];
  const isAll = items.length === before.items.length + since.items.length;
  return new Page(items, !isAll || before.hasMore || since.hasMore);
}

type PageRow = (MessageRow & { found: number }) | { seq: null };

/** A page, and a page of what is from `$7` on and before `$8`. */
interface Statement {
  always: string;
  inRange: string;
}

// If the page has no messages, the result is one row of nulls, which shows that the thread exists.
const pageOf = (position: string, order: string, condition: string) => `
  select message.* from threads t
  left join lateral (
    select * from (
      select *, row_number() over nearest_first as place, count(*) over ()::int as found,
        sum(${MESSAGE_BYTES}) over nearest_first - (${MESSAGE_BYTES}) as bytes_before
      from (
        select ${shownTo('$6')} from messages m ${SENDER}
        where m.thread_id = t.id and m.seq ${position} ${condition} order by m.seq ${order} limit $5 + 1
      ) near window nearest_first as (order by seq ${order})
    ) counted where place <= $5 and bytes_before < ${PAGE_BYTES}
  ) message on true
  where t.app_id = $1 and t.tenant_id = $2 and t.id = $3 and t.deleted_at is null and ${isReadBy('t', '$6')}
  order by message.seq`;
const statementOf = (position: string, order: string, condition: string): Statement => ({
  always: pageOf(position, order, condition),
  inRange: pageOf(position, order, `${condition} and m.seq >= $7 and m.seq < $8`),
});
const pagesOf = (condition: string) => ({
  BEFORE: statementOf('< $4', 'desc', condition),
  AFTER: statementOf('> $4', 'asc', condition),
});
const PAGE = pagesOf('');
const PINNED_PAGE = pagesOf('and m.pinned_at is not null');

/**
 * The numbers of the messages of a period: from `first` on, and before `end`. The times of messages never decrease along their numbers, so a
 * binary search by the primary key finds the borders with about 20 look-ups among a million messages.
 */
async function findSeqs(
  db: Queryable,
  threadId: ThreadId,
  { after, before }: MessagesPage['times'],
): Promise<{ first: string | null; end: string | null }> {
  const [found] = await db.query<{ first: string | null; end: string | null }>(
    `select ${firstSince('$2')} as first, coalesce(${firstSince('$3')}, $4::bigint) as end`,
    [threadId, after ?? 0, before ?? null, MAX_SEQ],
  );
  if (found === undefined) throw new Error('a select of one row returned none');
  return found;
}

/** The number from which on all messages of thread `$1` are from this time, in Unix milliseconds, or later; null without a time. */
const firstSince = (time: string) => `(
  with recursive search (low, high) as (
    select 1::bigint, h.last_seq + 1 from thread_heads h where h.thread_id = $1 and ${time}::bigint is not null
    union all
    select case when found.is_earlier then found.seq + 1 else low end,
      case when found.is_earlier then high else (low + high) / 2 end
    from search left join lateral (
      select m.seq, m.created_at < to_timestamp(0) + ${time}::bigint * interval '1 millisecond' as is_earlier
      from messages m where m.thread_id = $1 and m.seq >= (low + high) / 2 and m.seq < high order by m.seq limit 1
    ) found on true
    where low < high
  )
  select low from search where low = high
)`;
