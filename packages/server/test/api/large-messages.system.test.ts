import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PAGE_BYTES } from '../../src/domain/page.ts';
import { expectRefused, MESSAGES, messagesUrl, messageUrl } from '../harness/api.ts';
import { MY_THREADS, myMessagesUrl, myMessageUrl, type SignedIn, signInAll } from '../harness/client-api.ts';
import { plantMessages } from '../harness/plant-messages.ts';
import { textTo } from '../harness/population.ts';
import { connect } from '../harness/realtime.ts';
import { startTestServer, type TestServer } from '../harness/test-server.ts';

/** Messages of the largest size, and larger ones stored by an earlier version, do their readers no harm. */

describe('a message', () => {
  const LIMIT = 2_048;
  let server: TestServer;
  let ann: SignedIn;
  let thread: string;
  beforeAll(async () => {
    server = await startTestServer({ PALAVER_MAX_MESSAGE_BYTES: String(LIMIT) });
    [ann] = await signInAll(server, 2, 'large');
    thread = await server.group(['large1', 'large2']);
  });
  afterAll(() => server.close());

  const metadata = [{ type: 'text' }];
  const notify = { title: 'n'.repeat(200), subtitle: '\u20ac'.repeat(50) };
  const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
  /** Bodies of this size in bytes. */
  const BODIES: Record<string, (bytes: number) => Record<string, unknown>> = {
    'a long text': (bytes) => ({ text: 'x'.repeat(bytes - bytesOf(metadata[0]) - 2), metadata }),
    'a text that JSON escapes': (bytes) => {
      const rest = bytes - bytesOf(metadata[0]) - 2;
      return { text: '\u0001'.repeat(Math.floor(rest / 6)) + 'x'.repeat(rest % 6), metadata };
    },
    'large metadata': (bytes) => {
      const custom = { type: 'custom_defined', custom_name: 'c', payload: '"' };
      const length = bytes - bytesOf({ ...custom, payload: '""' }) - 2;
      return { text: '', metadata: [{ ...custom, payload: `"${'x'.repeat(length)}"` }] };
    },
    'unknown fields of metadata': (bytes) => {
      const open = { type: 'text', unknown: '' };
      return { text: 'x', metadata: [{ ...open, unknown: 'y'.repeat(bytes - bytesOf(open) - 3) }] };
    },
  };
  const withNotify = (bytes: number) => ({
    text: 'x'.repeat(bytes - bytesOf(metadata[0]) - bytesOf(notify) - 2),
    metadata,
    custom_notify: notify,
  });
  const byKey = (body: object) => ({
    body: { sender: { user_id: ann.userId }, target: { thread_id: thread }, body },
  });

  test.each(Object.entries(BODIES))('%s: one byte more than the limit is M40004', async (_name, make) => {
    const socket = await connect(server, ann, { threads: null });
    for (const bytes of [LIMIT - 1, LIMIT]) {
      const body = make(bytes);
      await server.ok('POST', MESSAGES, byKey(body));
      await ann.say(thread, { body });
      expect(await socket.command({ type: 'send', thread_id: thread, body })).toMatchObject({
        type: 'answer',
      });
    }
    const body = make(LIMIT + 1);
    await expectRefused(server, ['POST', MESSAGES, byKey(body)], 'M40004', ['body']);
    await expectRefused(
      server,
      ['POST', myMessagesUrl(thread), { token: ann.token, body: { body } }],
      'M40004',
      ['body'],
    );
    const reply = await socket.command({ type: 'send', thread_id: thread, body });
    expect(reply).toMatchObject({ message_code: 'M40004', errors: [{ field: 'body', rule: 'max_length' }] });
    await socket.close();
  });

  test('of a back end counts with its notification', async () => {
    for (const bytes of [LIMIT - 1, LIMIT]) await server.ok('POST', MESSAGES, byKey(withNotify(bytes)));
    await expectRefused(server, ['POST', MESSAGES, byKey(withNotify(LIMIT + 1))], 'M40004', ['body']);
  });

  test('counts with its unedited parts when edited: text, metadata, notification', async () => {
    const { messages } = await server.ok('POST', MESSAGES, {
      body: {
        sender: { user_id: ann.userId },
        target: { thread_id: thread },
        body: { text: 'x', metadata, custom_notify: notify },
      },
      headers: { prefer: 'return=representation' },
    });
    const [{ seq }] = messages;
    const socket = await connect(server, ann, { threads: null });
    const text = (bytes: number) => ({
      text: 'y'.repeat(bytes - bytesOf(metadata[0]) - bytesOf(notify) - 2),
    });
    for (const bytes of [LIMIT - 1, LIMIT]) {
      await server.ok('PATCH', messageUrl(thread, seq), { body: { body: text(bytes) } });
      await ann.ok('PATCH', myMessageUrl(thread, seq), { body: { body: text(bytes) } });
      const edit = { type: 'edit', thread_id: thread, seq, body: text(bytes) };
      expect(await socket.command(edit)).toMatchObject({ type: 'answer' });
    }
    const body = text(LIMIT + 1);
    const refused = [
      ['PATCH', messageUrl(thread, seq), { body: { body } }],
      ['PATCH', myMessageUrl(thread, seq), { body: { body }, token: ann.token }],
    ] as const;
    for (const [method, url, options] of refused)
      await expectRefused(server, [method, url, options], 'M40004', ['body']);
    const reply = await socket.command({ type: 'edit', thread_id: thread, seq, body });
    expect(reply).toMatchObject({ message_code: 'M40004', errors: [{ field: 'body' }] });
    await socket.close();
  });

  test('posted by the press of a button always fits', async () => {
    const small = await startTestServer({ PALAVER_MAX_MESSAGE_BYTES: '1024' });
    try {
      const [presser] = await signInAll(small, 1, 'presser');
      const id = await small.group([presser.userId]);
      const label = '\u0001'.repeat(100);
      const promotion = {
        title: 't',
        image_url: 'https://example.com/i.png',
        buttons: [{ label, action: { type: 3 } }],
      };
      const sent = await presser.say(id, { body: { metadata: [{ type: 'promotion', promotion }] } });
      const body = { button_index: 0 };
      const posted = await presser.ok('POST', myMessageUrl(id, sent.seq, '/press'), { body });
      expect(posted.body.text).toBe(label);
    } finally {
      await small.close();
    }
  });
});

