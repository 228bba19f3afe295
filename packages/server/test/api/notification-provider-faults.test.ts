import { createPrivateKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { ErrorCode } from '@palaver/protocol/errors';
import { beforeEach, expect, test } from 'vitest';
import { expectRefused, providerUrl } from '../harness/api.ts';
import { APPLE_KEY, ecKey, PUSH_KEYS, rsaKey, SERVICE_ACCOUNT, vapidKeys } from '../harness/push-keys.ts';
import { useServer } from '../harness/use-server.ts';

/** Credentials of notification providers that are refused, and those just within the limits. */

const [WEB_PUSH, FCM, APNS] = ['web_push', 'fcm', 'apns'].map(providerUrl) as [string, string, string];

const server = await useServer();
beforeEach(() => server.database.sql('delete from push_credentials'));

const { public_key, private_key } = PUSH_KEYS.vapid;
const account = (change: object) => ({ service_account: { ...SERVICE_ACCOUNT, ...change } });
const withApple = (change: object) => ({ ...APPLE_KEY, ...change });
const zero = Buffer.alloc(32).toString('base64url');
const order = Buffer.from('ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551', 'hex');
const subject = (length: number) => `mailto:a@${'b'.repeat(length - 9)}`;

test.each<[string, string, unknown, ErrorCode, string[]]>([
  ['a body that is no object', WEB_PUSH, [], 'M40003', ['(body)']],
  [
    'numbers',
    WEB_PUSH,
    { subject: 1, public_key: 2, private_key: 3 },
    'M40003',
    ['private_key', 'public_key', 'subject'],
  ],
  [
    'objects',
    APNS,
    { private_key: {}, key_id: [], team_id: true, topic: 5, environment: {} },
    'M40003',
    ['environment', 'key_id', 'private_key', 'team_id', 'topic'],
  ],
  ['half a pair', WEB_PUSH, { public_key }, 'M40002', ['private_key']],
  ['the other half', WEB_PUSH, { private_key, public_key: '' }, 'M40002', ['public_key']],
  [
    'keys that do not belong together',
    WEB_PUSH,
    { private_key, public_key: vapidKeys().public_key },
    'M40003',
    ['public_key'],
  ],
  [
    'a private key in place of the public one',
    WEB_PUSH,
    { private_key, public_key: private_key },
    'M40003',
    ['public_key'],
  ],
  ['a padded public key', WEB_PUSH, { private_key, public_key: `${public_key}=` }, 'M40003', ['public_key']],
  [
    'a padded private key',
    WEB_PUSH,
    { private_key: `${private_key}=`, public_key },
    'M40003',
    ['private_key'],
  ],
  [
    'a private key of 31 bytes',
    WEB_PUSH,
    { private_key: private_key.slice(2), public_key },
    'M40003',
    ['private_key'],
  ],
  ['zero', WEB_PUSH, { private_key: zero, public_key }, 'M40003', ['private_key']],
  [
    'the order of the curve',
    WEB_PUSH,
    { private_key: order.toString('base64url'), public_key },
    'M40003',
    ['private_key'],
  ],
  [
    'base64 of another alphabet',
    WEB_PUSH,
    { private_key: '+'.repeat(43), public_key },
    'M40003',
    ['private_key'],
  ],
  [
    'a .p8 file for Web Push',
    WEB_PUSH,
    { private_key: PUSH_KEYS.apple, public_key },
    'M40003',
    ['private_key'],
  ],
  ['a subject of another scheme', WEB_PUSH, { subject: 'http://example.com' }, 'M40003', ['subject']],
  ['an address without a scheme', WEB_PUSH, { subject: 'push@example.com' }, 'M40003', ['subject']],
  [
    'a subject with a line break',
    WEB_PUSH,
    { subject: 'mailto:a@example.com\r\nb: c' },
    'M40003',
    ['subject'],
  ],
  ['a subject in angle brackets', WEB_PUSH, { subject: 'mailto:<a@example.com>' }, 'M40003', ['subject']],
  ['a subject with U+0000', WEB_PUSH, { subject: 'mailto:a@\u0000' }, 'M40003', ['subject']],
  ['a subject of 256 characters', WEB_PUSH, { subject: subject(256) }, 'M40004', ['subject']],
  ['no service account', FCM, {}, 'M40002', ['service_account']],
  ['null for it', FCM, { service_account: null }, 'M40002', ['service_account']],
  ['a text for it', FCM, { service_account: JSON.stringify(SERVICE_ACCOUNT) }, 'M40003', ['service_account']],
  [
    'an empty one',
    FCM,
    { service_account: {} },
    'M40002',
    ['client_email', 'private_key', 'project_id'].map((name) => `service_account.${name}`),
  ],
  [
    'empty texts in it',
    FCM,
    account({ private_key: '', project_id: '' }),
    'M40002',
    ['service_account.private_key', 'service_account.project_id'],
  ],
  [
    'a project that leaves its path',
    FCM,
    account({ project_id: '../x' }),
    'M40003',
    ['service_account.project_id'],
  ],
  ['no e-mail address', FCM, account({ client_email: 'nobody' }), 'M40003', ['service_account.client_email']],
  [
    'a key on a curve for Firebase',
    FCM,
    account({ private_key: PUSH_KEYS.apple }),
    'M40003',
    ['service_account.private_key'],
  ],
  [
    'a short RSA key',
    FCM,
    account({ private_key: rsaKey(2_047) }),
    'M40003',
    ['service_account.private_key'],
  ],
  [
    'a key of 4,097 characters',
    FCM,
    account({ private_key: PUSH_KEYS.firebase.padEnd(4_097) }),
    'M40004',
    ['service_account.private_key'],
  ],
  [
    'a key without its end',
    FCM,
    account({ private_key: PUSH_KEYS.firebase.slice(0, -40) }),
    'M40003',
    ['service_account.private_key'],
  ],
  ['none of the fields of Apple', APNS, {}, 'M40002', ['key_id', 'private_key', 'team_id', 'topic']],
  ['some of them', APNS, { ...APPLE_KEY, team_id: null, topic: '' }, 'M40002', ['team_id', 'topic']],
  ['an RSA key for Apple', APNS, withApple({ private_key: PUSH_KEYS.firebase }), 'M40003', ['private_key']],
  ['a key on another curve', APNS, withApple({ private_key: ecKey('P-384') }), 'M40003', ['private_key']],
  ['a key id of 9 characters', APNS, withApple({ key_id: 'ABC123DEF' }), 'M40003', ['key_id']],
  ['a key id of 11 characters', APNS, withApple({ key_id: 'ABC123DEFGH' }), 'M40003', ['key_id']],
  ['a team id in lower case', APNS, withApple({ team_id: 'def123ghij' }), 'M40003', ['team_id']],
  ['a topic with a slash', APNS, withApple({ topic: 'com/example' }), 'M40003', ['topic']],
  ['a topic of 256 characters', APNS, withApple({ topic: 'a'.repeat(256) }), 'M40004', ['topic']],
  ['another environment', APNS, withApple({ environment: 'staging' }), 'M40003', ['environment']],
])('%s', async (_what, url, body, code, fields) => {
  await expectRefused(server, ['PUT', url, { body }], code, fields);
});

test('keys of other forms: SEC 1, PKCS #1, encrypted, of other algorithms', async () => {
  const apple = createPrivateKey(PUSH_KEYS.apple);
  const rsa = createPrivateKey(PUSH_KEYS.firebase);
  const pss = generateKeyPairSync('rsa-pss', { modulusLength: 2_048 }).privateKey;
  const encrypted = { cipher: 'aes-256-cbc', passphrase: 'p', type: 'pkcs8', format: 'pem' } as const;
  for (const private_key of [
    apple.export({ type: 'sec1', format: 'pem' }),
    apple.export(encrypted),
    generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }),
    '-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----\n',
    randomBytes(100).toString('base64'),
  ])
    await expectRefused(server, ['PUT', APNS, { body: { ...APPLE_KEY, private_key } }], 'M40003', [
      'private_key',
    ]);
  for (const private_key of [
    rsa.export({ type: 'pkcs1', format: 'pem' }),
    rsa.export(encrypted),
    pss.export({ type: 'pkcs8', format: 'pem' }),
  ])
    await expectRefused(server, ['PUT', FCM, { body: account({ private_key }) }], 'M40003', [
      'service_account.private_key',
    ]);
});

test('another provider', async () => {
  for (const provider of ['smtp', 'WEB_PUSH', '__proto__', '%00']) {
    await expectRefused(server, ['GET', providerUrl(provider)], 'M40003', ['provider']);
    await expectRefused(server, ['PUT', providerUrl(provider), { body: {} }], 'M40003', ['provider']);
    await expectRefused(server, ['DELETE', providerUrl(provider)], 'M40003', ['provider']);
  }
});

test('not what is just within the limits', async () => {
  for (const length of [254, 255]) {
    expect(await server.ok('PUT', WEB_PUSH, { body: { subject: subject(length) } })).toMatchObject({
      subject: subject(length),
    });
    const topic = 'a'.repeat(length);
    expect(await server.ok('PUT', APNS, { body: { ...APPLE_KEY, topic } })).toMatchObject({ topic });
  }
  for (const key of [PUSH_KEYS.firebase, rsaKey(4_096), PUSH_KEYS.firebase.padEnd(4_096)])
    await server.ok('PUT', FCM, { body: account({ private_key: key }) });
  const unusual = { ...account({ unknown: { a: [1] } }), public_key: null, key_id: '', unknown: 5 };
  await server.ok('PUT', FCM, { body: unusual });
});
