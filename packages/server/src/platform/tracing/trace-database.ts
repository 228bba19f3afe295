import type { SpanContext } from './span-context.ts';
import { SPAN_KIND, type Tracer } from './tracer.ts';

/** Runs something in a span for the database. */
export async function traceDatabase<Result>(
  tracer: Tracer,
  parent: SpanContext | undefined,
  name: 'query' | 'transaction',
  run: (span?: SpanContext) => Promise<Result>,
): Promise<Result> {
  const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': name };
  return tracer.trace(parent, `postgresql ${name}`, { attributes, kind: SPAN_KIND.client }, (span) =>
    run(span?.context),
  );
}
