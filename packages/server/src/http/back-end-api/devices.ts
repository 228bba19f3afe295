import { checkPutDevice, Device, DeviceParams, PutDevice } from '@palaver/protocol/devices';
import { EnvelopeSchema, envelopeWith } from '@palaver/protocol/envelope';
import { UserParams } from '@palaver/protocol/users';
import Type from 'typebox';
import { deleteDevice } from '../../domain/operations/devices/delete-device.ts';
import { listDevices } from '../../domain/operations/devices/list-devices.ts';
import { putDevice } from '../../domain/operations/devices/put-device.ts';
import { checkSubscriptionKeys } from '../../domain/rules/subscription-keys.ts';
import { endpoint } from '../endpoint.ts';

const ofUser = { tag: 'Users' } as const;

const ofDevice = {
  ...ofUser,
  access: 'users:write',
  params: DeviceParams,
} as const;

/** What an endpoint that registers a device takes and returns. */
export const REGISTRATION = {
  body: PutDevice,
  checkBody: (body: unknown) => [...checkPutDevice(body), ...checkSubscriptionKeys(body)],
  response: envelopeWith(Device),
};

export const deviceEndpoints = {
  put: endpoint({
    ...ofDevice,
    ...REGISTRATION,
    id: 'putDevice',
    summary: 'Register a device of a user',
    description:
      'The same as `PUT /client/v1.0/devices/{device_id}`, for apps that register their devices with your back end.',
    handle: ({ ctx, params, body }) => putDevice(ctx, { userId: params.user_id }, params.device_id, body),
  }),

  delete: endpoint({
    ...ofDevice,
    id: 'deleteDevice',
    summary: 'Remove a device of a user',
    description: 'Succeeds also if the user has no such device.',
    response: EnvelopeSchema,
    handle: ({ ctx, params }) => deleteDevice(ctx, { userId: params.user_id }, params.device_id),
  }),

  list: endpoint({
    ...ofUser,
    id: 'listDevices',
    summary: 'List the devices of a user',
    description:
      'Returns the devices on which the user gets notifications, the one that was seen last first.',
    access: 'read',
    params: UserParams,
    response: envelopeWith(Type.Array(Device)),
    handle: ({ ctx, params }) => listDevices(ctx, { userId: params.user_id }),
  }),
};
