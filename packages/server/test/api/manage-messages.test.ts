// @module-tag database
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  expectRefused,
  fingerprint,
  logOf,
  MESSAGES,
  messagesUrl,
  messageUrl,
  threadUrl,
} from '../harness/api.ts';
import { inParallel } from '../harness/in-parallel.ts';
import { recount } from '../harness/recount.ts';
import { packForm } from '../harness/sticker-pack.ts';
import { useServer } from '../harness/use-server.ts';

const server = await useServer();
let threadId: string;
beforeAll(async () => {
  await server.users(2);
  await server.ok('POST', '/bot/v1.0/bot', {
    body: { bot_id: 'bot', display_name: 'Bot', avatar_url: 'https://a.example/b.png' },
  });
});
beforeEach(async () => {
  threadId = await server.group(['user1', 'user2']);
});
afterAll(async () => {
  expect(await recount(server.database)).toEqual([]);
});

/** Sends a message and returns its seq. */
async function send(body: object, sender: object = { user_id: 'user1' }): Promise<number> {
  const headers = { prefer: 'return=representation' };
  const request = { sender, target: { thread_id: threadId }, body };
  return (await server.ok('POST', MESSAGES, { body: request, headers })).messages[0].seq;
}
const say = (text: string) => send({ text, metadata: [{ type: 'text' }] });
const get = (seq: number) => server.ok('GET', messageUrl(threadId, seq));
const edit = (seq: number, body: unknown) =>
  server.ok('PATCH', messageUrl(threadId, seq), { body: { body } });
const thread = () => server.ok('GET', threadUrl(threadId));

const picture = (type: string) => ({
  type,
  name: 'n',
  width: 1,
  height: 2,
  size: 3,
  source_url: 'https://a.example/1',
  source_thumb_url: 'https://a.example/2',
});
const KINDS: Record<string, { text?: string; metadata: object[] }> = {
  text: { text: 'hello https://a.example', metadata: [{ type: 'text' }] },
  image: { text: '', metadata: [picture('image')] },
  video: { text: 'v', metadata: [picture('video')] },
  file: {
    metadata: [
      { type: 'file', name: 'f', size: 9007199254740991, mime_type: 'a/b', source_url: 'https://a.example' },
    ],
  },
  promotion: {
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
  },
  location: {
    metadata: [{ type: 'location', latitude: 52.516, longitude: -13.5, name: 'n', address: 'a', own: 1.0 }],
  },
  custom_defined: {
    metadata: [
      { type: 'custom_defined', custom_name: 'c', payload: '{"a": 1.0, "a":2}', own: { deep: [null] } },
    ],
  },
};

