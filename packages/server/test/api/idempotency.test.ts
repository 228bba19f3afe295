// @module-tag database
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { startWebPushService, type WebPushService } from '../../../testing/src/receivers/web-push-service.ts';
import { ROUTES } from '../../src/http/routes.ts';
import { DELIVERIES, deskUrl, deviceUrl, ENDPOINTS, MESSAGES, providerUrl, THREADS } from '../harness/api.ts';
import { MY_PICTURES, MY_THREADS } from '../harness/client-api.ts';
import { messagesWith, post, rows } from '../harness/idempotency.ts';
import { requestsInProgress } from '../harness/load.ts';
import { textTo } from '../harness/population.ts';
import { packForm, png } from '../harness/sticker-pack.ts';
import { connect } from '../harness/test-database.ts';
import { startTestServer, type TestServer } from '../harness/test-server.ts';
import { uploadForm } from '../harness/upload.ts';
import { deviceOf } from '../notifications/notified.ts';

let server: TestServer;
let threadId: string;
/** A thread for the requests of signed-in users, and the tokens of two members, the owner's first. */
let clientThreadId: string;
let tokens: [string, string];
/** A webhook endpoint and a pending delivery to it. */
let webhook: { endpoint: string; delivery: string };
let promotion: number;
/** It gets the pushes to a browser of the first user. */
let pushService: WebPushService;
let directThreadId = '';
beforeAll(async () => {
  server = await startTestServer({ PALAVER_WEB_PUSH_ALLOW_PRIVATE: '127.0.0.1' });
  pushService = await startWebPushService();
  const members = await server.users(3);
  threadId = await server.group(members);
  clientThreadId = await server.group(members);
  tokens = [await server.token('user1'), await server.token('user2')];
  const direct = { type: 'direct', user_id: 'user3' };
  directThreadId = (await server.ok('POST', MY_THREADS, { token: tokens[0], body: direct })).id;
  await server.ok('PUT', deskUrl('user1'), { body: { direct_threads: true } });
  const body = { url: 'https://example.com', event_types: ['user.created'] };
  const { id: endpoint } = await server.ok('POST', ENDPOINTS, { body });
  const subject = { subject: 'mailto:ops@example.com' };
  const { public_key } = await server.ok('PUT', providerUrl('web_push'), { body: subject });
  const device = deviceOf(pushService.subscribe(public_key));
  await server.ok('PUT', deviceUrl('user1', 'browser'), { body: device });
  await server.users(1, 'newcomer');
  await server.relayed();
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
afterAll(async () => {
  await server.close();
  await pushService.close();
});
afterEach(() => {
  vi.useRealTimers();
});

const SECRET = `whsec_${Buffer.from('This is an example, not a secret').toString('base64')}`;
const group = (name: string) => ({ name, owner_id: 'user1', member_ids: ['user2'], id_type: 2 });

/** A request and a way to count its effects. */
interface Post {
  url: () => string;
  body: () => unknown;
  effects: () => Promise<number>;
}

/** Every POST route with an API key. */
const POSTS_BY_KEY: Record<string, Post> = {
  sendMessage: {
    url: () => MESSAGES,
    body: () => textTo(threadId, 'user1', 'sent twice'),
    effects: () => messagesWith(server, 'sent twice'),
  },
  createThread: {
    url: () => THREADS,
    body: () => group('made twice'),
    effects: () => threadsOf('made twice'),
  },
  putUsersBatch: {
    url: () => '/user/v1.0/users/batch',
    body: () => ({ users: [{ user_id: 'put-twice' }] }),
    effects: () => rows(server, "select from users where user_id = 'put-twice'"),
  },
  testNotificationProvider: {
    url: () => `${providerUrl('web_push')}/test`,
    body: () => ({ user_id: 'user1' }),
    effects: () => Promise.resolve(pushService.pushes.length),
  },
  issueToken: {
    url: () => '/user/v1.0/user/user3/token',
    body: () => undefined,
    effects: () => rows(server, 'select from signing_keys'),
  },
  createStickerPack: {
    url: () => '/sticker/v1.0/pack',
    body: () => packForm({ name: 'made twice' }),
    effects: () => rows(server, "select from sticker_packs where name = 'made twice'"),
  },
  uploadFile: {
    url: () => '/file/v1.0/file',
    body: () => uploadForm({ name: 'stored twice' }),
    effects: () => filesOf('stored twice'),
  },
  createBot: {
    url: () => '/bot/v1.0/bot',
    body: () => ({ display_name: 'made twice', webhook_secret: SECRET }),
    effects: () => rows(server, "select from users where display_name = 'made twice'"),
  },
  rotateBotSecret: {
    url: () => '/bot/v1.0/bot/rotated/rotate-secret',
    body: () => ({ webhook_secret: SECRET }),
    effects: () =>
      rows(
        server,
        'select distinct secret from webhooks join users on ext_user_id = bot_ext_user_id where user_id = $1',
        'rotated',
      ),
  },
  createWebhookEndpoint: {
    url: () => ENDPOINTS,
    body: () => ({ url: 'https://example.com/twice', event_types: ['webhook.disabled'] }),
    effects: () => rows(server, "select from webhooks where url = 'https://example.com/twice'"),
  },
  rotateWebhookEndpointSecret: {
    url: () => `${ENDPOINTS}/${webhook.endpoint}/rotate-secret`,
    body: () => undefined,
    effects: () =>
      rows(server, 'select from webhooks where id = $1 and previous_secret is not null', webhook.endpoint),
  },
  replayWebhookDelivery: {
    url: () => `${DELIVERIES}/${webhook.delivery}/replay`,
    body: () => undefined,
    effects: () =>
      rows(
        server,
        'select from webhook_deliveries where id = $1 and replayed_at is not null',
        webhook.delivery,
      ),
  },
  replayWebhookDeliveries: {
    url: () => '/webhook/v1.0/replay',
    body: () => ({ statuses: ['dead', 'delivered'] }),
    // No delivery has ended here. (webhooks/deliveries.test.ts tests that a replay happens once.)
    effects: async () => 1,
  },
  ...postsToMembers(THREADS, () => threadId),
};

/** Every POST route with a token. */
const POSTS_BY_TOKEN: Record<string, Post> = {
  clientCreateThread: {
    url: () => MY_THREADS,
    body: () => ({ type: 'group', name: 'made twice by a user', member_ids: ['user2'], id_type: 2 }),
    effects: () => threadsOf('made twice by a user'),
  },
  clientSendMessage: {
    url: () => `${MY_THREADS}/${clientThreadId}/messages`,
    body: () => ({ body: { text: 'sent twice by a user' }, mentions: ['2'] }),
    effects: () => messagesWith(server, 'sent twice by a user'),
  },
  clientUploadFile: {
    url: () => `${MY_THREADS}/${clientThreadId}/files`,
    body: () => uploadForm({ name: 'stored twice by a user' }),
    effects: () => filesOf('stored twice by a user'),
  },
  clientUploadPicture: {
    url: () => MY_PICTURES,
    body: () => uploadForm({ content: png(), name: 'shown twice by a user' }),
    effects: () => filesOf('shown twice by a user'),
  },
  clientOpenDeskReading: {
    url: () => '/client/v1.0/desk/readings',
    body: () => ({ thread_id: directThreadId, reason: 'read twice by a user' }),
    effects: () => rows(server, "select from desk_readings where reason = 'read twice by a user'"),
  },
  clientPressButton: {
    url: () => `${MY_THREADS}/${clientThreadId}/messages/${promotion}/press`,
    body: () => ({ button_index: 0 }),
    effects: () => messagesWith(server, 'pressed twice'),
  },
  ...Object.fromEntries(
    Object.entries(postsToMembers(MY_THREADS, () => clientThreadId)).map(([id, request]) => [
      `client${id.charAt(0).toUpperCase()}${id.slice(1)}`,
      request,
    ]),
  ),
};

/** The POST routes that change members, in an order in which each has an effect. */
function postsToMembers(threads: string, thread: () => string): Record<string, Post> {
  const entriesOf = (type: string) =>
    rows(server, 'select from thread_log where thread_id = $1 and type = $2', thread(), type);
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

/** (The sweep removes the bytes of the repeat.) */
const filesOf = (name: string) =>
  rows(server, "select from files where name = $1 and state = 'stored'", name);
const threadsOf = (name: string) => rows(server, 'select from threads where name = $1', name);

test('every POST route is tested here', () => {
  const posts = ROUTES.filter(({ method }) => method === 'POST');
  const tried = (isByToken: boolean) =>
    posts.flatMap(({ endpoint }) => ((endpoint.access === 'token') === isByToken ? [endpoint.id] : []));
  expect(Object.keys(POSTS_BY_KEY).toSorted()).toEqual(tried(false).toSorted());
  expect(Object.keys(POSTS_BY_TOKEN).toSorted()).toEqual(tried(true).toSorted());
});

test.each([...Object.entries(POSTS_BY_KEY), ...Object.entries(POSTS_BY_TOKEN)])(
  '%s: a repeat gets the first answer and has no effect',
  async (id, { url, body, effects }) => {
    await server.call('POST', '/bot/v1.0/bot', { body: { bot_id: 'rotated', display_name: 'r' } });
    const who = id in POSTS_BY_TOKEN ? { token: tokens[0] } : {};
    const options = { ...who, prefer: 'return=representation' };
    const first = await post(server, url(), `twice-${id}`, body(), options);
    expect(first.body.message_code).toBe('M200');
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    const second = await post(server, url(), `twice-${id}`, body(), options);
    expect(second.headers['idempotent-replayed']).toBe('true');
    // A secret is shown once: the repeat leaves it out.
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

test('the repeat of a send follows its own `Prefer` header', async () => {
  const body = textTo(threadId, 'user1', 'asked later');
  const first = await post(server, MESSAGES, 'asked-later', body);
  expect(first.body.data).toBeUndefined();
  const second = await post(server, MESSAGES, 'asked-later', body, { prefer: 'return=representation' });
  expect(second.body.data.messages).toHaveLength(1);
});

describe('another request with the same key is M42201', () => {
  const body = () => textTo(threadId, 'user1', 'the first');
  test.each<[string, () => Promise<{ body: { message_code: string } }>]>([
    ['another body', () => post(server, MESSAGES, 'reused', textTo(threadId, 'user1', 'the second'))],
    ['another path', () => post(server, THREADS, 'reused', group('reused'))],
  ])('%s', async (_name, request) => {
    await post(server, MESSAGES, 'reused', body());
    expect((await request()).body.message_code).toBe('M42201');
    expect(await messagesWith(server, 'the first')).toBe(1);
  });

  test('the same JSON in another spelling is the same request', async () => {
    await post(
      server,
      MESSAGES,
      'rewritten',
      '{"sender":{"user_id":"user1"},"target":{"thread_id":"' +
        threadId +
        '"},"body":{"text":"r","metadata":[{"type":"text","a":1,"b":[2]}]}}',
    );
    const again = await post(
      server,
      MESSAGES,
      'rewritten',
      `{ "body": {"metadata": [{"b": [2.0], "a": 1, "type": "text"}], "text": "\\u0072"}, "target": {"thread_id": "${threadId}"}, "sender": {"user_id": "user1"} }`,
    );
    expect(again.headers['idempotent-replayed']).toBe('true');
  });
});

test('a failure leaves the key free', async () => {
  const body = (sender: string) => textTo(threadId, sender, 'at last');
  expect((await post(server, MESSAGES, 'failed', body('nobody'))).body.message_code).toBe('M40402');
  expect((await post(server, MESSAGES, 'failed', body('user1'))).body.message_code).toBe('M200');
  expect(
    (await post(server, THREADS, 'failed-thread', { ...group('x'), owner_id: 'nobody' })).body.message_code,
  ).toBe('M40402');
  expect((await post(server, THREADS, 'failed-thread', group('x'))).body.message_code).toBe('M200');
});

test('a key in use by another process does not delay other sends', async () => {
  const other = await connect(server.database.connection);
  await other.query(`begin; select pg_advisory_xact_lock(hashtextextended('key held of test ', 0))`);
  const held = post(server, MESSAGES, 'held', textTo(threadId, 'user1', 'with a held key'));
  const elsewhere = await server.group(['user1', 'user2']);
  for (let n = 0; n < 3; n += 1) {
    const answer = await server.call('POST', MESSAGES, { body: textTo(elsewhere, 'user1') });
    expect(answer.body.message_code).toBe('M200');
  }
  expect(await messagesWith(server, 'with a held key')).toBe(0);
  await other.query('commit');
  expect((await held).body.message_code).toBe('M200');
});

test('a repeat waits for the first request and is M40902 after 10 s', async () => {
  const blocker = await connect(server.database.connection);
  await blocker.query("begin; select from applications where id = 'test' for update");
  const first = post(server, THREADS, 'slow', group('slow'));
  await expect
    .poll(() =>
      server.database.sql(
        "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      ),
    )
    .toHaveLength(1);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const second = post(server, THREADS, 'slow', group('slow'));
  await expect.poll(() => requestsInProgress(server)).toBe(2);
  // It takes a few turns of the event loop before it waits.
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  await vi.advanceTimersByTimeAsync(10_000);
  expect((await second).body.message_code).toBe('M40902');
  vi.useRealTimers();
  await blocker.query('commit');
  expect((await first).body.message_code).toBe('M200');
});
