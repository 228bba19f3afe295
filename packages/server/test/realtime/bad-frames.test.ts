import type { ErrorCode } from '@palaver/protocol/errors';
import { MAX_FRAME_BYTES } from '@palaver/protocol/realtime';
import { beforeAll, describe, expect, test } from 'vitest';
import { fingerprint } from '../harness/api.ts';
import { at, type SignedIn, signInAll } from '../harness/client-api.ts';
import { inParallel } from '../harness/in-parallel.ts';
import { connect, expectClosed, open, realtimeUrl, type TestSocket } from '../harness/realtime.ts';
import { useServer } from '../harness/use-server.ts';
import { quietFor } from '../harness/waits.ts';

/** Invalid frames, and valid ones at the wrong time. */

const server = await useServer({ PALAVER_MAX_USER_CONNECTIONS: '1000' });
let url: string;
let ann: SignedIn;
let bob: SignedIn;
let thread: string;
beforeAll(async () => {
  url = await realtimeUrl(server);
  const people = await signInAll(server, 2, 'frame');
  ann = at(people, 0);
  bob = at(people, 1);
  thread = await server.group([ann.userId, bob.userId]);
});

/** A connection that has authenticated and sent nothing else. */
const signedIn = () => connect(server, ann, { threads: null });
const authenticate = (token = ann.token) => ({ type: 'authenticate', token });

/** Fails unless the frame is refused like this, writes nothing, and the connection stays open. */
async function expectRefused(
  socket: TestSocket,
  frame: object | string | Buffer,
  code: ErrorCode,
  fields?: string[],
): Promise<void> {
  const before = await fingerprint(server);
  socket.send(frame);
  const { message_code, errors } = await socket.next('error');
  expect([message_code, errors?.map(({ field }) => field).toSorted()]).toEqual([code, fields?.toSorted()]);
  await socket.expectAlive();
  expect(await fingerprint(server)).toEqual(before);
}

