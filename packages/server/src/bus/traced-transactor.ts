import type { SpanContext } from '../platform/tracing/span-context.ts';
import { traceDatabase } from '../platform/tracing/trace-database.ts';
import type { Tracer } from '../platform/tracing/tracer.ts';
import type { PublishingTransactor } from './publishing-database.ts';

/** The same database, for a request that is traced: each statement and each transaction has a span, and the transactions know it. */
export function tracedTransactor(
  db: PublishingTransactor,
  tracer: Tracer,
  trace: SpanContext,
): PublishingTransactor {
  return {
    vault: db.vault,
    publish: (event) => db.publish(event),
    query: (text, values) => traceDatabase(tracer, trace, 'query', () => db.query(text, values)),
    transaction: (work) =>
      traceDatabase(tracer, trace, 'transaction', (span = trace) =>
        db.transaction((tx) => work({ ...tx, trace: span })),
      ),
    transactionAtOnce: (work) =>
      traceDatabase(tracer, trace, 'transaction', (span = trace) =>
        db.transactionAtOnce((tx) => work({ ...tx, trace: span })),
      ),
  };
}
