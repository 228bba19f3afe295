import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { readStart, reasonOf, retryAfterOf, untilAborted } from '../http-response.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { toOtlp } from './otlp.ts';
import type { Attributes, EndedSpan, SpanExporter } from './tracer.ts';

const MAX_BATCH = 512;
/** Further spans are dropped: a collector that is away or slow must not fill the memory. */
const MAX_WAITING = 2_048;
const TIMEOUT_MS = 10_000;
/** The pauses before a batch is sent again, unless the collector asks for others. Then it is dropped. */
const RETRIES_MS = [1_000, 2_000, 4_000, 8_000];
const MAX_RETRY_AFTER_MS = 30_000;
/** The statuses after which OTLP/HTTP lets a client send a batch again. */
const RETRYABLE: readonly number[] = [429, 502, 503, 504];
/** How long a stop waits for the collector. */
const CLOSING_MS = 3_000;
const ANSWER = { readBytes: 64 * 1024, keptBytes: 4 * 1024, ms: 2_000 };

export interface OtlpExporterOptions {
  /** The whole address, such as `http://127.0.0.1:4318/v1/traces`. */
  url: string;
  headers: Readonly<Record<string, string>>;
  /** What all spans are about: the service. */
  resource: Attributes;
  version: string;
  /** Spans wait at most this long for a batch to fill. */
  delayMs: number;
  log: Log;
  metrics: Metrics;
}

/** What came of a try to send a batch. */
type Outcome = { rejected: number } | { retryAfterMs: number | undefined; error: string } | { error: string };

/**
 * Sends spans to a collector, by OTLP/HTTP in JSON, batch after batch. Nobody waits for it: spans wait here, where their number is
 * bounded, and whatever the collector does, spans are lost at worst.
 */
export class OtlpExporter implements SpanExporter {
  readonly #options: OtlpExporterOptions;
  readonly #agent = new Agent({ connections: 1, pipelining: 1, connectTimeout: TIMEOUT_MS });
  readonly #closing = new AbortController();
  readonly #aborting = new AbortController();
  readonly #countSent: (labels: object, count: number) => void;
  readonly #countDropped: (labels: { reason: 'full' | 'failed' | 'rejected' }, count: number) => void;
  #waiting: EndedSpan[] = [];
  /** Spans of the batch that is being sent. */
  #inFlight = 0;
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | undefined;
  #isFailing = false;

  constructor(options: OtlpExporterOptions) {
    this.#options = options;
    const { metrics } = options;
    this.#countSent = metrics.addCounter(
      'palaver_spans_exported_total',
      'Spans that the collector has taken.',
      [],
    );
    this.#countDropped = metrics.addCounter(
      'palaver_spans_dropped_total',
      'Spans that are lost: too many waited (full), the collector was away (failed), or it refused them (rejected).',
      ['reason'],
    );
    for (const reason of ['full', 'failed', 'rejected'] as const) this.#countDropped({ reason }, 0);
  }

  add(span: EndedSpan): void {
    if (this.#waiting.length + this.#inFlight >= MAX_WAITING || this.#closing.signal.aborted) {
      this.#countDropped({ reason: 'full' }, 1);
      return;
    }
    this.#waiting.push(span);
    if (this.#waiting.length >= MAX_BATCH) this.#send();
    else this.#timer ??= setTimeout(() => this.#send(), this.#options.delayMs).unref();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    const timer = setTimeout(
      () => this.#aborting.abort(new Error('the collector did not answer before the stop')),
      CLOSING_MS,
    );
    await this.#sending;
    this.#send();
    await this.#sending;
    clearTimeout(timer);
    clearTimeout(this.#timer);
    await this.#agent.destroy();
  }

  #send(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#sending ??= this.#sendAll();
  }

  /** Never rejects. */
  async #sendAll(): Promise<void> {
    // (Fewer than a batch wait for others, except at the end.)
    let isDue = true;
    while (this.#waiting.length > 0 && (isDue || this.#waiting.length >= MAX_BATCH)) {
      isDue = this.#closing.signal.aborted;
      const batch = this.#waiting.splice(0, MAX_BATCH);
      this.#inFlight = batch.length;
      try {
        await this.#deliver(batch);
      } catch (error) {
        this.#lose(batch, reasonOf(error));
      }
      this.#inFlight = 0;
    }
    this.#sending = undefined;
    if (this.#waiting.length > 0 && !this.#closing.signal.aborted)
      this.#timer ??= setTimeout(() => this.#send(), this.#options.delayMs).unref();
  }

  async #deliver(batch: readonly EndedSpan[]): Promise<void> {
    const { resource, version } = this.#options;
    const body = toOtlp(batch, resource, version);
    for (let tries = 0; ; tries += 1) {
      const outcome = await this.#try(body);
      if ('rejected' in outcome) {
        this.#isFailing = false;
        const rejected = Math.min(outcome.rejected, batch.length);
        this.#countSent({}, batch.length - rejected);
        if (rejected > 0) this.#countDropped({ reason: 'rejected' }, rejected);
        return;
      }
      const pauseMs = 'retryAfterMs' in outcome ? (outcome.retryAfterMs ?? RETRIES_MS[tries]) : undefined;
      const isLast = tries >= RETRIES_MS.length || this.#closing.signal.aborted;
      if (pauseMs === undefined || isLast) return this.#lose(batch, outcome.error);
      const jittered = Math.min(pauseMs * (1 + Math.random() / 4), MAX_RETRY_AFTER_MS);
      await sleep(jittered, undefined, { signal: this.#closing.signal, ref: false }).catch(() => {});
    }
  }

  /** Never rejects. */
  async #try(body: string): Promise<Outcome> {
    const signal = AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), this.#aborting.signal]);
    const { url, headers } = this.#options;
    try {
      const answering = request(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body,
        dispatcher: this.#agent,
        signal,
      });
      const { statusCode, headers: answered, body: answer } = await untilAborted(answering, signal);
      const { text } = await readStart(answer, ANSWER);
      if (statusCode >= 200 && statusCode < 300) return { rejected: rejectedIn(text) };
      const error = `status ${statusCode}`;
      if (!RETRYABLE.includes(statusCode)) return { error };
      return { error, retryAfterMs: retryAfterOf(answered['retry-after'], Date.now()) };
    } catch (error) {
      return { error: reasonOf(error), retryAfterMs: undefined };
    }
  }

  /** Logs an outage once. */
  #lose(batch: readonly EndedSpan[], error: string): void {
    this.#countDropped({ reason: 'failed' }, batch.length);
    if (!this.#isFailing)
      this.#options.log.warn({ error }, 'the collector takes no spans, so traces are lost');
    this.#isFailing = true;
  }
}

/** How many spans the collector has refused, by its answer (`ExportTraceServiceResponse`). */
function rejectedIn(answer: string): number {
  try {
    const { partialSuccess } = JSON.parse(answer) as { partialSuccess?: { rejectedSpans?: string | number } };
    const rejected = Number(partialSuccess?.rejectedSpans ?? 0);
    return rejected > 0 ? Math.floor(rejected) : 0;
  } catch {
    return 0;
  }
}
