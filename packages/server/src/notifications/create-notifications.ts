import type { Bus } from '../bus/bus.ts';
import type { PublishingDatabase } from '../bus/publishing-database.ts';
import type { Config } from '../config/config.ts';
import type { Consumer } from '../events/consumer.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { Leases } from '../storage/lease.ts';
import { Notifier } from './notifier.ts';
import type { PushServices } from './push/push-services.ts';
import { insertMessages } from './records/notification-messages.ts';
import { countPending } from './records/notifications.ts';

/** Notifies the devices of users who are away. */
export const NOTIFICATIONS: Consumer = { name: 'notifications', expand: insertMessages };

const MOST_COUNTED = 100_000;

export interface NotificationsParts {
  config: Config;
  db: PublishingDatabase;
  bus: Bus;
  leases: Leases;
  log: Log;
  metrics: Metrics;
  pushServices: PushServices;
}

/** Starts notifying when no other node does. Returns a function that stops it. */
export function startNotifications(parts: NotificationsParts): () => Promise<void> {
  const { config, db, bus, leases, log, metrics, pushServices } = parts;
  const time = metrics.addDurations(
    'palaver_push_duration_seconds',
    'Requests of this process to push services, by what came of them.',
    ['provider', 'kind', 'result'],
  );
  metrics.addGauge(
    'palaver_notifications_pending',
    'Notifications that are to be sent or withdrawn, by whatever process; up to 100,000.',
    () => countPending(db, MOST_COUNTED),
  );
  const notifier = new Notifier({
    ...{ db, bus, log },
    delayMs: config.notificationDelayMs,
    expiryMs: config.notificationExpiryMs,
    keptMs: config.notificationKeptMs,
    pushTimeoutMs: config.pushTimeoutMs,
    drainMs: config.drainTimeoutMs,
    send: async ({ credentials, target, push }, signal) => {
      const began = performance.now();
      const outcome = await pushServices.send(credentials, target, push, signal);
      const { provider } = target;
      time({ provider, kind: push.kind, result: outcome.result }, (performance.now() - began) / 1_000);
      return outcome;
    },
  });
  return leases.whileHolding('notifications', (lease) => notifier.run(lease));
}
