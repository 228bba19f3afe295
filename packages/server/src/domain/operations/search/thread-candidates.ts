import type { ThreadId } from '@palaver/protocol/ids';
import { toArray } from '../../../storage/columns.ts';
import type { Transactor } from '../../../storage/database.ts';
import { stretchOf, THREAD_LEVELS, threadTerm } from '../../rules/search/scopes.ts';
import {
  type Candidate,
  type Candidates,
  fromMicros,
  lookUp,
  lookWith,
  toMicros,
  type Wanted,
} from './candidates.ts';
import { blockOf, firstPlaceIn, newestFirst, type Place } from './place.ts';

/** A thread to search. */
export interface SearchedThread {
  threadId: ThreadId;
  /** The time of its latest message, in Unix microseconds. */
  activeAt: number;
  lastSeq: number;
}

/** Blocks that one look returns together, unless it is at very many threads: so many of each. */
const BLOCKS = 256;
const LEAST_BLOCKS = 4;
/** After a look that found at most this part of the blocks that it may return in a thread, the next stretch of the thread is longer. */
const FEW = 1 / 16;
/** After a look that found fewer blocks than this for each thread, on average, the stretches of all threads are longer. */
const FEW_ON_AVERAGE = 1 / 4;
/** The first stretch: so many blocks, which are read instead of looked up. For words that are frequent, that is much faster. */
const FIRST_STRETCH = 8;
const TOP_LEVEL = THREAD_LEVELS.length;
/** How many threads the first look is at; each look is at twice as many as the one before. */
const FIRST_THREADS = 4;
const MOST_THREADS = 256;

/** How far a thread has been searched. */
interface Progress {
  threadId: ThreadId;
  /** The next block to look at; undefined: not known yet. */
  last: number | undefined;
  first: Place;
  /** 0: blocks are read; n: the n-th of {@link THREAD_LEVELS}. */
  level: number;
}

/**
 * Blocks of threads. A look is at those threads that may have the next hits, in each of them at one stretch of the log. Stretches get
 * longer while little is found.
 */
export class ThreadCandidates implements Candidates {
  readonly #db: Transactor;
  readonly #wanted: Wanted;
  readonly #from: number;
  readonly #to: number;
  /** The threads that have blocks to look at; those with the next hits are the last ones. */
  #threads: Progress[];
  #size = FIRST_THREADS;
  #level = 0;
  looks = 0;

