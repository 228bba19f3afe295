import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../../platform/log.ts';
import type { Transaction, Transactor } from '../../../storage/database.ts';
import type { Lease } from '../../../storage/lease.ts';
import { indexBlocks, removeBlocks } from '../../records/search-blocks.ts';
import {
  addToBacklog,
  beginBackfill,
  type ChangedBlock,
  FIRST_TURN,
  moveBackfill,
  nextBlocks,
  readBackfill,
  readWaiting,
  takeQueued,
  takeTurns,
} from '../../records/search-queue.ts';

/** Changed blocks, large ones, and messages of the backfill, that one transaction looks at. */
const CHANGED = 128;
const CHANGED_LARGE = 16;
const BACKFILLED = 1_024;
/** Blocks that one transaction takes out of the queue. It sorts those that are too many for it by their tenants, which takes little time. */
const SORTED = 4_096;
/** One round in so many begins with large blocks, and another one is that of the backfill. */
const ROUNDS = 4;
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
 *
 * As long as a transaction can index all that is queued, it does. Otherwise the tenants take turns, each with what it has sent last, so that
 * new messages of one are found soon, whatever others have sent.
 */
export class SearchIndexer {
  readonly #db: Transactor;
  readonly #log: Log;
  #round = 0;
  /** The space that has had its turn last, of large blocks and of others. */
  readonly #after = { large: FIRST_TURN, others: FIRST_TURN };

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
    while (!ending.aborted) {
      const began = performance.now();
      try {
        if (!hasBegun) await beginBackfill(lease);
        hasBegun = true;
        const isBackfillsRound = !isComplete && began >= backfillAt && this.#round % ROUNDS === 1;
        if (!isBackfillsRound && (await this.indexChanges(lease))) {
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

  /** A round: indexes some of the blocks that have changed. Whether there were any. */
  async indexChanges(lease: Lease): Promise<boolean> {
    this.#round += 1;
    // (An idle indexer locks nothing.)
    const { is_queued: isQueued, has_large: hasLarge, has_others: hasOthers } = await readWaiting(this.#db);
    const isIdle = !isQueued && !hasOthers;
    if (isIdle && !hasLarge) return false;
    const isLarge = hasLarge && (isIdle || this.#round % ROUNDS === 0);
    await this.#db.transaction(async (tx) => {
      await lease.check(tx);
      const queued = isQueued && !isLarge ? await takeQueued(tx, SORTED) : [];
      const isAll =
        !isLarge && !hasOthers && queued.length <= CHANGED && !queued.some(({ is_large }) => is_large);
      if (!isAll) await addToBacklog(tx, queued);
      await this.#index(tx, isAll ? queued : await this.#takeTurns(tx, isLarge));
    });
    return true;
  }

  async #takeTurns(tx: Transaction, isLarge: boolean): Promise<ChangedBlock[]> {
    const lane = isLarge ? 'large' : 'others';
    const most = isLarge ? CHANGED_LARGE : CHANGED;
    const { blocks, after } = await takeTurns(tx, isLarge, this.#after[lane], most);
    this.#after[lane] = after;
    return blocks;
  }

  async #index(tx: Transaction, changed: readonly ChangedBlock[]): Promise<void> {
    const blocks = changed.flatMap(({ block, ...rest }) => (block === null ? [] : [{ ...rest, block }]));
    const deferred = await indexBlocks(tx, blocks);
    await addToBacklog(
      tx,
      deferred.map((block) => ({ ...block, is_large: true })),
    );
    for (const deleted of changed.filter(({ block }) => block === null))
      if ((await removeBlocks(tx, deleted.thread_id, REMOVED)) === REMOVED) await addToBacklog(tx, [deleted]);
  }

  /** Indexes the next messages from before the index. */
  async #backfill(lease: Lease): Promise<'indexed' | 'waiting' | 'complete'> {
    const state = await readBackfill(this.#db);
    if (state?.is_complete === true) return 'complete';
    if (state?.is_settled !== true) return 'waiting';
    return this.#db.transaction(async (tx) => {
      await lease.check(tx);
      const blocks = await nextBlocks(tx, state, BACKFILLED);
      const deferred = await indexBlocks(tx, blocks);
      await addToBacklog(
        tx,
        deferred.map((block) => ({ ...block, is_large: true, id: 0 })),
      );
      const last = blocks.at(-1);
      // (Among large blocks may be some that the backfill has left to them.)
      if (last === undefined && (await readWaiting(tx)).has_large) return 'waiting';
      await moveBackfill(tx, last && { ...last, block: last.block + 1 });
      return last === undefined ? 'complete' : 'indexed';
    });
  }
}

async function pause(ms: number, ending: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal: ending }).catch(() => {});
}
