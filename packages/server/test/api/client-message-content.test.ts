import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BOTS, expectRefused, logOf, MESSAGES, messageUrl, PACKS, userUrl } from '../harness/api.ts';
import {
  at,
  MY_PACKS,
  myMemberUrl,
  myMessagesUrl,
  myMessageUrl,
  postMessage,
  signInAll,
  text,
} from '../harness/client-api.ts';
import { inParallel } from '../harness/in-parallel.ts';
import { textTo } from '../harness/population.ts';
import { recount } from '../harness/recount.ts';
import { packForm } from '../harness/sticker-pack.ts';
import { until } from '../harness/until.ts';
import { useServer } from '../harness/use-server.ts';

/** What a message of a signed-in user may contain, and what readers see of it. */

const server = await useServer();
const [ann, bob] = await signInAll(server, 2);
let pack: { id: string; stickers: { id: string }[] };
beforeAll(async () => {
  await server.ok('POST', BOTS, { body: { bot_id: 'helper', display_name: 'Helper' } });
  const jobs = await server.runJobs();
  const { id } = await server.ok('POST', PACKS, { body: packForm() });
  pack = await until(async () => {
    const found = await server.ok('GET', `${PACKS}/${id}`);
    return found.status === 'uploaded' ? found : undefined;
  });
  await jobs.stop();
});
afterAll(async () => {
  expect(await recount(server.database)).toEqual([]);
});

const group = () => server.group([ann.userId, bob.userId]);

const picture = (type: string) => ({
  type,
  name: 'n',
  width: 0,
  height: 2 ** 31 - 1,
  size: 2 ** 53 - 1,
  source_url: 'https://a.example/1',
  source_thumb_url: 'https://a.example/2',
});