describe('large messages stored by an earlier version', () => {
  let server: TestServer;
  let ann: SignedIn;
  let ben: SignedIn;
  beforeAll(async () => {
    server = await startTestServer();
    [ann, ben] = await signInAll(server, 2, 'old');
  });
  afterAll(() => server.close());

  const planted = (count: number, unknown: string) => plantMessages(server, [ann, ben], count, unknown);

  test('a full resume brings all of them, in order', async () => {
    const { thread, seqs } = await planted(40, 'x'.repeat(200_000));
    const socket = await connect(server, ann, { threads: [{ thread_id: thread, seq: 0 }] });
    const entries = socket.entries(thread);
    expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1));
    expect(entries.at(-1)?.seq).toBe(seqs.at(-1));
    await socket.close();
  });

  test('a list of messages stops at 1 MiB, says that there is more, and continues from there', async () => {
    const { thread, seqs } = await planted(20, 'x'.repeat(200_000));
    await server.database.sql('update messages set pinned_at = now() where thread_id = $1', [thread]);
    const doors = [
      (query: string) => server.call('GET', messagesUrl(thread, query)),
      (query: string) => ann.call('GET', myMessagesUrl(thread, query)),
    ];
    const isShort = (body: unknown) => JSON.stringify(body).length < PAGE_BYTES + 300_000;
    for (const door of doors) {
      for (const pinned of ['', '&pinned=true']) {
        const back: number[] = [];
        const forth: number[] = [];
        let more = true;
        while (more) {
          const before = back.length === 0 ? '' : `&before_seq=${back[0]}`;
          const { body } = await door(`limit=100${before}${pinned}`);
          expect(isShort(body)).toBe(true);
          back.unshift(...body.data.map(({ seq }: { seq: number }) => seq));
          more = body.has_more === true;
        }
        expect(back).toEqual(seqs);
        more = true;
        while (more) {
          const { body } = await door(`limit=100&after_seq=${forth.at(-1) ?? 0}${pinned}`);
          forth.push(...body.data.map(({ seq }: { seq: number }) => seq));
          more = body.has_more === true;
        }
        expect(forth).toEqual(seqs);
      }
      const around = await door(`limit=100&around_seq=${seqs[10]}`);
      const near: number[] = around.body.data.map(({ seq }: { seq: number }) => seq);
      expect(near).toContain(seqs[10]);
      expect(near).toEqual(seqs.slice(seqs.indexOf(near[0] ?? 0)).slice(0, near.length));
      expect(around.body.has_more).toBe(true);
    }
  });

  test('a list has at least one message, however large', async () => {
    const { thread, seqs } = await planted(2, 'x'.repeat(1_500_000));
    const { body } = await server.call('GET', messagesUrl(thread));
    expect(body.data.map(({ seq }: { seq: number }) => seq)).toEqual([seqs[1]]);
    expect(body.has_more).toBe(true);
  });

  test('the chat list stops at 1 MiB and continues from there; a resume brings all snapshots', async () => {
    const [cid] = await signInAll(server, 1, 'listed');
    const ids: string[] = [];
    for (let count = 0; count < 12; count += 1) {
      const id = await server.group([cid.userId]);
      await cid.say(id);
      ids.push(id);
    }
    await server.database.sql('update messages set metadata = $2 where thread_id = any ($1)', [
      ids,
      `{"type":"text","unknown":"${'x'.repeat(200_000)}"}`,
    ]);
    const listed: string[] = [];
    let position = '0';
    for (let more = true; more; ) {
      const { body } = await cid.call('GET', `${MY_THREADS}?limit=100&last_id=${position}`);
      expect(JSON.stringify(body).length).toBeLessThan(PAGE_BYTES + 300_000);
      listed.push(...body.data.map(({ id }: { id: string }) => id));
      position = body.data.at(-1)?.list_position;
      more = body.has_more === true;
    }
    expect(listed).toEqual(ids.toReversed());
    const socket = await connect(server, cid);
    const joined = socket.frames.flatMap((frame) =>
      frame.type === 'thread.joined' ? [frame.thread.id] : [],
    );
    expect(joined.toSorted()).toEqual(ids.toSorted());
    await socket.close();
  });
});

