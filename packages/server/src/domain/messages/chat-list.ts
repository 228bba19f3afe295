import type { ClientThread } from '@palaver/protocol/client-threads';
import type { ExtUserId, ThreadId } from '@palaver/protocol/ids';
import type { MemberStatus } from '@palaver/protocol/members';
import { KEEP_PLAN, type Queryable } from '../../storage/database.ts';
import type { SignedInContext } from '../context.ts';
import { COUNTERS } from '../log/append.ts';
import { Refusal } from '../refusal.ts';
import { type MessageRow, SENDER, shownTo, toMessage } from './queries.ts';

/**
 * The threads of a signed-in user, as they see them: with their last message, what is unread, and in a direct thread who
 * the other is.
 */

/** Unread messages are counted up to here; then there are more. */
const MAX_UNREAD = 100;

export interface ChatListPage {
  /** The `list_position` of the last element of the page before; "0": from the start. */
  lastPosition: string;
  limit: number;
  /** Threads tied to these objects, in the place of those of the chat list. */
  referenceId?: string | undefined;
  satlReferenceId?: string | undefined;
}

/**
 * The chat list: the threads of which the user is a current member and that are tied to no object, the latest message
 * first; or, by reference, those that are tied to it.
 *
 * Threads move up while somebody pages down. So that nothing is skipped or shown twice, the order of all pages is that
 * of the moment of the first one, which `list_position` carries along: of a thread that has moved since, its place of
 * then is read from its log. What a row shows is as of now.
 */
export async function listMyThreads(ctx: SignedInContext, page: ChatListPage): Promise<ClientThread[]> {
  const { lastPosition, limit, referenceId, satlReferenceId } = page;
  const { appId, tenantId } = ctx.space;
  const names = [referenceId, satlReferenceId].filter((name) => name !== undefined);
  const statements =
    STATEMENTS[`${referenceId === undefined ? '' : 'r'}${satlReferenceId === undefined ? '' : 's'}`];
  const links = names.length === 0 ? [] : [appId, tenantId, ...names];
  const values = [ctx.actingUser.extUserId, limit];
  const [statement, walk] =
    lastPosition === '0' ? [statements.first, []] : [statements.next, parsePosition(lastPosition)];
  return ctx.db.transaction(async (tx) => {
    const [, rows] = await Promise.all([
      tx.query(KEEP_PLAN),
      tx.query<Row>(statement, [...values, ...walk, ...links]),
    ]);
    return rows.map(toClientThread);
  });
}

/** One thread of the user, tied to an object or not; M40401 when they are no current member of one of this id. */
export async function getMyThread(ctx: SignedInContext, threadId: ThreadId): Promise<ClientThread> {
  const [thread] = await findMyThreads(ctx.db, ctx.actingUser.extUserId, [threadId]);
  if (thread === undefined) throw new Refusal('M40401');
  return thread;
}

/** Of these threads those that the user is a current member of. */
export async function findMyThreads(
  db: Queryable,
  user: ExtUserId,
  threadIds: readonly ThreadId[],
): Promise<ClientThread[]> {
  const rows = await db.query<Row>(THESE, [user, threadIds]);
  return rows.map(toClientThread);
}

/** Transaction id, ids in progress, time, and the last element's time and id: see {@link POSITION}. */
function parsePosition(position: string): unknown[] {
  const [xmax, inProgress = '', at, activeAt, threadId] = position.split('_');
  return [xmax, inProgress === '' ? [] : inProgress.split('-'), at, activeAt, threadId];
}

interface Row extends Omit<ClientThread, 'me' | 'last_message' | 'unread_count' | 'unread_more' | 'peer'> {
  role: ClientThread['me']['role'];
  status: MemberStatus;
  status_until: number | null;
  read_seq: number;
  unread: number;
  last_message: MessageRow | null;
  peer: ClientThread['peer'];
}

function toClientThread(row: Row): ClientThread {
  const { role, status, status_until, read_seq, unread, last_message, ...thread } = row;
  const until = status_until === null ? {} : { status_until };
  return {
    ...thread,
    me: { role, status: status as ClientThread['me']['status'], ...until, read_seq },
    unread_count: Math.min(unread, MAX_UNREAD),
    unread_more: unread > MAX_UNREAD,
    last_message: last_message === null ? null : toMessage(last_message),
  };
}

const toMs = (column: string) => `floor(extract(epoch from ${column}) * 1000)::float8`;
const toMicros = (column: string) => `(extract(epoch from ${column}) * 1000000)::bigint`;
const STATUS = 'member_status(me.state, me.muted_until, me.banned_until)';

