import { addressRanges, days, milliseconds, seconds, webAddress } from '../kinds.ts';
import { defineSettings } from '../setting.ts';

/** Notifications on the devices of users. */
export const NOTIFICATIONS = defineSettings({
  notificationDelayMs: {
    name: 'PALAVER_NOTIFICATION_DELAY_MS',
    kind: milliseconds({ min: 0, max: 60_000 }),
    default: '1000',
    doc: 'How long a notification waits, in milliseconds, so that messages that follow are in it, and so that it is not sent if the user reads them.',
  },
  notificationOnlineDelayMs: {
    name: 'PALAVER_NOTIFICATION_ONLINE_DELAY_MS',
    kind: milliseconds({ min: 0, max: 60_000 }),
    default: '2000',
    doc: 'How much longer a notification waits, in milliseconds, while the user has another thread open, and may read the message there.',
  },
  notificationExpiryMs: {
    name: 'PALAVER_NOTIFICATION_EXPIRY_SECONDS',
    kind: seconds({ min: 60, max: 28 * 24 * 60 * 60 }),
    default: '86400',
    doc: 'How long, in seconds, a notification that could not be delivered is tried, by Palaver and by the push service.',
  },
  notificationKeptMs: {
    name: 'PALAVER_NOTIFICATION_KEPT_DAYS',
    kind: days({ min: 1, max: 365 }),
    default: '7',
    doc: 'How long, in days, notifications are listed, and are withdrawn when they are read elsewhere.',
  },
  pushTimeoutMs: {
    name: 'PALAVER_PUSH_TIMEOUT_MS',
    kind: milliseconds({ min: 100, max: 60_000 }),
    default: '10000',
    doc: 'Timeout of a request to a push service, in milliseconds.',
  },
  webPushAllowPrivate: {
    name: 'PALAVER_WEB_PUSH_ALLOW_PRIVATE',
    kind: addressRanges,
    default: '',
    doc: 'Private addresses and ranges of Web Push services, separated by commas, such as `10.1.0.7`. Users choose the addresses of their subscriptions, so any user can make Palaver call these.',
  },
  fcmTokenUrl: {
    name: 'PALAVER_FCM_TOKEN_URL',
    kind: webAddress,
    default: 'https://oauth2.googleapis.com/token',
    doc: 'Where Firebase issues access tokens. To be changed only for tests and proxies.',
  },
  fcmUrl: {
    name: 'PALAVER_FCM_URL',
    kind: webAddress,
    default: 'https://fcm.googleapis.com',
    doc: 'The address of Firebase Cloud Messaging. To be changed only for tests and proxies.',
  },
  apnsUrl: {
    name: 'PALAVER_APNS_URL',
    kind: webAddress,
    default: 'https://api.push.apple.com',
    doc: 'The address of the Apple Push Notification service. To be changed only for tests and proxies.',
  },
  apnsSandboxUrl: {
    name: 'PALAVER_APNS_SANDBOX_URL',
    kind: webAddress,
    default: 'https://api.sandbox.push.apple.com',
    doc: 'The same for the sandbox of Apple, which serves apps that were built for development.',
  },
});
