import { once } from 'node:events';
import type { PackId } from '@palaver/protocol/stickers';
import {
  END_SANCTIONS,
  endSanctions,
  type SanctionedMember,
} from './domain/operations/members/end-sanctions.ts';
import { REMOVE_FILES, removeFiles, removeOrphans } from './domain/operations/stickers/remove-files.ts';
import { STORE_PACK, storePack } from './domain/operations/stickers/store-pack.ts';
import { sweepKeys } from './domain/records/idempotency-keys.ts';
import type { Foundation } from './foundation.ts';
import { startJobs, type Tasks } from './jobs/job-queue.ts';
import type { Log } from './platform/log.ts';
import { LeaseLostError, type Queryable } from './storage/database.ts';
import { createWebhooks, type Webhooks } from './webhooks/create-webhooks.ts';

/** Starts the background work: jobs, webhooks, sweeps. Returns a function that stops it. */
export async function startWork(foundation: Foundation): Promise<() => Promise<void>> {
  const webhooks = createWebhooks(foundation);
  const jobs = await startJobs(foundation.connection, tasksOf(foundation), foundation.log);
  const closers = [sweep(foundation, webhooks), webhooks.start(), () => jobs.stop()];
  return async () => {
    await Promise.all(closers.map((close) => close()));
  };
}

/** The task of each kind of job. */
export function tasksOf({ db, objects, temporary }: Foundation): Tasks {
  return {
    [END_SANCTIONS]: (payload) => endSanctions(db, payload as SanctionedMember),
    [STORE_PACK]: (payload) => storePack(db, objects, temporary, (payload as { packId: PackId }).packId),
    [REMOVE_FILES]: (payload) => removeFiles(objects, (payload as { folder: string }).folder),
  };
}

export const MINUTE_MS = 60_000;
const SWEEP_ROWS = 10_000;

/** Sweeps for all nodes, while this process holds the lease. Returns a function that stops it. */
function sweep({ config, log, db, leases, objects }: Foundation, webhooks: Webhooks): () => Promise<void> {
  return leases.whileHolding('sweeps', async (lease) => {
    const { ending } = lease;
    const closers = [
      every(MINUTE_MS, sweepingKeys(lease, config.idempotencyTtlMs), log),
      // (Several nodes may remove the same files, so this needs no check of the lease.)
      every(60 * MINUTE_MS, () => removeOrphans(db, objects), log),
      every(MINUTE_MS, (signal) => webhooks.sweep(lease, signal), log),
    ];
    if (!ending.aborted) await once(ending, 'abort');
    await Promise.all(closers.map((close) => close()));
  });
}

/** Removes expired idempotency keys in batches. */
function sweepingKeys(db: Queryable, ttlMs: number) {
  return async (signal: AbortSignal) => {
    while (!signal.aborted && (await sweepKeys(db, ttlMs, SWEEP_ROWS)) === SWEEP_ROWS);
  };
}

/** Runs `work` periodically. Returns a function that stops it and waits for a run in progress. */
export function every(
  intervalMs: number,
  work: (signal: AbortSignal) => Promise<void>,
  log: Log,
): () => Promise<void> {
  const stopping = new AbortController();
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = running
      .then(() => work(stopping.signal))
      .catch((error: unknown) => {
        if (!(error instanceof LeaseLostError)) log.warn({ err: error }, 'sweeping failed');
      });
  }, intervalMs);
  return async () => {
    clearInterval(timer);
    stopping.abort();
    await running;
  };
}
