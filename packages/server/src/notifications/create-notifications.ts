import type { Bus } from '../bus/bus.ts';
import type { PublishingDatabase } from '../bus/publishing-database.ts';
import type { Config } from '../config/config.ts';
import type { Consumer } from '../events/consumer.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { Lease, Leases } from '../storage/lease.ts';
import { Mailer } from './email/mailer.ts';
import { Notifier } from './notifier.ts';
import type { PushServices } from './push/push-services.ts';
import { countDue } from './records/email-digests.ts';
import { insertBatches } from './records/notification-batches.ts';
import { countPending } from './records/notifications.ts';

/** Notifies users who are away, on their devices and by e-mail. */
export const NOTIFICATIONS: Consumer = { name: 'notifications', expand: insertBatches };

const MOST_COUNTED = 100_000;
/** Servers of former versions do not look at `notification_batches`. */
const KNOWS = ['notification_batches'];

export interface NotificationsParts {
  config: Config;
  db: PublishingDatabase;
  bus: Bus;
  leases: Leases;
  log: Log;
  metrics: Metrics;
  pushServices: PushServices;
  /** See `FoundationOptions`. */
  trustedCa?: string | undefined;
}

/**
 * Returns a function that starts notifying when no other node does, and which returns one that stops it. It can then be
 * started again.
 */
export function createNotifications(parts: NotificationsParts): () => () => Promise<void> {
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
    onlineDelayMs: config.notificationOnlineDelayMs,
    emailMs: config.smtp === undefined ? null : config.emailUnreadMs,
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
  const mailer = createMailer(parts);
  const work = async (lease: Lease) => {
    await Promise.all([notifier.run(lease), mailer?.run(lease)]);
  };
  return () => leases.whileHolding('notifications', work, KNOWS);
}

/** Undefined if there is no mail server. */
function createMailer({ config, db, log, metrics, trustedCa }: NotificationsParts): Mailer | undefined {
  const { smtp: server, emailFrom: from, publicUrl } = config;
  // (`loadConfig` has checked that they are set together.)
  if (server === undefined || from === undefined || publicUrl === undefined) return undefined;
  const time = metrics.addDurations(
    'palaver_email_duration_seconds',
    'E-mails that this process has handed to the mail server, by what came of them.',
    ['result'],
  );
  metrics.addGauge(
    'palaver_emails_due',
    'Users whose e-mail about unread messages is due, of all processes; up to 100,000.',
    () => countDue(db, MOST_COUNTED),
  );
  return new Mailer({
    ...{ db, log, publicUrl },
    smtp: { server, from, timeoutMs: config.smtpTimeoutMs, trustedCa },
    unreadMs: config.emailUnreadMs,
    keptMs: config.notificationKeptMs,
    drainMs: config.drainTimeoutMs,
    onAttempt: (result, durationMs) => time({ result }, durationMs / 1_000),
  });
}
