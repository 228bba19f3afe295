import Type, { type Static } from 'typebox';
import { PUSH_PROVIDERS, type PushProvider } from './devices.ts';
import { type DeviceId, DeviceIdSchema, type UserId, UserIdSchema } from './ids.ts';
import { model } from './model.ts';

/** The services that deliver notifications, and what applications authenticate with there. */

export const ProviderParams = Type.Object({
  provider: Type.Unsafe<PushProvider>({
    type: 'string',
    enum: PUSH_PROVIDERS,
    description: '`web_push`: browsers; `fcm`: Firebase Cloud Messaging; `apns`: Apple.',
  }),
});
export type ProviderParams = Static<typeof ProviderParams>;

/** More than the PEM of an RSA key of 4,096 bits has. Larger keys would make each signature slow. */
export const MAX_KEY_CHARS = 4_096;

const ENVIRONMENTS = ['production', 'sandbox'] as const;
export type ApnsEnvironment = (typeof ENVIRONMENTS)[number];

const text = (maxLength: number, description: string, form: { format?: string; pattern?: string } = {}) =>
  Type.String({ maxLength, ...form, description });

const environment = Type.Unsafe<ApnsEnvironment>({
  type: 'string',
  enum: ENVIRONMENTS,
  description:
    'APNs: `production`, or `sandbox` for apps that were built for development. `production` by default.',
});
const SUBJECT = 'Web Push: where push services reach you: a `mailto:` or `https:` address.';
const PUBLIC_KEY = 'Web Push: the public VAPID key, which browsers subscribe with (base64url).';

export const PutProvider = Type.Object({
  subject: Type.Optional(text(255, SUBJECT, { format: 'vapid-subject' })),
  public_key: Type.Optional(text(87, PUBLIC_KEY)),
  private_key: Type.Optional(
    text(
      MAX_KEY_CHARS,
      'Web Push: the private VAPID key (base64url). APNs: the text of the `.p8` file. No response shows it.',
    ),
  ),
  service_account: Type.Optional(
    Type.Object(
      {
        project_id: text(100, 'Project of Firebase.', { pattern: '^[A-Za-z0-9][A-Za-z0-9.:-]*$' }),
        client_email: text(255, 'E-mail address of the account.', {
          pattern: '^[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+$',
        }),
        private_key: Type.String({
          minLength: 1,
          maxLength: MAX_KEY_CHARS,
          description: 'An RSA key of 2,048 to 4,096 bits (PKCS #8, PEM). No response shows it.',
        }),
      },
      {
        description:
          'FCM: the JSON file of a service account, as the Firebase console creates it. Palaver ignores its other fields.',
      },
    ),
  ),
  key_id: Type.Optional(text(10, 'APNs: id of the key.', { pattern: '^[A-Z0-9]{10}$' })),
  team_id: Type.Optional(text(10, 'APNs: id of your team.', { pattern: '^[A-Z0-9]{10}$' })),
  topic: Type.Optional(text(255, 'APNs: bundle id of the app.', { pattern: '^[A-Za-z0-9.-]+$' })),
  environment: Type.Optional(environment),
});
export type PutProvider = Static<typeof PutProvider>;

export const NotificationProvider = Type.Object(
  {
    provider: ProviderParams.properties.provider,
    subject: Type.Optional(Type.String({ description: `${SUBJECT} Empty if there is none.` })),
    public_key: Type.Optional(Type.String({ description: PUBLIC_KEY })),
    project_id: Type.Optional(Type.String({ description: 'FCM: project of Firebase.' })),
    client_email: Type.Optional(Type.String({ description: 'FCM: e-mail address of the service account.' })),
    key_id: Type.Optional(Type.String({ description: 'APNs: id of the key.' })),
    team_id: Type.Optional(Type.String({ description: 'APNs: id of your team.' })),
    topic: Type.Optional(Type.String({ description: 'APNs: bundle id of the app.' })),
    environment: Type.Optional(environment),
    updated_at: Type.Integer({ description: 'When the credentials were last set. Unix milliseconds.' }),
  },
  model(
    'NotificationProvider',
    'A service that delivers notifications, without its private key: fields of other providers are absent.',
  ),
);
export type NotificationProvider = Static<typeof NotificationProvider>;

export const TestProvider = Type.Object({
  user_id: Type.Unsafe<UserId>({ ...UserIdSchema, description: 'The user.' }),
  device_id: Type.Optional(
    Type.Unsafe<DeviceId>({
      ...DeviceIdSchema,
      description:
        "The device; absent: of the user's devices with this provider, the one that was seen last.",
    }),
  ),
  title: Type.Optional(text(200, 'Title; `Test` by default.')),
  body: Type.Optional(text(1_000, 'Text; `Notifications reach this device.` by default.')),
});
export type TestProvider = Static<typeof TestProvider>;

/** What can come of a push. */
export const PUSH_RESULTS = ['delivered', 'gone', 'refused', 'failed'] as const;

export const ProviderTest = Type.Object(
  {
    device_id: DeviceIdSchema,
    result: Type.Unsafe<(typeof PUSH_RESULTS)[number]>({
      type: 'string',
      enum: PUSH_RESULTS,
      description:
        '`delivered`: the push service has accepted the notification; `gone`: the token is dead; `refused`: the push service will never accept it; `failed`: there was no response, or Palaver would try again.',
    }),
    status: Type.Union([Type.Integer(), Type.Null()], {
      description: 'HTTP status of the push service; null if there was no response.',
    }),
    response: Type.String({
      description: 'The first 500 characters of the response, or why there was none.',
    }),
  },
  model('ProviderTest', 'What came of a test notification.'),
);
export type ProviderTest = Static<typeof ProviderTest>;
