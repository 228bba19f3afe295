// @module-tag database
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { INJECTIONS, logOf, MESSAGES, threadUrl, userUrl } from '../harness/api.ts';
import { textTo } from '../harness/population.ts';
import { useServer } from '../harness/use-server.ts';

const server = await useServer();
let threadId: string;
let extId: string;
beforeAll(async () => {
  await server.users(2);
  extId = (await server.ok('GET', userUrl('user1'))).ext_user_id;
});
beforeEach(async () => {
  threadId = await server.group(['user1', 'user2']);
});

const IMAGE = {
  type: 'image',
  name: 'cat.png',
  width: 640,
  height: 480,
  size: 12_345,
  source_url: 'https://files.example/cat.png',
  source_thumb_url: 'https://files.example/cat-small.png',
};
const KINDS = {
  text: { type: 'text' },
  custom_defined: { type: 'custom_defined', custom_name: 'order', payload: '{"id": 7}' },
  image: IMAGE,
  video: { ...IMAGE, type: 'video', name: 'cat.mp4' },
  file: {
    type: 'file',
    name: 'cat.pdf',
    size: 0,
    mime_type: 'application/pdf',
    source_url: 'https://files.example/cat.pdf',
  },
  promotion: {
    type: 'promotion',
    promotion: {
      label: 'New',
      title: 'Cats',
      image_url: 'https://files.example/cat.png',
      description: 'All of them',
      buttons: [
        { label: 'Call', action: { type: 1, payload: 'tel:+49301234' } },
        { label: 'Buy', action: { type: 2, payload: 'buy:cat' } },
        { label: 'Later', action: { type: 3 } },
      ],
    },
  },
};
type Kind = keyof typeof KINDS;

interface Stored {
  seq: number;
  sender: string;
  kind: string;
  text: string;
  metadata: string;
  custom_notify: unknown;
  link_count: number;
}

async function stored(): Promise<Stored[]> {
  return server.database.sql<Stored>(
    `select seq::int, sender_ext_user_id::text as sender, kind, text, metadata::text, custom_notify, link_count
     from messages where thread_id = $1 order by seq`,
    [threadId],
  );
}

async function send(metadata: object, text: unknown = 'hello', more: object = {}): Promise<Stored> {
  const sender = { user_id: 'user1' };
  const body = { text, metadata: [metadata], ...more };
  await server.ok('POST', MESSAGES, { body: { sender, target: { thread_id: threadId }, body } });
  const last = (await stored()).at(-1);
  if (last === undefined) throw new Error('nothing was stored');
  return last;
}

/** Sends `metadata` as exactly this JSON text and returns the stored JSON text. */
async function storedAs(metadata: string): Promise<string> {
  const target = { thread_id: threadId };
  const body = `{"sender":{"user_id":"user1"},"target":${JSON.stringify(target)},"body":{"text":"x","metadata":[${metadata}]}}`;
  await server.ok('POST', MESSAGES, { body });
  return (await stored()).at(-1)?.metadata ?? '';
}

const counters = async () => {
  const thread = await server.ok('GET', threadUrl(threadId));
  const { message_count, image_count, video_count, file_count, link_count, member_count } = thread;
  return { message_count, image_count, video_count, file_count, link_count, member_count };
};

