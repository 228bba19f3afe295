import type { Attributes, EndedSpan } from './tracer.ts';

/** OTLP/JSON, the JSON form of https://github.com/open-telemetry/opentelemetry-proto: ids in hexadecimal, 64-bit numbers as texts. */

const ERROR = 2;
/** The flag that the trace is sampled. */
const SAMPLED = 1;

/** The body of a request to `/v1/traces`. */
export function toOtlp(spans: readonly EndedSpan[], resource: Attributes, version: string): string {
  const scope = { name: 'palaver', version };
  // Read anew each time: the clock may have been set, or the machine may have slept.
  const originMs = Date.now() - performance.now();
  return JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: toKeyValues(resource) },
        scopeSpans: [{ scope, spans: spans.map((span) => toSpan(span, originMs)) }],
      },
    ],
  });
}

function toSpan(span: EndedSpan, originMs: number) {
  const { traceId, spanId, parentId, link, name, kind, startMs, endMs, attributes, error } = span;
  return {
    traceId,
    spanId,
    flags: SAMPLED,
    ...(parentId === undefined ? {} : { parentSpanId: parentId }),
    name,
    kind,
    startTimeUnixNano: toNanoseconds(originMs + startMs),
    endTimeUnixNano: toNanoseconds(originMs + endMs),
    attributes: toKeyValues(attributes),
    ...(link === undefined ? {} : { links: [{ traceId: link.traceId, spanId: link.spanId }] }),
    status: error === undefined ? {} : { code: ERROR },
  };
}

/** In whole microseconds, because a double has no more digits. */
function toNanoseconds(ms: number): string {
  return `${Math.round(ms * 1_000)}000`;
}

function toKeyValues(attributes: Attributes) {
  return Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: toValue(value) }],
  );
}

function toValue(value: string | number | boolean) {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}
