import type { ClientThread, UserThread } from '@palaver/protocol/client-threads';
import type { ExtUserId, ThreadId } from '@palaver/protocol/ids';
import type { MemberStatus } from '@palaver/protocol/members';
import type { Transaction, Transactor } from '../../../storage/database.ts';
import { KEEP_INDEX_PLAN, readByKeys } from '../../../storage/plan-settings.ts';
import type { Context, SignedInContext } from '../../context.ts';
import { PAGE_BYTES, Page } from '../../page.ts';
import { type MessageRow, SENDER, shownTo, toMessage, toMs, userOf } from '../../records/messages.ts';
import { one, THREAD_BYTES, THREAD_COLUMNS } from '../../records/thread-columns.ts';
import { Refusal } from '../../refusal.ts';
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
  /** Lists the threads of the chat list (false), the linked threads, which are tied to an object (true), or both (`both`). */
  linked: boolean | 'both';
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
 * The chat list: threads of which the user is a current member and that are tied to no object, latest message first; or the threads
 * that are tied to any object, or to the one of a reference.
 *
 * A page continues after a position: the activity and the id of the last thread of the previous page. A thread never moves
 * down, so no thread is listed twice. If a thread moves up while a client pages, realtime reports it.
 *
 * By name, a page looks at {@link MOST_NAMES} threads: it ends there even if later ones match.
 */
export async function listMyThreads(ctx: SignedInContext, page: ChatListPage): Promise<Page<ClientThread>> {
  return listThreadsOf(ctx, ctx.actingUser.extUserId, page);
}

/** The same for any user of the space. */
export async function listThreadsOf(
  { db, space }: Pick<Context, 'db' | 'space'>,
  user: ExtUserId,
  page: ChatListPage,
): Promise<Page<UserThread>> {
  const { lastPosition, limit, linked, referenceId, satlReferenceId, query } = page;
  const { appId, tenantId } = space;
  const names = [referenceId, satlReferenceId].filter((name) => name !== undefined);
  const references =
    `${referenceId === undefined ? '' : 'r'}${satlReferenceId === undefined ? '' : 's'}` as const;
  const statements = STATEMENTS[references || LISTED[`${linked}`]];
  const links = names.length === 0 ? [] : [appId, tenantId, ...names];
  const place = lastPosition === '0' ? [] : lastPosition.split('_');
  const toPage = (rows: readonly Row[]) =>
    new Page(rows.map(toUserThread), rows.length < (rows[0]?.found ?? 0));
  if (query === undefined) {
    const statement = place.length === 0 ? statements.first : statements.next;
    return toPage(await readByKeys(db, statement, [user, limit, ...place, ...links]));
  }
  const named = await db.transaction((tx) =>
    findNamed(tx, statements, { user, query, most: limit + 1, place, links }),
  );
  return toPage(await readByKeys(db, statements.these, [user, limit, named, ...links]));
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
  await tx.query(KEEP_INDEX_PLAN);
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
  db: Pick<Transactor, 'transactionAtOnce'>,
  user: ExtUserId,
  threadIds: readonly ThreadId[],
): Promise<{ threads: ClientThread[]; reached: number }> {
  const rows = await readByKeys<Row>(db, THESE, [user, threadIds]);
  const last = rows.at(-1);
  const reached =
    last !== undefined && rows.length < last.found ? threadIds.indexOf(last.id) + 1 : threadIds.length;
  return { threads: rows.map(toUserThread), reached };
}

interface Row
  extends Omit<UserThread, 'me' | 'last_message' | 'unread_count' | 'unread_more' | 'peer' | 'members'> {
  role: ClientThread['me']['role'];
  status: MemberStatus;
  status_until: number | null;
  read_seq: number;
  unread: number;
  last_message: MessageRow | null;
  peer: UserThread['peer'];
  /** How many there were, including those that did not fit. */
  found: number;
}

function toUserThread(row: Row): UserThread {
  const { read_seq, role, status, status_until, unread, last_message, found: _found, ...thread } = row;
  const until = status_until === null ? {} : { status_until };
  return {
    ...thread,
    me: { role, status: status as ClientThread['me']['status'], ...until, read_seq },
    unread_count: Math.min(unread, MAX_UNREAD),
    unread_more: unread > MAX_UNREAD,
    last_message: last_message === null ? null : toMessage(last_message),
  };
}

const toMicros = (column: string) => `(extract(epoch from ${column}) * 1000000)::bigint`;
const STATUS = 'member_status(me.state, me.muted_until, me.banned_until)';

interface Order {
  /** The order, by columns of the heads `h`. */
  by: string;
  /** How many threads are shown. */
  most: string;
  /** The cursor of a thread. */
  position: string;
}

/** Shows the threads of the CTE `page`, which has their heads: at most `most`, and as many as fit. */
const shown = ({ by, most, position }: Order) => `
  select ${Object.keys(SHOWN).join(', ')}, list_position, (select count(*)::int from page) as found
  from (
    select ${SHOWN_AS}, ${position} as list_position, row_number() over in_order as place,
      sum(${THREAD_BYTES}) over in_order - (${THREAD_BYTES}) as bytes_before
    ${FROM_PAGE}
    window in_order as (order by ${by})
  ) thread where place <= ${most} and bytes_before < ${PAGE_BYTES} order by place`;

/** The columns of a row, but for its place in the list. */
const SHOWN = {
  ...THREAD_COLUMNS,
  peer: 'to_json(peer)',
  read_seq: 'mine.read_seq::float8',
  role: 'me.role',
  status: STATUS,
  status_until: `case ${STATUS} when 'muted' then ${toMs(`nullif(me.muted_until, 'infinity')`)} end`,
  unread: 'unread.count',
  last_message: 'last_message.json',
} as const satisfies Record<keyof Omit<Row, 'list_position' | 'found'>, string>;
const SHOWN_AS = Object.entries(SHOWN)
  .map(([column, value]) => `${value} as ${column}`)
  .join(', ');