  /** `after`: hits follow this place. `from`: the time of the oldest ones. */
  constructor(
    db: Transactor,
    threads: readonly SearchedThread[],
    wanted: Wanted,
    { after, from, to }: { after: Place | undefined; from: number; to: number },
  ) {
    this.#db = db;
    this.#wanted = wanted;
    this.#from = from;
    this.#to = Math.min(to, after?.at ?? to);
    this.#threads = threads
      .filter(({ activeAt }) => activeAt >= from)
      .map(({ threadId, activeAt, lastSeq }) => {
        const at = Math.min(activeAt, this.#to);
        return {
          threadId,
          last: activeAt <= this.#to ? blockOf(lastSeq) : undefined,
          first: { at, threadId, seq: lastSeq },
          level: 0,
        };
      })
      .sort((a, b) => newestFirst(b.first, a.first));
  }

  get first(): Place | undefined {
    return this.#threads.at(-1)?.first;
  }

  async look(): Promise<Candidate[]> {
    const taken = this.#threads.splice(-this.#size);
    this.#size = Math.min(2 * this.#size, MOST_THREADS);
    const ready = taken.every(({ last }) => last !== undefined) ? taken : await this.#startAll(taken);
    this.looks += taken.length;
    if (ready.length === 0) return [];
    const most = Math.max(LEAST_BLOCKS, Math.floor(BLOCKS / ready.length));
    const rows = await this.#lookAt(ready, most);
    const candidates = rows.flatMap(({ blocks, times }, index) => {
      const threadId = ready[index]?.threadId ?? ('' as ThreadId);
      return blocks.map((block, place) => ({
        threadId,
        block,
        first: firstPlaceIn(threadId, block, times[place] ?? 0),
        from: this.#from,
        to: this.#to,
      }));
    });
    // Where little is found, longer stretches are looked at.
    if (candidates.length < FEW_ON_AVERAGE * ready.length) this.#level = Math.min(this.#level + 1, TOP_LEVEL);
    else if (candidates.length === most * ready.length) this.#level = Math.max(this.#level - 1, 0);
    const rest = rows.flatMap(({ blocks, rest_block: last, rest_at: at }, index) => {
      const thread = ready[index];
      if (thread === undefined || last === null || at === null || at < this.#from) return [];
      const isMany = blocks.length > FEW * most;
      const level = isMany ? thread.level : Math.min(thread.level + 1, TOP_LEVEL);
      return [{ threadId: thread.threadId, last, first: firstPlaceIn(thread.threadId, last, at), level }];
    });
    this.#threads = [...this.#threads, ...rest].sort((a, b) => newestFirst(b.first, a.first));
    return candidates;
  }

  /** Finds where each thread is to be searched from; leaves out those that have no messages from then or before. */
  async #startAll(threads: readonly Progress[]): Promise<Progress[]> {
    const ids = toArray(threads.map(({ threadId }) => threadId));
    const rows = await this.#db.query<{ block: number | null }>(STARTS, [ids, this.#to]);
    return threads.flatMap((thread, index) => {
      const last = thread.last ?? rows[index]?.block ?? undefined;
      return last === undefined ? [] : [{ ...thread, last }];
    });
  }

  async #lookAt(threads: readonly Progress[], most: number): Promise<Found[]> {
    const stretches = threads.map(({ threadId, last = 0, level: own }) => {
      const level = THREAD_LEVELS[Math.max(own, this.#level) - 1];
      if (level === undefined) return { threadId, start: last - FIRST_STRETCH + 1, last, term: null };
      const start = stretchOf(last, level) * 2 ** level;
      return { threadId, start, last, term: threadTerm(level, threadId, last) };
    });
    const [statement, terms] = LOOK(this.#wanted);
    return lookUp<Found>(this.#db, statement, [
      toArray(stretches.map(({ threadId }) => threadId)),
      toArray(stretches.map(({ start }) => start)),
      toArray(stretches.map(({ last }) => last)),
      toArray(stretches.map(({ term }) => term)),
      most,
      ...terms,
    ]);
  }
}

const STARTS = `
  select search_block_at(thread_id, ${fromMicros('$2')})::float8 as block
  from unnest($1::bigint[]) with ordinality as named (thread_id, place) order by place`;

interface Found {
  /** Descending, and the time of the last message of each. */
  blocks: number[];
  times: number[];
  /** The next block to look at, and the time of its last message; null: there is none. */
  rest_block: number | null;
  rest_at: number | null;
}

// (With `+ 0`, the key cannot be used to read all blocks of a stretch; with `is true`, the index of terms cannot be used.)
const LOOK = lookWith(
  6,
  (isWanted) => `
  select found.blocks, found.times, rest.block::float8 as rest_block, ${toMicros('rest.latest_at')} as rest_at
  from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::integer[]) with ordinality
    as named (thread_id, start, last, scope, place)
  cross join lateral (
    select coalesce(array_agg(block::float8), '{}') as blocks, coalesce(array_agg(${toMicros('latest_at')}), '{}') as times,
      case count(*) when $5 then min(block) else named.start end as reached
    from (
      select b.block, b.latest_at from search_blocks b
      where named.scope is not null and ${isWanted('named.scope')}
        and b.thread_id + 0 = named.thread_id and b.block + 0 between named.start and named.last
      union all
      select b.block, b.latest_at from search_blocks b
      where named.scope is null and b.thread_id = named.thread_id and b.block between named.start and named.last
        and (${isWanted()}) is true
      order by block desc limit $5
    ) one
  ) found
  left join lateral (
    select r.block, r.latest_at from search_blocks r
    where r.thread_id = named.thread_id and r.block < found.reached order by r.block desc limit 1
  ) rest on true
  order by named.place`,
);