/** A frame as text, because objects cannot express all of them. */
const send = (fields: string) => `{"type":"send","thread_id":"${thread}",${fields}}`;
const nested = (depth: number) => `{"type":"ping","x":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;
const withValues = (count: number) => `{"type":"ping","x":[${'0,'.repeat(count - 4)}0]}`;

test.each<[string, () => string | Buffer, ErrorCode, string[]?]>([
  ['an empty frame', () => '', 'M40001'],
  ['spaces', () => '   ', 'M40001'],
  ['not JSON', () => 'hello', 'M40001'],
  ['half a document', () => '{"type":"ping"', 'M40001'],
  ['a trailing comma', () => '{"type":"ping",}', 'M40001'],
  ['two documents', () => '{"type":"ping"}{"type":"ping"}', 'M40001'],
  ['a byte order mark', () => '\ufeff{"type":"ping"}', 'M40001'],
  ['depth 33', () => nested(33), 'M40001', ['(body)']],
  ['depth 30,000', () => nested(30_000), 'M40001', ['(body)']],
  ['too many values', () => withValues(20_001), 'M40001', ['(body)']],
  ['null', () => 'null', 'M40003', ['(body)']],
  ['a list', () => '[]', 'M40003', ['(body)']],
  ['a list of frames', () => '[{"type":"ping"}]', 'M40003', ['(body)']],
  ['a string', () => '"ping"', 'M40003', ['(body)']],
  ['a number', () => '1', 'M40003', ['(body)']],
  ['a long number', () => '12345678901234567890', 'M40003', ['(body)']],
  ['an empty object', () => '{}', 'M40002', ['type']],
  ['no type', () => '{"id":null,"typ":"ping"}', 'M40002', ['type']],
  ['type null', () => '{"type":null}', 'M40002', ['type']],
  ['type empty', () => '{"type":""}', 'M40002', ['type']],
  ['an unknown type', () => '{"type":"shout"}', 'M40003', ['type']],
  ['a type of the server', () => '{"type":"entry"}', 'M40003', ['type']],
  ['a type in another case', () => '{"type":"Ping"}', 'M40003', ['type']],
  ['type __proto__', () => '{"type":"__proto__"}', 'M40003', ['type']],
  ['type constructor', () => '{"type":"constructor"}', 'M40003', ['type']],
  ['type a number', () => '{"type":1}', 'M40003', ['type']],
  ['type a long number', () => '{"type":12345678901234567890}', 'M40003', ['type']],
  ['type a list', () => '{"type":["ping"]}', 'M40003', ['type']],
  ['type an object', () => '{"type":{"$ne":null}}', 'M40003', ['type']],
  ['the type in __proto__', () => '{"__proto__":{"type":"ping"}}', 'M40002', ['type']],
  [
    'the fields of a command in __proto__',
    () => `{"type":"send","__proto__":{"thread_id":"${thread}","body":{"text":"x"}}}`,
    'M40002',
    ['body', 'thread_id'],
  ],
  ['U+0000 in a text', () => send('"body":{"text":"a\\u0000b"}'), 'M40003', ['body.text']],
  ['a lone surrogate in a text', () => send('"body":{"text":"\\ud800"}'), 'M40003', ['body.text']],
  ['a lone surrogate in a name', () => send('"body":{"text":"a"},"x\\ud800":1'), 'M40003', ['x\ufffd']],
  ['id a number', () => '{"type":"ping","id":1}', 'M40003', ['id']],
  ['id a list', () => '{"type":"ping","id":["a"]}', 'M40003', ['id']],
  ['id of 65 characters', () => `{"type":"ping","id":"${'i'.repeat(65)}"}`, 'M40004', ['id']],
  ['authentication, twice', () => JSON.stringify(authenticate()), 'M40003', ['type']],
])('%s', async (_name, frame, code, fields) => {
  await expectRefused(await signedIn(), frame(), code, fields);
});

test.each<[string, () => string]>([
  ['depth 32', () => nested(32)],
  ['20,000 values', () => withValues(20_000)],
  ['5,000 keys', () => `{"type":"ping",${Array.from({ length: 5_000 }, (_, n) => `"${n}":0`).join()}}`],
  ['white space around', () => '\n {"type" : "ping"}\t'],
  ['a type that is given twice: the last one counts', () => '{"type":"send","type":"ping"}'],
  ['unknown fields', () => '{"type":"ping","constructor":1,"":2,"toString":null,"__proto__":null}'],
  ['id null', () => '{"type":"ping","id":null}'],
  ['id empty', () => '{"type":"ping","id":""}'],
])('%s is accepted', async (_name, frame) => {
  const socket = await signedIn();
  socket.send(frame());
  expect(await socket.next('pong')).toEqual({ type: 'pong' });
});

test.each(['i', 'i'.repeat(64), '\u{1f600}'.repeat(64), ' ', '__proto__', "'; drop table users; --"])(
  'the reply has the id of the command: %s',
  async (id) => {
    const socket = await signedIn();
    socket.send({ type: 'typing', thread_id: thread, id });
    expect(await socket.next('answer')).toMatchObject({ id });
    socket.send({ type: 'typing', thread_id: '999999', id });
    expect(await socket.next('error')).toMatchObject({ id, message_code: 'M40401' });
    socket.send({ type: 'ping', id });
    expect(await socket.next('pong')).toEqual({ type: 'pong', id });
  },
);

test('a command without an id gets a reply only when it is refused', async () => {
  const socket = await signedIn();
  socket.send({ type: 'send', thread_id: thread, body: { text: 'no id' } });
  socket.send({ type: 'send', thread_id: '999999', body: { text: 'no id' } });
  expect(await socket.next('error')).not.toHaveProperty('id');
  await socket.settled();
  expect(socket.frames.map(({ type }) => type)).toEqual(['authenticated', 'error', 'answer']);
  expect((await ann.thread(thread)).last_message?.body.text).toBe('no id');
});

test('two commands with the same id are two commands', async () => {
  const socket = await signedIn();
  for (const text of ['one', 'two'])
    socket.send({ type: 'send', id: 'same', thread_id: thread, body: { text } });
  const answers = [await socket.next('answer'), await socket.next('answer')];
  expect(answers).toMatchObject(['one', 'two'].map((text) => ({ id: 'same', data: { body: { text } } })));
});

test('a frame of 64 KiB is accepted, and one byte more closes the connection', async () => {
  const ofBytes = (count: number) => '{"type":"ping"}'.padEnd(count);
  const socket = await signedIn();
  socket.send(ofBytes(MAX_FRAME_BYTES));
  await socket.next('pong');
  socket.send(ofBytes(MAX_FRAME_BYTES + 1));
  expect(await socket.ended).toMatchObject({ code: 1009 });
});

test('a binary frame closes the connection', async () => {
  const [socket, stranger] = [await signedIn(), await open(url)];
  for (const one of [socket, stranger]) {
    one.send(Buffer.from('{"type":"ping"}'));
    await expectClosed(one, 1003);
  }
});

describe('before authentication', () => {
  test.each<[string, () => object | string]>([
    ['a ping', () => ({ type: 'ping' })],
    ['a good resume', () => ({ type: 'resume', threads: [] })],
    ['a good command', () => ({ type: 'send', thread_id: thread, body: { text: 'nobody' } })],
    ['an empty frame', () => ''],
    ['not JSON', () => 'hello'],
    ['an unknown type', () => ({ type: 'shout' })],
    ['an invalid token', () => authenticate('no-token')],
    ['a token of 8,000 characters', () => authenticate('x'.repeat(8_000))],
    ['a token with a line break', () => authenticate(`${ann.token}\n`)],
  ])('%s closes the connection', async (_name, frame) => {
    const before = await fingerprint(server);
    const socket = await open(url);
    socket.send(frame());
    // Later frames are ignored.
    socket.send(authenticate());
    socket.send({ type: 'send', thread_id: thread, body: { text: 'behind it' } });
    await expectClosed(socket, 4401);
    expect(socket.frames).toHaveLength(1);
    expect(await fingerprint(server)).toEqual(before);
  });

  test.each<[string, unknown, ErrorCode]>([
    ['missing', undefined, 'M40002'],
    ['null', null, 'M40002'],
    ['empty', '', 'M40002'],
    ['a number', 1, 'M40003'],
    ['a list', [''], 'M40003'],
    ['an object', { $ne: null }, 'M40003'],
    ['U+0000', 'a\0b', 'M40003'],
    ['a lone surrogate', '\ud800', 'M40003'],
  ])('a token that is %s closes the connection with the reason', async (_name, token, code) => {
    const socket = await open(url);
    socket.send({ type: 'authenticate', token });
    expect(await expectClosed(socket, 4401, code)).toMatchObject({ errors: [{ field: 'token' }] });
  });

  test('commands may directly follow the token', async () => {
    const socket = await open(url);
    socket.send(authenticate());
    socket.send({ type: 'resume', threads: [] });
    socket.send({ type: 'send', id: 'first', thread_id: thread, body: { text: 'at once' } });
    expect(await socket.next('answer')).toMatchObject({ id: 'first', data: { body: { text: 'at once' } } });
    await socket.next('resumed');
  });
});

describe('a resume', () => {
  const resume = (threads: unknown, more?: unknown) => ({ type: 'resume', threads, more });
  const positions = (count: number, from = 1_000_000) =>
    Array.from({ length: count }, (_, index) => ({ thread_id: String(from + index), seq: 1 }));
  const position = (thread_id: unknown, seq: unknown) => resume([{ thread_id, seq }]);
  const madeAt = (at: unknown) => resume([{ thread_id: thread, seq: 1, at }]);
  const ofEpoch = (epoch: unknown) => ({ ...resume([]), epoch });

  test.each<[string, () => object, ErrorCode, string[]]>([
    ['without threads', () => resume(undefined), 'M40002', ['threads']],
    ['of null', () => resume(null), 'M40002', ['threads']],
    ['of an object', () => resume({}), 'M40003', ['threads']],
    ['of null in a list', () => resume([null]), 'M40003', ['threads[0]']],
    ['of a word', () => resume([thread]), 'M40003', ['threads[0]']],
    ['without a seq', () => position(thread, undefined), 'M40002', ['threads[0].seq']],
    ['at -1', () => position(thread, -1), 'M40003', ['threads[0].seq']],
    ['at 1.5', () => position(thread, 1.5), 'M40003', ['threads[0].seq']],
    ['at "1"', () => position(thread, '1'), 'M40003', ['threads[0].seq']],
    ['at 2^53', () => position(thread, JSON.rawJSON('9007199254740992')), 'M40003', ['threads[0].seq']],
    ['at 2^53+1', () => position(thread, JSON.rawJSON('9007199254740993')), 'M40003', ['threads[0].seq']],
    ['of thread 0', () => position('0', 1), 'M40003', ['threads[0].thread_id']],
    ['of a thread that is a number', () => position(7, 1), 'M40003', ['threads[0].thread_id']],
    ['of a thread 2^63', () => position('9223372036854775808', 1), 'M40003', ['threads[0].thread_id']],
    ['of an entry made at -1', () => madeAt(-1), 'M40003', ['threads[0].at']],
    ['of an entry made at 1.5', () => madeAt(1.5), 'M40003', ['threads[0].at']],
    ['of an entry made at "1"', () => madeAt('1'), 'M40003', ['threads[0].at']],
    ['of an entry made at 2^53', () => madeAt(JSON.rawJSON('9007199254740992')), 'M40003', ['threads[0].at']],
    ['of an epoch with 65 characters', () => ofEpoch('x'.repeat(65)), 'M40004', ['epoch']],
    ['of an epoch that is a number', () => ofEpoch(1), 'M40003', ['epoch']],
    ['with more a word', () => resume([], 'yes'), 'M40003', ['more']],
    ['of 1,001 threads', () => resume(positions(1_001)), 'M40005', ['threads']],
  ])('%s is refused, and may be retried', async (_name, frame, code, fields) => {
    const socket = await signedIn();
    await expectRefused(socket, frame(), code, fields);
    socket.send(resume([]));
    await socket.next('resumed');
  });

  const leftBy = ({ frames }: TestSocket) =>
    frames.flatMap((frame) => (frame.type === 'thread.left' ? [frame.thread_id] : []));

  test('that names foreign threads gets thread.left for each', async () => {
    const foreignKey = await foreignApp();
    const [stranger] = await signInAll(server, 2, 'foreign', { key: foreignKey });
    const foreign = await server.group(['foreign1', 'foreign2'], { key: foreignKey });
    const strangers = await server.group(['frame2']);
    const socket = await signedIn();
    const threads = [foreign, strangers, '999999'].map((thread_id) => ({ thread_id, seq: 1 }));
    socket.send(resume([{ thread_id: foreign, seq: 0 }, ...threads]));
    await socket.next('resumed');
    expect(leftBy(socket).toSorted()).toEqual([foreign, strangers, '999999'].toSorted());
    await stranger?.say(foreign, 'not for her');
    await bob.say(strangers, 'not for her either');
    await quietFor(200);
    expect([...socket.entries(foreign), ...socket.entries(strangers)]).toEqual([]);
  });

  test('that names a thread several times, in different spellings, counts the lowest position', async () => {
    const twice = await server.group(['frame1', 'frame2']);
    for (let index = 0; index < 4; index += 1) await bob.say(twice);
    const socket = await signedIn();
    const threads = [4, 2, 3].map((seq) => ({ thread_id: `${'0'.repeat(seq)}${twice}`, seq }));
    socket.send(resume(threads));
    await socket.next('resumed');
    expect(socket.entries(twice).map(({ seq }) => seq)).toEqual([3, 4, 5]);
  });

  test('may come in parts, and delivers nothing before the last one', async () => {
    const socket = await signedIn();
    socket.send(resume([{ thread_id: thread, seq: 1 }], true));
    socket.send(resume(positions(1_000), true));
    await socket.settled();
    expect(socket.frames.map(({ type }) => type)).toEqual(['authenticated', 'answer']);
    socket.send(resume([]));
    await socket.next('resumed');
    expect(leftBy(socket)).toHaveLength(1_000);
    expect(at(socket.entries(thread), 0).seq).toBe(2);
  });

  test('is accepted once, whole or in parts', async () => {
    const socket = await signedIn();
    socket.send(resume([], true));
    socket.send(resume([]));
    await socket.next('resumed');
    await expectRefused(socket, resume([]), 'M40003', ['type']);
    await expectRefused(socket, resume([], true), 'M40003', ['type']);
  });

  test('of 20,000 threads in all is accepted; one more is refused and changes nothing', async () => {
    const socket = await signedIn();
    for (let part = 0; part < 20; part += 1)
      socket.send(resume(positions(1_000, 1_000_000 + part * 1_000), true));
    // Naming them again adds no threads.
    socket.send(resume(positions(1_000), true));
    await expectRefused(socket, resume(positions(2, 5_000_000)), 'M40005', ['threads']);
    await expectRefused(socket, resume(positions(1, 5_000_000)), 'M40005', ['threads']);
    socket.send(resume([]));
    await socket.next('resumed');
    expect(leftBy(socket)).toHaveLength(20_000);
  });
});

async function foreignApp(): Promise<string> {
  await server.database.sql("insert into applications (id, name) values ('other', 'Other')");
  return server.createKey({ appId: 'other' });
}

test('500 users can be watched; 501 are refused, and the earlier ones stay watched', async () => {
  const socket = await signedIn();
  const watch = (count: number) =>
    socket.command({
      type: 'watch',
      ext_user_ids: [
        bob.extUserId,
        ...Array.from({ length: count - 1 }, (_, index) => String(900_000 + index)),
      ],
    });
  const taken = await watch(500);
  expect(taken).toMatchObject({ message_code: 'M200' });
  expect(await watch(501)).toMatchObject({ message_code: 'M40005', errors: [{ field: 'ext_user_ids' }] });
  const bobs = await connect(server, bob, { threads: null });
  await socket.next('presence', (frame) => frame.ext_user_id === bob.extUserId && frame.is_online);
  await bobs.close();
});

test('commands of one connection keep their order', async () => {
  const ordered = await server.group(['frame1', 'frame2']);
  const socket = await connect(server, ann);
  const sent = await inParallel(50, (index) =>
    socket.command({ type: 'send', thread_id: ordered, body: { text: String(index) } }),
  );
  const numbers = sent.map((reply) => (reply.type === 'answer' ? (reply.data as { seq: number }).seq : 0));
  expect(numbers).toEqual(numbers.map((_, index) => at(numbers, 0) + index));
  const messages = await ann.messages(ordered, 'after_seq=0&limit=100');
  expect(messages.map(({ body }) => body.text)).toEqual(numbers.map((_, index) => String(index)));
});