describe('a message as read back', () => {
  test.each(Object.keys(KINDS))('has all that was sent: %s', async (kind) => {
    const body = KINDS[kind] ?? { metadata: [] };
    const seq = await send(body);
    const message = await get(seq);
    expect(message).toEqual({
      id: `${threadId}.${seq}`,
      thread_id: threadId,
      seq,
      kind,
      sender: {
        type: 'user',
        user_id: 'user1',
        ext_user_id: '1',
        bot_id: '',
        display_name: 'USER1',
        avatar_url: '',
      },
      body: { text: body.text ?? '', metadata: body.metadata },
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
    expect(Math.abs(message.created_at - Date.now())).toBeLessThan(60_000);
  });

  test('names a bot as the sender and omits the notification', async () => {
    const custom_notify = { title: 'secret' };
    const seq = await send({ text: 'x', metadata: [{ type: 'text' }], custom_notify }, { bot_id: 'bot' });
    expect((await get(seq)).sender).toEqual({
      type: 'bot',
      user_id: '',
      ext_user_id: '3',
      bot_id: 'bot',
      display_name: 'Bot',
      avatar_url: 'https://a.example/b.png',
    });
    expect(JSON.stringify(await get(seq))).not.toContain('secret');
  });

  test('returns numbers that a double cannot hold', async () => {
    const metadata = '[{"type":"text","big":12345678901234567890,"small":1e400,"exact":1.10}]';
    const body = `{"sender":{"user_id":"user1"},"target":{"thread_id":"${threadId}"},"body":{"text":"n","metadata":${metadata}}}`;
    await server.ok('POST', MESSAGES, { body });
    const { payload } = await server.app.inject({
      method: 'GET',
      url: messagesUrl(threadId),
      headers: { 'x-api-key': server.key },
    });
    expect(payload).toContain('"big":12345678901234567890,"small":1e400,"exact":1.1');
  });

  test.each(['999999', '1', '9223372036854775807'])(
    'is M40405 where there is no message: %s',
    async (seq) => {
      await expectRefused(server, ['GET', messageUrl(threadId, seq)], 'M40405');
      await expectRefused(server, ['DELETE', messageUrl(threadId, seq)], 'M40405');
    },
  );

  test.each(['0', '-1', 'abc', '1.0', '9223372036854775808'])(
    'is M40003 for an invalid seq: %s',
    async (seq) => {
      await expectRefused(server, ['GET', messageUrl(threadId, seq)], 'M40003', ['seq']);
    },
  );
});

describe('the list', () => {
  const list = (query = '') => server.ok('GET', messagesUrl(threadId, query));
  const seqs = async (query = '') => (await list(query)).map(({ seq }: { seq: number }) => seq);

  test('starts at the end of the thread, and pages back and forth without gaps', async () => {
    const sent = [];
    for (let index = 0; index < 7; index += 1) sent.push(await say(`text ${index}`));
    expect(await seqs()).toEqual(sent);
    expect(await seqs('limit=3')).toEqual(sent.slice(-3));
    expect(await seqs(`limit=3&before_seq=${sent[4]}`)).toEqual(sent.slice(1, 4));
    expect(await seqs(`limit=3&after_seq=${sent[4]}`)).toEqual(sent.slice(5));
    expect(await seqs(`limit=3&after_seq=0`)).toEqual(sent.slice(0, 3));
    expect(await seqs('before_seq=1')).toEqual([]);
    expect(await seqs('after_seq=9223372036854775807')).toEqual([]);
    expect(await list(`limit=1&before_seq=${sent[1]}`)).toEqual([await get(sent[0] ?? 0)]);
  });

  test('has 30 messages by default, 100 at most', async () => {
    await inParallel(101, () => say('x'));
    expect(await list()).toHaveLength(30);
    expect(await list('limit=100')).toHaveLength(100);
  });

  test.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['before_seq=', 'before_seq'],
    ['before_seq=-1', 'before_seq'],
    ['after_seq=1.5', 'after_seq'],
    ['after_seq=9223372036854775808', 'after_seq'],
    ['after_seq=1&before_seq=9', 'after_seq'],
    ['after_seq=1&after_seq=2', 'after_seq'],
    ['before_seq[]=1', 'before_seq[]'],
  ])('refuses %s', async (query, field) => {
    await expectRefused(server, ['GET', messagesUrl(threadId, query)], 'M40010', [field]);
  });

  test('is empty for a thread without messages', async () => {
    expect(await list()).toEqual([]);
  });
});

describe('editing', () => {
  test('changes only the text, its links and edited_at', async () => {
    const seq = await say('see https://a.example and https://b.example');
    const before = await get(seq);
    expect((await thread()).link_count).toBe(2);
    const edited = await edit(seq, { text: 'see https://c.example' });
    expect(edited).toEqual({
      ...before,
      body: { ...before.body, text: 'see https://c.example' },
      edited_at: edited.edited_at,
    });
    expect(edited.edited_at).toBeGreaterThanOrEqual(before.created_at);
    expect(await get(seq)).toEqual(edited);
    expect((await thread()).link_count).toBe(1);
    expect((await logOf(server, threadId)).at(-1)).toEqual({
      seq: seq + 1,
      type: 'message.updated',
      actor: null,
      message_seq: seq,
      change: null,
    });
  });

  test('with the same content changes nothing', async () => {
    const seq = await say('same');
    const before = await fingerprint(server);
    await edit(seq, { text: 'same' });
    await edit(seq, { metadata: [{ type: 'text' }] });
    await edit(seq, {});
    expect(await fingerprint(server)).toEqual(before);
  });

  test('changes the metadata, in either spelling of its fields', async () => {
    const seq = await send(KINDS.image ?? {});
    const { source_url: _, ...rest } = picture('image');
    const changed = await edit(seq, { metadata: [{ ...rest, src_url: 'https://new.example', width: 7 }] });
    expect(changed.body).toEqual({
      text: '',
      metadata: [{ ...rest, source_url: 'https://new.example', width: 7 }],
    });
    expect(await thread()).toMatchObject({ image_count: 1, message_count: 1 });
  });

  test.each([
    ['of a text to an empty one', { text: '' }, 'M40002', ['body.text']],
    ['to another kind', { metadata: [picture('image')] }, 'M40903', ['body.metadata[0].type']],
    ['to an unknown kind', { metadata: [{ type: 'x' }] }, 'M40007', ['body.metadata[0].type']],
    ['to two elements', { metadata: [{ type: 'text' }, { type: 'text' }] }, 'M40006', ['body.metadata']],
    ['to no element', { metadata: [] }, 'M40006', ['body.metadata']],
    ['to a number', { text: 1 }, 'M40003', ['body.text']],
    ['to 10,001 characters', { text: 'x'.repeat(10_001) }, 'M40004', ['body.text']],
    ['without a body', undefined, 'M40002', ['body']],
  ] as const)('%s is refused', async (_what, body, code, fields) => {
    const seq = await say('text');
    await expectRefused(server, ['PATCH', messageUrl(threadId, seq), { body: { body } }], code, [...fields]);
  });

  test('a button that could run code on the device is refused', async () => {
    const seq = await send(KINDS.promotion ?? {});
    const promotion = {
      title: 't',
      image_url: 'https://a.example',
      buttons: [{ label: 'b', action: { type: 1, payload: 'javascript:1' } }],
    };
    const body = { body: { metadata: [{ type: 'promotion', promotion }] } };
    await expectRefused(server, ['PATCH', messageUrl(threadId, seq), { body }], 'M40003', [
      'body.metadata[0].promotion.buttons[0].action.payload',
    ]);
  });

  test('a sticker can change only to a usable one', async () => {
    const { id: pack_id } = await server.ok('POST', '/sticker/v1.0/pack', { body: packForm() });
    await server.database.sql(`update sticker_packs set status = 'uploaded'`);
    const { stickers } = await server.ok('GET', `/sticker/v1.0/pack/${pack_id}`);
    const sticker = (sticker_id: string) => ({ metadata: [{ type: 'sticker', pack_id, sticker_id }] });
    const seq = await send(sticker(stickers[0].id));
    await edit(seq, sticker(stickers[1].id));
    const body = { body: sticker('999999') };
    await expectRefused(server, ['PATCH', messageUrl(threadId, seq), { body }], 'M40404', [
      'body.metadata[0].sticker_id',
    ]);
  });
});

