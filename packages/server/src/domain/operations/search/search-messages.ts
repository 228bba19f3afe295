import type { ExtUserId, ThreadId } from '@palaver/protocol/ids';
import type { MessageKind } from '@palaver/protocol/message-kinds';
import { MAX_RANGES, type SearchHit, type TextRange } from '@palaver/protocol/search';
import { type SearchedText, searchedTexts } from '@palaver/protocol/searched-texts';
import { Turns } from '../../../platform/turns.ts';
import { toArray } from '../../../storage/columns.ts';
import { readByKeys } from '../../../storage/plan-settings.ts';
import { type Context, viewerOf } from '../../context.ts';
import { CursorPage, PAGE_BYTES } from '../../page.ts';
import { isSeenBy } from '../../records/members.ts';
import { MESSAGE_BYTES, type MessageRow, SENDER, shownTo, toMessage } from '../../records/messages.ts';
import { isIndexWhole } from '../../records/search-queue.ts';
import { Refusal } from '../../refusal.ts';
import { kindTerm, senderTerm } from '../../rules/search/scopes.ts';
import { SearchQuery } from '../../rules/search/search-query.ts';
import { type Candidates, needsWhole, toMicros, wantedBy } from './candidates.ts';
import { CAN_BE_FOUND, type Filter, type FoundPlaces, findPlaces } from './find-places.ts';
import { type Place, placeOf, toCursor } from './place.ts';
import { SpaceCandidates } from './space-candidates.ts';
import { type SearchedThread, ThreadCandidates } from './thread-candidates.ts';

/** A request to search. */
export interface MessageSearch {
  query: string;
  /** Searches only this thread. */
  threadId: ThreadId | undefined;
  sender: ExtUserId | undefined;
  kind: MessageKind | undefined;
  /** Times in Unix milliseconds: hits are from `after` or later, and from before `before`. */
  before: number | undefined;
  after: number | undefined;
  limit: number;
  /** The cursor of the page before. */
  next: string | undefined;
}

const MS = 1_000;
/** Of times in PostgreSQL's range: the year 3000. */
const LAST_MS = 32_503_680_000_000;

/**
 * Messages that have what is searched for, newest first: those that the caller may see. A page may have fewer than `limit` although more
 * follow. Refuses with M40401 if the thread to search does not exist for the caller.
 */
export async function searchMessages(ctx: Context, search: MessageSearch): Promise<CursorPage<SearchHit>> {
  const { space } = ctx;
  const query = new SearchQuery(search.query);
  const viewer = viewerOf(ctx);
  const sender = search.sender === undefined ? null : await survivorOf(ctx, search.sender);
  const filter: Filter = { space, viewer, sender, kind: search.kind ?? null };
  const { places, end } = await findOnPage(ctx, query, filter, search);
  const { hits, reached } = await readHits(ctx, places, query);
  const last = reached < places.length ? places[reached - 1] : end;
  return new CursorPage(hits, last === undefined ? null : toCursor(last));
}

/**
 * The places of a page. While the index is made anew after an upgrade, blocks may lack the terms of single signs and letters, and the pairs of
 * phrases: then a search walks through more messages. A server of the version before may begin to make its own index at any moment, so what
 * was found in a whole index counts only if it is whole still.
 */
async function findOnPage(
  ctx: Context,
  query: SearchQuery,
  filter: Filter,
  search: MessageSearch,
): Promise<FoundPlaces> {
  const { db } = ctx;
  const find = async (isWhole: boolean): Promise<FoundPlaces> => {
    const candidates = await candidatesOf(ctx, query, filter, search, isWhole);
    if (query.parts.length === 0) return { places: [], end: undefined };
    const after = search.next === undefined ? undefined : placeOf(search.next);
    return findPlaces(db, candidates, query, filter, { after, limit: search.limit });
  };
  if (!needsWhole(query)) return find(true);
  if (!(await isIndexWhole(db))) return find(false);
  const found = await find(true);
  return (await isIndexWhole(db)) ? found : find(false);
}

