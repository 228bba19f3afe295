import { Device, MAX_DEVICES, MyDeviceParams } from '@palaver/protocol/devices';
import { EnvelopeSchema, envelopeWith } from '@palaver/protocol/envelope';
import {
  checkPutNotificationChoices,
  checkPutThreadNotifications,
  NotificationChoices,
  PutNotificationChoices,
  PutThreadNotifications,
  ThreadNotifications,
} from '@palaver/protocol/notification-choices';
import { ThreadParams } from '@palaver/protocol/threads';
import Type from 'typebox';
import { signedIn } from '../../domain/context.ts';
import { deleteDevice } from '../../domain/operations/devices/delete-device.ts';
import { listDevices } from '../../domain/operations/devices/list-devices.ts';
import { putDevice } from '../../domain/operations/devices/put-device.ts';
import { getChoices } from '../../domain/operations/notifications/get-choices.ts';
import { getThreadChoices } from '../../domain/operations/notifications/get-thread-choices.ts';
import { putChoices } from '../../domain/operations/notifications/put-choices.ts';
import { putThreadChoices } from '../../domain/operations/notifications/put-thread-choices.ts';
import { REGISTRATION } from '../back-end-api/devices.ts';
import { endpoint } from '../endpoint.ts';

const forUsers = { tag: 'Client: Notifications', access: 'token' } as const;

const ofDevice = {
  ...forUsers,
  params: MyDeviceParams,
} as const;

const ofMe = { ...forUsers, response: envelopeWith(NotificationChoices) } as const;

const ofThread = {
  ...forUsers,
  params: ThreadParams,
  response: envelopeWith(ThreadNotifications),
} as const;

export const clientNotificationEndpoints = {
  putDevice: endpoint({
    ...ofDevice,
    ...REGISTRATION,
    id: 'clientPutDevice',
    summary: 'Register my device',
    description: `Registers a device for notifications, or refreshes its registration: send this at each start of the app. A token or subscription belongs to the user who registered it last. A user has up to ${MAX_DEVICES} devices; one more replaces the one that was seen the longest ago. Deactivating a user and revoking all their tokens remove their devices. A registration switches the event stream of the application on.`,
    handle: ({ ctx, params, body }) => putDevice(ctx, signedIn(ctx).actingUser, params.device_id, body),
  }),

  deleteDevice: endpoint({
    ...ofDevice,
    id: 'clientDeleteDevice',
    summary: 'Remove my device',
    description:
      'The device gets no further notifications: send this when the user signs out. Succeeds also if there is no such device.',
    response: EnvelopeSchema,
    handle: ({ ctx, params }) => deleteDevice(ctx, signedIn(ctx).actingUser, params.device_id),
  }),

  listDevices: endpoint({
    ...forUsers,
    id: 'clientListDevices',
    summary: 'List my devices',
    description:
      'Returns the devices on which the user gets notifications, the one that was seen last first.',
    response: envelopeWith(Type.Array(Device)),
    handle: ({ ctx }) => listDevices(ctx, signedIn(ctx).actingUser),
  }),

  getChoices: endpoint({
    ...ofMe,
    id: 'clientGetNotificationChoices',
    summary: 'Get my notification settings',
    handle: ({ ctx }) => getChoices(signedIn(ctx)),
  }),

  putChoices: endpoint({
    ...ofMe,
    id: 'clientPutNotificationChoices',
    summary: 'Change my notification settings',
    description:
      'Replaces them: without `quiet_hours`, there are none. Only `email` stays as it is if it is left out. They apply to all devices of the user, and to e-mail.',
    body: PutNotificationChoices,
    checkBody: checkPutNotificationChoices,
    handle: ({ ctx, body }) => putChoices(signedIn(ctx), body),
  }),

  getThreadChoices: endpoint({
    ...ofThread,
    id: 'clientGetThreadNotifications',
    summary: 'Get my notification settings for a thread',
    handle: ({ ctx, params }) => getThreadChoices(signedIn(ctx), params.thread_id),
  }),

  putThreadChoices: endpoint({
    ...ofThread,
    id: 'clientPutThreadNotifications',
    summary: 'Change my notification settings for a thread',
    description:
      'Replaces all of them: without `muted_until`, the thread is not muted. Users who leave the thread find them again when they return.',
    body: PutThreadNotifications,
    checkBody: checkPutThreadNotifications,
    handle: ({ ctx, params, body }) => putThreadChoices(signedIn(ctx), params.thread_id, body),
  }),
};
