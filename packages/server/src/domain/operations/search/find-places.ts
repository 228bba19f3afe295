import type { ExtUserId, ThreadId } from '@palaver/protocol/ids';
import type { MessageKind, Metadata } from '@palaver/protocol/message-kinds';
import { Turns } from '../../../platform/turns.ts';
import { toArray } from '../../../storage/columns.ts';
import type { Transactor } from '../../../storage/database.ts';
import type { Space } from '../../context.ts';
import { isSeenBy } from '../../records/members.ts';
import { BLOCK_BITS } from '../../rules/search/scopes.ts';
import type { SearchQuery } from '../../rules/search/search-query.ts';
import { searchedTexts } from '../../rules/search/searched-texts.ts';
import { type Candidate, type Candidates, fromMicros, readByKeys, toMicros } from './candidates.ts';
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
const MOST_CHARS = 1024 * 1024;
/** Blocks whose messages are read at first, and at a time, and how many bytes of them at most, unless one block has more. */
const FIRST_BLOCKS = 4;
const READ_BLOCKS = 32;
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
  let [looksBefore, blocksRead, charsRead] = [0, 0, 0];
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
    if (!isBeyond) [looksBefore, blocksRead, charsRead] = [candidates.looks, 0, 0];
    const looks = candidates.looks - looksBefore;
    if (looks >= MOST_LOOKS || blocksRead >= MOST_BLOCKS || charsRead >= MOST_CHARS)
      return { places, end: { ...next, seq: next.seq + 1 } };
    if (isBlockNext) {
      const { found, chars, reached } = await readBlocks(db, blocks.slice(0, size), query, filter);
      blocks.splice(0, reached);
      size = Math.min(2 * size, READ_BLOCKS);
      blocksRead += reached;
      charsRead += chars;
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
): Promise<{ found: Place[]; chars: number; reached: number }> {
  const rows = await readByKeys<MessageRow>(db, MESSAGES, [
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
  ]);
  const found: Place[] = [];
  let chars = 0;
  const turns = new Turns();
  for (const { thread_id: threadId, seq, at, text, metadata } of rows) {
    const body = { text, metadata: metadata === null ? [] : [JSON.parse(metadata) as Metadata] };
    if (query.matches(searchedTexts(body).map((searched) => searched.text)))
      found.push({ threadId, seq, at });
    chars += text.length + (metadata?.length ?? 0);
    await turns.next();
  }
  const last = rows.at(-1);
  const reached = last !== undefined && last.n < last.last_n ? last.n : blocks.length;
  return { found, chars, reached };
}

interface MessageRow {
  thread_id: ThreadId;
  seq: number;
  /** Unix microseconds. */
  at: number;
  text: string;
  /** JSON; null if nothing in it is searched. */
  metadata: string | null;
  /** The place of its block, from 1, and that of the last one that has messages. */
  n: number;
  last_n: number;
}

/** SQL: whether a message `m` in a thread `t` may be found. Parameters: the application, the tenant, and the viewer. */
export const CAN_BE_FOUND = `t.app_id = $1 and t.tenant_id = $2 and t.deleted_at is null and m.deleted_at is null
  and ${isSeenBy('t.id', '$3')}`;

// (The text of a message that does not fit is not read. `offset 0`: as where blocks are indexed.)
const MESSAGES = `
  select thread_id::text, seq::float8, ${toMicros('created_at')} as at, text,
    case kind when 'text' then null else metadata::text end as metadata, n::int, last_n::int
  from (
    select *, max(n) over () as last_n, sum(bytes) over (order by n) - sum(bytes) over (partition by n) as bytes_before
    from (
      select block.n, m.*, octet_length(m.text) + octet_length(m.metadata::text) as bytes
      from (
        select thread_id, block, ${fromMicros('earliest')} as earliest, ${fromMicros('latest')} as latest, n
        from unnest($4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[]) with ordinality
          as named (thread_id, block, earliest, latest, n)
      ) block
      join threads t on t.id = block.thread_id
      cross join lateral (
        select one.thread_id, one.seq, one.sender_ext_user_id, one.kind, one.text, one.metadata, one.created_at, one.deleted_at
        from messages one where one.thread_id = block.thread_id
          and one.seq between block.block << ${BLOCK_BITS} and ((block.block + 1) << ${BLOCK_BITS}) - 1
        offset 0
      ) m
      where ${CAN_BE_FOUND} and m.created_at between block.earliest and block.latest
        and ($8::bigint is null or m.sender_ext_user_id = $8) and ($9::text is null or m.kind = $9)
    ) message
  ) counted where bytes_before < $10 order by n`;
