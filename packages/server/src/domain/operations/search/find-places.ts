import type { ExtUserId, ThreadId } from '@palaver/protocol/ids';
import type { MessageKind, Metadata } from '@palaver/protocol/message-kinds';
import { searchedTexts } from '@palaver/protocol/searched-texts';
import { Turns } from '../../../platform/turns.ts';
import { toArray } from '../../../storage/columns.ts';
import type { Transactor } from '../../../storage/database.ts';
import { readByKeys } from '../../../storage/plan-settings.ts';
import type { Space } from '../../context.ts';
import { isSeenBy } from '../../records/members.ts';
import { BLOCK_BITS } from '../../rules/search/scopes.ts';
import type { SearchQuery } from '../../rules/search/search-query.ts';
import { type Candidate, type Candidates, fromMicros, toMicros } from './candidates.ts';
import { isNewer, newestFirst, type Place } from './place.ts';

/** What hits must be like, besides their words. */
export interface Filter {
  space: Space;
  /** null: the integrator's back end. */
  viewer: ExtUserId | null;
  sender: ExtUserId | null;
  kind: MessageKind | null;
}

/** The work for one page. A search that takes more continues on the next page. */
const MOST_LOOKS = 4_096;
const MOST_BLOCKS = 1_024;
const MOST_REJECTED = 16_384;
const MOST_BYTES = 1024 * 1024;
/** Blocks whose messages are read at first, and at a time, and how many bytes of them at most, unless one block has more. */
const FIRST_BLOCKS = 4;
const READ_BLOCKS = 128;
const READ_BYTES = 1024 * 1024;

export interface FoundPlaces {
  /** In order. */
  places: Place[];
  /** Where the search continues: hits follow it. Undefined: it is complete. */
  end: Place | undefined;
}

/**
 * Finds the first hits that follow `after`. Blocks and messages come in their own orders; a hit is the next one once nothing that is
 * still to come can precede it.
 */
export async function findPlaces(
  db: Transactor,
  candidates: Candidates,
  query: SearchQuery,
  filter: Filter,
  { after, limit }: { after: Place | undefined; limit: number },
): Promise<FoundPlaces> {
  const places: Place[] = [];
  let hits: Place[] = [];
  let blocks: Candidate[] = [];
  let size = FIRST_BLOCKS;
  let [looksBefore, rejectedBefore, blocksRead, bytesRead] = [0, 0, 0, 0];
  for (;;) {
    const [block, coming] = [blocks[0]?.first, candidates.first];
    const isBlockNext = block !== undefined && (coming === undefined || !isNewer(coming, block));
    const next = isBlockNext ? block : coming;
    const settled = next === undefined ? hits.length : hits.findIndex((hit) => !isNewer(hit, next));
    places.push(...hits.splice(0, settled < 0 ? hits.length : settled));
    if (places.length >= limit) return { places: places.slice(0, limit), end: places[limit - 1] };
    if (next === undefined) return { places, end: undefined };
    // (The way back to `after` does not count, or a search of very many threads would not get on.)
    const isBeyond = after === undefined || isNewer(after, next);
    if (!isBeyond)
      [looksBefore, rejectedBefore, blocksRead, bytesRead] = [candidates.looks, candidates.rejected, 0, 0];
    const looks = candidates.looks - looksBefore;
    const rejected = candidates.rejected - rejectedBefore;
    if (
      looks >= MOST_LOOKS ||
      rejected >= MOST_REJECTED ||
      blocksRead >= MOST_BLOCKS ||
      bytesRead >= MOST_BYTES
    )
      return { places, end: { ...next, seq: next.seq + 1 } };
    if (isBlockNext) {
      const { found, bytes, reached } = await readBlocks(db, blocks.slice(0, size), query, filter);
      size = reached < Math.min(size, blocks.length) ? FIRST_BLOCKS : Math.min(2 * size, READ_BLOCKS);
      blocks.splice(0, reached);
      blocksRead += reached;
      bytesRead += bytes;
      const fresh = after === undefined ? found : found.filter((hit) => isNewer(after, hit));
      hits = [...hits, ...fresh].sort(newestFirst);
    } else {
      const found = await candidates.look();
      blocks = [...blocks, ...found].sort((a, b) => newestFirst(a.first, b.first));
    }
  }
}

