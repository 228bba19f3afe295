import { traceDatabase } from '../../../platform/tracing/trace-database.ts';
import type { Span, Tracer } from '../../../platform/tracing/tracer.ts';
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
  if (!tracer.isOn) return commit(sends);
  const spans = new Map<number, Span>();
  for (const [index, { send, sinceMs }] of batch.entries()) {
    // (Most sends are not traced, and cost nothing more.)
    if (send.trace === undefined) continue;
    tracer.startChild(send.trace, 'send queue', { startMs: sinceMs })?.end();
    const span = tracer.startChild(send.trace, 'send batch');
    if (span === undefined) continue;
    span.set({ 'palaver.batch.size': batch.length });
    spans.set(index, span);
    sends[index] = { ...send, trace: span.context };
  }
  if (spans.size === 0) return commit(sends);
  const committing = commit(sends);
  // The transaction is one, with a span in each trace.
  const inDatabase = [...spans.values()].map(({ context }) =>
    traceDatabase(tracer, context, 'transaction', () => committing),
  );
  try {
    const outcomes = await committing;
    for (const [index, span] of spans) span.set({ 'palaver.send.outcome': nameOf(outcomes[index]) });
    return outcomes;
  } catch (error) {
    for (const span of spans.values()) span.fail(error instanceof Error ? error.name : 'Error');
    throw error;
  } finally {
    await Promise.allSettled(inDatabase);
    for (const span of spans.values()) span.end();
  }
}

function nameOf(outcome: Outcome<SendResult> | undefined): string {
  if (outcome === undefined || outcome === 'blocked') return 'blocked';
  return 'result' in outcome ? 'stored' : 'refused';
}