describe('deleting', () => {
  test.each(Object.keys(KINDS))('removes the content everywhere: %s', async (kind) => {
    const untouched = await thread();
    const seq = await send(KINDS[kind] ?? {});
    await server.ok('PUT', messageUrl(threadId, seq, '/pin'));
    const before = await get(seq);
    await server.ok('DELETE', messageUrl(threadId, seq));
    const deleted = await get(seq);
    expect(deleted).toEqual({
      ...before,
      body: { text: '', metadata: [] },
      pinned_at: null,
      deleted_at: deleted.deleted_at,
    });
    expect(deleted.deleted_at).toEqual(expect.any(Number));
    expect(await thread()).toEqual(untouched);
    const stored = await server.database.sql<{ row: string }>(
      'select row_to_json(m)::text as row from messages m where thread_id = $1 and seq = $2',
      [threadId, seq],
    );
    expect(stored[0]?.row).not.toMatch(/a\.example|payload|title/);
    expect((await logOf(server, threadId)).at(-1)).toMatchObject({
      type: 'message.deleted',
      message_seq: seq,
    });
    expect(await server.ok('GET', messagesUrl(threadId))).toEqual([deleted]);
  });

  test('twice has the effect of once, and no action is possible afterwards', async () => {
    const seq = await say('gone');
    await server.ok('DELETE', messageUrl(threadId, seq));
    const before = await fingerprint(server);
    await server.ok('DELETE', messageUrl(threadId, seq));
    await server.ok('DELETE', messageUrl(threadId, seq, '/pin'));
    expect(await fingerprint(server)).toEqual(before);
    const body = { body: { text: 'back' } };
    await expectRefused(server, ['PATCH', messageUrl(threadId, seq), { body }], 'M40903', ['seq']);
    await expectRefused(server, ['PUT', messageUrl(threadId, seq, '/pin')], 'M40903', ['seq']);
  });
});

describe('pinning', () => {
  test('counts, shows the time, and happens once', async () => {
    const seq = await say('important');
    await server.ok('PUT', messageUrl(threadId, seq, '/pin'));
    const before = await fingerprint(server);
    await server.ok('PUT', messageUrl(threadId, seq, '/pin'));
    expect(await fingerprint(server)).toEqual(before);
    expect((await get(seq)).pinned_at).toEqual(expect.any(Number));
    expect(await thread()).toMatchObject({ pin_message_count: 1, message_count: 1 });
    await server.ok('DELETE', messageUrl(threadId, seq, '/pin'));
    expect((await get(seq)).pinned_at).toBeNull();
    expect((await thread()).pin_message_count).toBe(0);
    const types = (await logOf(server, threadId)).slice(-2).map(({ type }) => type);
    expect(types).toEqual(['message.pinned', 'message.unpinned']);
  });
});

describe('concurrently', () => {
  test('edited, pinned, deleted and sent messages leave counters that equal a recount', async () => {
    const seqs = await inParallel(20, (index) => say(`https://${index}.example`));
    await inParallel(80, async (index) => {
      const seq = seqs[index % 20] ?? 0;
      const url = messageUrl(threadId, seq);
      if (index % 4 === 0) await server.call('PATCH', url, { body: { body: { text: `edit ${index}` } } });
      else if (index % 4 === 1) await server.call('PUT', `${url}/pin`);
      else if (index % 4 === 2) await server.call('DELETE', url);
      else await say('https://more.example');
    });
    await logOf(server, threadId);
    expect(await recount(server.database)).toEqual([]);
  });
});
