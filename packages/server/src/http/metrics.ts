import type { FastifyReply, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../storage/database.ts';

/** What `/metrics` shows: the process, HTTP by route, and the pool of database connections. */
export class HttpMetrics {
  readonly #registry = new Registry();
  readonly #durations: Histogram<'method' | 'route' | 'status'>;

  constructor(db: Database) {
    collectDefaultMetrics({ register: this.#registry });
    this.#durations = new Histogram({
      name: 'palaver_http_request_duration_seconds',
      help: 'Time from the first byte of a request to the end of its answer.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers: [this.#registry],
    });
    new Gauge({
      name: 'palaver_database_connections',
      help: 'Connections of the pool, by what they do; waiting counts requests without one.',
      labelNames: ['state'],
      registers: [this.#registry],
      collect() {
        const { total, idle, waiting } = db.connections;
        this.set({ state: 'busy' }, total - idle);
        this.set({ state: 'idle' }, idle);
        this.set({ state: 'waiting' }, waiting);
      },
    });
  }

  observe(request: FastifyRequest, reply: FastifyReply): void {
    // The pattern, never the address: a label for each id would fill the memory of whoever collects.
    const route = request.routeOptions.url ?? 'none';
    const labels = { method: request.method, route, status: reply.statusCode };
    this.#durations.observe(labels, reply.elapsedTime / 1000);
  }

  /** Shows a number that is asked for when somebody looks. */
  addGauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name,
      help,
      registers: [this.#registry],
      collect() {
        this.set(read());
      },
    });
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  async render(): Promise<string> {
    return this.#registry.metrics();
  }
}
