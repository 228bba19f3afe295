import type { LookupFunction } from 'node:net';
import type { Bus } from '../bus/bus.ts';
import type { PublishingDatabase } from '../bus/publishing-database.ts';
import { guardWebhooks } from '../config/address-guards.ts';
import type { Config } from '../config/config.ts';
import { removeDeleted } from '../domain/records/webhooks.ts';
import type { Consumer } from '../events/consumer.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { Tracer } from '../platform/tracing/tracer.ts';
import type { Queryable } from '../storage/database.ts';
import type { Leases } from '../storage/lease.ts';
import { VERSION } from '../version.ts';
import { Caller } from './call.ts';
import { type CallOutcome, Dispatcher } from './dispatcher.ts';
import { eraseResponses, findFinished, insertDeliveries, sweepDeliveries } from './records/deliveries.ts';
import { countPending, oldestPending } from './records/pending-deliveries.ts';
import { lengthOf } from './retry-schedule.ts';

/** Calls the webhooks that subscribe to an event. */
export const WEBHOOKS: Consumer = {
  name: 'webhooks',
  expand: insertDeliveries,
  erase: eraseResponses,
};

/** Webhook delivery on one of the nodes that share a database. */
export interface Webhooks {
  /** Starts delivering when no other node does. Returns a function that stops it, after which it can be started again. */
  start: () => () => Promise<void>;
  /** Gives up deliveries that have waited too long, and removes those that ended long ago. */
  sweep: (db: Queryable, signal: AbortSignal) => Promise<void>;
}

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Events are removed by whole days, in UTC. */
const startOfDay = (ms: number) => new Date(ms - (ms % DAY_MS));
const SWEEP_ROWS = 5_000;
const MOST_COUNTED = 100_000;

export interface WebhooksParts {
  config: Config;
  db: PublishingDatabase;
  bus: Bus;
  leases: Leases;
  log: Log;
  metrics: Metrics;
  tracer: Tracer;
  /** See `FoundationOptions`. */
  lookup?: LookupFunction | undefined;
}

export function createWebhooks(parts: WebhooksParts): Webhooks {
  const { config, db, bus, leases, log, metrics, tracer, lookup } = parts;
  const schedule = config.webhookRetryDelaysMs;
  const guard = guardWebhooks(config, lookup);
  const timeoutMs = config.webhookTimeoutMs;
  const time = metrics.addDurations(
    'palaver_webhook_call_duration_seconds',
    'Calls of webhooks by this process: delivered, failed (to be tried again), or dead (it was the last try).',
    ['result'],
  );
  const observe = (result: CallOutcome, seconds: number) => time({ result }, seconds);
  metrics.addGauge(
    'palaver_webhook_deliveries_pending',
    'What waits to be delivered to webhooks, by whatever process; up to 100,000.',
    () => countPending(db, MOST_COUNTED),
  );
  metrics.addGauge(
    'palaver_webhook_oldest_pending_seconds',
    'Age of the oldest event that waits to be delivered to a webhook, by whatever process; of up to 100,000.',
    () => oldestPending(db, MOST_COUNTED),
  );
  const drainMs = config.drainTimeoutMs;
  return {
    start: () => {
      const caller = new Caller({ guard, timeoutMs, userAgent: `Palaver/${VERSION}` });
      const dispatcher = new Dispatcher({ db, bus, caller, schedule, drainMs, log, observe, tracer });
      const stop = leases.whileHolding('webhooks', (lease) => dispatcher.run(lease));
      return async () => {
        await stop();
        await caller.close();
      };
    },
    sweep: async (sweeping, signal) => {
      const now = Date.now();
      const before = {
        waitingSince: new Date(now - lengthOf(schedule) - DAY_MS),
        delivered: new Date(now - config.webhookDeliveredMs),
        dead: new Date(now - config.webhookDeadMs),
        gone: startOfDay(now - config.eventsKeptMs),
      };
      while (!signal.aborted && (await sweepDeliveries(sweeping, before, SWEEP_ROWS)) >= SWEEP_ROWS);
      await removeDeleted(sweeping, await findFinished(sweeping));
    },
  };
}
