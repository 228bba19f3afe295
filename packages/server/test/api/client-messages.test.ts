import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BOTS, expectRefused, logOf, MESSAGES, messageUrl, PACKS, userUrl } from '../harness/api.ts';
import {
  at,
  MY_PACKS,
  myMemberUrl,
  myMessagesUrl,
  myMessageUrl,
  myThreadUrl,
  type SignedIn,
  signInAll,
} from '../harness/client-api.ts';
import { inParallel } from '../harness/in-parallel.ts';
import { recount } from '../harness/recount.ts';
import { packForm } from '../harness/sticker-pack.ts';
import { startTestServer, type TestServer, textTo } from '../harness/test-server.ts';
import { until } from '../harness/until.ts';

/** What signed-in users send, read, edit, delete and pin. */

let server: TestServer;
let ann: SignedIn;
let bob: SignedIn;
let pack: { id: string; stickers: { id: string }[] };
beforeAll(async () => {
  server = await startTestServer();
  const people = await signInAll(server, 2);
  [ann, bob] = [at(people, 0), at(people, 1)];
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
  await server.close();
});

const group = () => server.group([ann.userId, bob.userId]);
const text = (message: string, more: object = {}) => ({ body: { text: message }, ...more });
const post = (user: SignedIn, threadId: string, body: unknown) =>
  ['POST', myMessagesUrl(threadId), { token: user.token, body }] as [string, string, object];

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
    custom_defined: () => ({
      metadata: [{ type: 'custom_defined', custom_name: 'c', payload: '{"a": 1.0, "a":2}', own: { x: 1 } }],
    }),
  };

  test.each(Object.keys(KINDS))('is answered as it is read back: %s', async (what) => {
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

  test('cannot be nothing, and each fault is named', async () => {
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
      await expectRefused(server, post(ann, threadId, body), code as 'M40002', fields);
    }
    await expectRefused(server, post(ann, threadId, '{'), 'M40001');
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
    await expectRefused(server, post(ann, threadId, tooLong), 'M40004', ['body.text']);
  });

  test('with a sticker that is not there is M40404', async () => {
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

describe('who may send', () => {
  test('is a member who is not muted; whoever is none learns nothing of the thread', async () => {
    const people = await signInAll(server, 5, 'sender');
    const [owner, muted, removed, banned, never] = people.map((one) => one);
    const members = [owner, muted, removed, banned].map((one) => one?.userId ?? '');
    const threadId = await server.group(members);
    await at(people, 0).ok('POST', myMemberUrl(threadId, 'sender2', 'mute'));
    await at(people, 0).ok('DELETE', myMemberUrl(threadId, 'sender3'));
    await at(people, 0).ok('POST', myMemberUrl(threadId, 'sender4', 'ban'));
    const { seq } = await at(people, 0).say(threadId);
    const full = text('x', { reply_to: 999, mentions: ['999999'], client_message_id: 'c' });
    await expectRefused(server, post(at(people, 1), threadId, text('x')), 'M40304');
    for (const one of [removed, banned, never]) {
      if (one === undefined) throw new Error('nobody');
      await expectRefused(server, post(one, threadId, text('x')), 'M40401');
      // Not even which messages and members it has.
      await expectRefused(server, post(one, threadId, full), 'M40401');
      const { token } = one;
      await expectRefused(server, ['GET', myMessageUrl(threadId, seq), { token }], 'M40401');
      await expectRefused(server, ['GET', myMessagesUrl(threadId), { token }], 'M40401');
      await expectRefused(server, ['DELETE', myMessageUrl(threadId, seq), { token }], 'M40401');
      await expectRefused(server, ['PUT', myMessageUrl(threadId, seq, '/pin'), { token }], 'M40401');
      await expectRefused(server, ['PUT', myMessageUrl(threadId, seq, '/reactions/x'), { token }], 'M40401');
    }
    // Who is muted reads.
    expect(await at(people, 1).messages(threadId)).toHaveLength(1);
    for (const id of ['999999', String(2n ** 63n - 1n)]) {
      await expectRefused(server, post(ann, id, text('x')), 'M40401');
    }
    for (const id of ['0', '-1', '1.5', String(2n ** 63n), 'x'.repeat(100)]) {
      await expectRefused(server, post(ann, id, text('x')), 'M40003', ['thread_id']);
    }
    expect((await at(people, 0).say(`000${threadId}`)).thread_id).toBe(threadId);
  });
});

describe('client_message_id', () => {
  const named = (id: unknown, message = 'hello', more: object = {}) =>
    text(message, { client_message_id: id, ...more });

  test('sent again has its first answer, and no second effect', async () => {
    const threadId = await group();
    const mentions = [bob.extUserId];
    const first = await ann.call('POST', myMessagesUrl(threadId), { body: named('a-1', 'x', { mentions }) });
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    expect(first.body.data).toMatchObject({ client_message_id: 'a-1', seq: 2 });
    const again = await ann.call('POST', myMessagesUrl(threadId), { body: named('a-1', 'x', { mentions }) });
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.body).toEqual(first.body);
    expect(await logOf(server, threadId)).toHaveLength(2);
    expect((await bob.thread(threadId)).unread_count).toBe(1);
    // The same request in another order of its keys is the same.
    const reordered = `{"client_message_id":"a-1","mentions":["${bob.extUserId}"],"body":{"text":"x"}}`;
    expect((await ann.call('POST', myMessagesUrl(threadId), { body: reordered })).body).toEqual(first.body);
  });

  test('with another content is M42201, whatever differs', async () => {
    const threadId = await group();
    await ann.say(threadId, named('a-1'));
    const { seq } = await ann.say(threadId);
    for (const other of [
      named('a-1', 'other'),
      named('a-1', 'hello', { mentions: [bob.extUserId] }),
      named('a-1', 'hello', { reply_to: seq }),
      { body: { text: 'hello', metadata: [{ type: 'text', x: 1 }] }, client_message_id: 'a-1' },
      { body: { text: 'hello', custom_notify: { title: 't' } }, client_message_id: 'a-1' },
    ]) {
      await expectRefused(server, post(ann, threadId, other), 'M42201');
    }
    // Also when what it names is not there any more, or never was.
    const lost = named('a-1', 'hello', { reply_to: 999 });
    await expectRefused(server, post(ann, threadId, lost), 'M42201');
  });

  test('is the own affair of each user and thread', async () => {
    const threadId = await group();
    const other = await group();
    const ids = await Promise.all([
      ann.say(threadId, named('same')),
      bob.say(threadId, named('same', 'of bob')),
      ann.say(other, named('same', 'elsewhere')),
    ]);
    expect(new Set(ids.map(({ id }) => id)).size).toBe(3);
    expect((await bob.say(threadId, named('same', 'of bob'))).id).toBe(at(ids, 1).id);
  });

  test('sent twice at once, on two connections, is one message', async () => {
    const threadId = await group();
    const url = await server.app.listen({ host: '127.0.0.1', port: 0 });
    const send = async (index: number) => {
      const response = await fetch(url + myMessagesUrl(threadId), {
        method: 'POST',
        headers: { authorization: `Bearer ${ann.token}`, 'content-type': 'application/json' },
        body: JSON.stringify(named(`twin-${Math.floor(index / 4)}`)),
      });
      const body = (await response.json()) as { message_code: string; data: { id: string } };
      expect(body.message_code).toBe('M200');
      return { id: body.data.id, isReplay: response.headers.get('idempotent-replayed') === 'true' };
    };
    const answers = await inParallel(40, send);
    expect(new Set(answers.map(({ id }) => id)).size).toBe(10);
    expect(answers.filter(({ isReplay }) => !isReplay)).toHaveLength(10);
    expect((await logOf(server, threadId)).filter(({ type }) => type === 'message.created')).toHaveLength(10);
  });

  test('sent twice at once with two contents is one of them, and M42201', async () => {
    const threadId = await group();
    const answers = await inParallel(8, (index) => {
      const body = named(`pair-${index % 4}`, index < 4 ? 'one' : 'other');
      return ann.call('POST', myMessagesUrl(threadId), { body });
    });
    const codes = answers.map(({ body }) => body.message_code);
    for (let index = 0; index < 4; index += 1) {
      expect(new Set([codes[index], codes[index + 4]])).toEqual(new Set(['M200', 'M42201']));
    }
  });

  test('is kept through an edit and a deletion: a repeat answers the message as it is now', async () => {
    const threadId = await group();
    const { seq } = await ann.say(threadId, named('kept', 'first'));
    await ann.ok('PATCH', myMessageUrl(threadId, seq), { body: { body: { text: 'second' } } });
    const edited = await ann.say(threadId, named('kept', 'first'));
    expect(edited).toEqual(await ann.message(threadId, seq));
    await expectRefused(server, post(ann, threadId, named('kept', 'second')), 'M42201');
    expect(edited.body.text).toBe('second');
    await ann.ok('DELETE', myMessageUrl(threadId, seq));
    const deleted = await ann.say(threadId, named('kept', 'first'));
    expect(deleted).toMatchObject({ seq, body: { text: '', metadata: [] }, client_message_id: 'kept' });
    expect(deleted.deleted_at).not.toBe(null);
    // What it was sent as is erased, too: nobody can tell any more whether this is the same.
    expect(await ann.say(threadId, named('kept', 'second'))).toEqual(deleted);
    expect((await ann.messages(threadId)).map((message) => message.seq)).toEqual([seq]);
  });

  test('has its answer for its sender, also when they are muted since; not of a thread that is lost to them', async () => {
    const threadId = await group();
    const { id } = await bob.say(threadId, named('muted'));
    await ann.ok('POST', myMemberUrl(threadId, bob.userId, 'mute'));
    expect((await bob.say(threadId, named('muted'))).id).toBe(id);
    await expectRefused(server, post(bob, threadId, named('another')), 'M40304');
    await ann.ok('DELETE', myMemberUrl(threadId, bob.userId));
    await expectRefused(server, post(bob, threadId, named('muted')), 'M40401');
    await expectRefused(server, post(bob, threadId, named('another')), 'M40401');
    await ann.ok('DELETE', myThreadUrl(threadId));
    await expectRefused(server, post(bob, threadId, named('muted')), 'M40401');
  });

  test('is an identifier of 1 to 255 bytes; empty or null is none', async () => {
    const threadId = await group();
    for (const id of [
      'a'.repeat(254),
      'a'.repeat(255),
      '\u{1f600}'.repeat(63),
      '../x',
      "';--",
      '__proto__',
      '1 2',
    ]) {
      const message = await ann.say(threadId, named(id));
      expect(message.client_message_id).toBe(id);
      expect((await ann.say(threadId, named(id))).id).toBe(message.id);
    }
    for (const id of ['a'.repeat(256), '\u{1f600}'.repeat(64)]) {
      await expectRefused(server, post(ann, threadId, named(id)), 'M40004', ['client_message_id']);
    }
    for (const id of [7, {}, [], true, ' a', 'a ', 'a\u0000', 'a\n', '\u200b', '\ud800']) {
      await expectRefused(server, post(ann, threadId, named(id)), 'M40003', ['client_message_id']);
    }
    for (const id of ['', null, undefined]) {
      const [one, two] = [await ann.say(threadId, named(id)), await ann.say(threadId, named(id))];
      expect([one.client_message_id, two.client_message_id, one.seq + 1]).toEqual(['', '', two.seq]);
    }
    // NFC and NFD are two names: they are compared by bytes.
    const two = await Promise.all(['e\u0301', '\u00e9'].map((id) => ann.say(threadId, named(id))));
    expect(at(two, 0).id).not.toBe(at(two, 1).id);
  });

  test('goes with an idempotency key, which has its own say', async () => {
    const threadId = await group();
    const headers = { 'idempotency-key': `k-${threadId}` };
    const send = (body: object, more = {}) =>
      ann.call('POST', myMessagesUrl(threadId), { body, headers, ...more });
    const first = await send(named('with-key'));
    const again = await send(named('with-key'));
    expect([again.body.data, again.headers['idempotent-replayed']]).toEqual([first.body.data, 'true']);
    expect((await send(named('with-key', 'other'))).body.message_code).toBe('M42201');
    const bare = await send(named('with-key'), { headers: {} });
    expect(bare.body.data).toEqual(first.body.data);
    const plain = { 'idempotency-key': `p-${threadId}` };
    const answers = await inParallel(4, () => send(text('plain'), { headers: plain }));
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
  });
});

describe('reply_to', () => {
  test('names a message of the thread, deleted or not', async () => {
    const threadId = await group();
    const { seq } = await bob.say(threadId);
    expect(await ann.say(threadId, text('yes', { reply_to: seq }))).toMatchObject({ reply_to: seq });
    await bob.ok('DELETE', myMessageUrl(threadId, seq));
    expect(await ann.say(threadId, text('gone', { reply_to: seq }))).toMatchObject({ reply_to: seq });
    expect((await ann.say(threadId, text('no', { reply_to: null }))).reply_to).toBe(null);
    // Deleting an answer forgets what it answered.
    const { seq: mine } = await ann.say(threadId, text('x', { reply_to: seq }));
    await ann.ok('DELETE', myMessageUrl(threadId, mine));
    expect(await bob.message(threadId, mine)).toMatchObject({ reply_to: null, mentions: [] });
  });

  test('that names none is M40405, or M40003', async () => {
    const [threadId, other] = [await group(), await group()];
    await inParallel(3, () => bob.say(other));
    const { seq } = await bob.say(threadId);
    // Another thread's number; an entry that is no message; what is not there yet.
    for (const reply_to of [1, seq + 1, seq + 2, 2 ** 53 - 1]) {
      await expectRefused(server, post(ann, threadId, text('x', { reply_to })), 'M40405', ['reply_to']);
    }
    for (const reply_to of [0, -1, 1.5, 2 ** 53, 1e300, '2', true, [2], {}]) {
      await expectRefused(server, post(ann, threadId, text('x', { reply_to })), 'M40003', ['reply_to']);
    }
  });
});

describe('mentions', () => {
  test('name members, each once, up to 100', async () => {
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
    await expectRefused(server, post(ann, threadId, text('x', { mentions: all })), 'M40005', ['mentions']);
    const [one = '', two = ''] = all;
    const mentions = [two, one, two, `000${one}`, ann.extUserId];
    expect((await ann.say(threadId, text('x', { mentions }))).mentions).toEqual([two, one, ann.extUserId]);
  });

  test('a bot can be mentioned anywhere: it is told', async () => {
    const { ext_user_id: bot } = await server.ok('POST', BOTS, {
      body: { bot_id: 'mentioned', display_name: 'M' },
    });
    const { mentions } = await ann.say(await group(), text('x', { mentions: [bot, `00${bot}`] }));
    expect(mentions).toEqual([bot]);
  });

  test('of who is no member, and no bot, are M40402, each named', async () => {
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
    await expectRefused(server, post(ann, three, text('x', { mentions })), 'M40402', fields);
    for (const mention of ['0', '-1', 'x', '', String(2n ** 63n), 7, null, {}]) {
      const request = post(ann, threadId, text('x', { mentions: [mention] }));
      await expectRefused(server, request, 'M40003', ['mentions[0]']);
    }
    // With other faults of that stage together: the one that stands first in the table is the code.
    const both = text('x', { reply_to: 999, mentions: ['999999'] });
    await expectRefused(server, post(ann, threadId, both), 'M40402', ['mentions[0]', 'reply_to']);
  });
});

describe('editing, deleting and pinning', () => {
  test('is for whom the role permits it', async () => {
    const people = await signInAll(server, 4, 'role');
    const [owner, admin, member, muted] = [at(people, 0), at(people, 1), at(people, 2), at(people, 3)];
    const threadId = await server.group(people.map(({ userId }) => userId));
    await owner.ok('PATCH', myMemberUrl(threadId, admin.userId), { body: { role: 'admin' } });
    const byOwner = await owner.say(threadId);
    const byMuted = await muted.say(threadId);
    await owner.ok('POST', myMemberUrl(threadId, muted.userId, 'mute'));
    const edit = (user: SignedIn, seq: number) =>
      ['PATCH', myMessageUrl(threadId, seq), { token: user.token, body: text('edited') }] as const;
    const remove = (user: SignedIn, seq: number) =>
      ['DELETE', myMessageUrl(threadId, seq), { token: user.token }] as const;
    const pin = (user: SignedIn, seq: number, method = 'PUT') =>
      [method, myMessageUrl(threadId, seq, '/pin'), { token: user.token }] as const;

    for (const user of [owner, admin, member]) {
      const { seq } = await user.say(threadId);
      await server.ok(...edit(user, seq));
      expect((await user.message(threadId, seq)).body.text).toBe('edited');
      if (user !== owner)
        await expectRefused(server, [...edit(user, byOwner.seq)], 'M40306', ['Authorization']);
    }
    await expectRefused(server, [...edit(owner, byMuted.seq)], 'M40306', ['Authorization']);
    await expectRefused(server, [...pin(member, byOwner.seq)], 'M40306', ['Authorization']);
    await expectRefused(server, [...pin(member, byOwner.seq, 'DELETE')], 'M40306', ['Authorization']);
    await expectRefused(server, [...remove(member, byOwner.seq)], 'M40306', ['Authorization']);
    for (const request of [edit(muted, byMuted.seq), remove(muted, byMuted.seq), pin(muted, byMuted.seq)]) {
      await expectRefused(server, [...request], 'M40304');
    }
    await server.ok(...pin(admin, byOwner.seq));
    await server.ok(...pin(admin, byOwner.seq));
    expect((await member.message(threadId, byOwner.seq)).pinned_at).not.toBe(null);
    expect((await member.thread(threadId)).pin_message_count).toBe(1);
    await server.ok(...pin(owner, byOwner.seq, 'DELETE'));
    await server.ok(...pin(owner, byOwner.seq));
    // An admin deletes what anybody has sent, the owner too; it is unpinned then.
    await server.ok(...remove(admin, byOwner.seq));
    await server.ok(...remove(admin, byMuted.seq));
    await server.ok(...remove(admin, byMuted.seq));
    expect(await member.message(threadId, byOwner.seq)).toMatchObject({
      body: { text: '', metadata: [] },
      pinned_at: null,
    });
    await expectRefused(server, [...edit(owner, byOwner.seq)], 'M40903', ['seq']);
    await expectRefused(server, [...pin(owner, byOwner.seq)], 'M40903', ['seq']);
    const said = (await logOf(server, threadId)).slice(-5).map(({ type, actor }) => [type, actor]);
    expect(said).toEqual([
      ['message.pinned', admin.extUserId],
      ['message.unpinned', owner.extUserId],
      ['message.pinned', owner.extUserId],
      ['message.deleted', admin.extUserId],
      ['message.deleted', admin.extUserId],
    ]);
  });

  test('of what is no message is M40405', async () => {
    const threadId = await group();
    const { token } = ann;
    for (const seq of ['1', '2', '999', String(2n ** 53n + 1n), String(2n ** 63n - 1n)]) {
      await expectRefused(server, ['GET', myMessageUrl(threadId, seq), { token }], 'M40405');
      await expectRefused(
        server,
        ['PATCH', myMessageUrl(threadId, seq), { token, body: text('x') }],
        'M40405',
      );
      await expectRefused(server, ['DELETE', myMessageUrl(threadId, seq), { token }], 'M40405');
      await expectRefused(server, ['PUT', myMessageUrl(threadId, seq, '/pin'), { token }], 'M40405');
      await expectRefused(server, ['DELETE', myMessageUrl(threadId, seq, '/pin'), { token }], 'M40405');
    }
    for (const seq of ['0', '-1', '1.5', 'x', String(2n ** 63n)]) {
      await expectRefused(server, ['GET', myMessageUrl(threadId, seq), { token }], 'M40003', ['seq']);
    }
  });

  test('an edit keeps the answer, the mentions and the name', async () => {
    const threadId = await group();
    const { seq: first } = await bob.say(threadId);
    const more = { reply_to: first, mentions: [bob.extUserId], client_message_id: 'edited' };
    const { seq } = await ann.say(threadId, text('first', more));
    const edited = await ann.ok('PATCH', myMessageUrl(threadId, seq), { body: text('second') });
    expect(edited).toMatchObject({ ...more, body: { text: 'second' } });
    expect(edited.edited_at).toBeGreaterThanOrEqual(edited.created_at);
  });
});

test('a message of a bot or by key is read like any other, and no user edits it', async () => {
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

test('a name that changes shows at once, in what is answered and in what was sent', async () => {
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
