import { randomBytes } from 'node:crypto';
import type { WebhookId } from '@palaver/protocol/webhooks';
import { describe, expect, test } from 'vitest';
import { openSecretsOf, type Secrets } from '../../src/domain/records/webhooks.ts';
import { BOTS, botUrl, ENDPOINTS, expectRefused } from '../harness/api.ts';
import { useServer } from '../harness/use-server.ts';

/** Secrets that integrators bring along: of bots and endpoints, when they are created and rotated. */

const server = await useServer();

const URL = 'https://hooks.example/palaver';
const secretOf = (bytes: Uint8Array | number[]) => `whsec_${Buffer.from(bytes).toString('base64')}`;
const newSecret = (length = 32) => secretOf(randomBytes(length));

const HALF = randomBytes(16);

let made = 0;
/** Each place that takes a secret. `request` makes what the request needs. */
const PLACES = [
  {
    name: 'the creation of a bot',
    request: async (webhook_secret: unknown) => {
      made += 1;
      return { url: BOTS, body: { bot_id: `bot-${made}`, display_name: 'x', webhook_secret } };
    },
  },
  {
    name: 'the creation of an endpoint',
    request: async (webhook_secret: unknown) => {
      await server.database.sql('delete from webhooks where url = $1', [URL]);
      return { url: ENDPOINTS, body: { url: URL, webhook_secret } };
    },
  },
  {
    name: 'the rotation of a bot',
    request: async (webhook_secret: unknown) => {
      made += 1;
      await server.ok('POST', BOTS, { body: { bot_id: `bot-${made}`, display_name: 'x' } });
      return { url: `${botUrl(`bot-${made}`)}/rotate-secret`, body: { webhook_secret } };
    },
  },
  {
    name: 'the rotation of an endpoint',
    request: async (webhook_secret: unknown) => {
      await server.database.sql('delete from webhooks where url = $1', [URL]);
      const { id } = await server.ok('POST', ENDPOINTS, { body: { url: URL } });
      return { url: `${ENDPOINTS}/${id}/rotate-secret`, body: { webhook_secret } };
    },
  },
];

type SecretsRow = Secrets & { id: WebhookId };

/** What the latest webhook signs with. */
async function latestSecrets(): Promise<Secrets> {
  const [row] = await server.database.sql<SecretsRow>(
    'select id, secret, previous_secret, previous_secret_expires_at from webhooks order by id desc limit 1',
  );
  if (row === undefined) throw new Error('there is no webhook');
  return openSecretsOf(server.db, row.id, row);
}

const GENERATED = /^whsec_[A-Za-z0-9+/]{43}=$/;

describe.each(PLACES)('$name', ({ request }) => {
  test.each([24, 25, 63, 64])(
    'takes a secret of %i bytes, shows it once, and signs with it',
    async (length) => {
      const secret = newSecret(length);
      const { url, body } = await request(secret);
      const { webhook_secret } = await server.ok('POST', url, { body });
      expect(webhook_secret).toBe(secret);
      expect((await latestSecrets()).secret).toBe(secret);
      for (const list of [BOTS, ENDPOINTS])
        expect(JSON.stringify(await server.ok('GET', `${list}?limit=100`))).not.toContain('whsec_');
    },
  );

  test.each([undefined, null, ''])('generates a secret for %j', async (absent) => {
    const { url, body } = await request(absent);
    const { webhook_secret } = await server.ok('POST', url, { body });
    expect(webhook_secret).toMatch(GENERATED);
    expect((await latestSecrets()).secret).toBe(webhook_secret);
  });

  test.each([
    ['of 23 bytes', newSecret(23)],
    ['of 65 bytes', newSecret(65)],
    ['without bytes', 'whsec_'],
    ['without its prefix', newSecret().slice('whsec_'.length)],
    ['with another prefix', newSecret().replace('whsec_', 'WHSEC_')],
    ['without padding', newSecret().replace('=', '')],
    ['with more padding', `${newSecret()}=`],
    ['in base64url', `whsec_${'-_'.repeat(20)}AAA=`],
    ['with bits that belong to no byte', secretOf([...randomBytes(31), 0]).replace(/A=$/, 'B=')],
    ['with a space', `${newSecret()} `],
    ['with a line break', `${newSecret()}\n`],
    ['with a zero', `whsec_\u0000${newSecret().slice(7)}`],
    ['of other letters', `whsec_${'é'.repeat(44)}`],
    ['of a million characters', `whsec_${'A'.repeat(1_000_000)}`],
    ['that is a number', 5],
    ['that is a list', [newSecret()]],
    ['that is an object', { $ne: null }],
    ['that is true', true],
    ['of equal bytes', secretOf(new Array<number>(32).fill(7))],
    ['of zeros', secretOf(Buffer.alloc(64))],
    ['that counts up', secretOf(Array.from({ length: 32 }, (_, index) => index))],
    ['that counts down', secretOf(Array.from({ length: 32 }, (_, index) => 255 - 7 * index))],
    [
      'of seven different bytes',
      secretOf(Array.from({ length: 64 }, (_, index) => (index * index * 31) % 7)),
    ],
    ['that repeats itself', secretOf(Buffer.concat([HALF, HALF]))],
  ])('refuses a secret %s', async (_, secret) => {
    const { url, body } = await request(secret);
    const before = await latestSecrets();
    await expectRefused(server, ['POST', url, { body }], 'M40003', ['webhook_secret']);
    expect(await latestSecrets()).toEqual(before);
  });
});