describe('a message', () => {
  const KINDS: Record<string, () => object> = {
    'text without metadata': () => ({ text: 'hello https://a.example \u{1f600}' }),
    'text with metadata': () => ({ text: 'hello', metadata: [{ type: 'text', own: [1.0, null] }] }),
    'text with metadata null': () => ({ text: 'hello', metadata: null }),
    image: () => ({ text: '', metadata: [picture('image')] }),
    video: () => ({ text: 'v', metadata: [picture('video')] }),
    file: () => ({
      metadata: [{ type: 'file', name: 'f', size: 1, mime_type: 'a/b', source_url: 'https://a.example' }],
    }),
    sticker: () => ({
      metadata: [{ type: 'sticker', pack_id: pack.id, sticker_id: at(pack.stickers, 0).id }],
    }),
    promotion: () => ({
      text: 'for you',
      metadata: [
        {
          type: 'promotion',
          promotion: {
            title: 't',
            image_url: 'https://a.example',
            buttons: [{ label: 'b', action: { type: 2, payload: 'p' } }],
          },
        },
      ],
    }),
    location: () => ({ metadata: [{ type: 'location', latitude: -90, longitude: 179.999, name: 'n' }] }),
    custom_defined: () => ({
      metadata: [{ type: 'custom_defined', custom_name: 'c', payload: '{"a": 1.0, "a":2}', own: { x: 1 } }],
    }),
  };

  test.each(Object.keys(KINDS))('is returned by the send as readers get it: %s', async (what) => {
    const threadId = await group();
    const body = (KINDS[what]?.() ?? {}) as { text?: string; metadata?: object[] | null };
    const answer = await ann.call('POST', myMessagesUrl(threadId), { body: { body } });
    const kind = what.split(' ')[0];
    expect(answer.body.data).toEqual({
      id: `${threadId}.2`,
      thread_id: threadId,
      seq: 2,
      kind,
      sender: {
        type: 'user',
        user_id: ann.userId,
        ext_user_id: ann.extUserId,
        bot_id: '',
        display_name: 'USER1',
        avatar_url: '',
      },
      body: { text: body.text ?? '', metadata: body.metadata ?? [{ type: 'text' }] },
      client_message_id: '',
      reply_to: null,
      reply_preview: null,
      mentions: [],
      reactions: [],
      pinned_at: null,
      created_at: expect.any(Number),
      edited_at: null,
      deleted_at: null,
    });
    expect(answer.headers['idempotent-replayed']).toBeUndefined();
    expect(await bob.message(threadId, 2)).toEqual(answer.body.data);
    expect((await bob.thread(threadId)).last_message).toEqual(answer.body.data);
    const [, entry] = await logOf(server, threadId);
    expect(entry).toEqual({
      seq: 2,
      type: 'message.created',
      actor: ann.extUserId,
      message_seq: 2,
      change: null,
    });
  });

  test('cannot be empty, and each fault is named', async () => {
    const threadId = await group();
    const cases: [body: unknown, code: string, ...fields: string[]][] = [
      [{}, 'M40002', 'body'],
      [{ body: {} }, 'M40002', 'body.text'],
      [{ body: { text: '' } }, 'M40002', 'body.text'],
      [{ body: { text: null, metadata: [{ type: 'text' }] } }, 'M40002', 'body.text'],
      [{ body: null }, 'M40002', 'body'],
      [{ body: [] }, 'M40003', 'body'],
      [text('x', { body: { text: 7 } }), 'M40003', 'body.text'],
      [{ body: { text: 'a\u0000' } }, 'M40003', 'body.text'],
      [{ body: { text: '\ud800' } }, 'M40003', 'body.text'],
      [{ body: { text: 'x', metadata: [] } }, 'M40006', 'body.metadata'],
      [{ body: { text: 'x', metadata: [{ type: 'text' }, { type: 'text' }] } }, 'M40006', 'body.metadata'],
      [{ body: { text: 'x', metadata: {} } }, 'M40003', 'body.metadata'],
      [{ body: { text: 'x', metadata: [null] } }, 'M40003', 'body.metadata[0]'],
      [{ body: { text: 'x', metadata: [{}] } }, 'M40002', 'body.metadata[0].type'],
      [{ body: { text: 'x', metadata: [{ type: 'Text' }] } }, 'M40007', 'body.metadata[0].type'],
      [
        { body: { text: 'x', metadata: [{ ...picture('image'), src_url: 'https://b.example' }] } },
        'M40012',
        'body.metadata[0].src_url',
      ],
      [
        { body: { metadata: [{ type: 'file', name: 'f', size: -1, mime_type: '', source_url: 'x' }] } },
        'M40002',
        'body.metadata[0].mime_type',
        'body.metadata[0].size',
        'body.metadata[0].source_url',
      ],
    ];
    for (const [body, code, ...fields] of cases) {
      await expectRefused(server, postMessage(ann, threadId, body), code as 'M40002', fields);
    }
    await expectRefused(server, postMessage(ann, threadId, '{'), 'M40001');
    await expectRefused(
      server,
      ['POST', myMessagesUrl('x'), { token: ann.token, body: text('x') }],
      'M40003',
      ['thread_id'],
    );
  });

  test('has a text of at most 10,000 code points', async () => {
    const threadId = await group();
    for (const length of [9_999, 10_000]) {
      expect((await ann.say(threadId, '\u{1f600}'.repeat(length))).body.text).toHaveLength(length * 2);
    }
    const tooLong = text('\u{1f600}'.repeat(10_001));
    await expectRefused(server, postMessage(ann, threadId, tooLong), 'M40004', ['body.text']);
  });

  test('with an unknown sticker is M40404', async () => {
    const threadId = await group();
    for (const [pack_id, sticker_id] of [
      [pack.id, '999999'],
      ['999999', at(pack.stickers, 0).id],
    ]) {
      const body = { body: { metadata: [{ type: 'sticker', pack_id, sticker_id }] } };
      const { body: answer } = await ann.call('POST', myMessagesUrl(threadId), { body });
      expect([answer.message_code, answer.errors?.[0]?.field.startsWith('body.metadata[0].')]).toEqual([
        'M40404',
        true,
      ]);
    }
    const [listed] = await ann.ok('GET', MY_PACKS);
    expect(listed.id).toBe(pack.id);
    expect((await ann.ok('GET', `${MY_PACKS}/${pack.id}`)).stickers).toHaveLength(2);
    await expectRefused(server, ['GET', `${MY_PACKS}/999999`, { token: ann.token }], 'M40404');
  });
});

describe('reply_to', () => {
  test('refers to a message of the thread, deleted or not', async () => {
    const threadId = await group();
    const { seq } = await bob.say(threadId);
    expect(await ann.say(threadId, text('yes', { reply_to: seq }))).toMatchObject({ reply_to: seq });
    await bob.ok('DELETE', myMessageUrl(threadId, seq));
    expect(await ann.say(threadId, text('gone', { reply_to: seq }))).toMatchObject({ reply_to: seq });
    expect((await ann.say(threadId, text('no', { reply_to: null }))).reply_to).toBe(null);
    // Deleting a reply clears its reference.
    const { seq: mine } = await ann.say(threadId, text('x', { reply_to: seq }));
    await ann.ok('DELETE', myMessageUrl(threadId, mine));
    expect(await bob.message(threadId, mine)).toMatchObject({ reply_to: null, mentions: [] });
  });

  test('that refers to no message is M40405 or M40003', async () => {
    const [threadId, other] = [await group(), await group()];
    await inParallel(3, () => bob.say(other));
    const { seq } = await bob.say(threadId);
    // An entry that is no message, a seq of another thread, and seqs that do not exist yet.
    for (const reply_to of [1, seq + 1, seq + 2, 2 ** 53 - 1]) {
      await expectRefused(server, postMessage(ann, threadId, text('x', { reply_to })), 'M40405', [
        'reply_to',
      ]);
    }
    for (const reply_to of [0, -1, 1.5, 2 ** 53, 1e300, '2', true, [2], {}]) {
      await expectRefused(server, postMessage(ann, threadId, text('x', { reply_to })), 'M40003', [
        'reply_to',
      ]);
    }
  });
});

