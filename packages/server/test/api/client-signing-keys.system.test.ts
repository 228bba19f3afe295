import type { AppId } from '@palaver/protocol/ids';
import { decodeProtectedHeader } from 'jose';
import { beforeAll, expect, test } from 'vitest';
import { rotateSigningKey } from '../../src/domain/operations/tokens/rotate-signing-key.ts';
import { createApp } from '../../src/domain/records/apps.ts';
import { findSigningKeys } from '../../src/domain/records/signing-keys.ts';
import { ME } from '../harness/client-api.ts';
import { inParallel } from '../harness/in-parallel.ts';
import { startPalaver } from '../harness/palaver.ts';
import { urlOf } from '../harness/test-database.ts';
import { until } from '../harness/until.ts';
import { useServer } from '../harness/use-server.ts';

/** The keys that sign tokens: creation, rotation, revocation. Their secrets never reach the log. */

const APP = 'test' as AppId;

const server = await useServer();
beforeAll(async () => {
  await server.users(2);
});

const keyOf = (token: string) => decodeProtectedHeader(token).kid;
const codeOf = async (token: string) => (await server.call('GET', ME, { token })).body.message_code;

interface Key {
  id: string;
  app_id: string;
  replaced_at: Date | null;
  revoked_at: Date | null;
}
const stored = () => server.database.sql<Key>('select * from signing_keys order by app_id, created_at, id');
const secrets = async () =>
  Promise.all(
    (await stored()).map(
      async ({ id }) => (await findSigningKeys(server.db, [id])).get(id)?.secret ?? raise(),
    ),
  );
const raise = () => {
  throw new Error('a key is gone');
};

/** Every encoding in which a key's secret might be logged. */
async function secretTexts(): Promise<string[]> {
  return (await secrets()).flatMap((secret) => [
    secret.toString('base64'),
    secret.toString('base64url'),
    secret.toString('hex'),
    JSON.stringify([...secret]),
    secret.toString('latin1'),
  ]);
}

async function expectNoSecret(text: string): Promise<void> {
  expect((await secretTexts()).filter((secret) => text.includes(secret))).toEqual([]);
}

test('the first token creates the key, once, even under concurrent requests; each application has its own', async () => {
  const tokens = await inParallel(8, (index) => server.token(`user${(index % 2) + 1}`));
  expect(new Set(tokens.map(keyOf)).size).toBe(1);
  await createApp(server.db, { id: 'other', name: 'Other' });
  const key = await server.createKey({ appId: 'other' });
  await server.users(1, 'user', { key });
  expect(keyOf(await server.token('user1', { key }))).not.toBe(keyOf(tokens[0] ?? ''));
  expect((await stored()).map(({ app_id }) => app_id)).toEqual(['other', 'test']);
});

test('a new key signs new tokens; older tokens stay valid until their key is revoked', async () => {
  const old = await server.token('user1');
  await rotateSigningKey(server.db, APP, false);
  const young = await server.token('user1');
  expect(keyOf(young)).not.toBe(keyOf(old));
  for (const token of [old, young, old]) expect(await codeOf(token)).toBe('M200');

  const { id } = await rotateSigningKey(server.db, APP, true);
  const youngest = await server.token('user1');
  expect(keyOf(youngest)).toBe(id);
  await until(async () => (await codeOf(old)) === 'M40111' || undefined);
  await until(async () => (await codeOf(young)) === 'M40111' || undefined);
  expect(await codeOf(youngest)).toBe('M200');
  const ours = (await stored()).filter(({ app_id }) => app_id === 'test');
  expect(ours.map((one) => [one.replaced_at !== null, one.revoked_at !== null])).toEqual([
    [true, true],
    [true, true],
    [false, false],
  ]);
});

test('concurrent rotations leave one signing key, and every token stays valid', async () => {
  const all = await inParallel(6, async (index) => {
    if (index % 2 === 0) await rotateSigningKey(server.db, APP, false);
    return server.token('user2');
  });
  for (const token of all) expect(await codeOf(token)).toBe('M200');
  expect((await stored()).filter((one) => one.app_id === 'test' && one.replaced_at === null)).toHaveLength(1);
});

test('no key is created for an unknown application', async () => {
  await expect(rotateSigningKey(server.db, 'nobody' as AppId, false)).rejects.toThrow('no application');
});

test('the log has no tokens or secrets, even at its most verbose', async () => {
  const running = await startPalaver({
    DATABASE_URL: urlOf(server.database.connection),
    PALAVER_LOG_LEVEL: 'trace',
  });
  const ask = async (method: string, path: string, headers: Record<string, string>) => {
    const response = await fetch(running.url + path, { method, headers });
    return (await response.json()) as { message_code: string; data?: { token?: string } };
  };
  const { data } = await ask('POST', '/user/v1.0/user/user1/token', { 'x-api-key': server.key });
  const token = data?.token ?? '';
  const [head = '', payload = '', signature = ''] = token.split('.');
  expect((await ask('GET', ME, { authorization: `Bearer ${token}` })).message_code).toBe('M200');
  const broken = `${head}.${payload}.${signature.split('').toReversed().join('')}`;
  expect((await ask('GET', ME, { authorization: `Bearer ${broken}` })).message_code).toBe('M40111');
  expect((await ask('GET', '/client/v1.0/nothing', { authorization: `Bearer ${token}` })).message_code).toBe(
    'M40406',
  );
  const said = running.stdout() + running.stderr();
  expect(said).toContain('/client/v1.0/me');
  for (const secret of [payload, signature, broken.split('.')[2] ?? '', server.key]) {
    expect(said).not.toContain(secret);
  }
  await expectNoSecret(said);
});