describe('a message of each kind', () => {
  test.each(Object.keys(KINDS) as Kind[])('is stored as sent, logged and counted: %s', async (kind) => {
    const message = await send(KINDS[kind], 'see https://a.example');
    expect(message).toEqual({
      seq: 2,
      sender: extId,
      kind,
      text: 'see https://a.example',
      metadata: JSON.stringify(KINDS[kind]),
      custom_notify: null,
      link_count: 1,
    });
    expect((await logOf(server, threadId))[1]).toEqual({
      seq: 2,
      type: 'message.created',
      actor: extId,
      message_seq: 2,
      change: null,
    });
    expect(await counters()).toEqual({
      message_count: 1,
      image_count: kind === 'image' ? 1 : 0,
      video_count: kind === 'video' ? 1 : 0,
      file_count: kind === 'file' ? 1 : 0,
      link_count: 1,
      member_count: 2,
    });
  });

  test.each(Object.keys(KINDS) as Kind[])('accepts a customised notification: %s', async (kind) => {
    const custom_notify = {
      title: 'T',
      subtitle: 'S',
      avatar_url: 'https://files.example/a',
      image_url: 'https://files.example/i',
    };
    expect((await send(KINDS[kind], 'x', { custom_notify })).custom_notify).toEqual(custom_notify);
    const empty = { title: null, subtitle: '', avatar_url: '' };
    expect((await send(KINDS[kind], 'x', { custom_notify: empty })).custom_notify).toEqual({
      title: '',
      subtitle: '',
      avatar_url: '',
    });
    expect((await send(KINDS[kind], 'x', { custom_notify: null })).custom_notify).toBeNull();
  });

  test.each(['image', 'video'] as Kind[])('may have an empty text: %s', async (kind) => {
    expect((await send(KINDS[kind], '')).text).toBe('');
  });

  test.each(['custom_defined', 'file', 'promotion'] as Kind[])('may omit the text: %s', async (kind) => {
    for (const text of [undefined, null, '']) expect((await send(KINDS[kind], '', { text })).text).toBe('');
  });

  test('adds up in the counters over many, and the log has no gap', async () => {
    for (const kind of Object.keys(KINDS) as Kind[]) {
      await send(KINDS[kind], 'http://one.example https://two.example');
      await send(KINDS[kind], 'none');
    }
    expect(await counters()).toEqual({
      message_count: 12,
      image_count: 2,
      video_count: 2,
      file_count: 2,
      link_count: 12,
      member_count: 2,
    });
    const log = await logOf(server, threadId);
    expect(log.slice(1).map(({ message_seq }) => message_seq)).toEqual(
      (await stored()).map(({ seq }) => seq),
    );
  });
});

describe('the response', () => {
  const textMessage = () => ({ body: textTo(threadId, 'user1') });

  test('is only the envelope', async () => {
    const { status, body } = await server.call('POST', MESSAGES, textMessage());
    expect({ status, body }).toEqual({ status: 200, body: { message_code: 'M200', message: 'Success' } });
  });

  test.each(['return=representation', 'respond-async, Return=Representation'])(
    'has the message with "Prefer: %s"',
    async (prefer) => {
      const data = await server.ok('POST', MESSAGES, { ...textMessage(), headers: { prefer } });
      expect(data).toEqual({ messages: [{ id: `${threadId}.2`, thread_id: threadId, seq: 2 }] });
    },
  );

  test.each(['return=minimal', 'representation', ''])(
    'is only the envelope with "Prefer: %s"',
    async (prefer) => {
      const headers = { prefer };
      const { body } = await server.call('POST', MESSAGES, { ...textMessage(), headers });
      expect(body).toEqual({ message_code: 'M200', message: 'Success' });
    },
  );
});

describe('links in the text', () => {
  test.each([
    ['none', 0],
    ['https://a.example', 1],
    ['HTTP://A.EXAMPLE and hTTps://b.example/x?y=z#f', 2],
    ['https://a.example\nhttps://a.example\thttps://a.example', 3],
    ['(https://a.example), <http://b.example>"http://c.example"', 3],
    ['ftp://a.example mailto:a@b.example www.a.example http:// https:/x', 0],
    ['🙂https://a.example🙂', 1],
  ])('are counted: %j', async (text, count) => {
    expect((await send({ type: 'text' }, text)).link_count).toBe(count);
    expect(await counters()).toMatchObject({ link_count: count });
  });
});

