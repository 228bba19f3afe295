import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createApp } from '../../src/domain/records/apps.ts';
import { sweepKeys } from '../../src/domain/records/idempotency-keys.ts';
import { ROUTES } from '../../src/http/routes.ts';
import { DELIVERIES, ENDPOINTS } from '../harness/api.ts';
import { inParallel } from '../harness/in-parallel.ts';
import { packForm } from '../harness/sticker-pack.ts';
import { connect } from '../harness/test-database.ts';
import { type CallOptions, startTestServer, type TestServer, textTo } from '../harness/test-server.ts';

const MESSAGES = '/open-api/v1.0/chat/messages';
const THREADS = '/open-api/v1.0/chat/threads';
const CLIENT_THREADS = '/client/v1.0/threads';

let server: TestServer;
let threadId: string;
/** Another thread, for what signed-in users do; and the tokens of two of its members, the owner first. */
let clientThreadId: string;
let tokens: [string, string];
/** An endpoint, and what it is to be told. */
let webhook: { endpoint: string; delivery: string };
let promotion: number;
beforeAll(async () => {
  server = await startTestServer();
  const members = await server.users(3);
  threadId = await server.group(members);
  clientThreadId = await server.group(members);
  tokens = [await server.token('user1'), await server.token('user2')];
  const body = { url: 'https://example.com', event_types: ['user.created'] };
  const { id: endpoint } = await server.ok('POST', ENDPOINTS, { body });
  await server.users(1, 'newcomer');
  const [{ id: delivery }] = await server.ok('GET', DELIVERIES);
  webhook = { endpoint, delivery };
  const buttons = [{ label: 'pressed twice', action: { type: 3 } }];
  const metadata = [
    { type: 'promotion', promotion: { title: 't', image_url: 'https://example.com/i', buttons } },
  ];
  const message = { ...textTo(clientThreadId, 'user1'), body: { metadata } };
  const headers = { prefer: 'return=representation' };
  const { messages } = await server.ok('POST', MESSAGES, { headers, body: message });
  promotion = messages[0].seq;
});
afterAll(() => server.close());
afterEach(() => {
  vi.useRealTimers();
});

const post = (
  url: string,
  key: string,
  body: unknown,
  { prefer, ...options }: CallOptions & { prefer?: string } = {},
) =>
  server.call('POST', url, {
    ...options,
    body,
    headers: { 'idempotency-key': key, ...(prefer === undefined ? {} : { prefer }) },
  });

async function messagesWith(text: string): Promise<number> {
  return (await server.database.sql('select from messages where text = $1', [text])).length;
}

const group = (name: string) => ({ name, owner_id: 'user1', member_ids: ['user2'], id_type: 2 });

/** How to make a request, and how to see what it has done. */
interface Post {
  url: () => string;
  body: () => unknown;
  effects: () => Promise<number>;
}

