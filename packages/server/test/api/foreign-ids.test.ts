import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  BOTS,
  botUrl,
  fingerprint,
  MESSAGES,
  membersUrl,
  PACKS,
  packUrl,
  type Request,
  renameUrl,
  THREADS,
  threadUrl,
  userUrl,
} from '../harness/api.ts';
import { packForm } from '../harness/sticker-pack.ts';
import { type CallOptions, startTestServer, type TestServer } from '../harness/test-server.ts';

/** Ids that a request may name. */
interface Ids {
  thread: string;
  user: string;
  ext: string;
  alias: string;
  bot: string;
  botExt: string;
  pack: string;
  sticker: string;
}

let server: TestServer;
let own: Ids;
const foreign: Record<string, Ids> = {};
const MISSING: Ids = {
  thread: '900001',
  user: 'nobody',
  ext: '900002',
  alias: '900003',
  bot: 'nobot',
  botExt: '900004',
  pack: '900005',
  sticker: '900006',
};

beforeAll(async () => {
  server = await startTestServer();
  await server.database.sql(`insert into applications (id, name) values ('other', 'Other')`);
  const other = await server.createKey({ appId: 'other' });
  own = await furnish('own', {});
  foreign['another tenant'] = await furnish('far', { tenant: 'far' });
  foreign['another application'] = await furnish('other', { key: other });
  foreign['a tenant of another application'] = await furnish('both', { key: other, tenant: 'far' });
});
afterAll(() => server.close());

/** A space with two users, one with an alias, in a group of which the bot has written; with ids all of its own. */
async function furnish(prefix: string, options: CallOptions): Promise<Ids> {
  const [user = '', second = '', fresh = ''] = await server.users(3, prefix, options);
  const { ext_user_id: ext } = await server.ok('GET', userUrl(user), options);
  const { ext_user_id: alias } = await server.ok('GET', userUrl(fresh), options);
  const thread = await server.group([user, second], options);
  await server.ok('PATCH', renameUrl(second, fresh), options);
  const bot = `${prefix}-bot`;
  const body = { bot_id: bot, display_name: 'Bot' };
  const { ext_user_id: botExt } = await server.ok('POST', BOTS, { ...options, body });
  const { id: pack } = await server.ok('POST', PACKS, { ...options, body: packForm() });
  await server.database.sql(`update sticker_packs set status = 'uploaded'`);
  const { stickers } = await server.ok('GET', packUrl(pack), options);
  return { thread, user, ext, alias, bot, botExt, pack, sticker: stickers[0].id };
}

const body = { text: 'x', metadata: [{ type: 'text' }] };
const send = (sender: object, target: object): Request => [
  'POST',
  MESSAGES,
  { body: { sender, target, body } },
];
const sendSticker = (target: object, pack_id: string, sticker_id: string): Request => [
  'POST',
  MESSAGES,
  {
    body: {
      sender: { bot_id: own.bot },
      target,
      body: { metadata: [{ type: 'sticker', pack_id, sticker_id }] },
    },
  },
];
const create = (changes: object): Request => [
  'POST',
  THREADS,
  { body: { name: 'G', owner_id: own.user, member_ids: [], id_type: 2, ...changes } },
];
const createByExt = (changes: object) => create({ owner_id: own.ext, id_type: 1, ...changes });