describe('the two spellings of a URL field', () => {
  const { source_url, source_thumb_url, ...rest } = IMAGE;
  const short = { src_url: source_url, src_thumb_url: source_thumb_url };

  test.each([
    ['short', short],
    ['long', { source_url, source_thumb_url }],
    ['both alike', { ...short, source_url, source_thumb_url }],
    ['mixed', { source_url, src_thumb_url: source_thumb_url }],
    ['long beside an empty short one', { source_url, source_thumb_url, src_url: '' }],
    ['short beside an empty long one', { ...short, source_url: '', source_thumb_url: null }],
  ])('are accepted (%s), and the long one is stored', async (_, addresses) => {
    for (const type of ['image', 'video']) {
      const { metadata } = await send({ ...rest, type, ...addresses });
      const { src_url, ...kept } = JSON.parse(metadata);
      expect(src_url ?? '').toBe('');
      expect(kept).toEqual({ ...IMAGE, type });
    }
  });

  test('are accepted for a file too', async () => {
    const { source_url: address, ...file } = KINDS.file;
    const { metadata } = await send({ ...file, src_url: address });
    expect(JSON.parse(metadata)).toEqual(KINDS.file);
  });

  test('are ordinary fields where the kind has no URL', async () => {
    const custom = { ...KINDS.custom_defined, src_url: 'a', source_url: 'b' };
    expect((await send(custom)).metadata).toBe(JSON.stringify(custom));
  });
});

describe('metadata is stored as sent:', () => {
  const custom = '"type":"custom_defined","custom_name":"x","payload":"1"';

  test.each([
    ['unknown fields of any shape', '"a":{"b":[null,true,"",{}]},"":0,"A":-1'],
    ['numbers that a double does not hold', '"n":12345678901234567890,"m":1e400,"z":-0.12345678901234567890'],
    ['numbers in nested lists', '"deep":[[{"n":9007199254740993}]]'],
    ['names that JavaScript knows', '"__proto__":{"a":1},"constructor":{"prototype":1},"toString":2'],
    ['characters of all planes', '"text":"a\u0301 \u{1f468}\u200d\u{1f469} \u202e \u{10ffff}"'],
  ])('%s', async (_, fields) => {
    const metadata = `{${custom},${fields}}`;
    expect(await storedAs(metadata)).toBe(metadata);
  });

  test('a number keeps its value even if it is spelled differently', async () => {
    const spelled = await storedAs(`{${custom},"a":1.50,"b":1e2,"c":-0.0,"d":0.1E1}`);
    const { a, b, c, d } = JSON.parse(spelled);
    expect([a, b, Math.abs(c), d]).toEqual([1.5, 100, 0, 1]);
  });

  test.each([
    '{"a":1,"a":2}',
    ' { "b" : 1.0e400 , "a" : [ ] } \n',
    '12345678901234567890',
    'null',
    '"text"',
    '{"__proto__":{"a":1}}',
    `${'['.repeat(100)}${']'.repeat(100)}`,
    '"\\u0000 \\ud800"',
    '{"emoji":"\u{1f600}\\ud83d\\ude00"}',
  ])('a payload is kept byte for byte: %s', async (payload) => {
    const { metadata } = await send({ type: 'custom_defined', custom_name: 'x', payload });
    expect(JSON.parse(metadata).payload).toBe(payload);
  });

  test('fields of other kinds are kept', async () => {
    const metadata = { type: 'text', width: 'wide', promotion: null, buttons: 5 };
    expect((await send(metadata)).metadata).toBe(JSON.stringify(metadata));
  });

  test.each(INJECTIONS)('text is kept: %j', async (text) => {
    const { text: kept, metadata } = await send(
      { ...KINDS.custom_defined, custom_name: text, extra: text },
      text,
    );
    expect(kept).toBe(text);
    expect(JSON.parse(metadata)).toMatchObject({ custom_name: text, extra: text });
  });

  test('an escaped surrogate pair is one character', async () => {
    const target = `{"thread_id":"${threadId}"}`;
    const body = `{"sender":{"user_id":"user1"},"target":${target},"body":{"text":"\\ud83d\\ude00","metadata":[{"type":"text"}]}}`;
    await server.ok('POST', MESSAGES, { body });
    expect((await stored())[0]?.text).toBe('\u{1f600}');
  });
});
