import { setTimeout as sleep } from 'node:timers/promises';
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Buckets of durations, in seconds. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
interface GaugeOptions {
  /** The value of a node whose threads have different ones. */
  ofThreads?: 'sum' | 'min' | 'max';
}

/** A scrape waits at most this long for a gauge, then reports its previous value. */
const GAUGE_TIMEOUT_MS = 500;

/** The metrics of one thread, for another. */
export type MetricsSnapshot = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** Adds up metrics that count, and so must never decrease. Leaves out others. */
export async function sumOfCounts(snapshots: readonly MetricsSnapshot[]): Promise<MetricsSnapshot> {
  const counts = snapshots.map((metrics) =>
    // (It is a text, other than its type says.)
    metrics.filter(({ type }) => ['counter', 'histogram'].includes(String(type))),
  );
  return AggregatorRegistry.aggregate(counts).getMetricsAsJSON();
}

/** The metrics of `/metrics`: those of the process, and those that each part of the server adds. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #renderElsewhere: (() => Promise<string>) | undefined;
  #others: () => Promise<MetricsSnapshot[]> = async () => [];

  /** `render`: in a thread that is not the main one, renders the metrics of the whole process. */
  constructor({ render }: { render?: () => Promise<string> } = {}) {
    this.#renderElsewhere = render;
    if (render === undefined) collectDefaultMetrics({ register: this.#registry });
  }

  /** Adds those of other threads: a value that several have is their sum, unless its gauge says otherwise. */
  addOthers(read: () => Promise<MetricsSnapshot[]>): void {
    this.#others = read;
  }

  /** Adds a gauge whose value is read at each scrape; NaN if it is unknown. */
  addGauge(
    name: string,
    help: string,
    read: () => number | Promise<number>,
    { ofThreads: aggregator = 'sum' }: GaugeOptions = {},
  ): void {
    let known = Number.NaN;
    const ask = async () => {
      known = await Promise.resolve()
        .then(read)
        .catch(() => Number.NaN);
      asking = undefined;
    };
    let asking: Promise<void> | undefined;
    new Gauge({
      ...{ name, help, aggregator, registers: [this.#registry] },
      async collect() {
        asking ??= ask();
        await Promise.race([asking, sleep(GAUGE_TIMEOUT_MS, undefined, { ref: false })]);
        this.set(known);
      },
    });
  }

  /** Adds a gauge with one number for each value of a label. */
  addGauges(name: string, help: string, label: string, read: () => Record<string, number>): void {
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [this.#registry],
      collect() {
        for (const [value, number] of Object.entries(read())) this.set({ [label]: value }, number);
      },
    });
  }

  /** Adds a counter. Returns a function that adds to it: a value for each label, and a number. */
  addCounter<Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
  ): (labels: Record<Label, string | number>, count?: number) => void {
    const counter = new Counter<string>({
      name,
      help,
      labelNames: [...labelNames],
      registers: [this.#registry],
    });
    return (labels, count = 1) => counter.inc(labels, count);
  }

  /** Adds a histogram of numbers. Returns a function that records one. */
  addSizes(name: string, help: string, buckets: readonly number[]): (size: number) => void {
    const sizes = new Histogram({ name, help, buckets: [...buckets], registers: [this.#registry] });
    return (size) => sizes.observe(size);
  }

  /** Adds a histogram of durations. Returns a function that records one: a value for each label, and seconds. */
  addDurations<Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
  ): (labels: Record<Label, string | number>, seconds: number) => void {
    const durations = new Histogram<string>({
      name,
      help,
      labelNames: [...labelNames],
      buckets: SECONDS,
      registers: [this.#registry],
    });
    return (labels, seconds) => durations.observe(labels, seconds);
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  async render(): Promise<string> {
    if (this.#renderElsewhere !== undefined) return this.#renderElsewhere();
    const [own, others] = await Promise.all([this.snapshot(), this.#others()]);
    return AggregatorRegistry.aggregate([own, ...others]).metrics();
  }

  /** Without those of other threads. */
  async snapshot(): Promise<MetricsSnapshot> {
    const metrics = await this.#registry.getMetricsAsJSON();
    // (`omit` would leave out what only the main thread has.)
    return metrics.map((metric) => ({
      ...metric,
      aggregator: metric.aggregator === 'omit' ? 'first' : metric.aggregator,
    }));
  }
}
