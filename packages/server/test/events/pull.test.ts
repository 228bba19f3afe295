import { eventTypesOf } from '@palaver/protocol/events';
import type { AppId, TenantId, UserId } from '@palaver/protocol/ids';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { joined } from '../../src/bus/publishing-database.ts';
import { putUsers } from '../../src/domain/operations/users/put-users.ts';
import { BOTS, ENDPOINTS, expectRefused, MESSAGES, messageUrl, userUrl } from '../harness/api.ts';
import { at } from '../harness/client-api.ts';
import { textTo } from '../harness/population.ts';
import { ALLOW_LOOPBACK, startReceiver } from '../harness/receiver.ts';
import { connect } from '../harness/test-database.ts';
import { startTestServer, type TestServer } from '../harness/test-server.ts';
import { makeEndpoint } from '../webhooks/endpoint.ts';
import { EVENTS, elementsOf, plantEvents, pull, pullText, STREAM, send, switchStream } from './stream.ts';

/** Back ends pull the events of their application, by position. */

let server: TestServer;

beforeEach(async () => {
  server = await startTestServer(ALLOW_LOOPBACK);
});
afterEach(() => server.close());

const ADD = 'tenant-a';
const putUser = (id: string, body = {}, tenant?: string) =>
  server.ok('PUT', userUrl(id), { body, ...(tenant === undefined ? {} : { tenant }) });

describe('the stream', () => {
  test('is off at first, and can be switched on and off; positions continue', async () => {
    const state = { epoch: expect.stringMatching(/./), first_position: 1, last_position: 0 };
    expect(await server.ok('GET', STREAM)).toEqual({ enabled: false, ...state });
    await putUser('before');
    expect(await switchStream(server, true)).toEqual({ enabled: true, ...state });
    expect(await switchStream(server, true)).toEqual({ enabled: true, ...state });
    await putUser('one');
    await server.relayed();
    expect(await switchStream(server, false)).toMatchObject({ enabled: false, last_position: 1 });
    await putUser('unseen');
    await switchStream(server, true);
    await putUser('two');
    const { body } = await pull(server);
    expect(body.data.map(({ position, data }) => [position, data.user.user_id])).toEqual([
      [1, 'one'],
      [2, 'two'],
    ]);
    expect(body.next_after).toBe(2);
  });

  test('is on only when each change that may not have seen it has ended, so that none is missing', {
    tags: 'thorough',
  }, async () => {
    const space = { appId: 'test' as AppId, tenantId: '' as TenantId };
    const began = Promise.withResolvers<void>();
    const ends = Promise.withResolvers<void>();
    const change = server.db.transaction(async (tx) => {
      await putUsers({ db: joined(tx), space }, [{ userId: 'ann' as UserId, field: 'user_id', profile: {} }]);
      began.resolve();
      await ends.promise;
    });
    await began.promise;
    const switchOn = () => server.call('PUT', STREAM, { body: { enabled: true } });
    const first = await switchOn();
    let isOn = false;
    const repeated = switchOn().then(({ body }) => {
      isOn = true;
      return body;
    });
    await putUser('ben');
    const isOnTooSoon = isOn;
    ends.resolve();
    await change;
    expect([first.body.message_code, isOnTooSoon]).toEqual(['M50300', false]);
    expect(await repeated).toMatchObject({ message_code: 'M200', data: { enabled: true } });
    const seen = (await pull(server)).body.data.map(({ data }) => data.user.user_id);
    expect(seen).toEqual(['ben']);
  });

  test('is on at once beside a transaction that only reads, such as a dump', async () => {
    const dump = await connect(server.database.connection);
    await dump.query('begin isolation level repeatable read');
    await dump.query('select from users, outbox');
    expect(await switchStream(server, true)).toMatchObject({ enabled: true });
    await dump.end();
  });

  test('is switched on by a webhook', async () => {
    await server.ok('POST', ENDPOINTS, { body: { url: 'https://example.com' } });
    expect(await server.ok('GET', STREAM)).toMatchObject({ enabled: true });
  });

  test('belongs to the application: a tenant cannot switch it, and a reading key only reads it', async () => {
    const bound = await server.createKey({ tenantId: ADD as never });
    const reading = await server.createKey({ scopes: ['read'] });
    const body = { enabled: true };
    await expectRefused(server, ['PUT', STREAM, { tenant: ADD, body }], 'M40302');
    await expectRefused(server, ['PUT', STREAM, { key: bound, body }], 'M40302');
    await expectRefused(server, ['GET', STREAM, { tenant: ADD }], 'M40302');
    await expectRefused(server, ['PUT', STREAM, { key: reading, body }], 'M40301');
    expect(await server.ok('GET', STREAM, { key: reading })).toMatchObject({ enabled: false });
    const another = await server.createKey({ scopes: ['messages:write'] });
    await expectRefused(server, ['GET', EVENTS, { key: another }], 'M40301');
  });

  test('refuses anything but a boolean', async () => {
    for (const [enabled, code] of [
      [undefined, 'M40002'],
      [null, 'M40002'],
      ['true', 'M40003'],
      [1, 'M40003'],
      [{}, 'M40003'],
    ] as const)
      await expectRefused(server, ['PUT', STREAM, { body: { enabled } }], code, ['enabled']);
  });
});

