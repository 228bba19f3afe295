import type { DeskThread } from '@palaver/protocol/desk';
import type { ThreadId } from '@palaver/protocol/ids';
import { readByKeys } from '../../../storage/plan-settings.ts';
import type { SignedInContext } from '../../context.ts';
import { CursorPage, PAGE_BYTES } from '../../page.ts';
import { isOpenToDesk } from '../../records/desk-access.ts';
import { type MessageRow, SENDER, shownTo, toMessage } from '../../records/messages.ts';
import { one, THREAD_BYTES, THREAD_COLUMNS } from '../../records/thread-columns.ts';
import { Refusal } from '../../refusal.ts';
import { accessDesk } from './access-desk.ts';

/** A page looks at so many threads, so that it costs little, however many of them it leaves out. */
const MOST_THREADS = 1_000;

export interface DeskThreadsPage {
  /** The page starts after this thread; "0": from the start. */
  lastId: string;
  limit: number;
  /** Only threads whose latest message is from this time or later, in Unix milliseconds. */
  activeAfter: number | undefined;
}

/**
 * The threads of the space by ascending id, for a user of the support desk; direct ones only if the user may read these. A page may be
 * short, or empty, and still have a next one. Refuses with M40306.
 */
export async function listDeskThreads(
  ctx: SignedInContext,
  { lastId, limit, activeAfter = 0 }: DeskThreadsPage,
): Promise<CursorPage<DeskThread>> {
  const { db, space, actingUser } = ctx;
  const { direct_threads } = await accessDesk(db, ctx);
  const place = [space.appId, space.tenantId, lastId];
  const values = [actingUser.extUserId, limit, ...place, direct_threads, activeAfter];
  const rows = await readByKeys<Row>(db, LIST, values);
  const last = rows.at(-1);
  if (last !== undefined && rows.length < last.found) return new CursorPage(rows.map(toDeskThread), last.id);
  const [edge] = await db.query<{ id: ThreadId }>(EDGE, place);
  return new CursorPage(rows.map(toDeskThread), edge?.id ?? null);
}

/** One of them. Refuses with M40306, and M40401: also a direct thread that the user is not reading at present. */
export async function getDeskThread(ctx: SignedInContext, threadId: ThreadId): Promise<DeskThread> {
  const { db, space, actingUser } = ctx;
  await accessDesk(db, ctx);
  const [row] = await readByKeys<Row>(db, GET, [
    actingUser.extUserId,
    1,
    space.appId,
    space.tenantId,
    threadId,
  ]);
  if (row === undefined) throw new Refusal('M40401');
  return toDeskThread(row);
}

interface Row extends Omit<DeskThread, 'last_message'> {
  id: ThreadId;
  last_message: MessageRow | null;
  /** How many there were, up to one more than the limit, including those that did not fit. */
  found: number;
}

function toDeskThread({ last_message, found: _found, ...thread }: Row): DeskThread {
  return { ...thread, last_message: last_message === null ? null : toMessage(last_message) };
}

const NAMES = Object.keys(THREAD_COLUMNS).join(', ');
const COLUMNS = Object.entries(THREAD_COLUMNS)
  .map(([name, value]) => `${value} as ${name}`)
  .join(', ');

/** Shows the threads whose heads `heads` selects: at most $2, and as many as fit. */
const shown = (heads: string) => `
  with page as materialized (${heads})
  select ${NAMES}, last_message, (select count(*)::int from page) as found
  from (
    select ${COLUMNS}, last_message.json as last_message, row_number() over in_order as place,
      sum(${THREAD_BYTES}) over in_order - (${THREAD_BYTES}) as bytes_before
    from page h ${one('threads', 'row.id = h.thread_id')} t
    left join lateral (
      select to_json(message) as json from (
        select ${shownTo('$1')} from messages m ${SENDER} where m.thread_id = h.thread_id and m.seq = h.last_message_seq
      ) message offset 0
    ) last_message on ${isOpenToDesk('t', '$1')}
    window in_order as (order by h.thread_id)
  ) thread where place <= $2 and bytes_before < ${PAGE_BYTES} order by place`;

const HEAD = one('thread_heads', 'row.thread_id = t.id');
const IN_SPACE = 't.app_id = $3 and t.tenant_id = $4 and t.deleted_at is null';
const LIST = shown(`
  select h.* from (
    select t.id, t.type from threads t where ${IN_SPACE} and t.id > $5 order by t.id limit ${MOST_THREADS}
  ) t ${HEAD} h
  where (t.type <> 'direct' or $6) and h.active_at >= to_timestamp(0) + $7::bigint * interval '1 millisecond'
  order by t.id limit $2 + 1`);
const GET = shown(`
  select h.* from threads t ${HEAD} h where ${IN_SPACE} and t.id = $5 and ${isOpenToDesk('t', '$1')}`);

/** The last thread that a page looks at, if there may be others. */
const EDGE = `
  select id from threads where app_id = $1 and tenant_id = $2 and id > $3 and deleted_at is null
  order by id offset ${MOST_THREADS - 1} limit 1`;