/** The hits in these blocks, as many as fit, and the size of what was read. The result covers the first `reached` blocks. */
async function readBlocks(
  db: Transactor,
  blocks: readonly Candidate[],
  query: SearchQuery,
  { space, viewer, sender, kind }: Filter,
): Promise<{ found: Place[]; bytes: number; reached: number }> {
  const rows = await readByKeys<MessageRow | EmptyRow>(db, MESSAGES, [
    space.appId,
    space.tenantId,
    viewer,
    toArray(blocks.map(({ threadId }) => threadId)),
    toArray(blocks.map(({ block }) => block)),
    toArray(blocks.map(({ from }) => from)),
    toArray(blocks.map(({ to }) => to)),
    sender,
    kind,
    READ_BYTES,
    query.longestWord,
  ]);
  const [{ reached, bytes_read: bytes } = { reached: blocks.length, bytes_read: 0 }] = rows;
  const found: Place[] = [];
  const turns = new Turns();
  for (const row of rows) {
    if (row.thread_id === null) continue;
    const { thread_id: threadId, seq, at, text, metadata } = row;
    const body = { text, metadata: metadata === '' ? [] : [JSON.parse(metadata) as Metadata] };
    if (query.matches(searchedTexts(body).map((searched) => searched.text)))
      found.push({ threadId, seq, at });
    await turns.next();
  }
  return { found, bytes, reached };
}

/** Blocks that were read. */
interface ReadRow {
  /** How many, and how much text they have, in bytes. */
  reached: number;
  bytes_read: number;
}

/** There is none. */
interface EmptyRow extends ReadRow {
  thread_id: null;
}

/** A message in them that may match. */
interface MessageRow extends ReadRow {
  thread_id: ThreadId;
  seq: number;
  /** Unix microseconds. */
  at: number;
  text: string;
  /** JSON; empty if nothing in it is searched. */
  metadata: string;
}

/** SQL: what may be searched in the metadata of a message `m`. */
const METADATA = `case m.kind when 'text' then '' else m.metadata::text end`;

/** SQL: whether a message `m` in a thread `t` may be found. Parameters: the application, the tenant, and the viewer. */
export const CAN_BE_FOUND = `t.app_id = $1 and t.tenant_id = $2 and t.deleted_at is null and m.deleted_at is null
  and ${isSeenBy('t.id', '$3')}`;

// (Most messages of a block lack the words, and plain ASCII can be compared here: its canonical form differs only by case and
// separators. The text of a message that does not fit is not read. `offset 0` is explained in records/search-blocks.ts.)
const MESSAGES = `
  with block as (
    select *, sum(bytes) over (order by n) as bytes_read
    from (
      select thread_id, block << ${BLOCK_BITS} as first, ((block + 1) << ${BLOCK_BITS}) - 1 as last,
        ${fromMicros('earliest')} as earliest, ${fromMicros('latest')} as latest, n
      from unnest($4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[]) with ordinality
        as named (thread_id, block, earliest, latest, n)
    ) named
    cross join lateral (
      select coalesce(sum(octet_length(m.text) + octet_length(${METADATA})), 0) as bytes
      from messages m where m.thread_id = named.thread_id and m.seq between named.first and named.last
    ) sized
  ), fitting as (
    select * from block where bytes_read - bytes < $10
  )
  select fit.reached::int, fit.bytes_read::float8, message.* from (
    select max(n) as reached, max(bytes_read) as bytes_read from fitting
  ) fit
  left join (
    select m.thread_id::text, m.seq::float8, ${toMicros('m.created_at')} as at, m.text, ${METADATA} as metadata
    from fitting
    join threads t on t.id = fitting.thread_id
    cross join lateral (
      select * from messages one where one.thread_id = fitting.thread_id and one.seq between fitting.first and fitting.last offset 0
    ) m
    where ${CAN_BE_FOUND} and m.created_at between fitting.earliest and fitting.latest
      and ($8::bigint is null or m.sender_ext_user_id = $8) and ($9::text is null or m.kind = $9)
      and (m.kind <> 'text' or octet_length(m.text) > char_length(m.text) or strpos(lower(m.text collate "C"), $11) > 0)
  ) message on true`;