describe('positions', () => {
  test('are 1, 2, 3 … without a gap, and follow the log of each thread', async () => {
    await switchStream(server, true);
    const people = await server.users(4);
    const groups = await Promise.all(people.map((owner) => server.group([owner, ...people])));
    await Promise.all(
      groups.flatMap((group, index) =>
        Array.from({ length: 10 }, () => send(server, group, at(people, index))),
      ),
    );
    const seen = [];
    for (let after = 0; ; ) {
      const { body } = await pull(server, `after=${after}&limit=7`);
      if (body.data.length === 0) break;
      seen.push(...body.data);
      expect(body.next_after).toBe(body.data.at(-1)?.position);
      after = body.next_after;
    }
    expect(seen.map(({ position }) => position)).toEqual(seen.map((_, index) => index + 1));
    expect(await server.ok('GET', STREAM)).toMatchObject({ first_position: 1, last_position: seen.length });
    for (const group of groups) {
      const entries = seen.filter(({ data }) => data.thread?.id === group).map(({ data }) => data.entry.seq);
      expect(entries).toEqual(Array.from({ length: 11 }, (_, index) => index + 1));
    }
  });

  test('of different applications are apart', async () => {
    await server.database.sql(`insert into applications (id, name) values ('other', 'Other')`);
    const other = { key: await server.createKey({ appId: 'other' }) };
    await switchStream(server, true);
    await switchStream(server, true, other);
    await putUser('ours');
    await server.ok('PUT', userUrl('theirs'), { ...other, body: {} });
    for (const [options, name] of [
      [{}, 'ours'],
      [other, 'theirs'],
    ] as const) {
      const { body } = await pull(server, '', options);
      expect(body.data.map(({ position, data }) => [position, data.user.user_id])).toEqual([[1, name]]);
    }
  });

  test('are those of the last page when a page is cut, at limits of n - 1, n and n + 1', async () => {
    await switchStream(server, true);
    await server.users(5);
    for (const [limit, count, next] of [
      [1, 1, 1],
      [4, 4, 4],
      [5, 5, 5],
      [6, 5, 5],
      [1000, 5, 5],
    ]) {
      const { body } = await pull(server, `limit=${limit}`);
      expect([body.data.length, body.next_after]).toEqual([count, next]);
    }
    expect((await pull(server, 'after=4')).body).toMatchObject({ data: [{ position: 5 }], next_after: 5 });
    expect((await pull(server, 'after=5')).body).toMatchObject({ data: [], next_after: 5 });
  });

  test('and other values of a query are refused if they are not valid', async () => {
    for (const [query, field] of [
      ['after=-1', 'after'],
      ['after=01', 'after'],
      ['after=1e2', 'after'],
      ['after=', 'after'],
      ['after=1000000000000000', 'after'],
      ['after=1&after=2', 'after'],
      ['limit=0', 'limit'],
      ['limit=1001', 'limit'],
      ['wait_seconds=31', 'wait_seconds'],
      ['wait_seconds=0.5', 'wait_seconds'],
      ['types=', 'types'],
      ['types=message.made', 'types'],
      ['types=message.created,', 'types'],
      ['types=message.created,%20user.created', 'types'],
      ['types[]=message.created', 'types[]'],
      ['types=toString', 'types'],
      ['tenant_id=', 'tenant_id'],
      [`tenant_id=${'t'.repeat(256)}`, 'tenant_id'],
      [`epoch=${'e'.repeat(256)}`, 'epoch'],
    ] as const)
      await expectRefused(server, ['GET', `${EVENTS}?${query}`], 'M40010', [field]);
  });
});

