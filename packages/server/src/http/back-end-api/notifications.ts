import { EnvelopeSchema, envelopeWith } from '@palaver/protocol/envelope';
import {
  NotificationProvider,
  ProviderParams,
  ProviderTest,
  PutProvider,
  TestProvider,
} from '@palaver/protocol/notification-providers';
import {
  checkListNotifications,
  checkPutSettings,
  ListNotificationsQuery,
  NotificationDelivery,
  NotificationSettings,
  normalizePutSettings,
  PutSettings,
} from '@palaver/protocol/notifications';
import Type from 'typebox';
import { runOnce } from '../../domain/operations/idempotency/run-once.ts';
import { deleteProvider } from '../../domain/operations/notifications/delete-provider.ts';
import { getProvider } from '../../domain/operations/notifications/get-provider.ts';
import { getSettings } from '../../domain/operations/notifications/get-settings.ts';
import { putProvider } from '../../domain/operations/notifications/put-provider.ts';
import { putSettings } from '../../domain/operations/notifications/put-settings.ts';
import { checkPutProvider } from '../../domain/rules/push-credentials.ts';
import { listNotifications } from '../../notifications/operations/list-notifications.ts';
import { testProvider } from '../../notifications/operations/test-provider.ts';
import { endpoint } from '../endpoint.ts';

const ofProvider = { tag: 'Notifications', params: ProviderParams } as const;

export const notificationProviderEndpoints = {
  get: endpoint({
    ...ofProvider,
    id: 'getNotificationProvider',
    summary: 'Get a notification provider',
    description: 'Returns the credentials that were set for exactly this space, without the private key.',
    access: 'read',
    response: envelopeWith(NotificationProvider),
    errors: ['M40409'],
    handle: ({ ctx, params }) => getProvider(ctx, params.provider),
  }),

  put: endpoint({
    ...ofProvider,
    id: 'putNotificationProvider',
    summary: 'Set up a notification provider',
    description:
      'Sets the credentials with which notifications are sent: those of the tenant, or those of the application, which all tenants without credentials of their own use. Fields that are left out keep their value; those of other providers have no effect. `web_push`: without keys, Palaver keeps the current key pair, or makes one. A new pair replaces the current one, which remains valid for browsers that have subscribed with it. `fcm` needs `service_account`. `apns` needs `private_key`, `key_id`, `team_id` and `topic`. A provider switches the event stream on.',
    access: 'full',
    body: PutProvider,
    checkBody: checkPutProvider,
    response: envelopeWith(NotificationProvider),
    handle: ({ ctx, params, body }) => putProvider(ctx, params.provider, body),
  }),

  delete: endpoint({
    ...ofProvider,
    id: 'deleteNotificationProvider',
    summary: 'Remove a notification provider',
    description:
      'Removes the credentials of exactly this space, with all former key pairs. A tenant then uses those of the application, if there are any.',
    access: 'full',
    response: EnvelopeSchema,
    errors: ['M40409'],
    handle: ({ ctx, params }) => deleteProvider(ctx, params.provider),
  }),

  test: endpoint({
    ...ofProvider,
    id: 'testNotificationProvider',
    summary: 'Send a test notification',
    description:
      'Sends a notification to a device at once, with the credentials that apply in this space, and returns the response of the push service. It changes nothing: a device with a dead token stays. The `thread_id` of the notification is empty.',
    access: 'full',
    ids: { 'body.device_id': 'known_device' },
    body: TestProvider,
    response: envelopeWith(ProviderTest),
    errors: ['M40409', 'M40410'],
    waits: true,
    handleOnce: ({ ctx, idempotency, params, body, services: { providerTests, pushServices } }) =>
      providerTests.run(ctx.space.appId, () =>
        runOnce(ctx, idempotency, (once) => testProvider(once, params.provider, body, pushServices)),
      ),
  }),
};

const ofSettings = {
  tag: 'Notifications',
  response: envelopeWith(NotificationSettings),
} as const;

export const notificationSettingsEndpoints = {
  get: endpoint({
    ...ofSettings,
    id: 'getNotificationSettings',
    summary: 'Get the notification settings',
    description:
      'Returns the settings that apply in this space: those of the tenant, or else those of the application, or else the defaults.',
    access: 'read',
    handle: ({ ctx }) => getSettings(ctx),
  }),

  put: endpoint({
    ...ofSettings,
    id: 'putNotificationSettings',
    summary: 'Change the notification settings',
    description:
      'Changes the settings of the tenant, or those of the application, which apply to all tenants without settings of their own. Fields that are left out keep their value, and null resets a field to its default; `templates` replaces all templates. `email` has the same rules for its own fields. The first settings of a tenant start from those of the application. They apply from the next notification on.',
    access: 'full',
    body: PutSettings,
    normalizeBody: normalizePutSettings,
    checkBody: checkPutSettings,
    errors: ['M40004', 'M40005'],
    handle: ({ ctx, body, services }) => putSettings(ctx, body, services.isOnLoopback),
  }),
};

export const notificationDeliveryEndpoints = {
  list: endpoint({
    id: 'listNotificationDeliveries',
    summary: 'List notifications',
    description:
      'Returns what became of the notifications of a user, or about a thread, newest first: one element for each device and thread, which later messages update. Kept for 7 days by default.',
    tag: 'Notifications',
    access: 'read',
    ids: { 'query.user_id': 'account', 'query.last_id': 'newest_position' },
    query: ListNotificationsQuery,
    checkQuery: checkListNotifications,
    response: envelopeWith(Type.Array(NotificationDelivery)),
    handle: ({ ctx, query }) => listNotifications(ctx, query),
  }),
};