/** For each POST by API key. */
const POSTS_BY_KEY: Record<string, Post> = {
  sendMessage: {
    url: () => MESSAGES,
    body: () => textTo(threadId, 'user1', 'sent twice'),
    effects: () => messagesWith('sent twice'),
  },
  createThread: {
    url: () => THREADS,
    body: () => group('made twice'),
    effects: () => threadsOf('made twice'),
  },
  putUsersBatch: {
    url: () => '/user/v1.0/users/batch',
    body: () => ({ users: [{ user_id: 'put-twice' }] }),
    effects: () => rows("select from users where user_id = 'put-twice'"),
  },
  issueToken: {
    url: () => '/user/v1.0/user/user3/token',
    body: () => undefined,
    effects: () => rows('select from signing_keys'),
  },
  createStickerPack: {
    url: () => '/sticker/v1.0/pack',
    body: () => packForm({ name: 'made twice' }),
    effects: () => rows("select from sticker_packs where name = 'made twice'"),
  },
  createBot: {
    url: () => '/bot/v1.0/bot',
    body: () => ({ display_name: 'made twice' }),
    effects: () => rows("select from users where display_name = 'made twice'"),
  },
  rotateBotSecret: {
    url: () => '/bot/v1.0/bot/rotated/rotate-secret',
    body: () => undefined,
    effects: () =>
      rows(
        'select distinct secret from webhooks join users on ext_user_id = bot_ext_user_id where user_id = $1',
        'rotated',
      ),
  },
  createWebhookEndpoint: {
    url: () => ENDPOINTS,
    body: () => ({ url: 'https://example.com/twice', event_types: ['webhook.disabled'] }),
    effects: () => rows("select from webhooks where url = 'https://example.com/twice'"),
  },
  rotateWebhookEndpointSecret: {
    url: () => `${ENDPOINTS}/${webhook.endpoint}/rotate-secret`,
    body: () => undefined,
    effects: () =>
      rows('select from webhooks where id = $1 and previous_secret is not null', webhook.endpoint),
  },
  replayWebhookDelivery: {
    url: () => `${DELIVERIES}/${webhook.delivery}/replay`,
    body: () => undefined,
    effects: () =>
      rows('select from webhook_deliveries where id = $1 and replayed_at is not null', webhook.delivery),
  },
  replayWebhookDeliveries: {
    url: () => '/webhook/v1.0/replay',
    body: () => ({ statuses: ['dead', 'delivered'] }),
    // Of nothing that had ended. (That it is once is seen in webhooks/deliveries.test.ts.)
    effects: async () => 1,
  },
  ...postsToMembers(THREADS, () => threadId),
};

/** For each POST by token. */
const POSTS_BY_TOKEN: Record<string, Post> = {
  clientCreateThread: {
    url: () => CLIENT_THREADS,
    body: () => ({ type: 'group', name: 'made twice by a user', member_ids: ['user2'], id_type: 2 }),
    effects: () => threadsOf('made twice by a user'),
  },
  clientSendMessage: {
    url: () => `${CLIENT_THREADS}/${clientThreadId}/messages`,
    body: () => ({ body: { text: 'sent twice by a user' }, mentions: ['2'] }),
    effects: () => messagesWith('sent twice by a user'),
  },
  clientPressButton: {
    url: () => `${CLIENT_THREADS}/${clientThreadId}/messages/${promotion}/press`,
    body: () => ({ button_index: 0 }),
    effects: () => messagesWith('pressed twice'),
  },
  ...Object.fromEntries(
    Object.entries(postsToMembers(CLIENT_THREADS, () => clientThreadId)).map(([id, request]) => [
      `client${id.charAt(0).toUpperCase()}${id.slice(1)}`,
      request,
    ]),
  ),
};

/** Those that change the members of a thread, in an order in which each changes something. */
function postsToMembers(threads: string, thread: () => string): Record<string, Post> {
  const entriesOf = (type: string) =>
    rows('select from log_entries where thread_id = $1 and type = $2', thread(), type);
  return {
    addMembers: {
      url: () => `${threads}/${thread()}/members`,
      body: () => ({ member_ids: ['newcomer1'], id_type: 2 }),
      effects: () => entriesOf('member.added'),
    },
    ...Object.fromEntries(
      [
        ['muteMember', 'mute', 'member.muted'],
        ['unmuteMember', 'unmute', 'member.unmuted'],
        ['banMember', 'ban', 'member.banned'],
        ['unbanMember', 'unban', 'member.unbanned'],
      ].map(([id, action, type]) => [
        id,
        {
          url: () => `${threads}/${thread()}/members/newcomer1/${action}?id_type=2`,
          body: () => undefined,
          effects: () => entriesOf(type ?? ''),
        },
      ]),
    ),
    transferOwnership: {
      url: () => `${threads}/${thread()}/owner`,
      body: () => ({ owner_id: 'user3', id_type: 2 }),
      effects: () => entriesOf('thread.owner_changed'),
    },
  };
}

const rows = async (sql: string, ...values: string[]) => (await server.database.sql(sql, values)).length;
const threadsOf = (name: string) => rows('select from threads where name = $1', name);

