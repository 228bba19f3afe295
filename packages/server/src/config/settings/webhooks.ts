import { addressRanges, days, milliseconds, secondsList } from '../kinds.ts';
import { defineSettings } from '../setting.ts';

/** Calls of webhooks, and their deliveries. */
export const WEBHOOKS = defineSettings({
  webhookAllowPrivate: {
    name: 'PALAVER_WEBHOOK_ALLOW_PRIVATE',
    basic: true,
    kind: addressRanges,
    default: '',
    doc: 'Private addresses and ranges that webhooks may call, and Firebase and Apple if their addresses are changed, separated by commas, such as `127.0.0.1`, `10.1.0.0/16`.',
  },
  webhookTimeoutMs: {
    name: 'PALAVER_WEBHOOK_TIMEOUT_MS',
    kind: milliseconds({ min: 100, max: 60_000 }),
    default: '15000',
    doc: 'Timeout of a webhook call, in milliseconds.',
  },
  webhookRetryDelaysMs: {
    name: 'PALAVER_WEBHOOK_SCHEDULE',
    kind: secondsList,
    default: '5,300,1800,7200,18000,36000,50400,72000,86400',
    doc: 'Retry schedule of webhook deliveries: seconds between the attempts, each ±10 %. After the last attempt a delivery is dead.',
  },
  webhookDeliveredMs: {
    name: 'PALAVER_WEBHOOK_DELIVERED_DAYS',
    kind: days({ min: 0, max: 3_650 }),
    default: '3',
    doc: 'How long, in days, successful deliveries are listed and can be replayed.',
  },
  webhookDeadMs: {
    name: 'PALAVER_WEBHOOK_DEAD_DAYS',
    kind: days({ min: 1, max: 3_650 }),
    default: '30',
    doc: 'How long, in days, dead deliveries are listed and can be replayed.',
  },
});
