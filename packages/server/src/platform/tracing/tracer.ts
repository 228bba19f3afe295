import { randomFillSync } from 'node:crypto';
import type { Sampler } from './sampler.ts';
import type { RemoteSpan, SpanContext } from './span-context.ts';

/** As in OTLP. */
export const SPAN_KIND = { internal: 1, server: 2, client: 3 } as const;
type SpanKind = (typeof SPAN_KIND)[keyof typeof SPAN_KIND];

export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** A span that has ended. Times are by the clock of `performance.now()` of this thread. */
export interface EndedSpan extends SpanContext {
  parentId: string | undefined;
  /** The caller's span, of a trace that its caller does not decide about. */
  link: SpanContext | undefined;
  name: string;
  kind: SpanKind;
  startMs: number;
  endMs: number;
  attributes: Attributes;
  /** Why it has failed; undefined: it has not. */
  error: string | undefined;
}

export interface SpanExporter {
  add: (span: EndedSpan) => void;
  /** Sends what it has, for a limited time. */
  close: () => Promise<void>;
}

interface SpanStart {
  kind?: SpanKind;
  /** By default now. */
  startMs?: number;
}

/**
 * Begins spans. Without an exporter it is off: it begins none, and its callers do nothing for it. A trace that is not sampled has no
 * spans at all, so everywhere `undefined` stands for "not traced".
 */
export class Tracer {
  readonly #exporter: SpanExporter | undefined;
  readonly #sampler: Sampler;

  constructor(exporter?: SpanExporter, sampler: Sampler = () => false) {
    this.#exporter = exporter;
    this.#sampler = sampler;
  }

  get isOn(): boolean {
    return this.#exporter !== undefined;
  }

  /**
   * Begins a span without a parent in this process. A trusted `caller` is its parent. Of another one, it is a span of a trace of its
   * own with a link: a stranger must not decide what is recorded.
   */
  startRoot(
    name: string,
    {
      caller,
      isTrusted = false,
      ...start
    }: SpanStart & { caller?: RemoteSpan | undefined; isTrusted?: boolean },
  ): Span | undefined {
    if (this.#exporter === undefined) return undefined;
    const parent = isTrusted ? caller : undefined;
    const traceId = parent?.traceId ?? randomId(16);
    if (!this.#sampler(traceId, parent)) return undefined;
    const link = parent === undefined ? caller : undefined;
    return new Span(this.#exporter, { traceId, parentId: parent?.spanId, link, name, ...start });
  }

  /** Begins a span below another one, which may be of another process; undefined if that is. */
  startChild(parent: SpanContext | undefined, name: string, start: SpanStart = {}): Span | undefined {
    if (this.#exporter === undefined || parent === undefined) return undefined;
    const { traceId, spanId: parentId } = parent;
    return new Span(this.#exporter, { traceId, parentId, link: undefined, name, ...start });
  }

  /** Runs `work` in a span below another one. */
  async trace<Result>(
    parent: SpanContext | undefined,
    name: string,
    { attributes = {}, ...start }: SpanStart & { attributes?: Attributes },
    work: (span: Span | undefined) => Promise<Result>,
  ): Promise<Result> {
    const span = this.startChild(parent, name, start);
    if (span === undefined) return work(undefined);
    span.set(attributes);
    try {
      return await work(span);
    } catch (error) {
      span.fail(error instanceof Error ? error.name : 'Error');
      throw error;
    } finally {
      span.end();
    }
  }

  async close(): Promise<void> {
    await this.#exporter?.close();
  }
}

interface SpanParts extends SpanStart {
  traceId: string;
  parentId: string | undefined;
  link: SpanContext | undefined;
  name: string;
}

/** A sampled span that has not ended. */
export class Span {
  readonly context: SpanContext;
  readonly #exporter: SpanExporter;
  readonly #parts: SpanParts;
  readonly #startMs: number;
  #attributes: Attributes = {};
  #error: string | undefined;

  constructor(exporter: SpanExporter, parts: SpanParts) {
    this.#exporter = exporter;
    this.#parts = parts;
    this.#startMs = parts.startMs ?? performance.now();
    this.context = { traceId: parts.traceId, spanId: randomId(8) };
  }

  set(attributes: Attributes): void {
    this.#attributes = { ...this.#attributes, ...attributes };
  }

  /** `type`: what kind of failure it is, as in `error.type`. */
  fail(type: string): void {
    this.#error = type;
    this.set({ 'error.type': type });
  }

  end(endMs = performance.now()): void {
    const { parentId, link, name, kind = SPAN_KIND.internal } = this.#parts;
    this.#exporter.add({
      ...this.context,
      ...{ parentId, link, name, kind, startMs: this.#startMs, endMs },
      attributes: this.#attributes,
      error: this.#error,
    });
  }
}

/** What log lines contain of a span. */
export const loggedSpan = (span: SpanContext | undefined) =>
  span === undefined ? {} : { trace_id: span.traceId, span_id: span.spanId };

const random = Buffer.alloc(4_096);
let used = random.length;

/** Random hexadecimal digits for `bytes` bytes, not all zero. */
function randomId(bytes: 8 | 16): string {
  if (used + bytes > random.length) {
    randomFillSync(random);
    used = 0;
  }
  used += bytes;
  const id = random.toString('hex', used - bytes, used);
  return /^0+$/.test(id) ? randomId(bytes) : id;
}
