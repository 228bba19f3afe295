import type { ThreadId } from '@palaver/protocol/ids';
import type { Transactor } from '../../../storage/database.ts';
import type { Space } from '../../context.ts';
import { HOUR_MS, SPACE_LEVELS, spaceTerm } from '../../rules/search/scopes.ts';
import {
  type BlockCondition,
  type Candidate,
  type Candidates,
  fromMicros,
  lookUp,
  lookWith,
  toMicros,
} from './candidates.ts';
import { firstPlaceIn, type Place } from './place.ts';

/** Blocks that one look returns; and if most of them will lack the pairs of the query. */
const BLOCKS = 64;
const BLOCKS_WITH_PAIRS = 1_024;
/** After so few, the next stretch is longer: it will not have too many. */
const FEW = 2;

/** Before all hits of a time. */
const FIRST = { threadId: String(2n ** 63n - 1n) as ThreadId, seq: Number.MAX_SAFE_INTEGER };

/** Blocks of all threads of a space. A look is at one stretch of time; stretches get longer while little is found. */
export class SpaceCandidates implements Candidates {
  readonly #db: Transactor;
  readonly #space: Space;
  readonly #wanted: BlockCondition;
  readonly #from: number;
  /** The time of the newest messages that are still to come. */
  #to: number;
  #level = 0;
  /** The last block of the stretch that was returned. */
  #last: Row | undefined;
  looks = 0;
  rejected = 0;

  /** `from` and `to`: the times of the oldest and newest hits, in Unix microseconds. */
  constructor(
    db: Transactor,
    space: Space,
    wanted: BlockCondition,
    { from, to }: { from: number; to: number },
  ) {
    this.#db = db;
    this.#space = space;
    this.#wanted = wanted;
    this.#from = from;
    this.#to = to;
  }

  get first(): Place | undefined {
    if (this.#to < this.#from) return undefined;
    return { at: Math.min(this.#to, this.#last?.latest_at ?? this.#to), ...FIRST };
  }

  async look(): Promise<Candidate[]> {
    this.looks += 1;
    const hours = SPACE_LEVELS[this.#level] ?? SPACE_LEVELS[0];
    const length = hours * HOUR_MS * 1_000;
    const stretch = Math.floor(this.#to / length);
    const [from, to] = [Math.max(this.#from, stretch * length), this.#to];
    const {
      latest_at: at = 'infinity',
      thread_id: thread = FIRST.threadId,
      block: last = 0,
    } = this.#last ?? {};
    const most = this.#wanted.pairs === undefined ? BLOCKS : BLOCKS_WITH_PAIRS;
    const [statement, terms] = LOOK(this.#wanted);
    const rows = await lookUp<Row>(this.#db, statement, [
      spaceTerm(hours, this.#space, stretch),
      to,
      at === 'infinity' ? null : at,
      thread,
      last,
      most,
      ...terms,
    ]);
    if (rows.length === most) this.#last = rows.at(-1);
    else {
      this.#last = undefined;
      this.#to = from - 1;
      if (rows.length <= FEW) this.#level = Math.min(this.#level + 1, SPACE_LEVELS.length - 1);
    }
    const found = rows.filter(({ has_pairs }) => has_pairs);
    this.rejected += rows.length - found.length;
    return found.map(({ thread_id: threadId, block, latest_at: latest }) => ({
      threadId,
      block,
      first: firstPlaceIn(threadId, block, Math.min(latest, to)),
      from,
      to,
    }));
  }
}

interface Row {
  thread_id: ThreadId;
  block: number;
  latest_at: number;
  has_pairs: boolean;
}

const LOOK = lookWith(
  7,
  ({ isWanted, hasPairs }) => `
  select b.thread_id::text, b.block::float8, ${toMicros('b.latest_at')} as latest_at, ${hasPairs} as has_pairs
  from search_blocks b
  where ${isWanted('$1::integer')} and b.earliest_at <= ${fromMicros('$2')}
    and ($3::bigint is null or (b.latest_at, b.thread_id + 0, b.block + 0) < (${fromMicros('$3')}, $4::bigint, $5::bigint))
  order by b.latest_at desc, b.thread_id desc, b.block desc limit $6`,
);