/** The columns of the threads of a step `page`, which has `thread_id`, `read_seq` and `position`. */
const SHOWN = `
  select t.id::text, t.name, t.type, t.description, t.avatar_url, t.metadata,
    ${COUNTERS.map((counter) => `h.${counter}`).join(', ')}, ${toMs('t.created_at')} as created_at,
    coalesce(t.reference_id, '') as reference_id, coalesce(t.satl_reference_id, '') as satl_reference_id,
    h.last_seq::float8, page.read_seq::float8, page.position as list_position,
    me.role, ${STATUS} as status, case ${STATUS} when 'muted' then
      ${toMs("nullif(me.muted_until, 'infinity')")} end as status_until,
    unread.count as unread, to_json(last_message) as last_message, to_json(peer) as peer
  from page
  join threads t on t.id = page.thread_id
  join thread_heads h on h.thread_id = page.thread_id
  join members me on me.thread_id = page.thread_id and me.ext_user_id = $1
  left join lateral (
    select ${shownTo('$1')} from messages m ${SENDER} where m.thread_id = t.id and m.seq = h.last_message_seq
  ) last_message on true
  left join lateral (
    select u.kind as type, u.user_id, u.ext_user_id::text, u.display_name, u.avatar_url
    from members other join users u using (ext_user_id)
    where t.type = 'direct' and other.thread_id = t.id and other.ext_user_id <> $1 limit 1
  ) peer on true
  cross join lateral (
    select count(*)::int as count from (
      select from messages m
      where m.thread_id = t.id and m.seq > page.read_seq and m.sender_ext_user_id <> $1 and m.deleted_at is null
      limit ${MAX_UNREAD + 1}
    ) few
  ) unread`;

/**
 * A place in a walk: of the snapshot of its first page the next transaction id, those in progress, and the time; then
 * the element's own time and id. (Transaction ids have 32 bits, as rows carry them.)
 */
const POSITION = (xmax: string, inProgress: string, at: string) =>
  `concat_ws('_', ${xmax}, array_to_string(${inProgress}, '-'), ${at}, ${toMicros('active_at')}, thread_id)`;

/** Threads of the user: those of the chat list, or those that `link` finds. */
const mine = (activeAt: string, link: string) => `
  mine as (
    select ut.thread_id, ut.read_seq, ${activeAt} as active_at
    from user_threads ut join thread_heads h using (thread_id) ${link}
    where ut.ext_user_id = $1 and ut.is_member and ut.is_linked = ${link !== ''}
  )`;
const PAGE_END = 'order by active_at desc, thread_id desc limit $2';
const SHOWN_IN_ORDER = `${SHOWN} order by page.active_at desc, page.thread_id desc`;

const first = (link: string) => `
  with ${mine('h.active_at', link)}, page as materialized (
    select *, ${POSITION(
      "pg_snapshot_xmax(pg_current_snapshot())::text::bigint & x'ffffffff'::bigint",
      "array(select x::text::bigint & x'ffffffff'::bigint from pg_snapshot_xip(pg_current_snapshot()) x)",
      toMicros('statement_timestamp()'),
    )} as position
    from mine ${PAGE_END}
  ) ${SHOWN_IN_ORDER}`;

const WALK_BEGAN = `to_timestamp($5::bigint / 1000000.0)`;
/** So long before the first page, every transaction had ended. */
const SETTLED = `${WALK_BEGAN} - interval '5 minutes'`;
/**
 * When the thread was last active as the first page saw it. Its log entry of then is the latest whose transaction that
 * page saw: one of an id before the next one of then, unless it was in progress. A thread without such an entry was made
 * since, or has no message.
 */
const ACTIVE_AT_THE_BEGINNING = `
  case when h.active_at < ${SETTLED} then h.active_at else coalesce((
    select e.at from log_entries e
    where e.thread_id = ut.thread_id and e.type = 'message.created' and (e.at < ${SETTLED} or (
      (e.xmin::text::bigint - $3::bigint) & x'ffffffff'::bigint >= x'80000000'::bigint
      and e.xmin::text::bigint <> all ($4::bigint[])))
    order by e.seq desc limit 1
  ), (select created_at from threads made where made.id = ut.thread_id and made.created_at <= ${WALK_BEGAN})) end`;

const next = (link: string) => `
  with ${mine(ACTIVE_AT_THE_BEGINNING, link)}, page as materialized (
    select *, ${POSITION('$3::bigint', '$4::bigint[]', '$5::bigint')} as position
    from mine
    where (${toMicros('active_at')}, thread_id) < ($6::bigint, $7::bigint) ${PAGE_END}
  ) ${SHOWN_IN_ORDER}`;

/** By which references a list is asked for: `r`, `s`, both or none. */
const STATEMENTS = {
  '': statementsBy([]),
  r: statementsBy(['reference_id']),
  s: statementsBy(['satl_reference_id']),
  rs: statementsBy(['reference_id', 'satl_reference_id']),
} as const;

function statementsBy(columns: readonly string[]) {
  // Parameters: the application, the tenant, and a name for each column.
  const linkFrom = (parameter: number) => {
    const names = ['app_id', 'tenant_id', ...columns].map(
      (name, index) => `l.${name} = $${parameter + index}`,
    );
    return columns.length === 0 ? '' : `join threads l on l.id = ut.thread_id and ${names.join(' and ')}`;
  };
  return { first: first(linkFrom(3)), next: next(linkFrom(8)) };
}

const THESE = `
  with page as materialized (
    select thread_id, read_seq, '' as position from user_threads
    where ext_user_id = $1 and thread_id = any($2) and is_member
  ) ${SHOWN}`;