test('every POST is tried here', () => {
  const posts = ROUTES.filter(({ method }) => method === 'POST');
  const tried = (isByToken: boolean) =>
    posts.flatMap(({ endpoint }) => ((endpoint.access === 'token') === isByToken ? [endpoint.id] : []));
  expect(Object.keys(POSTS_BY_KEY).toSorted()).toEqual(tried(false).toSorted());
  expect(Object.keys(POSTS_BY_TOKEN).toSorted()).toEqual(tried(true).toSorted());
});

test.each([...Object.entries(POSTS_BY_KEY), ...Object.entries(POSTS_BY_TOKEN)])(
  '%s: a repeat has the first answer and no effect',
  async (id, { url, body, effects }) => {
    await server.call('POST', '/bot/v1.0/bot', { body: { bot_id: 'rotated', display_name: 'r' } });
    const who = id in POSTS_BY_TOKEN ? { token: tokens[0] } : {};
    const options = { ...who, prefer: 'return=representation' };
    const first = await post(url(), `twice-${id}`, body(), options);
    expect(first.body.message_code).toBe('M200');
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    const second = await post(url(), `twice-${id}`, body(), options);
    expect(second.headers['idempotent-replayed']).toBe('true');
    // A secret is shown once: the repeat has it not.
    const secrets = ROUTES.find(({ endpoint }) => endpoint.id === id)?.endpoint.secrets ?? [];
    const shown = structuredClone(first.body.data);
    for (const secret of secrets) {
      expect(shown[secret]).toEqual(expect.any(String));
      delete shown[secret];
    }
    expect(second.body.data).toEqual(shown);
    expect(await effects()).toBe(1);
  },
);

test('the repeat of a send without `Prefer` is the envelope, with it the message', async () => {
  const body = textTo(threadId, 'user1', 'asked later');
  const first = await post(MESSAGES, 'asked-later', body);
  expect(first.body.data).toBeUndefined();
  const second = await post(MESSAGES, 'asked-later', body, { prefer: 'return=representation' });
  expect(second.body.data.messages).toHaveLength(1);
});

describe('another request with the same key is M42201', () => {
  const body = () => textTo(threadId, 'user1', 'the first');
  test.each<[string, () => Promise<{ body: { message_code: string } }>]>([
    ['another body', () => post(MESSAGES, 'reused', textTo(threadId, 'user1', 'the second'))],
    ['another path', () => post(THREADS, 'reused', group('reused'))],
  ])('%s', async (_name, request) => {
    await post(MESSAGES, 'reused', body());
    expect((await request()).body.message_code).toBe('M42201');
    expect(await messagesWith('the first')).toBe(1);
  });

  test('the same body, written in another way, is the same request', async () => {
    await post(
      MESSAGES,
      'rewritten',
      '{"sender":{"user_id":"user1"},"target":{"thread_id":"' +
        threadId +
        '"},"body":{"text":"r","metadata":[{"type":"text","a":1,"b":[2]}]}}',
    );
    const again = await post(
      MESSAGES,
      'rewritten',
      `{ "body": {"metadata": [{"b": [2.0], "a": 1, "type": "text"}], "text": "\\u0072"}, "target": {"thread_id": "${threadId}"}, "sender": {"user_id": "user1"} }`,
    );
    expect(again.headers['idempotent-replayed']).toBe('true');
  });
});

test('a failure leaves the key free', async () => {
  const body = (sender: string) => textTo(threadId, sender, 'at last');
  expect((await post(MESSAGES, 'failed', body('nobody'))).body.message_code).toBe('M40402');
  expect((await post(MESSAGES, 'failed', body('user1'))).body.message_code).toBe('M200');
  expect(
    (await post(THREADS, 'failed-thread', { ...group('x'), owner_id: 'nobody' })).body.message_code,
  ).toBe('M40402');
  expect((await post(THREADS, 'failed-thread', group('x'))).body.message_code).toBe('M200');
});

