import type { ClientThread } from '@palaver/protocol/client-threads';
import type { ExtUserId, ThreadId } from '@palaver/protocol/ids';
import type { MemberStatus } from '@palaver/protocol/members';
import type { Queryable, Transaction } from '../../../storage/database.ts';
import { KEEP_PLAN } from '../../../storage/plan-settings.ts';
import type { SignedInContext } from '../../context.ts';
import { PAGE_BYTES, Page } from '../../page.ts';
import { type MessageRow, SENDER, shownTo, toMessage } from '../../records/messages.ts';
import { Refusal } from '../../refusal.ts';
import { COUNTERS } from '../../rules/counters.ts';
import { SearchQuery } from '../../rules/search/search-query.ts';

/**
 * The threads of a signed-in user as they see them: with the last message, the unread count and, in a direct thread, the
 * other user.
 */

/** Unread messages are counted up to this number. */
const MAX_UNREAD = 100;

export interface ChatListPage {
  /** The `list_position` of the last element of the page before; "0": from the start. */
  lastPosition: string;
  limit: number;
  /** Lists the threads tied to these objects instead of the chat list. */
  referenceId?: string | undefined;
  satlReferenceId?: string | undefined;
  /** Lists only threads whose name has each word of this as the beginning of a word; the name of a direct thread is that of the other. */
  query?: string | undefined;
}

/** The names of so many threads are read at a time, and of so many for a page. */
const NAMES_AT_A_TIME = 2_000;
export const MOST_NAMES = 10_000;

/**
 * The chat list: threads of which the user is a current member and that are tied to no object, latest message first; or, by
 * reference, the threads that are tied to it.
 *
 * A page continues after a position: the activity and the id of the last thread of the previous page. A thread never moves
 * down, so no thread is listed twice. If a thread moves up while a client pages, realtime reports it.
 *
 * By name, a page looks at {@link MOST_NAMES} threads: it ends there even if later ones match.
 */
export async function listMyThreads(ctx: SignedInContext, page: ChatListPage): Promise<Page<ClientThread>> {
  const { lastPosition, limit, referenceId, satlReferenceId, query } = page;
  const { appId, tenantId } = ctx.space;
  const names = [referenceId, satlReferenceId].filter((name) => name !== undefined);
  const statements =
    STATEMENTS[`${referenceId === undefined ? '' : 'r'}${satlReferenceId === undefined ? '' : 's'}`];
  const links = names.length === 0 ? [] : [appId, tenantId, ...names];
  const user = ctx.actingUser.extUserId;
  const place = lastPosition === '0' ? [] : lastPosition.split('_');
  return ctx.db.transaction(async (tx) => {
    const list = async () => {
      if (query === undefined) {
        const statement = place.length === 0 ? statements.first : statements.next;
        return tx.query<Row>(statement, [user, limit, ...place, ...links]);
      }
      const named = await findNamed(tx, statements, { user, query, most: limit + 1, place, links });
      return tx.query<Row>(statements.these, [user, limit, named, ...links]);
    };
    const [, rows] = await Promise.all([tx.query(KEEP_PLAN), list()]);
    return new Page(rows.map(toClientThread), rows.length < (rows[0]?.found ?? 0));
  });
}

interface NameSearch {
  user: ExtUserId;
  query: string;
  /** How many threads to find. */
  most: number;
  /** The position of the thread before. */
  place: readonly string[];
  links: readonly string[];
}

/** The first threads from after `place` on whose name matches. */
async function findNamed(
  tx: Transaction,
  { firstNames, nextNames }: Statements,
  { user, query, most, place: start, links }: NameSearch,
): Promise<ThreadId[]> {
  const search = new SearchQuery(query, 'every');
  const found: ThreadId[] = [];
  let place = start;
  for (let seen = 0; seen < MOST_NAMES && found.length < most; seen += NAMES_AT_A_TIME) {
    const statement = place.length === 0 ? firstNames : nextNames;
    const values = [user, NAMES_AT_A_TIME, ...place, ...links];
    const threads = await tx.query<{ thread_id: ThreadId; position: string; name: string }>(
      statement,
      values,
    );
    const matching = threads.filter(({ name }) => search.matches([name]));
    found.push(...matching.map(({ thread_id }) => thread_id));
    if (threads.length < NAMES_AT_A_TIME) break;
    place = threads.at(-1)?.position.split('_') ?? [];
  }
  return found.slice(0, most);
}

