import { beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../src/domain/records/apps.ts';
import { sweepKeys } from '../../src/domain/records/idempotency-keys.ts';
import { MESSAGES, THREADS } from '../harness/api.ts';
import type { CallOptions } from '../harness/calls.ts';
import { MY_THREADS } from '../harness/client-api.ts';
import { messagesWith, post, rows } from '../harness/idempotency.ts';
import { inParallel } from '../harness/in-parallel.ts';
import { textTo } from '../harness/population.ts';
import { connect } from '../harness/test-database.ts';
import { useServer } from '../harness/use-server.ts';

/** The format, lifetime and scope of idempotency keys. */

const server = await useServer();
let threadId: string;
/** A thread for the requests of signed-in users, and the tokens of two members, the owner's first. */
let clientThreadId: string;
let tokens: [string, string];
beforeAll(async () => {
  const members = await server.users(3);
  threadId = await server.group(members);
  clientThreadId = await server.group(members);
  tokens = [await server.token('user1'), await server.token('user2')];
});

const group = (name: string) => ({ name, owner_id: 'user1', member_ids: ['user2'], id_type: 2 });

test.each([
  ['empty', ''],
  ['256 characters', 'k'.repeat(256)],
  ['a space', 'a b'],
  ['no ASCII', Buffer.from('clé').toString('latin1')],
])('a key that is %s is M40003', async (_name, key) => {
  const { body } = await post(server, MESSAGES, key, textTo(threadId, 'user1', 'bad key'));
  expect(body.message_code).toBe('M40003');
  expect(body.errors?.map(({ field }) => field)).toEqual(['Idempotency-Key']);
  expect(await messagesWith(server, 'bad key')).toBe(0);
});

test('a key of 255 characters is fine, and other methods ignore the header', async () => {
  expect((await post(server, MESSAGES, 'k'.repeat(255), textTo(threadId, 'user1'))).body.message_code).toBe(
    'M200',
  );
  const ignored = await server.call('GET', THREADS, { headers: { 'idempotency-key': 'a b' } });
  expect(ignored.body.message_code).toBe('M200');
});

test('a key that has expired is free', async () => {
  const body = textTo(threadId, 'user1', 'once a day');
  const expire = "update idempotency_keys set created_at = now() - interval '25 hours' where key = $1";
  for (const [key, url, request] of [
    ['daily-message', MESSAGES, body],
    ['daily-thread', THREADS, group('daily')],
  ] as const) {
    await post(server, url, key, request);
    await server.database.sql(expire, [key]);
    expect((await post(server, url, key, request)).headers['idempotent-replayed']).toBeUndefined();
    expect((await post(server, url, key, request)).headers['idempotent-replayed']).toBe('true');
  }
  expect(await messagesWith(server, 'once a day')).toBe(2);
});

test('sweeping removes expired keys in batches', async () => {
  await server.database.sql('delete from idempotency_keys');
  for (let n = 0; n < 5; n += 1)
    await post(server, MESSAGES, `swept-${n}`, textTo(threadId, 'user1', 'swept'));
  await server.database.sql(
    "update idempotency_keys set created_at = now() - interval '25 hours' where key <> 'swept-0'",
  );
  expect([await sweepKeys(server.db, 86_400, 3), await sweepKeys(server.db, 86_400, 3)]).toEqual([3, 1]);
  expect(await server.database.sql('select key from idempotency_keys')).toEqual([{ key: 'swept-0' }]);
});

test('keys of different users and of the back end are separate', async () => {
  const url = `${MY_THREADS}/${clientThreadId}/messages`;
  const ask = async (options: CallOptions, text: string) => {
    const answer = await post(server, url, 'of-several', { body: { text } }, options);
    return [answer.body.message_code, answer.headers['idempotent-replayed'], answer.body.data?.body.text];
  };
  expect(await ask({ token: tokens[0] }, 'of one')).toEqual(['M200', undefined, 'of one']);
  expect(await ask({ token: tokens[1] }, 'of the other')).toEqual(['M200', undefined, 'of the other']);
  const byKey = await post(server, MESSAGES, 'of-several', textTo(threadId, 'user1', 'of the back end'));
  expect([byKey.body.message_code, byKey.headers['idempotent-replayed']]).toEqual(['M200', undefined]);
  expect(await ask({ token: tokens[0] }, 'of one')).toEqual(['M200', 'true', 'of one']);
  expect(await ask({ token: tokens[1] }, 'of the other')).toEqual(['M200', 'true', 'of the other']);
  expect((await ask({ token: tokens[1] }, 'of one'))[0]).toBe('M42201');
});

test("a user's keys still count with their next token", async () => {
  const url = `${MY_THREADS}/${clientThreadId}/messages`;
  const body = { body: { text: 'by two tokens' } };
  await post(server, url, 'of-two-tokens', body, { token: tokens[0] });
  const again = await post(server, url, 'of-two-tokens', body, { token: await server.token('user1') });
  expect(again.headers['idempotent-replayed']).toBe('true');
  expect(await messagesWith(server, 'by two tokens')).toBe(1);
});

describe('a client_message_id', () => {
  const send = (token: string, id: string, text: string, { thread = clientThreadId, key = '' } = {}) =>
    server.call('POST', `${MY_THREADS}/${thread}/messages`, {
      token,
      body: { body: { text }, client_message_id: id },
      headers: key === '' ? {} : { 'idempotency-key': key },
    });

  test('makes a send happen once, whatever its idempotency key', async () => {
    const first = await send(tokens[0], 'once', 'sent with an id');
    for (const key of ['', 'once', 'another-key']) {
      const again = await send(tokens[0], 'once', 'sent with an id', { key });
      expect(again.headers['idempotent-replayed']).toBe('true');
      expect(again.body.data).toEqual(first.body.data);
    }
    expect((await send(tokens[0], 'once', 'something else')).body.message_code).toBe('M42201');
    expect(await messagesWith(server, 'sent with an id')).toBe(1);
    expect(await messagesWith(server, 'something else')).toBe(0);
  });

  test('is unique per sender and thread only', async () => {
    const sent = [
      await send(tokens[0], 'shared', 'of one sender'),
      await send(tokens[1], 'shared', 'of another'),
      await send(tokens[0], 'shared', 'in another thread', { thread: threadId }),
    ];
    expect(sent.map(({ body }) => body.message_code)).toEqual(['M200', 'M200', 'M200']);
    expect(sent.map(({ headers }) => headers['idempotent-replayed'])).toEqual(Array(3).fill(undefined));
  });

  test('counts for concurrent sends', async () => {
    const both = await inParallel(8, () => send(tokens[0], 'at-once', 'sent at once'));
    expect(new Set(both.map(({ body }) => body.data?.seq)).size).toBe(1);
    expect(both.filter(({ headers }) => headers['idempotent-replayed'] === 'true')).toHaveLength(7);
    expect(await messagesWith(server, 'sent at once')).toBe(1);
  });

  test("may equal the key, in an application with the thread's id as its own", async () => {
    const [last] = await server.database.sql<{ id: string }>('select last_value + 1 as id from thread_ids');
    const appId = last?.id ?? '';
    await createApp(server.db, { id: appId, name: 'A number' });
    const key = await server.createKey({ appId });
    await server.users(1, 'user', { key });
    const thread = await server.group(['user1'], { key });
    expect(thread).toBe(appId);
    const token = await server.token('user1', { key });
    expect((await send(token, 'same', 'x', { thread, key: 'same' })).body.message_code).toBe('M200');
  });
});

test('keys of two applications are separate', async () => {
  await server.database.sql(
    "insert into applications (id, name) values ('other', 'Other') on conflict do nothing",
  );
  const foreign = await server.createKey({ appId: 'other' });
  const body = { users: [{ user_id: 'same-key' }] };
  const headers = { 'idempotency-key': 'shared' };
  await server.ok('POST', '/user/v1.0/users/batch', { body, headers });
  const answer = await server.call('POST', '/user/v1.0/users/batch', { body, headers, key: foreign });
  expect(answer.headers['idempotent-replayed']).toBeUndefined();
});

describe('keys of two tenants and of the application itself are separate', () => {
  const tenants = ['north', 'south', undefined] as const;
  const inSpace = (tenant: string | undefined) => (tenant === undefined ? {} : { tenant });

  test('for sends, which share a batch', async () => {
    const threads = await Promise.all(
      tenants.map(async (tenant) => {
        await server.users(1, 'of-a-tenant', inSpace(tenant));
        return server.group(['of-a-tenant1'], inSpace(tenant));
      }),
    );
    const send = (again: string) =>
      Promise.all(
        tenants.map(async (tenant, n) => {
          const body = textTo(threads[n] ?? '', 'of-a-tenant1', `to ${tenant}`);
          const answer = await post(server, MESSAGES, 'of-tenants', body, inSpace(tenant));
          return [answer.body.message_code, answer.headers['idempotent-replayed'] ?? again];
        }),
      );
    expect(await send('first')).toEqual(tenants.map(() => ['M200', 'first']));
    expect(await send('first')).toEqual(tenants.map(() => ['M200', 'true']));
    for (const tenant of tenants) expect(await messagesWith(server, `to ${tenant}`)).toBe(1);
  });

  test('for other requests, also while one of the keys is in use', async () => {
    const body = { users: [{ user_id: 'of-each-tenant' }] };
    const put = async (tenant: string | undefined) => {
      const answer = await post(server, '/user/v1.0/users/batch', 'of-tenants-too', body, inSpace(tenant));
      return [answer.body.message_code, answer.headers['idempotent-replayed']];
    };
    const other = await connect(server.database.connection);
    await other.query(
      `begin; insert into idempotency_keys (app_id, tenant_id, key, fingerprint)
        values ('test', 'north', 'of-tenants-too', sha256(''))`,
    );
    expect(await put('south')).toEqual(['M200', undefined]);
    expect(await put(undefined)).toEqual(['M200', undefined]);
    await other.query('rollback');
    expect(await put('north')).toEqual(['M200', undefined]);
    for (const tenant of tenants) expect(await put(tenant)).toEqual(['M200', 'true']);
    expect(await rows(server, "select from users where user_id = 'of-each-tenant'")).toBe(3);
  });
});
