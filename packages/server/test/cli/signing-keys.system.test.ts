import { decodeProtectedHeader } from 'jose';
import { beforeAll, expect, test } from 'vitest';
import { createApp } from '../../src/domain/records/apps.ts';
import { findSigningKeys } from '../../src/domain/records/signing-keys.ts';
import { ME } from '../harness/client-api.ts';
import { runPalaver } from '../harness/palaver.ts';
import { urlOf } from '../harness/test-database.ts';
import { until } from '../harness/until.ts';
import { useServer } from '../harness/use-server.ts';

const server = await useServer();
beforeAll(async () => {
  await server.users(1);
  await createApp(server.db, { id: 'other', name: 'Other' });
  const key = await server.createKey({ appId: 'other' });
  await server.users(1, 'user', { key });
  await server.token('user1', { key });
});

const keyOf = (token: string) => decodeProtectedHeader(token).kid;
const codeOf = async (token: string) => (await server.call('GET', ME, { token })).body.message_code;
const palaver = (...args: string[]) => runPalaver(args, { DATABASE_URL: urlOf(server.database.connection) });

test('the command line rotates, revokes and lists signing keys, and shows no secret', async () => {
  const before = await server.token('user1');
  const rotated = await palaver('signing-key', 'rotate', '--app', 'test');
  const young = await server.token('user1');
  expect(rotated).toMatchObject({ code: 0, stderr: '' });
  expect(rotated.stdout).toContain(
    `The new key ${keyOf(young)} now signs the tokens of test. Tokens of the previous keys stay valid until`,
  );
  expect(await codeOf(before)).toBe('M200');

  const revoked = await palaver('signing-key', 'rotate', '--app', 'test', '--revoke', '--json');
  const [shown] = JSON.parse(revoked.stdout) as [Record<string, unknown>];
  expect(shown).toEqual({
    id: expect.stringMatching(/^[0-9A-Za-z]+$/),
    app_id: 'test',
    algorithm: 'HS256',
    created_at: expect.any(String),
    replaced_at: null,
    revoked_at: null,
  });
  expect(keyOf(await server.token('user1'))).toBe(shown.id);
  await until(async () => (await codeOf(before)) === 'M40111' || undefined);

  const [all, ofOne, refused] = await Promise.all([
    palaver('signing-key', 'list'),
    palaver('signing-key', 'list', '--app', 'other', '--json'),
    palaver('signing-key', 'rotate', '--app', 'nobody'),
  ]);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('no application "nobody"')]);
  const ids = await server.database.sql<{ id: string }>('select id from signing_keys');
  const found = await findSigningKeys(
    server.db,
    ids.map(({ id }) => id),
  );
  const keys = [...found.values()];
  expect(keys).toHaveLength(4);
  for (const { id } of keys) expect(all.stdout).toContain(id);
  expect((JSON.parse(ofOne.stdout) as { app_id: string }[]).map(({ app_id }) => app_id)).toEqual(['other']);
  const said = [rotated, revoked, all, ofOne].map(({ stdout, stderr }) => stdout + stderr).join('\n');
  expect(said).not.toContain('secret');
  for (const { secret } of keys) {
    for (const encoding of ['base64', 'base64url', 'hex', 'latin1'] as const) {
      expect(said).not.toContain(secret.toString(encoding));
    }
    expect(said).not.toContain([...secret].join(','));
  }
});
