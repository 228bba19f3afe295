import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../../platform/log.ts';
import type { Transactor } from '../../../storage/database.ts';
import type { Lease } from '../../../storage/lease.ts';
import { indexBlocks, removeBlocks } from '../../records/search-blocks.ts';
import {
  beginBackfill,
  moveBackfill,
  nextBlocks,
  putBack,
  readBackfill,
  takeQueued,
} from '../../records/search-queue.ts';

/** Blocks of the queue, large ones, and messages of the backfill, that one transaction looks at. */
const QUEUED = 128;
const QUEUED_LARGE = 16;
const BACKFILLED = 1_024;
/** One turn in so many begins with large blocks. */
const TURNS = 4;
/** Blocks of a deleted thread that one transaction removes. */
const REMOVED = 1_000;
/** How often it looks for changes: they are found soon after. */
const POLL_MS = 200;
const RETRY_MS = 1_000;
/** How long it rests after work, as a multiple of the time that the work took, so that sends do not wait for it. */
const REST = 6;
const MOST_REST_MS = 600;
/** For so long after the last change, the backfill rests as long; otherwise it takes half of the time. */
const BUSY_MS = 1_000;

export interface SearchIndexerParts {
  db: Transactor;
  log: Log;
}

/**
 * Keeps the index of search: reads the blocks that have changed, as they are now, and in between messages from before the index. It
 * may be killed at any time. One process does this for all nodes, on the holder of a lease; each transaction checks the lease.
 */
export class SearchIndexer {
  readonly #db: Transactor;
  readonly #log: Log;

  constructor({ db, log }: SearchIndexerParts) {
    this.#db = db;
    this.#log = log;
  }

  /** Works until the lease ends. Never rejects. */
  async run(lease: Lease): Promise<void> {
    const { ending } = lease;
    let hasBegun = false;
    let isComplete = false;
    let busyAt = 0;
    let backfillAt = 0;
    let turn = 0;
    while (!ending.aborted) {
      const began = performance.now();
      try {
        if (!hasBegun) await beginBackfill(lease);
        hasBegun = true;
        turn = (turn + 1) % TURNS;
        if (await this.#indexQueued(lease, turn === 0)) {
          busyAt = performance.now();
          await pause(Math.min(REST * (busyAt - began), MOST_REST_MS), ending);
        } else if (!isComplete && began >= backfillAt) {
          const outcome = await this.#backfill(lease);
          isComplete = outcome === 'complete';
          const now = performance.now();
          const rest = (now - busyAt < BUSY_MS ? REST : 1) * (now - began);
          backfillAt = now + (outcome === 'indexed' ? rest : POLL_MS);
        } else await pause(isComplete ? POLL_MS : Math.min(POLL_MS, backfillAt - began), ending);
      } catch (error) {
        if (!lease.lost.aborted) this.#log.warn({ err: error }, 'indexing messages failed; retrying');
        await pause(RETRY_MS, ending);
      }
    }
  }

  /** Indexes blocks that have changed, of one of the two queues; whether there may be more. */
  async #indexQueued(lease: Lease, prefersLarge: boolean): Promise<boolean> {
    // (An idle indexer locks nothing.)
    const queues = await this.#db.query<{ is_large: boolean }>(QUEUES);
    const isLarge = queues.some(({ is_large }) => is_large === prefersLarge) ? prefersLarge : !prefersLarge;
    if (queues.length === 0) return false;
    return this.#db.transaction(async (tx) => {
      await lease.check(tx);
      const taken = await takeQueued(tx, isLarge, isLarge ? QUEUED_LARGE : QUEUED);
      const changed = taken.flatMap(({ thread_id, block }) => (block === null ? [] : [{ thread_id, block }]));
      await putBack(tx, true, await indexBlocks(tx, changed));
      for (const deleted of taken.filter(({ block }) => block === null))
        if ((await removeBlocks(tx, deleted.thread_id, REMOVED)) === REMOVED)
          await putBack(tx, false, [deleted]);
      return true;
    });
  }

  /** Indexes the next messages from before the index. */
  async #backfill(lease: Lease): Promise<'indexed' | 'waiting' | 'complete'> {
    const state = await readBackfill(this.#db);
    if (state?.is_complete === true) return 'complete';
    if (state?.is_settled !== true) return 'waiting';
    return this.#db.transaction(async (tx) => {
      await lease.check(tx);
      const blocks = await nextBlocks(tx, state, BACKFILLED);
      await putBack(tx, true, await indexBlocks(tx, blocks));
      const last = blocks.at(-1);
      await moveBackfill(tx, last && { ...last, block: last.block + 1 });
      return last === undefined ? 'complete' : 'indexed';
    });
  }
}

/** The queues that are not empty. */
const QUEUES = `
  select is_large from (values (true), (false)) as queue (is_large)
  where exists (select from search_queue q where q.is_large = queue.is_large)`;

async function pause(ms: number, ending: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal: ending }).catch(() => {});
}