const POSITIONS: Record<string, (ids: Ids) => Request> = {
  'thread to get': ({ thread }) => ['GET', threadUrl(thread)],
  'thread whose members are listed': ({ thread }) => ['GET', membersUrl(thread)],
  'thread with a filter of its own member': ({ thread, user }) => [
    'GET',
    membersUrl(thread, `member_id_type=2&last_member_id=${user}`),
  ],
  'last_member_id by user_id': ({ user }) => [
    'GET',
    membersUrl(own.thread, `member_id_type=2&last_member_id=${user}`),
  ],
  'last_member_id of a bot': ({ bot }) => [
    'GET',
    membersUrl(own.thread, `member_id_type=2&last_member_id=${bot}`),
  ],
  'target.thread_id of a user': ({ thread }) => send({ user_id: own.user }, { thread_id: thread }),
  'target.thread_id of a bot': ({ thread }) => send({ bot_id: own.bot }, { thread_id: thread }),
  'target.thread_id of its own member': ({ thread, user }) => send({ user_id: user }, { thread_id: thread }),
  'target.user_ids': ({ user }) => send({ bot_id: own.bot }, { user_ids: [own.user, user] }),
  'target.user_ids with a bot': ({ bot }) => send({ user_id: own.user }, { user_ids: [bot] }),
  'target.ext_user_ids': ({ ext }) => send({ bot_id: own.bot }, { ext_user_ids: [own.ext, ext] }),
  'target.ext_user_ids with an alias': ({ alias }) => send({ bot_id: own.bot }, { ext_user_ids: [alias] }),
  'target.ext_user_ids with a bot': ({ botExt }) => send({ user_id: own.user }, { ext_user_ids: [botExt] }),
  'sender.user_id': ({ user }) => send({ user_id: user }, { thread_id: own.thread }),
  'sender.user_id to users': ({ user }) => send({ user_id: user }, { user_ids: [own.user] }),
  'sender.bot_id': ({ bot }) => send({ bot_id: bot }, { thread_id: own.thread }),
  'sender.bot_id to users': ({ bot }) => send({ bot_id: bot }, { user_ids: [own.user] }),
  owner_id: ({ user }) => create({ owner_id: user }),
  'owner_id by ext_user_id': ({ ext }) => createByExt({ owner_id: ext }),
  member_ids: ({ user }) => create({ member_ids: [own.user, user] }),
  'member_ids by ext_user_id': ({ ext, alias }) => createByExt({ member_ids: [ext, own.ext, alias] }),
  'user to get': ({ user }) => ['GET', userUrl(user)],
  'user to deactivate': ({ user }) => ['DELETE', userUrl(user)],
  current_user_id: ({ user }) => ['PATCH', renameUrl(user, 'renamed')],
  'current_user_id to itself': ({ user }) => ['PATCH', renameUrl(user, user)],
  'bot to get': ({ bot }) => ['GET', botUrl(bot)],
  'bot to change': ({ bot }) => ['PATCH', botUrl(bot), { body: { display_name: 'x' } }],
  'bot to delete': ({ bot }) => ['DELETE', botUrl(bot)],
  'bot whose secret is rotated': ({ bot }) => ['POST', `${botUrl(bot)}/rotate-secret`],
  'pack to get': ({ pack }) => ['GET', packUrl(pack)],
  'pack to delete': ({ pack }) => ['DELETE', packUrl(pack)],
  'sticker of a pack': ({ pack, sticker }) => sendSticker({ thread_id: own.thread }, pack, sticker),
  'sticker of a pack to users': ({ pack, sticker }) => sendSticker({ user_ids: [own.user] }, pack, sticker),
  'sticker of an own pack': ({ sticker }) => sendSticker({ thread_id: own.thread }, own.pack, sticker),
};

describe.each(['another tenant', 'another application', 'a tenant of another application'])(
  'an id of %s',
  (where) => {
    test.each(Object.keys(POSITIONS))('is answered exactly like a missing one: %s', async (position) => {
      const answer = async (ids: Ids | undefined) => {
        const [method, url, options] = POSITIONS[position]?.(ids ?? MISSING) ?? ['', ''];
        const { status, headers, body: answered } = await server.call(method, url, options);
        const { request_id: _, ...shown } = answered;
        return { status, shown, names: Object.keys(headers) };
      };
      const before = await fingerprint(server);
      const missing = await answer(MISSING);
      expect(missing.status).toBeGreaterThanOrEqual(400);
      expect(await answer(foreign[where])).toEqual(missing);
      expect(await fingerprint(server)).toEqual(before);
    });

    test('is free for whoever makes one in this space', async () => {
      const ids = foreign[where] ?? MISSING;
      const { ext_user_id } = await server.ok('PUT', userUrl(ids.user), { body: {} });
      expect(ext_user_id).not.toBe(ids.ext);
      await server.users(1, `mover-${ids.user}-`);
      await server.ok('PATCH', renameUrl(`mover-${ids.user}-1`, `${ids.user}-x`));
    });
  },
);

test('lists of a space have nothing of another', async () => {
  const lists = await Promise.all(
    [THREADS, '/user/v1.0/users', BOTS].map((url) => server.ok('GET', `${url}?limit=100`, { tenant: 'far' })),
  );
  const seen = lists.flat().map((item) => item.id ?? item.user_id ?? item.bot_id);
  expect(seen).toEqual([foreign['another tenant']?.thread, 'far1', 'far3', 'far-bot'].map((id) => id));
});
