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
import type { Database } from './storage/database.ts';
import { createWebhooks } from './webhooks/create-webhooks.ts';

/** Starts the background work: jobs, webhooks, sweeps. Returns a function that stops it. */
export async function startWork(foundation: Foundation): Promise<() => Promise<void>> {
  const { config, log, connection, db, objects } = foundation;
  const webhooks = createWebhooks(foundation);
  const jobs = await startJobs(connection, tasksOf(foundation), log);
  const closers = [
    every(MINUTE_MS, sweepingKeys(db, config.idempotencyTtlMs), log),
    every(60 * MINUTE_MS, () => removeOrphans(db, objects), log),
    every(MINUTE_MS, webhooks.sweep, log),
    webhooks.start(connection),
    () => jobs.stop(),
  ];
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

/** Removes expired idempotency keys in batches. All nodes share this work. */
function sweepingKeys(db: Database, ttlMs: number) {
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
      .catch((error: unknown) => log.warn({ err: error }, 'sweeping failed'));
  }, intervalMs);
  return async () => {
    clearInterval(timer);
    stopping.abort();
    await running;
  };
}