describe('has_more', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
    await server.users(1);
  });
  afterAll(() => server.close());

  test.each([
    [2, true],
    [3, false],
    [4, false],
  ])('three messages with limit=%i: %s', async (limit, hasMore) => {
    const thread = await server.group(['user1']);
    for (let count = 0; count < 3; count += 1)
      await server.ok('POST', MESSAGES, { body: textTo(thread, 'user1') });
    for (const from of ['', '&after_seq=0', '&around_seq=3']) {
      const { body } = await server.call('GET', messagesUrl(thread, `limit=${limit}${from}`));
      expect([body.data.length, body.has_more]).toEqual([Math.min(limit, 3), hasMore]);
    }
  });

  test('is false for an empty list', async () => {
    const thread = await server.group(['user1']);
    const { body } = await server.call('GET', messagesUrl(thread));
    expect([body.data, body.has_more]).toEqual([[], false]);
  });
});

describe('a failure while serving one connection', () => {
  let server: TestServer;
  let ann: SignedIn;
  let ben: SignedIn;
  let thread: string;
  beforeAll(async () => {
    server = await startTestServer();
    [ann, ben] = await signInAll(server, 2, 'failing');
    thread = await server.group([ann.userId, ben.userId]);
  });
  afterAll(() => server.close());

  test('in handling a frame closes that connection with 1011, and others continue', async () => {
    const [socket, other] = [await connect(server, ann), await connect(server, ben)];
    const { readFrame } = server.realtime.services;
    Object.assign(server.realtime.services, {
      readFrame: (bytes: Buffer) => {
        if (bytes.includes('break')) throw new Error('broken on purpose');
        return readFrame(bytes);
      },
    });
    socket.send({ type: 'ping', id: 'break' });
    expect(await socket.ended).toMatchObject({ code: 1011 });
    Object.assign(server.realtime.services, { readFrame });
    await other.expectAlive();
    await other.close();
  });

  test('in delivering an entry keeps neither it nor later ones from the others', async () => {
    const [socket, other] = [await connect(server, ann), await connect(server, ben)];
    for (const session of server.realtime.connections.of(ann.extUserId as never)) {
      Object.assign(session.socket, {
        push: () => {
          throw new Error('broken on purpose');
        },
      });
    }
    const first = await ben.say(thread);
    await socket.ended;
    const second = await ben.say(thread);
    await other.reaches(thread, second.seq);
    const seqs = other.entries(thread).map(({ seq }) => seq);
    expect(seqs.slice(-2)).toEqual([first.seq, second.seq]);
    await other.close();
  });

  test('in writing its frames', async () => {
    const [socket, other] = [await connect(server, ann), await connect(server, ben)];
    for (const session of server.realtime.connections.of(ann.extUserId as never)) {
      Object.defineProperty(session.socket, 'isClosing', {
        get: () => {
          throw new Error('broken on purpose');
        },
      });
    }
    socket.send({ type: 'ping' });
    expect(await socket.ended).toMatchObject({ code: 1006 });
    await other.expectAlive();
    await other.close();
  });
});