describe('the filter', () => {
  test('leaves out other types and other tenants, and next_after passes them', async () => {
    await switchStream(server, true);
    await putUser('ann');
    await putUser('ann', { display_name: 'Ann' });
    await putUser('bob', {}, ADD);
    await putUser('cid', {}, 'tenant-b');
    const bound = await server.createKey({ tenantId: ADD as never, scopes: ['read'] });
    const seen = async (query: string, options = {}) => {
      const { body } = await pull(server, query, options);
      expect(body.next_after).toBe(4);
      return body.data.map(({ position, type, data }) => [position, type, data.tenant_id]);
    };
    const ofTenant = [[3, 'user.created', ADD]];
    expect(await seen('types=user.updated')).toEqual([[2, 'user.updated', '']]);
    expect(await seen('types=user.updated,user.created')).toHaveLength(4);
    expect(await seen('types=bot.button_clicked,message.created')).toEqual([]);
    expect(await seen(`tenant_id=${ADD}`)).toEqual(ofTenant);
    expect(await seen('tenant_id=unheard-of')).toEqual([]);
    expect(await seen('', { tenant: ADD })).toEqual(ofTenant);
    expect(await seen(`tenant_id=${ADD}`, { tenant: ADD })).toEqual(ofTenant);
    expect(await seen('', { key: bound })).toEqual(ofTenant);
    expect(await seen('types=user.updated', { key: bound })).toEqual([]);
    for (const options of [{ tenant: ADD }, { key: bound }])
      await expectRefused(server, ['GET', `${EVENTS}?tenant_id=tenant-b`, options], 'M40302', ['tenant_id']);
  });

  test('looks for a type once, however often it is named', async () => {
    expect(eventTypesOf({ types: Array(700).fill('user.updated').join(',') })).toEqual(['user.updated']);
  });

  test('moves on over more than 10,000 foreign events, without a wait', async () => {
    await switchStream(server, true);
    await plantEvents(server, 20_001, { type: 'sticker_pack.uploaded', tenant: 'tenant-b' });
    await putUser('ann');
    await server.relayed();
    const ask = async (after: number) =>
      (await pull(server, `after=${after}&types=user.created&wait_seconds=30`)).body;
    const first = await ask(0);
    expect([first.data, first.next_after]).toEqual([[], 10_000]);
    const second = await ask(first.next_after);
    expect([second.data, second.next_after]).toEqual([[], 20_000]);
    expect(await ask(second.next_after)).toMatchObject({ data: [{ position: 20_002 }], next_after: 20_002 });
  });
});

