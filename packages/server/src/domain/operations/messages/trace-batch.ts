import { traceDatabase } from '../../../platform/tracing/trace-database.ts';
import type { Tracer } from '../../../platform/tracing/tracer.ts';
import type { Outcome } from '../../../storage/group-commit.ts';
import type { Send } from '../../records/sends.ts';
import type { WaitingSend } from './send-metrics.ts';
import type { SendResult } from './send-verdict.ts';

/**
 * Commits a batch. Each traced send gets spans in its own trace: for its time in the queue, for the batch, and for its transaction.
 * Its events belong to the span of the batch.
 */
export async function traceBatch(
  tracer: Tracer,
  batch: readonly WaitingSend[],
  commit: (sends: readonly Send[]) => Promise<Outcome<SendResult>[]>,
): Promise<Outcome<SendResult>[]> {
  const sends = batch.map(({ send }) => send);
  if (!tracer.isOn || sends.every(({ trace }) => trace === undefined)) return commit(sends);
  const spans = batch.map(({ send: { trace }, sinceMs }) => {
    tracer.startChild(trace, 'send queue', { startMs: sinceMs })?.end();
    const span = tracer.startChild(trace, 'send batch');
    span?.set({ 'palaver.batch.size': batch.length });
    return span;
  });
  const traced = sends.map((send, index) => ({ ...send, trace: spans[index]?.context }));
  // The transaction is one, with a span in each trace.
  const committing = Promise.withResolvers<Outcome<SendResult>[]>();
  const databaseSpans = spans.map((span) =>
    traceDatabase(tracer, span?.context, 'transaction', () => committing.promise),
  );
  commit(traced).then(committing.resolve, committing.reject);
  try {
    const outcomes = await committing.promise;
    for (const [index, span] of spans.entries()) {
      const outcome = outcomes[index];
      span?.set({ 'palaver.send.outcome': nameOf(outcome) });
    }
    return outcomes;
  } catch (error) {
    for (const span of spans) span?.fail(error instanceof Error ? error.name : 'Error');
    throw error;
  } finally {
    await Promise.allSettled(databaseSpans);
    for (const span of spans) span?.end();
  }
}

function nameOf(outcome: Outcome<SendResult> | undefined): string {
  if (outcome === undefined || outcome === 'blocked') return 'blocked';
  return 'result' in outcome ? 'stored' : 'refused';
}
