import Type, { type Static } from 'typebox';
import type { Fault } from './errors.ts';
import { MAX_LANGUAGE_CHARS, MAX_TIME_ZONE_CHARS } from './formats.ts';
import { DeviceIdSchema, UserIdSchema } from './ids.ts';
import { model } from './model.ts';
import { isAbsent, isRecord, MAX_TIME } from './values.ts';

/** The services that bring notifications to devices: browsers, Firebase (Android and others), Apple. */
export const PUSH_PROVIDERS = ['web_push', 'fcm', 'apns'] as const;
export type PushProvider = (typeof PUSH_PROVIDERS)[number];

/** Maximum number of devices of a user: one more replaces the one that was seen the longest ago. */
export const MAX_DEVICES = 20;

/** Maximum length of a token of Firebase. */
const MAX_TOKEN_CHARS = 4_096;
/** Maximum length of the address of a subscription. */
const MAX_ENDPOINT_CHARS = 2_048;

const provider = (description: string) =>
  Type.Unsafe<PushProvider>({ type: 'string', enum: PUSH_PROVIDERS, description });

const LANGUAGE = {
  format: 'language',
  maxLength: MAX_LANGUAGE_CHARS,
  description: "The user's language on the device.",
};
const TIME_ZONE = {
  format: 'time-zone',
  maxLength: MAX_TIME_ZONE_CHARS,
  description: "The device's time zone.",
};

export const WebPushSubscription = Type.Object(
  {
    endpoint: Type.String({
      minLength: 1,
      format: 'https-url',
      maxLength: MAX_ENDPOINT_CHARS,
      description: 'Address of the subscription.',
    }),
    keys: Type.Object({
      p256dh: Type.String({
        minLength: 1,
        maxLength: 255,
        description: 'Public key of the browser: a P-256 point, uncompressed, in base64url without padding.',
      }),
      auth: Type.String({
        minLength: 1,
        maxLength: 255,
        description: 'Secret of the subscription: 16 bytes in base64url without padding.',
      }),
    }),
    expirationTime: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: MAX_TIME,
        description:
          'What browsers add. Palaver ignores it: the push service reports an expired subscription.',
      }),
    ),
    application_server_key: Type.Optional(
      Type.String({
        maxLength: 255,
        description:
          'The public key that the browser subscribed with; absent: the current one (`web_push_key` of `GET /client/v1.0/me/notifications`), or for a known subscription the one that it was registered with.',
      }),
    ),
  },
  model('WebPushSubscription', 'A subscription of a browser: the JSON of its `PushSubscription`.'),
);
export type WebPushSubscription = Static<typeof WebPushSubscription>;

/** Register a device, or refresh its registration. */
export const PutDevice = Type.Object({
  provider: provider('The service that brings notifications to the device.'),
  token: Type.Optional(
    Type.String({
      maxLength: MAX_TOKEN_CHARS,
      description:
        'For `fcm` and `apns`: the token that the service has issued to the app. `fcm`: visible ASCII characters; `apns`: 64 to 200 hexadecimal digits.',
    }),
  ),
  subscription: Type.Optional(WebPushSubscription),
  language: Type.Optional(Type.String(LANGUAGE)),
  time_zone: Type.Optional(Type.String(TIME_ZONE)),
});
export type PutDevice = Static<typeof PutDevice>;

/** A device has the part that its provider needs, and no other. */
export function checkPutDevice(body: unknown): Fault[] {
  if (!isRecord(body)) return [];
  const known = PUSH_PROVIDERS.find((one) => one === body.provider);
  if (known === undefined) return [];
  const [wanted, other] = known === 'web_push' ? ['subscription', 'token'] : ['token', 'subscription'];
  const faults: Fault[] = [];
  if (isAbsent(body[wanted]))
    faults.push({ code: 'M40002', field: wanted, rule: 'required', message: `is required for ${known}` });
  if (!isAbsent(body[other]))
    faults.push({ code: 'M40003', field: other, rule: 'exclusive', message: `is not for ${known}` });
  return wanted === 'token' ? [...faults, ...tokenFaults(known, body.token)] : faults;
}

function tokenFaults(provider: PushProvider, token: unknown): Fault[] {
  if (typeof token !== 'string' || token === '' || token.length > MAX_TOKEN_CHARS) return [];
  const isApple = provider === 'apns';
  if (isApple ? /^[0-9a-f]{64,200}$/i.test(token) : /^[!-~]+$/.test(token)) return [];
  const message = isApple
    ? 'must have 64 to 200 hexadecimal digits'
    : 'must have visible ASCII characters only';
  return [{ code: 'M40003', field: 'token', rule: `${provider}_token`, message }];
}

export const MyDeviceParams = Type.Object({ device_id: DeviceIdSchema });
export const DeviceParams = Type.Object({ user_id: UserIdSchema, device_id: DeviceIdSchema });

const time = (description: string) => Type.Integer({ description: `${description} Unix milliseconds.` });

export const Device = Type.Object(
  {
    device_id: DeviceIdSchema,
    provider: provider('The service that brings notifications to the device.'),
    language: Type.String({ description: "The user's language on the device, or empty." }),
    time_zone: Type.String({
      description: "The device's time zone, or empty. It is for your use: quiet hours name their own.",
    }),
    created_at: time('When the device was registered first.'),
    seen_at: time('When the device was registered last.'),
  },
  model('Device', 'A device on which a user gets notifications.'),
);
export type Device = Static<typeof Device>;
