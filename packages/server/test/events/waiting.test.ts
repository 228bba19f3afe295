import { once } from 'node:events';
import { connect } from 'node:net';
import { MAX_WAITING } from '@palaver/protocol/events';
import type { AppId, TenantId } from '@palaver/protocol/ids';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { openInProcessBus } from '../../src/bus/in-process.ts';
import { PullWait } from '../../src/domain/operations/events/pull-waits.ts';
import { revokeKey } from '../../src/domain/records/api-keys.ts';
import type { Log } from '../../src/platform/log.ts';
import { publicIdOf, userUrl } from '../harness/api.ts';
import { startTestServer, type TestServer } from '../harness/test-server.ts';
import { until } from '../harness/until.ts';
import { pause } from '../harness/waits.ts';
import {
  countWaiting,
  EVENTS,
  type PullAnswer,
  pullText,
  STREAM,
  send,
  setBack,
  switchStream,
} from './stream.ts';

/** A pull without events waits for one. */

let server: TestServer;
let url: string;
let isClosed: boolean;

beforeEach(async () => {
  server = await startTestServer();
  url = await server.app.listen({ host: '127.0.0.1', port: 0 });
  isClosed = false;
  await switchStream(server, true);
});
afterEach(async () => {
  if (!isClosed) await server.close();
});

const putUser = (id: string, options = {}) => server.ok('PUT', userUrl(id), { ...options, body: {} });
const waiting = (count: number) =>
  until(async () => ((await countWaiting(server)) === count ? count : undefined));
/** A pull that waits for up to 30 s. */
const wait = async (query = '', key = server.key): Promise<PullAnswer['body']> =>
  JSON.parse(await pullText(url, key, `wait_seconds=30&${query}`));

test('it gets an event that happens meanwhile', async () => {
  const [user = ''] = await server.users(1);
  const group = await server.group([user]);
  await server.relayed();
  const answer = wait('after=2');
  await waiting(1);
  await send(server, group, user, 'at last');
  expect(await answer).toMatchObject({
    data: [
      { position: 3, type: 'message.created', data: { entry: { message: { body: { text: 'at last' } } } } },
    ],
    next_after: 3,
  });
  await waiting(0);
});

test('it also gets an event that the bus does not announce, as when another process relays', async () => {
  const silent = (log: Log) => {
    const bus = openInProcessBus(log);
    const { publish } = bus;
    bus.publish = (event) => (event.type === 'events' ? undefined : publish.call(bus, event));
    return bus;
  };
  await server.close();
  server = await startTestServer({}, undefined, silent);
  url = await server.app.listen({ host: '127.0.0.1', port: 0 });
  await switchStream(server, true);
  const answers = [wait(), wait('after=0'), wait('types=user.created')];
  await waiting(3);
  await putUser('ann');
  for (const answer of answers)
    expect(await answer).toMatchObject({ data: [{ position: 1 }], next_after: 1 });
});

test('it keeps waiting while the filter leaves out what happens', async () => {
  const answer = wait('tenant_id=tenant-a&types=user.created');
  await waiting(1);
  for (let turn = 1; turn <= 5; turn += 1) {
    await putUser('bob', { tenant: `tenant-${turn}` });
    await server.relayed();
  }
  expect(await countWaiting(server)).toBe(1);
  await putUser('ann', { tenant: 'tenant-a' });
  expect(await answer).toMatchObject({
    data: [{ position: 6, data: { tenant_id: 'tenant-a' } }],
    next_after: 6,
  });
});

test('its position passes only events that were looked at since', async () => {
  const stream = { app_id: 'test' as AppId, is_on: true, epoch: 'e' };
  const news = [{ ...stream, tenant_id: '' as TenantId, type: 'user.created', position: '61' } as const];
  const { signal } = new AbortController();
  const asks = { appId: 'test' as AppId, tenantId: null, types: ['user.updated'] as const, keyId: 'key' };
  using pulling = new PullWait(
    { ...asks, waitMs: 30_000, signal, authorize: async () => {} },
    { missed: () => {}, leave: () => {} },
  );
  const next = pulling.next({ after: 55, epoch: 'e' });
  // Another request waits after 60, and this one began to wait during the look.
  pulling.hear(news, 60);
  expect(pulling.after).toBe(55);
  pulling.hear(news, 55);
  expect(pulling.after).toBe(61);
  pulling.end();
  expect(await next).toBe(61);
});