describe('the bytes of an event', () => {
  test('are those that a webhook gets, and the same in each pull', async () => {
    const receiver = await startReceiver();
    const stopWebhooks = server.runWebhooks();
    const url = await server.app.listen({ host: '127.0.0.1', port: 0 });
    const [user = ''] = await server.users(1);
    const group = await server.group([user]);
    const endpoint = await makeEndpoint(server, receiver, ['message.created', 'user.updated']);
    const payload = '{"n":  1.0,\n "big": 12345678901234567890, "s": "\\u00e9\\/\u{1f70f}", "n": 1e2}';
    await server.ok('POST', MESSAGES, {
      body: `{"sender":{"user_id":"${user}"},"target":{"thread_id":"${group}"},"body":{"text":"},{\\"position\\":7,",
        "metadata":[{"type":"custom_defined","custom_name":"n","payload":${JSON.stringify(payload)},"extra": 1.0}]}}`,
    });
    await putUser(user, { display_name: 'Añna \u{1f70f}', metadata: '{"a": 1.0}' });
    await server.relayed();
    const first = elementsOf(await pullText(url, server.key));
    const calls = await endpoint.arrived(2);
    const second = elementsOf(await pullText(url, server.key));
    await stopWebhooks();
    await receiver.close();
    expect(first).toHaveLength(2);
    expect(second).toEqual(first);
    const bare = first.map((element) => element.replace(/^\{"position":\d+,/, '{'));
    expect(bare).toEqual(
      calls.map(({ body }) => body).toSorted((a) => (a.includes('message.created') ? -1 : 1)),
    );
    expect(JSON.parse(first[0] ?? '').data.entry.message.body.metadata[0].payload).toBe(payload);
  });

  test('are the same for all who pull it first at the same time', { tags: 'thorough' }, async () => {
    await switchStream(server, true);
    const [user = ''] = await server.users(1);
    const group = await server.group([user]);
    for (let sent = 0; sent < 60; sent += 1) await send(server, group, user, `message ${sent}`);
    await server.relayed();
    const url = await server.app.listen({ host: '127.0.0.1', port: 0 });
    const answers = await Promise.all(Array.from({ length: 8 }, () => pullText(url, server.key)));
    expect(elementsOf(answers[0] ?? '')).toHaveLength(62);
    expect(new Set(answers).size).toBe(1);
  });

  test('are answered as they are stored, whatever they are', async () => {
    await switchStream(server, true);
    await plantEvents(server, 1, { type: 'sticker_pack.uploaded' });
    const body =
      '{"type":"sticker_pack.uploaded", "timestamp" : "x","data":{"n":1.0,"n":  12345678901234567890}}';
    await server.database.sql('update events set body = $1', [body]);
    const url = await server.app.listen({ host: '127.0.0.1', port: 0 });
    const { epoch } = await server.ok('GET', STREAM);
    expect(await pullText(url, server.key)).toBe(
      `{"message_code":"M200","message":"Success","data":[{"position":1,${body.slice(1)}],"next_after":1,"epoch":"${epoch}"}`,
    );
  });

  test('lose the content of a message that is deleted', async () => {
    await switchStream(server, true);
    const [user = ''] = await server.users(1);
    const group = await server.group([user]);
    const seq = await send(server, group, user, 'a secret');
    const query = 'types=message.created,message.deleted';
    const before = (await pull(server, query)).body.data;
    expect(before.map(({ data }) => data.entry.message.body.text)).toEqual(['a secret']);
    await server.ok('DELETE', messageUrl(group, seq));
    const after = (await pull(server, query)).body.data;
    expect(after.map(({ type, data }) => [type, data.entry.message.body.text])).toEqual([
      ['message.created', ''],
      ['message.deleted', ''],
    ]);
    expect(JSON.stringify(after)).not.toContain('a secret');
  });

  test('include a pressed button', async () => {
    await switchStream(server, true);
    const [user = ''] = await server.users(1);
    await server.ok('POST', BOTS, { body: { bot_id: 'bot', display_name: 'Bot' } });
    const buttons = [{ label: 'Yes', action: { type: 2, payload: '{"order":  1.0}' } }];
    const promotion = { title: 'Cake', image_url: 'https://a.example/c.png', buttons };
    const { messages } = await server.ok('POST', MESSAGES, {
      headers: { prefer: 'return=representation' },
      body: {
        sender: { bot_id: 'bot' },
        target: { user_ids: [user] },
        body: { metadata: [{ type: 'promotion', promotion }] },
      },
    });
    const { thread_id, seq } = messages[0];
    const token = await server.token(user);
    await server.ok('POST', `/client/v1.0/threads/${thread_id}/messages/${seq}/press`, {
      token,
      body: { button_index: 0 },
    });
    const { body } = await pull(server, 'types=bot.button_clicked');
    expect(body.data).toMatchObject([
      { type: 'bot.button_clicked', data: { bot_id: 'bot', payload: '{"order":  1.0}' } },
    ]);
  });

  test('of large events end a page at about 1 MiB, but never before the first event', async () => {
    await switchStream(server, true);
    const [user = ''] = await server.users(1);
    const group = await server.group([user]);
    const text = '\u0001'.repeat(9_900);
    for (let sent = 0; sent < 40; sent += 1)
      await server.ok('POST', MESSAGES, { body: textTo(group, user, text) });
    const sizes = [];
    for (let after = 0; ; ) {
      const { body } = await pull(server, `after=${after}&types=message.created`);
      if (body.data.length === 0) break;
      sizes.push(body.data.length);
      expect(JSON.stringify(body).length).toBeLessThan(1.1 * 1024 * 1024);
      after = body.next_after;
    }
    expect(sizes.reduce((sum, size) => sum + size)).toBe(40);
    expect(sizes.length).toBeGreaterThan(1);
    await server.database.sql(
      `update events set body = replace(body, '"data":{', '"data":{"bot_id":"' || repeat('b', 3000000) || '",')
       where type = 'message.created' and position = (select max(position) - 1 from events)`,
    );
    const { last_position: last } = await server.ok('GET', STREAM);
    const ask = async (after: number) => (await pull(server, `after=${after}`)).body;
    expect((await ask(last - 3)).next_after).toBe(last - 2);
    expect((await ask(last - 2)).next_after).toBe(last - 1);
    expect((await ask(last - 1)).next_after).toBe(last);
  });
});