test('a key that has expired is free', async () => {
  const body = textTo(threadId, 'user1', 'once a day');
  const expire = "update idempotency_keys set created_at = now() - interval '25 hours' where key = $1";
  for (const [key, url, request] of [
    ['daily-message', MESSAGES, body],
    ['daily-thread', THREADS, group('daily')],
  ] as const) {
    await post(url, key, request);
    await server.database.sql(expire, [key]);
    expect((await post(url, key, request)).headers['idempotent-replayed']).toBeUndefined();
    expect((await post(url, key, request)).headers['idempotent-replayed']).toBe('true');
  }
  expect(await messagesWith('once a day')).toBe(2);
});

test('sweeping takes expired keys out, some at a time', async () => {
  await server.database.sql('delete from idempotency_keys');
  for (let n = 0; n < 5; n += 1) await post(MESSAGES, `swept-${n}`, textTo(threadId, 'user1', 'swept'));
  await server.database.sql(
    "update idempotency_keys set created_at = now() - interval '25 hours' where key <> 'swept-0'",
  );
  expect([await sweepKeys(server.db, 86_400, 3), await sweepKeys(server.db, 86_400, 3)]).toEqual([3, 1]);
  expect(await server.database.sql('select key from idempotency_keys')).toEqual([{ key: 'swept-0' }]);
});

test('keys of two users, and of the back end, are apart', async () => {
  const url = `${CLIENT_THREADS}/${clientThreadId}/messages`;
  const ask = async (options: CallOptions, text: string) => {
    const answer = await post(url, 'of-several', { body: { text } }, options);
    return [answer.body.message_code, answer.headers['idempotent-replayed'], answer.body.data?.body.text];
  };
  expect(await ask({ token: tokens[0] }, 'of one')).toEqual(['M200', undefined, 'of one']);
  expect(await ask({ token: tokens[1] }, 'of the other')).toEqual(['M200', undefined, 'of the other']);
  const byKey = await post(MESSAGES, 'of-several', textTo(threadId, 'user1', 'of the back end'));
  expect([byKey.body.message_code, byKey.headers['idempotent-replayed']]).toEqual(['M200', undefined]);
  expect(await ask({ token: tokens[0] }, 'of one')).toEqual(['M200', 'true', 'of one']);
  expect(await ask({ token: tokens[1] }, 'of the other')).toEqual(['M200', 'true', 'of the other']);
  expect((await ask({ token: tokens[1] }, 'of one'))[0]).toBe('M42201');
});

test('keys of a user go with them to their next token', async () => {
  const url = `${CLIENT_THREADS}/${clientThreadId}/messages`;
  const body = { body: { text: 'by two tokens' } };
  await post(url, 'of-two-tokens', body, { token: tokens[0] });
  const again = await post(url, 'of-two-tokens', body, { token: await server.token('user1') });
  expect(again.headers['idempotent-replayed']).toBe('true');
  expect(await messagesWith('by two tokens')).toBe(1);
});

