import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Config } from '../config/config.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { WalSource } from '../storage/open-database.ts';
import { openProtection } from './open-protection.ts';
import type { ProtectionState } from './protection.ts';
import type { ProtectionThreadData } from './protection-thread.ts';
import { WalOutbox } from './wal-outbox.ts';
import { WalUploads } from './wal-uploads.ts';

/** A thread that has failed is started again after this time. */
const PAUSE_MS = 10_000;
/** How long a stop waits for what the thread is storing; the next start stores it again. */
const STOP_MS = 3_000;

/**
 * Starts the thread of continuous protection. Returns a function that stops it. Throws {@link ConfigError} if its settings are wrong.
 */
export async function startProtection(
  data: ProtectionThreadData,
  { config, log, metrics }: { config: Config; log: Log; metrics: Metrics },
): Promise<() => Promise<void>> {
  await openProtection(config).place.close();
  const startedAt = Date.now();
  let state: ProtectionState | undefined;
  let reportedAt = startedAt;
  metrics.addGauge(
    'palaver_recovery_lag_seconds',
    'Age of the oldest change that may not be in the place for backups yet.',
    // (A thread that reports nothing stores nothing.)
    () => ((state?.lagMs ?? 0) + silence(reportedAt)) / 1_000,
  );
  metrics.addGauge(
    'palaver_recovery_base_age_seconds',
    'Age of the latest base backup; while there is none, that of this process.',
    () => (Date.now() - (state?.baseAt ?? startedAt)) / 1_000,
  );
  const stopping = new AbortController();
  const { signal } = stopping;
  let worker: Worker | undefined;
  const run = async () => {
    while (!signal.aborted) {
      worker = new Worker(new URL('./protection-thread.ts', import.meta.url), {
        name: 'recovery',
        workerData: data,
      });
      worker.on('message', (reported: ProtectionState) => {
        state = reported;
        reportedAt = Date.now();
      });
      worker.on('error', (error) =>
        log.error({ err: error }, 'continuous protection has failed; its thread is started again'),
      );
      const { promise: ended, resolve } = Promise.withResolvers<void>();
      worker.once('exit', () => resolve());
      await ended;
      await sleep(PAUSE_MS, undefined, { signal }).catch(() => {});
    }
  };
  const running = run();
  return async () => {
    stopping.abort();
    worker?.postMessage('stop');
    const timer = setTimeout(() => void worker?.terminate(), STOP_MS);
    await running;
    clearTimeout(timer);
  };
}

/** How long a stopped server takes to store its last changes; otherwise, the next start does. */
const LAST_MS = 10_000;

/** Stores the last segments after PostgreSQL has stopped. Never rejects. */
export async function storeLast(config: Config, wal: WalSource, log: Log): Promise<void> {
  const outbox = new WalOutbox(wal.outbox);
  const opened = openProtection(config);
  const late = new AbortController();
  const store = async () => {
    if ((await outbox.segments()).length === 0) return;
    const uploads = await WalUploads.open({ ...opened, outbox, log, currentSegment: undefined });
    await uploads.run();
  };
  try {
    await Promise.race([store(), sleep(LAST_MS, undefined, { signal: late.signal }).then(tooLate)]);
  } catch (error) {
    log.warn({ err: error }, 'the last changes are not in the place for backups: the next start stores them');
  } finally {
    late.abort();
    await opened.place.close();
  }
}

function tooLate(): never {
  throw new Error(`storing them takes longer than ${LAST_MS / 1_000} seconds`);
}

/** A thread reports every ten seconds. */
const USUAL_SILENCE_MS = 60_000;

function silence(since: number): number {
  const silenceMs = Date.now() - since;
  return silenceMs > USUAL_SILENCE_MS ? silenceMs : 0;
}