describe('mentions', () => {
  test('list members, each once, up to 100', async () => {
    const ids = await server.users(101, 'crowd');
    const threadId = await server.group([ann.userId, ...ids]);
    const rows = await server.database.sql<{ ext_user_id: string }>(
      'select ext_user_id from users where user_id = any($1) order by ext_user_id',
      [ids],
    );
    const all = rows.map(({ ext_user_id }) => ext_user_id);
    for (const count of [0, 99, 100]) {
      const mentions = all.slice(0, count);
      const { mentions: shown, seq } = await ann.say(threadId, text('x', { mentions }));
      expect(shown).toEqual(mentions);
      expect((await ann.message(threadId, seq)).mentions).toEqual(mentions);
    }
    await expectRefused(server, postMessage(ann, threadId, text('x', { mentions: all })), 'M40005', [
      'mentions',
    ]);
    const [one = '', two = ''] = all;
    const mentions = [two, one, two, `000${one}`, ann.extUserId];
    expect((await ann.say(threadId, text('x', { mentions }))).mentions).toEqual([two, one, ann.extUserId]);
  });

  test('may name any bot of the application', async () => {
    const { ext_user_id: bot } = await server.ok('POST', BOTS, {
      body: { bot_id: 'mentioned', display_name: 'M' },
    });
    const { mentions } = await ann.say(await group(), text('x', { mentions: [bot, `00${bot}`] }));
    expect(mentions).toEqual([bot]);
  });

  test('of users who are neither members nor bots are M40402, each named', async () => {
    const threadId = await group();
    const people = await signInAll(server, 2, 'outside');
    const { ext_user_id: lostBot } = await server.ok('POST', BOTS, {
      body: { bot_id: 'lost', display_name: 'L' },
    });
    await server.ok('DELETE', `${BOTS}/lost`);
    const gone = at(people, 1);
    const three = await server.group([ann.userId, gone.userId, bob.userId]);
    await gone.ok('DELETE', myMemberUrl(three, gone.userId));
    const mentions = [bob.extUserId, at(people, 0).extUserId, lostBot, gone.extUserId, '999999'];
    const fields = ['mentions[1]', 'mentions[2]', 'mentions[3]', 'mentions[4]'];
    await expectRefused(server, postMessage(ann, three, text('x', { mentions })), 'M40402', fields);
    for (const mention of ['0', '-1', 'x', '', String(2n ** 63n), 7, null, {}]) {
      const request = postMessage(ann, threadId, text('x', { mentions: [mention] }));
      await expectRefused(server, request, 'M40003', ['mentions[0]']);
    }
    // Of several faults in one stage, the first in the table decides the code.
    const both = text('x', { reply_to: 999, mentions: ['999999'] });
    await expectRefused(server, postMessage(ann, threadId, both), 'M40402', ['mentions[0]', 'reply_to']);
  });
});

test("users read a bot's message like any other but cannot edit it; they can edit their own sent by API key", async () => {
  const threadId = await group();
  const request = { ...textTo(threadId, ''), sender: { bot_id: 'helper' } };
  const headers = { prefer: 'return=representation' };
  const sent = await server.ok('POST', MESSAGES, { body: request, headers });
  const { seq } = sent.messages[0];
  expect(await ann.message(threadId, seq)).toEqual(await server.ok('GET', messageUrl(threadId, seq)));
  const edit = { token: ann.token, body: text('x') };
  await expectRefused(server, ['PATCH', myMessageUrl(threadId, seq), edit], 'M40306', ['Authorization']);
  await server.ok('POST', MESSAGES, { body: textTo(threadId, ann.userId, 'by key') });
  const own = (await ann.messages(threadId, 'limit=1'))[0];
  await ann.ok('PATCH', myMessageUrl(threadId, own?.seq ?? 0), { body: text('by token') });
});

test('a changed display name shows at once, in new and earlier messages', async () => {
  const people = await signInAll(server, 1, 'renamed');
  const one = at(people, 0);
  const threadId = await server.group([one.userId]);
  await one.say(threadId);
  const profile = { display_name: 'New', avatar_url: 'https://a.example/n.png' };
  await server.ok('PUT', userUrl(one.userId), { body: profile });
  expect((await one.say(threadId)).sender).toMatchObject(profile);
  for (const { sender } of await one.messages(threadId)) expect(sender).toMatchObject(profile);
  expect((await one.thread(threadId)).last_message?.sender).toMatchObject(profile);
});