test('it answers an empty list in the end, which says how far it looked', async () => {
  // (Before the wait: a busy machine may take longer than a second for it.)
  await putUser('ann');
  await server.relayed();
  const answer = await pullText(url, server.key, 'wait_seconds=1&types=user.deactivated');
  expect(JSON.parse(answer)).toMatchObject({ message_code: 'M200', data: [], next_after: 1 });
});

test('it ends when its stream is switched off and something happens', async () => {
  const answer = wait();
  await waiting(1);
  await switchStream(server, false);
  const another = wait();
  expect(await another).toMatchObject({ message_code: 'M40903' });
  server.db.publish({ type: 'events', apps: ['test' as never] });
  expect(await answer).toMatchObject({ message_code: 'M40903' });
});

test('it goes on in another epoch, if no event was lost', async () => {
  await putUser('before');
  await server.relayed();
  const { epoch } = await server.ok('GET', STREAM);
  const answer = wait(`after=1&epoch=${epoch}`);
  await waiting(1);
  await setBack(server, 1);
  await putUser('ann');
  const page = await answer;
  expect(page).toMatchObject({
    data: [{ position: 2 }],
    next_after: 2,
    epoch: expect.not.stringContaining(epoch),
  });
});

test('it ends when events are lost that it has looked at, also if the client has given no epoch', async () => {
  await putUser('ann');
  await putUser('ben');
  await server.relayed();
  const { epoch } = await server.ok('GET', STREAM);
  const looked = vi.spyOn(PullWait.prototype, 'next');
  onTestFinished(() => looked.mockRestore());
  const answers = ['', epoch].map((given) => wait(`after=1&epoch=${given}&types=user.deactivated`));
  await until(async () => (looked.mock.calls.length === 2 ? true : undefined));
  for (const [place] of looked.mock.calls) expect(place).toEqual({ after: 2, epoch });
  await setBack(server, 1);
  await putUser('cleo');
  for (const answer of answers)
    expect(await answer).toMatchObject({ message_code: 'M41001', first_position: 2 });
});

test('it ends when its key is revoked or expires, and gets no events from then on', {
  tags: 'thorough',
}, async () => {
  const isExpired = Date.now() + 1_000;
  const expiring = await server.createKey({ scopes: ['read'], expiresAt: new Date(isExpired) });
  const revoked = await server.createKey({ scopes: ['read'] });
  const refused = { message_code: 'M40103' };
  const answers = [wait('', expiring), wait('types=user.deactivated', revoked)];
  await waiting(2);
  await revokeKey(server.db, publicIdOf(revoked));
  await until(async () => Date.now() > isExpired || undefined);
  await putUser('ann');
  for (const answer of answers) expect(await answer).toMatchObject(refused);
});

test('a change that the filters of many leave out costs one look for all of them', {
  tags: 'thorough',
}, async () => {
  const readAs = await server.createKey({ scopes: ['read'] });
  const answers = Array.from({ length: 40 }, () => wait('types=user.deactivated', readAs));
  await waiting(40);
  const looks = vi.spyOn(server.db, 'transactionAtOnce');
  for (let change = 1; change <= 5; change += 1) {
    await putUser(`user${change}`);
    await server.relayed();
    await pause(100);
  }
  // (The relay looks as well.)
  expect(looks.mock.calls.length).toBeLessThan(40);
  looks.mockRestore();
  expect(await countWaiting(server)).toBe(40);
  await server.ok('DELETE', userUrl('user1'));
  for (const answer of answers)
    expect(await answer).toMatchObject({ data: [{ position: 6 }], next_after: 6 });
});

