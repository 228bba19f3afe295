import { decodeJwt, decodeProtectedHeader } from 'jose';
import { afterAll, afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { BOTS, expectRefused, userUrl } from '../harness/api.ts';
import { at, ME, myMessagesUrl, signIn } from '../harness/client-api.ts';
import { inParallel } from '../harness/in-parallel.ts';
import { recount } from '../harness/recount.ts';
import { startTestServer } from '../harness/test-server.ts';
import { useServer } from '../harness/use-server.ts';

/** The life cycle of tokens: issuing, access, lifetime. */

const server = await useServer();
afterEach(() => {
  vi.useRealTimers();
});
afterAll(async () => {
  expect(await recount(server.database)).toEqual([]);
});

const tokenUrl = (id: string) => `${userUrl(id)}/token`;
const put = (id: string) => server.ok('PUT', userUrl(id), { body: { display_name: id } });
const codeOf = async (token: string) => (await server.call('GET', ME, { token })).body.message_code;

/** The server's clock; timers keep running. */
function setClock(timeMs: number): void {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(timeMs);
}

const keyOf = (token: string) => decodeProtectedHeader(token).kid;

test('a token has its user, space and lifetime as claims', async () => {
  await put('ann');
  const before = Math.floor(Date.now() / 1000);
  const { token, expires_at } = await server.ok('POST', tokenUrl('ann'));
  const { ext_user_id } = await server.ok('GET', userUrl('ann'));
  const { iat = 0, ...claims } = decodeJwt(token);
  expect(claims).toEqual({
    iss: 'palaver',
    aud: 'test',
    sub: 'ann',
    tenant: '',
    ext_user_id,
    generation: '0',
    exp: iat + 3_600,
  });
  expect(expires_at).toBe((iat + 3_600) * 1000);
  expect(iat).toBeGreaterThanOrEqual(before);
  const [key] = await server.database.sql<{ id: string }>('select id from signing_keys');
  expect(decodeProtectedHeader(token)).toEqual({ alg: 'HS256', typ: 'JWT', kid: key?.id });
  expect(await server.ok('GET', ME, { token })).toMatchObject({ user_id: 'ann', ext_user_id });
});

test('a token gives access to its own space, whatever tenant the request names', async () => {
  await server.ok('PUT', userUrl('tess'), { tenant: 'north', body: { display_name: 'of the north' } });
  await server.ok('PUT', userUrl('tess'), { tenant: 'south', body: { display_name: 'of the south' } });
  const north = await signIn(server, 'tess', { tenant: 'north' });
  for (const tenant of ['south', 'north', 'nowhere']) {
    expect(await north.ok('GET', ME, { tenant })).toMatchObject({ display_name: 'of the north' });
  }
  expect(await codeOf(north.token)).toBe('M200');
  await expectRefused(server, ['POST', tokenUrl('tess'), {}], 'M40402', ['user_id']);
  await expectRefused(server, ['DELETE', `${userUrl('tess')}/tokens`, {}], 'M40402', ['user_id']);
});

test('tokens are issued and revoked for active users only', async () => {
  await put('gone');
  await server.ok('DELETE', userUrl('gone'));
  await server.ok('POST', BOTS, { body: { bot_id: 'robot', display_name: 'Robot' } });
  for (const id of ['gone', 'robot', 'nobody']) {
    await expectRefused(server, ['POST', tokenUrl(id)], 'M40402', ['user_id']);
    await expectRefused(server, ['DELETE', `${userUrl(id)}/tokens`], 'M40402', ['user_id']);
  }
});

test('keys with tokens:write issue tokens, keys with users:write revoke them, tokens do neither', async () => {
  await put('guarded');
  for (const scope of ['read', 'messages:write', 'users:write', 'stickers:write'] as const) {
    const key = await server.createKey({ scopes: [scope] });
    await expectRefused(server, ['POST', tokenUrl('guarded'), { key }], 'M40301');
    const revoking = await server.call('DELETE', `${userUrl('guarded')}/tokens`, { key });
    expect(revoking.status).toBe(scope === 'users:write' ? 200 : 403);
  }
  const issuing = await server.createKey({ scopes: ['tokens:write'] });
  await expectRefused(server, ['DELETE', `${userUrl('guarded')}/tokens`, { key: issuing }], 'M40301');
  const token = await server.token('guarded', { key: issuing });
  await expectRefused(server, ['POST', tokenUrl('guarded'), { token }], 'M40101');
  // An API key is not accepted as a token.
  await expectRefused(server, ['GET', ME], 'M40111');
  await expectRefused(server, ['GET', ME, { token: server.key }], 'M40111');
});

test('a repeat with the same key does not show the token again', async () => {
  await put('rita');
  const headers = { 'idempotency-key': 'rita-1' };
  const first = await server.ok('POST', tokenUrl('rita'), { headers });
  const again = await server.call('POST', tokenUrl('rita'), { headers });
  expect(again.body.data).toEqual({ expires_at: first.expires_at });
  expect(again.headers['idempotent-replayed']).toBe('true');
  const kept = await server.database.sql('select data::text from idempotency_keys');
  expect(JSON.stringify(kept)).not.toContain(first.token.split('.')[2]);
});

test('a token is valid until its last second and M40112 from then on, whether used before or not', async () => {
  await put('eve');
  const { token: used, expires_at: end } = await server.ok('POST', tokenUrl('eve'));
  const unused = await server.token('eve');
  expect(await codeOf(used)).toBe('M200');
  setClock(end - 1);
  expect(await codeOf(used)).toBe('M200');
  setClock(end + 1_000);
  expect(await codeOf(used)).toBe('M40112');
  expect(await codeOf(unused)).toBe('M40112');
  await expectRefused(server, ['POST', myMessagesUrl('1'), { token: used, body: {} }], 'M40112');
});

test('the lifetime of tokens is a setting', async () => {
  const short = await startTestServer({ PALAVER_TOKEN_TTL_SECONDS: '1' });
  onTestFinished(short.close);
  await short.users(1);
  const token = await short.token('user1');
  const { iat = 0, exp } = decodeJwt(token);
  expect(exp).toBe(iat + 1);
  setClock(iat * 1000 + 999);
  expect((await short.call('GET', ME, { token })).body.message_code).toBe('M200');
  setClock(iat * 1000 + 1_000);
  expect((await short.call('GET', ME, { token })).body.message_code).toBe('M40112');
});

test('a signing key is replaced after 30 days; its tokens stay valid', async () => {
  await put('kim');
  const old = await server.token('kim');
  const age = (interval: string) =>
    server.database.sql(
      `update signing_keys set created_at = now() - interval '${interval}' where replaced_at is null`,
    );
  await age('30 days -1 minute');
  expect(keyOf(await server.token('kim'))).toBe(keyOf(old));
  await age('30 days');
  const young = await inParallel(4, () => server.token('kim'));
  expect(new Set(young.map(keyOf)).size).toBe(1);
  expect(keyOf(at(young, 0))).not.toBe(keyOf(old));
  for (const token of [old, ...young]) expect(await codeOf(token)).toBe('M200');
});
