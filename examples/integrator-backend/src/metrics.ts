import { createServer, type Server } from 'node:http';
import type pg from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** What an operator watches: who comes in, who is refused, and how far behind chat is. */
export class Metrics {
  readonly registry = new Registry();
  readonly requests = new Histogram({
    name: 'backend_request_seconds',
    help: 'Time to the answer, by route and status',
    labelNames: ['route', 'status'],
    registers: [this.registry],
  });
  readonly signUps = new Counter({
    name: 'backend_sign_ups_total',
    help: 'Accounts that were made: guest, regular, or converted from a guest',
    labelNames: ['kind'],
    registers: [this.registry],
  });

  constructor(pool: pg.Pool) {
    collectDefaultMetrics({ register: this.registry });
    new Gauge({
      name: 'backend_outbox_rows',
      help: 'Changes that Palaver does not have yet',
      registers: [this.registry],
      async collect() {
        const { rows } = await pool.query<{ count: number }>('select count(*) from outbox');
        this.set(rows[0]?.count ?? 0);
      },
    });
  }

  /** `/metrics` on a port of its own, on loopback: behind a proxy every caller of the main one may look local. */
  async listen(port: number): Promise<Server> {
    const server = createServer((_request, response) => {
      this.registry.metrics().then(
        (text) => response.writeHead(200, { 'content-type': this.registry.contentType }).end(text),
        () => response.writeHead(503).end(),
      );
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(port, '127.0.0.1', resolve);
    });
    return server;
  }
}