test('it ends when its client disconnects', async () => {
  const leaving = new AbortController();
  const answers = [1, 2, 3].map(() => pullText(url, server.key, 'wait_seconds=30', leaving.signal));
  await waiting(3);
  leaving.abort();
  for (const answer of answers) await expect(answer).rejects.toThrow('aborted');
  await waiting(0);
});

test('it ends when the server stops', async () => {
  const answers = [wait(), wait('types=user.created'), wait('types=user.updated')];
  await waiting(3);
  isClosed = true;
  const closed = server.close();
  for (const answer of answers) expect(await answer).toMatchObject({ message_code: 'M200', data: [] });
  await closed;
}, 15_000);

const { perApplication, perKey, perTenant } = MAX_WAITING;

test(`at most ${perKey} requests of a key wait, and ${perTenant} for a tenant`, {
  tags: 'thorough',
}, async () => {
  const ofTenant = () => server.createKey({ tenantId: 'tenant-a' as TenantId, scopes: ['read'] });
  const keys = [await ofTenant(), await ofTenant()];
  const leaving = new AbortController();
  const stay = (key: string) => pullText(url, key, 'wait_seconds=30', leaving.signal).catch(() => '');
  const answers = Array.from({ length: perTenant }, (_, index) => stay(keys[index % 2] ?? ''));
  await waiting(perTenant);
  for (const key of keys) expect(await wait('', key)).toMatchObject({ data: [] });
  expect(await wait('tenant_id=tenant-a')).toMatchObject({ data: [] });
  for (let index = 0; index < perKey; index += 1) answers.push(stay(server.key));
  await waiting(perTenant + perKey);
  expect(await wait()).toMatchObject({ data: [] });
  answers.push(stay(await server.createKey({ scopes: ['read'] })));
  await waiting(perTenant + perKey + 1);
  leaving.abort();
  await Promise.all(answers);
});

test(`at most ${perApplication} of an application wait, without a connection to the database`, {
  tags: 'thorough',
}, async () => {
  await server.database.sql(`insert into applications (id, name) values ('other', 'Other')`);
  const other = await server.createKey({ appId: 'other' });
  await switchStream(server, true, { key: other });
  const keys = [server.key, await server.createKey({ scopes: ['read'] })];
  const answers = Array.from({ length: perApplication }, (_, index) => wait('', keys[index % 2]));
  await waiting(perApplication);
  const third = await server.createKey({ scopes: ['read'] });
  expect(await wait('', third)).toMatchObject({ data: [], next_after: 0 });
  const elsewhere = wait('', other);
  await waiting(perApplication + 1);
  await until(async () => {
    const { total, idle, waiting: queued } = server.db.connections;
    // (The relay looks at the outbox now and then.)
    return total - idle <= 2 && queued === 0 ? true : undefined;
  });
  await putUser('ann');
  for (const answer of answers) expect(await answer).toMatchObject({ data: [{ position: 1 }] });
  await waiting(1);
  await server.ok('PUT', userUrl('bob'), { key: other, body: {} });
  expect(await elsewhere).toMatchObject({ data: [{ position: 1, data: { app_id: 'other' } }] });
});

test('further requests on its connection wait for it', async () => {
  const { port } = new URL(url);
  const socket = connect(Number(port), '127.0.0.1');
  await once(socket, 'connect');
  const head = `HTTP/1.1\r\nhost: a\r\nx-api-key: ${server.key}\r\n\r\n`;
  socket.write(`GET ${EVENTS}?wait_seconds=30 ${head}GET ${EVENTS}?after=1&limit=7 ${head}`);
  let received = '';
  socket.on('data', (bytes: Buffer) => {
    received += bytes.toString();
  });
  await waiting(1);
  await putUser('ann');
  await until(async () => (received.match(/"epoch"/g)?.length === 2 ? true : undefined));
  expect([...received.matchAll(/"next_after":(\d+)/g)].map(([, after]) => after)).toEqual(['1', '1']);
  socket.destroy();
});