test('random bytes, and texts of them, are taken', async () => {
  const texts = Array.from({ length: 200 }, (_, index) => newSecret(24 + (index % 41)));
  const hex = Array.from({ length: 50 }, () => secretOf(Buffer.from(randomBytes(16).toString('hex'))));
  await server.ok('POST', BOTS, { body: { bot_id: 'lucky', display_name: 'x' } });
  for (const webhook_secret of [...texts, ...hex])
    await server.ok('POST', `${botUrl('lucky')}/rotate-secret`, { body: { webhook_secret } });
});

test('a rotation to another secret keeps the former one for a day; the current one changes nothing', async () => {
  const [first, second] = [newSecret(), newSecret()];
  const { id } = await server.ok('POST', ENDPOINTS, { body: { url: URL, webhook_secret: first } });
  const rotate = (webhook_secret: string) =>
    server.ok('POST', `${ENDPOINTS}/${id}/rotate-secret`, { body: { webhook_secret } });

  const unchanged = await rotate(first);
  expect(unchanged.previous_secret_expires_at).toBeLessThanOrEqual(Date.now());
  expect(await latestSecrets()).toEqual({
    secret: first,
    previous_secret: null,
    previous_secret_expires_at: null,
  });

  const { previous_secret_expires_at: until } = await rotate(second);
  expect(until).toBeGreaterThan(Date.now() + 23 * 60 * 60 * 1_000);
  const rotated = { secret: second, previous_secret: first, previous_secret_expires_at: new Date(until) };
  expect(await latestSecrets()).toEqual(rotated);
  expect(await rotate(second)).toEqual({ webhook_secret: second, previous_secret_expires_at: until });
  expect(await latestSecrets()).toEqual(rotated);
});

test('of rotations at the same time, one after the other takes effect', async () => {
  const { id } = await server.ok('POST', ENDPOINTS, { body: { url: URL, webhook_secret: newSecret() } });
  const secrets = Array.from({ length: 10 }, () => newSecret());
  await Promise.all(
    secrets.map((webhook_secret) =>
      server.ok('POST', `${ENDPOINTS}/${id}/rotate-secret`, { body: { webhook_secret } }),
    ),
  );
  const { secret, previous_secret } = await latestSecrets();
  expect(secrets).toContain(secret);
  expect(secrets).toContain(previous_secret);
  expect(secret).not.toBe(previous_secret);
});

test('a secret is in no row in clear, also with an idempotency key, whose repeat does not show it', async () => {
  const webhook_secret = newSecret();
  const request = {
    body: { bot_id: 'sealed', display_name: 'x', webhook_secret },
    headers: { 'idempotency-key': 'one' },
  };
  expect((await server.ok('POST', BOTS, request)).webhook_secret).toBe(webhook_secret);
  expect((await server.ok('POST', BOTS, request)).webhook_secret).toBeUndefined();
  const other = { ...request, body: { ...request.body, webhook_secret: newSecret() } };
  await expectRefused(server, ['POST', BOTS, other], 'M42201');
  const rows = await server.database.sql<{ row: string }>(
    'select webhooks::text as row from webhooks union all select idempotency_keys::text from idempotency_keys',
  );
  expect(rows.length).toBeGreaterThan(1);
  expect(rows.filter(({ row }) => row.includes(webhook_secret.slice('whsec_'.length)))).toEqual([]);
});