describe('an id of the client', () => {
  const send = (token: string, id: string, text: string, { thread = clientThreadId, key = '' } = {}) =>
    server.call('POST', `${CLIENT_THREADS}/${thread}/messages`, {
      token,
      body: { body: { text }, client_message_id: id },
      headers: key === '' ? {} : { 'idempotency-key': key },
    });

  test('makes a send happen once, whatever key it has', async () => {
    const first = await send(tokens[0], 'once', 'sent with an id');
    for (const key of ['', 'once', 'another-key']) {
      const again = await send(tokens[0], 'once', 'sent with an id', { key });
      expect(again.headers['idempotent-replayed']).toBe('true');
      expect(again.body.data).toEqual(first.body.data);
    }
    expect((await send(tokens[0], 'once', 'something else')).body.message_code).toBe('M42201');
    expect(await messagesWith('sent with an id')).toBe(1);
    expect(await messagesWith('something else')).toBe(0);
  });

  test('is one of its sender and thread', async () => {
    const sent = [
      await send(tokens[0], 'shared', 'of one sender'),
      await send(tokens[1], 'shared', 'of another'),
      await send(tokens[0], 'shared', 'in another thread', { thread: threadId }),
    ];
    expect(sent.map(({ body }) => body.message_code)).toEqual(['M200', 'M200', 'M200']);
    expect(sent.map(({ headers }) => headers['idempotent-replayed'])).toEqual(Array(3).fill(undefined));
  });

  test('counts when both are sent at once', async () => {
    const both = await inParallel(8, () => send(tokens[0], 'at-once', 'sent at once'));
    expect(new Set(both.map(({ body }) => body.data?.seq)).size).toBe(1);
    expect(both.filter(({ headers }) => headers['idempotent-replayed'] === 'true')).toHaveLength(7);
    expect(await messagesWith('sent at once')).toBe(1);
  });

  test('may be called like the key, in an application that is called like the thread', async () => {
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

test('keys of two applications are apart', async () => {
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

describe('keys of two tenants, and of the application itself, are apart', () => {
  const tenants = ['north', 'south', undefined] as const;
  const inSpace = (tenant: string | undefined) => (tenant === undefined ? {} : { tenant });

  test('of sends, which share a batch', async () => {
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
          const answer = await post(MESSAGES, 'of-tenants', body, inSpace(tenant));
          return [answer.body.message_code, answer.headers['idempotent-replayed'] ?? again];
        }),
      );
    expect(await send('first')).toEqual(tenants.map(() => ['M200', 'first']));
    expect(await send('first')).toEqual(tenants.map(() => ['M200', 'true']));
    for (const tenant of tenants) expect(await messagesWith(`to ${tenant}`)).toBe(1);
  });

  test('of everything else, also while one of them is held', async () => {
    const body = { users: [{ user_id: 'of-each-tenant' }] };
    const put = async (tenant: string | undefined) => {
      const answer = await post('/user/v1.0/users/batch', 'of-tenants-too', body, inSpace(tenant));
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
    expect(await rows("select from users where user_id = 'of-each-tenant'")).toBe(3);
  });
});

test.each([
  ['empty', ''],
  ['256 characters', 'k'.repeat(256)],
  ['a space', 'a b'],
  ['no ASCII', Buffer.from('clé').toString('latin1')],
])('a key that is %s is M40003', async (_name, key) => {
  const { body } = await post(MESSAGES, key, textTo(threadId, 'user1', 'bad key'));
  expect(body.message_code).toBe('M40003');
  expect(body.errors?.map(({ field }) => field)).toEqual(['Idempotency-Key']);
  expect(await messagesWith('bad key')).toBe(0);
});

test('a key of 255 characters is fine, and other methods ignore the header', async () => {
  expect((await post(MESSAGES, 'k'.repeat(255), textTo(threadId, 'user1'))).body.message_code).toBe('M200');
  const ignored = await server.call('GET', THREADS, { headers: { 'idempotency-key': 'a b' } });
  expect(ignored.body.message_code).toBe('M200');
});

test('a key that another process works with does not hold up the sends of others', async () => {
  const other = await connect(server.database.connection);
  await other.query(`begin; select pg_advisory_xact_lock(hashtextextended('key held of test ', 0))`);
  const held = post(MESSAGES, 'held', textTo(threadId, 'user1', 'with a held key'));
  const elsewhere = await server.group(['user1', 'user2']);
  for (let n = 0; n < 3; n += 1) {
    const answer = await server.call('POST', MESSAGES, { body: textTo(elsewhere, 'user1') });
    expect(answer.body.message_code).toBe('M200');
  }
  expect(await messagesWith('with a held key')).toBe(0);
  await other.query('commit');
  expect((await held).body.message_code).toBe('M200');
});

test('a repeat waits for the first request, and after 10 s is M40902', async () => {
  const blocker = await connect(server.database.connection);
  await blocker.query("begin; select from applications where id = 'test' for update");
  const first = post(THREADS, 'slow', group('slow'));
  await expect
    .poll(() =>
      server.database.sql(
        "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      ),
    )
    .toHaveLength(1);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const second = post(THREADS, 'slow', group('slow'));
  // The request needs some turns of the event loop until it waits.
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  await vi.advanceTimersByTimeAsync(10_000);
  expect((await second).body.message_code).toBe('M40902');
  vi.useRealTimers();
  await blocker.query('commit');
  expect((await first).body.message_code).toBe('M200');
});
