import type { ThreadId } from '@palaver/protocol/ids';
import { toArray } from '../../../storage/columns.ts';
import type { Transactor } from '../../../storage/database.ts';
import { readByKeys } from '../../../storage/plan-settings.ts';
import { stretchOf, THREAD_LEVELS, type ThreadLevel, threadTerm } from '../../rules/search/scopes.ts';
import {
  type BlockCondition,
  type Candidate,
  type Candidates,
  fromMicros,
  lookUp,
  lookWith,
  toMicros,
} from './candidates.ts';
import { blockOf, firstPlaceIn, newestFirst, type Place } from './place.ts';

/** A thread to search. */
export interface SearchedThread {
  threadId: ThreadId;
  /** The time of its latest message, in Unix microseconds. */
  activeAt: number;
  lastSeq: number;
}

/** Blocks that one look-up returns together, unless it is in very many threads: so many of each. */
const BLOCKS = 256;
const LEAST_BLOCKS = 4;
/** The shortest stretch: so many blocks, which are read. For words that are frequent, that is much faster than to look them up. */
const READ_BLOCKS = 4;
/** Blocks are read if so many of those that are wanted can be expected among them, */
const ENOUGH = 32;
/** or if there is no stretch to look up that has at least so many, */
const LOOKED_UP_BLOCKS = 16;
/** and in which, in all threads together, at most so many can be expected. In others, most would be found in vain. */
const MOST_EXPECTED = 512;
/** What is found in all threads counts for each of them like so many blocks of its own. */
const PRIOR = 64;
/** How many threads the first look is at; each look is at twice as many as the one before. */
const FIRST_THREADS = 4;
const MOST_THREADS = 256;

/** How far a thread has been searched. */
interface Progress {
  threadId: ThreadId;
  /** The next block to look at; undefined: not known yet. */
  last: number | undefined;
  /** No hit that is still to come precedes this place. */
  first: Place;
  seen: SearchedCounts;
}

type StartedProgress = Progress & { last: number };

/** The next blocks to look at in a thread. */
interface Stretch extends StartedProgress {
  start: number;
  /** The term of the stretch; null: blocks are read instead. */
  term: number | null;
}

/** How many blocks have been searched, and how many of them have been found. */
interface SearchedCounts {
  searched: number;
  found: number;
}

/**
 * Blocks of threads. A look is at those threads that may have the next hits, in each of them at one stretch of the log, which is longer
 * where less is found.
 */
export class ThreadCandidates implements Candidates {
  readonly #db: Transactor;
  readonly #wanted: BlockCondition;
  readonly #from: number;
  readonly #to: number;
  /** The threads that have blocks to look at; those with the next hits are the last ones. */
  #threads: Progress[];
  #size = FIRST_THREADS;
  /** In all threads. One block too many counts as found: otherwise a word not found yet would count as one that does not exist. */
  #seen: SearchedCounts = { searched: 0, found: 1 };
  looks = 0;
  rejected = 0;

  /** `after`: hits follow this place. `from`: the time of the oldest ones. */
  constructor(
    db: Transactor,
    threads: readonly SearchedThread[],
    wanted: BlockCondition,
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
          seen: { searched: 0, found: 0 },
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
    this.looks += taken.length;
    const threads = await this.#startAll(taken);
    const stretches = threads.map((thread) => this.#stretchOf(thread, threads.length));
    const [near, far] = [
      stretches.filter(({ term }) => term === null),
      stretches.filter(({ term }) => term !== null),
    ];
    const found = [...(await this.#read(near)), ...(await this.#lookUp(far))];
    const rest = found.flatMap((one) => this.#restOf(one));
    this.#threads = [...this.#threads, ...rest].sort((a, b) => newestFirst(b.first, a.first));
    return found.flatMap(({ stretch: { threadId }, blocks, times }) =>
      blocks.map((block, place) => ({
        threadId,
        block,
        first: firstPlaceIn(threadId, block, times[place] ?? 0),
        from: this.#from,
        to: this.#to,
      })),
    );
  }

  /** Finds where each thread is to be searched from; leaves out those that have no messages from then or before. */
  async #startAll(threads: readonly Progress[]): Promise<StartedProgress[]> {
    const ids = threads.filter(({ last }) => last === undefined).map(({ threadId }) => threadId);
    const starts = ids.length === 0 ? [] : await this.#db.query<StartRow>(STARTS, [toArray(ids), this.#to]);
    const lasts = new Map(starts.map(({ thread_id, last }) => [thread_id, last]));
    return threads.flatMap((thread) => {
      const last = thread.last ?? lasts.get(thread.threadId);
      return last === undefined ? [] : [{ ...thread, last }];
    });
  }

  /** The next stretch of a thread, of so many that are looked at. */
  #stretchOf(thread: StartedProgress, count: number): Stretch {
    const { threadId, last, seen } = thread;
    const share = this.#seen.found / this.#seen.searched;
    const density = (seen.found + PRIOR * share) / (seen.searched + PRIOR);
    const startOf = (level: ThreadLevel) => stretchOf(last, level) * 2 ** level;
    const level = THREAD_LEVELS.findLast((one) => {
      const blocks = last + 1 - startOf(one);
      return blocks >= LOOKED_UP_BLOCKS && density * blocks * count <= MOST_EXPECTED;
    });
    const isFrequent = density * READ_BLOCKS * count >= ENOUGH;
    if (isFrequent || level === undefined) return { ...thread, start: 0, term: null };
    return { ...thread, start: startOf(level), term: threadTerm(level, threadId, last) };
  }

  async #read(stretches: readonly Stretch[]): Promise<FoundIn[]> {
    if (stretches.length === 0) return [];
    const [statement, terms] = READ(this.#wanted);
    const rows = await readByKeys<FoundBlocks>(this.#db, statement, [
      toArray(stretches.map(({ threadId }) => threadId)),
      toArray(stretches.map(({ last }) => last)),
      READ_BLOCKS,
      ...terms,
    ]);
    return foundIn(stretches, rows);
  }

  async #lookUp(stretches: readonly Stretch[]): Promise<FoundIn[]> {
    if (stretches.length === 0) return [];
    const [statement, terms] = LOOK_UP(this.#wanted);
    const rows = await lookUp<FoundBlocks>(this.#db, statement, [
      toArray(stretches.map(({ threadId }) => threadId)),
      toArray(stretches.map(({ start }) => start)),
      toArray(stretches.map(({ last }) => last)),
      toArray(stretches.map(({ term }) => term)),
      Math.max(LEAST_BLOCKS, Math.floor(BLOCKS / stretches.length)),
      ...terms,
    ]);
    return foundIn(stretches, rows);
  }