/** One thread of the user, tied to an object or not. Refuses with M40401 if they are not a current member. */
export async function getMyThread(ctx: SignedInContext, threadId: ThreadId): Promise<ClientThread> {
  const [thread] = (await findMyThreads(ctx.db, ctx.actingUser.extUserId, [threadId])).threads;
  if (thread === undefined) throw new Refusal('M40401');
  return thread;
}

/**
 * Those of these threads of which the user is a current member, as many as fit. The result covers the first `reached` ids.
 */
export async function findMyThreads(
  db: Queryable,
  user: ExtUserId,
  threadIds: readonly ThreadId[],
): Promise<{ threads: ClientThread[]; reached: number }> {
  const rows = await db.query<Row & { asked: number }>(THESE, [user, threadIds]);
  const last = rows.at(-1);
  const reached = last !== undefined && rows.length < last.found ? last.asked : threadIds.length;
  return { threads: rows.map(toClientThread), reached };
}

interface Row extends Omit<ClientThread, 'me' | 'last_message' | 'unread_count' | 'unread_more' | 'peer'> {
  role: ClientThread['me']['role'];
  status: MemberStatus;
  status_until: number | null;
  read_seq: number;
  unread: number;
  last_message: MessageRow | null;
  peer: ClientThread['peer'];
  /** How many there were, including those that did not fit. */
  found: number;
}

function toClientThread(row: Row): ClientThread {
  const { role, status, status_until, read_seq, unread, last_message } = row;
  const thread = Object.fromEntries(OWN_COLUMNS.map((column) => [column, row[column]])) as Pick<
    Row,
    OwnColumn
  >;
  const until = status_until === null ? {} : { status_until };
  return {
    ...thread,
    me: { role, status: status as ClientThread['me']['status'], ...until, read_seq },
    unread_count: Math.min(unread, MAX_UNREAD),
    unread_more: unread > MAX_UNREAD,
    last_message: last_message === null ? null : toMessage(last_message),
  };
}

/** The fields that are shown as the row has them. */
const OWN_COLUMNS = [
  'id',
  'name',
  'type',
  'description',
  'avatar_url',
  'metadata',
  ...COUNTERS,
  'created_at',
  'reference_id',
  'satl_reference_id',
  'last_seq',
  'last_at',
  'list_position',
  'peer',
] as const satisfies (keyof Row)[];
type OwnColumn = (typeof OWN_COLUMNS)[number];

const toMs = (column: string) => `floor(extract(epoch from ${column}) * 1000)::float8`;
const toMicros = (column: string) => `(extract(epoch from ${column}) * 1000000)::bigint`;
const STATUS = 'member_status(me.state, me.muted_until, me.banned_until)';

/** The size of the large columns of a shown thread. */
const BYTES = `octet_length(description) + octet_length(metadata) + octet_length(avatar_url)
  + coalesce(octet_length(last_message::text), 0)`;

/**
 * Shows the threads of the CTE `page` (`thread_id`, `read_seq`, `position`, and `columns` to order by): at most `most`, and as
 * many as fit.
 */
const shown = (columns: readonly string[], order: string, most: string) => `
  select * from (
    select *, row_number() over in_order as place, count(*) over ()::int as found,
      sum(${BYTES}) over in_order - (${BYTES}) as bytes_before
    from (${SHOWN}, ${columns.map((column) => `page.${column}`).join(', ')} ${FROM_PAGE}) thread
    window in_order as (order by ${order})
  ) counted where place <= ${most} and bytes_before < ${PAGE_BYTES} order by place`;

