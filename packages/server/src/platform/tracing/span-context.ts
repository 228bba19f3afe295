/** W3C Trace Context (https://www.w3.org/TR/trace-context/), as far as Palaver takes part in it. */

/** A sampled span. */
export interface SpanContext {
  /** 32 hexadecimal digits, not all zero. */
  traceId: string;
  /** 16 hexadecimal digits, not all zero. */
  spanId: string;
}

/** The span of a caller, which may not be sampled. */
export interface RemoteSpan extends SpanContext {
  isSampled: boolean;
}

const MAX_CHARS = 256;
/** Later versions may append more fields. */
const FORM = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const SAMPLED = 1;

/** Reads the header `traceparent`; undefined: there is none, or it is malformed, which is the same. */
export function parseTraceparent(header: unknown): RemoteSpan | undefined {
  if (typeof header !== 'string' || header.length > MAX_CHARS) return undefined;
  const [, version, traceId, spanId, flags, rest] = FORM.exec(header) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  if (version === 'ff' || (version === '00' && rest !== undefined)) return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED };
}

export const formatTraceparent = ({ traceId, spanId }: SpanContext): string => `00-${traceId}-${spanId}-01`;