async function candidatesOf(
  ctx: Context,
  query: SearchQuery,
  { space, viewer, sender, kind }: Filter,
  { threadId, before, after: since = 0, next }: MessageSearch,
  isWhole: boolean,
): Promise<Candidates> {
  const { db } = ctx;
  const after = next === undefined ? undefined : placeOf(next);
  const from = Math.min(since, LAST_MS) * MS;
  const to = Math.min(before === undefined ? LAST_MS * MS : before * MS - 1, LAST_MS * MS);
  const terms = [
    ...(sender === null ? [] : [senderTerm(sender)]),
    ...(kind === null ? [] : [kindTerm(kind)]),
  ];
  const wanted = wantedBy(query, terms, isWhole);
  if (threadId === undefined && viewer === null) {
    const [app] = await db.query<{ since: number; now: number }>(SPAN, [space.appId]);
    const [first, now] = [app?.since ?? 0, app?.now ?? 0];
    const span = { from: Math.max(from, first), to: Math.min(to, now, after?.at ?? now) };
    return new SpaceCandidates(db, space, wanted, span);
  }
  const rows =
    threadId === undefined
      ? await readByKeys<ThreadRow>(db, MY_THREADS, [space.appId, space.tenantId, viewer])
      : await readByKeys<ThreadRow>(db, THREAD, [space.appId, space.tenantId, viewer, threadId]);
  if (threadId !== undefined && rows.length === 0) throw new Refusal('M40401');
  return new ThreadCandidates(db, rows.map(toThread), wanted, { after, from, to });
}

const SPAN = `
  select ${toMicros('created_at')} as since, ${toMicros("clock_timestamp() + interval '1 minute'")} as now
  from applications where id = $1`;

interface ThreadRow {
  thread_id: ThreadId;
  active_at: number;
  last_seq: number;
}

function toThread({
  thread_id: threadId,
  active_at: activeAt,
  last_seq: lastSeq,
}: ThreadRow): SearchedThread {
  return { threadId, activeAt, lastSeq };
}

const SHOWN_THREAD = `t.id::text as thread_id, ${toMicros('h.active_at')} as active_at, h.last_seq::float8`;
const MY_THREADS = `
  select ${SHOWN_THREAD} from user_threads ut
  join threads t on t.id = ut.thread_id join thread_heads h on h.thread_id = ut.thread_id
  where ut.ext_user_id = $3 and ut.is_member and t.app_id = $1 and t.tenant_id = $2 and t.deleted_at is null and h.last_message_seq > 0`;
const THREAD = `
  select ${SHOWN_THREAD} from threads t join thread_heads h on h.thread_id = t.id
  where t.app_id = $1 and t.tenant_id = $2 and t.id = $4 and t.deleted_at is null and ${isSeenBy('t.id', '$3')}`;

/** The user into whom this one was merged, or the same. */
async function survivorOf({ db }: Context, user: ExtUserId): Promise<ExtUserId> {
  const [alias] = await db.query<{ ext_user_id: ExtUserId }>(
    'select ext_user_id from user_aliases where alias_ext_user_id = $1',
    [user],
  );
  return alias?.ext_user_id ?? (BigInt(user).toString() as ExtUserId);
}

/** Reads the messages at these places as they are now, as many as fit. The result covers the first `reached` places. */
async function readHits(
  { db, space, ...ctx }: Context,
  places: readonly Place[],
  query: SearchQuery,
): Promise<{ hits: SearchHit[]; reached: number }> {
  if (places.length === 0) return { hits: [], reached: 0 };
  const rows = await readByKeys<MessageRow & { place: number; found: number }>(db, HITS, [
    space.appId,
    space.tenantId,
    viewerOf(ctx),
    toArray(places.map(({ threadId }) => threadId)),
    toArray(places.map(({ seq }) => seq)),
  ]);
  const last = rows.at(-1);
  const reached = last !== undefined && rows.length < last.found ? last.place : places.length;
  const hits: SearchHit[] = [];
  const turns = new Turns();
  for (const row of rows) {
    const message = toMessage(row);
    const texts = searchedTexts(message.body);
    // (It may have been edited meanwhile.)
    if (query.matches(texts.map(({ text }) => text)))
      hits.push({ message, ranges: rangesOf(texts, query), position: message.seq });
    await turns.next();
  }
  return { hits, reached };
}

/** The first ranges in these texts. */
function rangesOf(texts: readonly SearchedText[], query: SearchQuery): TextRange[] {
  const ranges: TextRange[] = [];
  for (const { field, text } of texts) {
    const rest = MAX_RANGES - ranges.length;
    if (rest === 0) break;
    ranges.push(
      ...query
        .rangesIn(text, rest)
        .slice(0, rest)
        .map((range) => ({ field, ...range })),
    );
  }
  return ranges;
}

const HITS = `
  select * from (
    select *, count(*) over ()::int as found, sum(${MESSAGE_BYTES}) over in_order - (${MESSAGE_BYTES}) as bytes_before
    from (
      select ${shownTo('$3')}, place::int from unnest($4::bigint[], $5::bigint[]) with ordinality as hit (thread_id, seq, place)
      join threads t on t.id = hit.thread_id
      join messages m on m.thread_id = hit.thread_id and m.seq = hit.seq ${SENDER}
      where ${CAN_BE_FOUND}
    ) message window in_order as (order by place)
  ) counted where bytes_before < ${PAGE_BYTES} order by place`;