const SHOWN = `
  select t.id::text, t.name, t.type, t.description, t.avatar_url, t.metadata,
    ${COUNTERS.map((counter) => `h.${counter}`).join(', ')}, ${toMs('t.created_at')} as created_at,
    coalesce(t.reference_id, '') as reference_id, coalesce(t.satl_reference_id, '') as satl_reference_id,
    h.last_seq::float8, ${toMs(`case h.last_seq when h.last_message_seq then h.active_at else (
      select at from log_entries entry where entry.thread_id = h.thread_id and entry.seq = h.last_seq) end`)} as last_at,
    page.read_seq::float8, page.position as list_position,
    me.role, ${STATUS} as status, case ${STATUS} when 'muted' then
      ${toMs("nullif(me.muted_until, 'infinity')")} end as status_until,
    unread.count as unread, to_json(last_message) as last_message, to_json(peer) as peer`;
const FROM_PEER = `from members other join users u using (ext_user_id)
    where t.type = 'direct' and other.thread_id = t.id and other.ext_user_id <> $1 limit 1`;
const FROM_PAGE = `
  from page
  join threads t on t.id = page.thread_id
  join thread_heads h on h.thread_id = page.thread_id
  join members me on me.thread_id = page.thread_id and me.ext_user_id = $1
  left join lateral (
    select ${shownTo('$1')} from messages m ${SENDER} where m.thread_id = t.id and m.seq = h.last_message_seq
  ) last_message on true
  left join lateral (
    select u.kind as type, u.user_id, u.ext_user_id::text, u.display_name, u.avatar_url ${FROM_PEER}
  ) peer on true
  cross join lateral (
    select count(*)::int as count from (
      select from messages m
      where m.thread_id = t.id and m.seq > page.read_seq and m.sender_ext_user_id <> $1 and m.deleted_at is null
      limit ${MAX_UNREAD + 1}
    ) few
  ) unread`;

/** Threads of the user: those of the chat list, or those that match `link`. */
const mine = (link: string) => `
  mine as (
    select ut.thread_id, ut.read_seq, h.active_at
    from user_threads ut join thread_heads h using (thread_id) ${link}
    where ut.ext_user_id = $1 and ut.is_member and ut.is_linked = ${link !== ''}
  )`;

const POSITION = `concat_ws('_', ${toMicros('active_at')}, thread_id) as position`;
const IN_ORDER = 'order by active_at desc, thread_id desc';

const SHOWN_IN_ORDER = shown(['active_at', 'thread_id'], 'active_at desc, thread_id desc', '$2');

/** A page of the threads that satisfy `condition`, and one more, which shows whether there is a next page. */
const page = (link: string, condition: string) => `
  with ${mine(link)}, page as materialized (
    select *, ${POSITION} from mine ${condition} ${IN_ORDER} limit $2 + 1
  ) ${SHOWN_IN_ORDER}`;

/** The names of the threads that satisfy `condition`. */
const names = (link: string, condition: string) => `
  with ${mine(link)}, page as materialized (
    select *, ${POSITION} from mine ${condition} ${IN_ORDER} limit $2
  )
  select page.thread_id, page.position, coalesce(peer.display_name, t.name) as name
  from page join threads t on t.id = page.thread_id
  left join lateral (select u.display_name ${FROM_PEER}) peer on true
  ${IN_ORDER}`;

const IS_LATER = `where (${toMicros('active_at')}, thread_id) < ($3::bigint, $4::bigint)`;

/** Statements by the references of the request: `r`, `s`, both or none. */
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
  return {
    first: page(linkFrom(3), ''),
    next: page(linkFrom(5), IS_LATER),
    these: page(linkFrom(4), 'where thread_id = any($3::bigint[])'),
    firstNames: names(linkFrom(3), ''),
    nextNames: names(linkFrom(5), IS_LATER),
  };
}
type Statements = ReturnType<typeof statementsBy>;

const THESE = `
  with page as materialized (
    select thread_id, read_seq, '' as position, asked::int
    from unnest($2::bigint[]) with ordinality as named (thread_id, asked) join user_threads using (thread_id)
    where ext_user_id = $1 and is_member
  ) ${shown(['asked'], 'asked', 'cardinality($2)')}`;
