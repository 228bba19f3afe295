import type { Metrics } from '../../../platform/metrics.ts';
import { DatabaseUnavailableError } from '../../../storage/database.ts';
import type { Outcome } from '../../../storage/group-commit.ts';
import type { Send } from '../../records/sends.ts';
import type { SendResult } from './send-verdict.ts';

/** A send, and since when it has been in the queue, on the clock of `performance.now()`. */
export interface WaitingSend {
  send: Send;
  sinceMs: number;
}

const BATCH_SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256];

/** Adds the metrics of a queue of sends. Returns a function that commits a batch and records it. */
export function addSendMetrics(metrics: Metrics, waiting: () => number) {
  const count = metrics.addCounter(
    'palaver_sends_total',
    'Messages sent to one thread each, by what came of them: stored, refused, or failed (nothing was stored).',
    ['outcome'],
  );
  // (Prometheus counts from the first value that it sees: the first failures would not be an increase.)
  for (const outcome of ['stored', 'refused', 'failed']) count({ outcome }, 0);
  const size = metrics.addSizes('palaver_send_batch_size', 'Sends in one transaction.', BATCH_SIZES);
  const time = metrics.addDurations(
    'palaver_send_batch_duration_seconds',
    'Time to store a batch of sends, up to its commit.',
    [],
  );
  const wait = metrics.addDurations(
    'palaver_send_wait_seconds',
    'Time from the arrival of a send in the queue to the beginning of its batch.',
    [],
  );
  metrics.addGauge('palaver_sends_waiting', 'Sends that wait or are being stored.', waiting);
  return async (
    batch: readonly WaitingSend[],
    commit: () => Promise<Outcome<SendResult>[]>,
  ): Promise<Outcome<SendResult>[]> => {
    const beganAt = performance.now();
    size(batch.length);
    try {
      const outcomes = await commit();
      let [stored, refused] = [0, 0];
      for (const [index, outcome] of outcomes.entries()) {
        // (A blocked send is in another batch later.)
        if (outcome === 'blocked') continue;
        if ('result' in outcome) stored += 1;
        else refused += 1;
        wait({}, (beganAt - (batch[index]?.sinceMs ?? beganAt)) / 1_000);
      }
      if (stored > 0) count({ outcome: 'stored' }, stored);
      if (refused > 0) count({ outcome: 'refused' }, refused);
      return outcomes;
    } catch (error) {
      // (Otherwise each of them gets a batch of its own.)
      if (batch.length === 1 || error instanceof DatabaseUnavailableError)
        count({ outcome: 'failed' }, batch.length);
      throw error;
    } finally {
      time({}, (performance.now() - beganAt) / 1_000);
    }
  };
}