const FROM_PEER = `from members other cross join ${userOf('other.ext_user_id')} u
    where t.type = 'direct' and other.thread_id = t.id and other.ext_user_id <> $1 limit 1`;
const THREAD = one('threads', 'row.id = h.thread_id');
// (`offset 0` keeps PostgreSQL from making the JSON of a message anew wherever it is used.)
const FROM_PAGE = `
  from page h
  ${THREAD} t
  ${one('user_threads', 'row.ext_user_id = $1 and row.thread_id = h.thread_id')} mine
  ${one('members', 'row.thread_id = h.thread_id and row.ext_user_id = $1')} me
  left join lateral (
    select to_json(message) as json from (
      select ${shownTo('$1')} from messages m ${SENDER} where m.thread_id = h.thread_id and m.seq = h.last_message_seq
    ) message offset 0
  ) last_message on true
  left join lateral (
    select u.kind as type, u.user_id, u.ext_user_id::text, u.display_name, u.avatar_url ${FROM_PEER}
  ) peer on true
  cross join lateral (
    select count(*)::int as count from (
      select from messages m
      where m.thread_id = h.thread_id and m.seq > mine.read_seq and m.sender_ext_user_id <> $1 and m.deleted_at is null
      limit ${MAX_UNREAD + 1}
    ) few
  ) unread`;

/** Which threads of a user are listed. */
interface Source {
  /** Whether they are tied to an object; otherwise they are those of the chat list. Undefined: both. */
  isLinked?: boolean | undefined;
  /** Joins the rows of threads, to choose those of a reference; may be empty. */
  link: string;
}

/**
 * The heads of those threads of a source that satisfy `condition`, latest activity first. The ids of a user's threads are in an index,
 * and PostgreSQL looks all heads up in one pass over theirs. Everything else about a thread is read for those of the page alone.
 */
const heads = ({ isLinked, link }: Source, condition: string, limit: string) => `
  select h.* from thread_heads h where h.thread_id = any(array(
    ${(isLinked === undefined ? [false, true] : [isLinked]).map((each) => idsOf(each, link)).join(' union all ')}
  )) ${condition} order by ${IN_ORDER} limit ${limit}`;

/** (Each has an index of its own, which former memberships are not in.) */
const idsOf = (isLinked: boolean, link: string) => `
    select ut.thread_id from user_threads ut ${link}
    where ut.ext_user_id = $1 and ut.is_member and ${isLinked ? '' : 'not '}ut.is_linked`;

const IN_ORDER = 'h.active_at desc, h.thread_id desc';
const POSITION = `concat_ws('_', ${toMicros('h.active_at')}, h.thread_id)`;
const SHOWN_IN_ORDER = shown({ by: IN_ORDER, most: '$2', position: POSITION });

/** A page of the threads that satisfy `condition`, and one more, which shows whether there is a next page. */
const page = (source: Source, condition: string) =>
  `with page as materialized (${heads(source, condition, '$2 + 1')}) ${SHOWN_IN_ORDER}`;

/** The names of the threads that satisfy `condition`. */
const names = (source: Source, condition: string) => `
  with page as materialized (${heads(source, condition, '$2')})
  select h.thread_id, ${POSITION} as position, coalesce(peer.display_name, t.name) as name
  from page h ${THREAD} t
  left join lateral (select u.display_name ${FROM_PEER}) peer on true
  order by ${IN_ORDER}`;

const IS_LATER = `and (h.active_at, h.thread_id) < (to_timestamp(0) + $3::bigint * interval '1 microsecond', $4::bigint)`;

/** Statements for the chat list, for all linked threads, for both, and by the references of the request: `r`, `s` or both. */
const STATEMENTS = {
  unlinked: statementsOf({ isLinked: false }),
  linked: statementsOf({ isLinked: true }),
  both: statementsOf({}),
  r: statementsOf({ isLinked: true, references: ['reference_id'] }),
  s: statementsOf({ isLinked: true, references: ['satl_reference_id'] }),
  rs: statementsOf({ isLinked: true, references: ['reference_id', 'satl_reference_id'] }),
} as const;
const LISTED = { false: 'unlinked', true: 'linked', both: 'both' } as const;

function statementsOf({ isLinked, references = [] }: { isLinked?: boolean; references?: readonly string[] }) {
  // Parameters from here on: the application, the tenant, and a name for each reference.
  const sourceFrom = (parameter: number): Source => {
    const names = ['app_id', 'tenant_id', ...references].map(
      (name, index) => `l.${name} = $${parameter + index}`,
    );
    const link =
      references.length === 0 ? '' : `join threads l on l.id = ut.thread_id and ${names.join(' and ')}`;
    return { isLinked, link };
  };
  return {
    first: page(sourceFrom(3), ''),
    next: page(sourceFrom(5), IS_LATER),
    these: page(sourceFrom(4), 'and h.thread_id = any($3::bigint[])'),
    firstNames: names(sourceFrom(3), ''),
    nextNames: names(sourceFrom(5), IS_LATER),
  };
}
type Statements = ReturnType<typeof statementsOf>;

const THESE = `
  with page as materialized (
    select h.*, named.asked
    from unnest($2::bigint[]) with ordinality as named (thread_id, asked)
    ${one('user_threads', 'row.ext_user_id = $1 and row.thread_id = named.thread_id and row.is_member')} ut
    ${one('thread_heads', 'row.thread_id = named.thread_id')} h
  ) ${shown({ by: 'h.asked', most: 'cardinality($2)', position: "''" })}`;