  /** What is still to be searched of a thread, unless it is nothing. */
  #restOf({
    stretch: { threadId, last, first, seen },
    blocks,
    wanted,
    reached,
    rest_at,
  }: FoundIn): Progress[] {
    const more = { searched: last + 1 - reached, found: wanted };
    this.rejected += wanted - blocks.length;
    this.#seen = add(this.#seen, more);
    const [rest, at] = [reached - 1, rest_at ?? first.at];
    if (rest < 0 || at < this.#from) return [];
    return [{ threadId, last: rest, first: firstPlaceIn(threadId, rest, at), seen: add(seen, more) }];
  }
}

const add = (a: SearchedCounts, b: SearchedCounts): SearchedCounts => ({
  searched: a.searched + b.searched,
  found: a.found + b.found,
});

interface StartRow {
  thread_id: ThreadId;
  last: number;
}

const STARTS = `
  select thread_id::text, last::float8
  from unnest($1::bigint[]) as thread_id cross join lateral search_block_at(thread_id, ${fromMicros('$2')}) as last
  where last is not null`;

interface FoundBlocks {
  /** Some blocks, and the time of the last message of each. */
  blocks: number[];
  times: number[];
  /** How many had the terms, also without the pairs. */
  wanted: number;
  /** The block up to which the stretch has been searched. */
  reached: number;
  /** A time that no message before that block follows; null: not known. */
  rest_at: number | null;
}

interface FoundIn extends FoundBlocks {
  stretch: Stretch;
}

const foundIn = (stretches: readonly Stretch[], rows: readonly FoundBlocks[]): FoundIn[] =>
  rows.flatMap((row, index) => {
    const stretch = stretches[index];
    return stretch === undefined ? [] : [{ ...row, stretch }];
  });

const BLOCK_ARRAY = 'array_agg(block::float8)';
const TIME_ARRAY = `array_agg(${toMicros('latest_at')})`;

// (By a range of numbers: for the next ones by `limit`, PostgreSQL would read a whole page of the key, which takes three times as long.)
const READ = lookWith(
  4,
  ({ isWanted, hasPairs }) => `
  select found.*
  from unnest($1::bigint[], $2::bigint[]) with ordinality as named (thread_id, last, place)
  cross join lateral (
    select coalesce(${BLOCK_ARRAY} filter (where is_wanted and has_pairs), '{}') as blocks,
      coalesce(${TIME_ARRAY} filter (where is_wanted and has_pairs), '{}') as times,
      count(*) filter (where is_wanted)::float8 as wanted,
      greatest(named.last - $3 + 1, 0)::float8 as reached, ${toMicros('min(earliest_at)')} as rest_at
    from (
      select b.block, b.latest_at, b.earliest_at, ${isWanted()} as is_wanted, ${hasPairs} as has_pairs from search_blocks b
      where b.thread_id = named.thread_id and b.block between named.last - $3 + 1 and named.last offset 0
    ) one
  ) found
  order by named.place`,
);

// (With `+ 0`, the key cannot be used to read all blocks of a stretch.)
const LOOK_UP = lookWith(
  6,
  ({ isWanted, hasPairs }) => `
  select found.blocks, found.times, found.wanted, found.reached::float8, ${toMicros('rest.latest_at')} as rest_at
  from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::integer[]) with ordinality
    as named (thread_id, start, last, scope, place)
  cross join lateral (
    select coalesce(${BLOCK_ARRAY} filter (where has_pairs), '{}') as blocks,
      coalesce(${TIME_ARRAY} filter (where has_pairs), '{}') as times, count(*)::float8 as wanted,
      case count(*) when $5 then min(block) else named.start end as reached
    from (
      select b.block, b.latest_at, ${hasPairs} as has_pairs from search_blocks b
      where ${isWanted('named.scope')}
        and b.thread_id + 0 = named.thread_id and b.block + 0 between named.start and named.last
      order by b.block desc limit $5
    ) one
  ) found
  left join search_blocks rest on rest.thread_id = named.thread_id and rest.block = nullif(found.reached, 0) - 1
  order by named.place`,
);
