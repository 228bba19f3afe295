import { MAX_ERRORS, MAX_FIELD_CHARS } from '@palaver/protocol/errors';
import { MAX_FIRST_FRAME_BYTES } from '@palaver/protocol/realtime';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectRefused, MESSAGES, messageUrl, THREADS, userUrl } from '../harness/api.ts';
import { signInAll } from '../harness/client-api.ts';
import { textTo } from '../harness/population.ts';
import { connect, open, realtimeUrl } from '../harness/realtime.ts';
import { useServer } from '../harness/use-server.ts';

/**
 * Attacks that stopped the server, or cost it far more than the attacker. Without the fixes most of these tests take
 * minutes.
 */

const server = await useServer({ PALAVER_MAX_USER_CONNECTIONS: '1000' });
const [ann] = await signInAll(server, 2, 'attacked');
let thread: string;
beforeAll(async () => {
  thread = await server.group(['attacked1', 'attacked2']);
});

/** A user with unknown fields. */
const putUser = (json: string): Parameters<typeof expectRefused>[1] => [
  'PUT',
  userUrl('number'),
  { body: `{"display_name":"x",${json}}` },
];

describe('a number of many digits', () => {
  /** Numbers by their length in characters. */
  const NUMBERS: [string, (chars: number) => string][] = [
    ['digits', (chars) => '9'.repeat(chars)],
    ['zeros behind a digit', (chars) => `1${'0'.repeat(chars - 1)}`],
    ['zeros between two digits', (chars) => `1${'0'.repeat(chars - 2)}1`],
    ['a fraction of zeros', (chars) => `0.${'0'.repeat(chars - 2)}`],
    ['a fraction of zeros with a digit behind them', (chars) => `1.${'0'.repeat(chars - 3)}1`],
    ['an exponent of zeros', (chars) => `1e${'0'.repeat(chars - 2)}`],
    ['an exponent of digits', (chars) => `-1E-${'9'.repeat(chars - 4)}`],
  ];

  test.each(NUMBERS)('%s: 1,000 characters are accepted in a body', async (_name, number) => {
    for (const chars of [999, 1_000]) await server.ok(...putUser(`"unknown":[${number(chars)}]`));
    for (const chars of [1_001, 1_000_000]) {
      await expectRefused(server, putUser(`"unknown":[${number(chars)}]`), 'M40001', ['(body)']);
    }
  });

  test.each(NUMBERS)('%s: 1,000 characters are accepted in a frame', async (_name, number) => {
    const socket = await connect(server, ann, { threads: null });
    const ping = (chars: number) => `{"type":"ping","unknown":${number(chars)}}`;
    socket.send(ping(1_000));
    await socket.next('pong');
    for (const chars of [1_001, 65_000]) {
      socket.send(ping(chars));
      const { message_code, errors } = await socket.next('error');
      expect([message_code, errors]).toEqual([
        'M40001',
        [expect.objectContaining({ rule: 'max_number_chars' })],
      ]);
    }
    await socket.expectAlive();
    await socket.close();
  });

  test('is limited by itself: many short numbers pass, and so do digits in a string', async () => {
    const digits = '1234567890'.repeat(99);
    await server.ok(...putUser(`"unknown":[${digits},${digits} , ${digits}],"text":"${digits}${digits}"`));
  });

  test('of 1,000 characters is returned as it was sent', async () => {
    const number = `0.${'0'.repeat(997)}1`;
    const metadata = `{"type":"text","unknown":${number}}`;
    const body = JSON.stringify(textTo(thread, ann.userId)).replace('{"type":"text"}', metadata);
    const { messages } = await server.ok('POST', MESSAGES, {
      body,
      headers: { prefer: 'return=representation' },
    });
    const { payload } = await server.app.inject({
      url: messageUrl(thread, messages[0].seq),
      headers: { 'x-api-key': server.key },
    });
    expect(payload).toContain(metadata);
  });

  test.each(NUMBERS)('%s, stored by an earlier version, can still be read', async (_name, number) => {
    const { messages } = await server.ok('POST', MESSAGES, {
      body: textTo(thread, ann.userId),
      headers: { prefer: 'return=representation' },
    });
    const [{ seq }] = messages;
    await server.database.sql('update messages set metadata = $3 where thread_id = $1 and seq = $2', [
      thread,
      seq,
      `{"type":"text","unknown":${number(900_000)}}`,
    ]);
    await server.ok('GET', messageUrl(thread, seq));
    const socket = await connect(server, ann, { threads: [{ thread_id: thread, seq: seq - 1 }] });
    await socket.reaches(thread, seq);
    await socket.close();
    await server.ok('DELETE', messageUrl(thread, seq));
  });
});

describe('a connection that has not authenticated', () => {
  const authenticate = (bytes: number) =>
    JSON.stringify({ type: 'authenticate', token: ann.token }).padEnd(bytes, ' ');

  test.each([MAX_FIRST_FRAME_BYTES - 1, MAX_FIRST_FRAME_BYTES])('may send %i bytes', async (bytes) => {
    const socket = await open(await realtimeUrl(server));
    socket.send(authenticate(bytes));
    await socket.next('authenticated');
    await socket.close();
  });

  test('is closed after one byte more', async () => {
    const socket = await open(await realtimeUrl(server));
    socket.send(authenticate(MAX_FIRST_FRAME_BYTES + 1));
    expect(await socket.ended).toEqual({ code: 1009, reason: '' });
    expect(socket.frames).toEqual([]);
  });

  test('has one frame read at a time', async () => {
    const socket = await open(await realtimeUrl(server));
    const read: string[] = [];
    const { readFrame } = server.realtime.services;
    Object.assign(server.realtime.services, {
      readFrame: (bytes: Buffer) => {
        read.push(bytes.toString());
        return readFrame(bytes);
      },
    });
    socket.send('{"type":"authenticate","token":"no token"}');
    for (let count = 0; count < 10; count += 1) socket.send('{"type":"ping"}');
    expect(await socket.ended).toMatchObject({ code: 4401 });
    Object.assign(server.realtime.services, { readFrame });
    expect(read).toEqual(['{"type":"authenticate","token":"no token"}']);
  });

  test('may send large frames right behind its token, which wait until it is authenticated', async () => {
    const socket = await open(await realtimeUrl(server));
    socket.send(authenticate(0));
    for (const id of ['first', 'second'])
      socket.send(JSON.stringify({ type: 'watch', id, ext_user_ids: [], rest: 'x'.repeat(60_000) }));
    expect((await socket.next('answer')).id).toBe('first');
    expect((await socket.next('answer')).id).toBe('second');
    await socket.close();
  });
});

describe('faults named after what the client sent', () => {
  const UNSTORABLE = String.raw`"\u0000"`;
  const list = (count: number) => `[${Array(count).fill(UNSTORABLE).join()}]`;
  /** Nested objects, each with a key of this length. */
  const nested = (levels: number, chars: number, inner: string): string =>
    levels === 0 ? inner : `{"${'k'.repeat(chars)}":${nested(levels - 1, chars, inner)}}`;
  const keys = (count: number, name: (index: number) => string) =>
    `{${Array.from({ length: count }, (_, index) => `"${name(index)}":${UNSTORABLE}`).join()}}`;
  /** The largest response to any of these requests. */
  const MOST_BYTES = MAX_ERRORS * (MAX_FIELD_CHARS * 3 + 150);

  test.each<[string, string]>([
    ['a key of half a megabyte, over 19,000 faults', `{"${'k'.repeat(500_000)}":${list(19_000)}}`],
    ['30 keys in one another, over as many', nested(30, 20_000, list(19_000))],
    ['an invalid key of a megabyte', `{"${'k'.repeat(1_000_000)}\\u0000":1}`],
    ['19,000 keys at fault', keys(19_000, (index) => `${index}\\u0000`)],
    ['100 keys of 8,000 characters', keys(100, (index) => `${index}${'k'.repeat(8_000)}`)],
    ['characters of three bytes', keys(100, (index) => `${index}${'\u20ac'.repeat(3_000)}`)],
    ['characters of two units', keys(100, (index) => `${index}${'\u{1f600}'.repeat(2_000)}`)],
    ['no key at all', list(19_000)],
  ])('%s: the response is short', async (_name, body) => {
    const { payload } = await server.app.inject({
      method: 'POST',
      url: THREADS,
      headers: { 'x-api-key': server.key },
      payload: body,
    });
    expect(Buffer.byteLength(payload)).toBeLessThan(MOST_BYTES);
    const { errors } = JSON.parse(payload) as { errors: { field: string }[] };
    expect(errors.length).toBeLessThanOrEqual(MAX_ERRORS);
    for (const { field } of errors) expect(field.length).toBeLessThanOrEqual(MAX_FIELD_CHARS);
  });

  test('keep error frames short', async () => {
    const socket = await connect(server, ann, { threads: null });
    for (const rest of [`"${'k'.repeat(32_000)}":${list(3_500)}`, `"${'k'.repeat(65_000)}\\u0000":1`]) {
      socket.send(`{"type":"ping",${rest}}`);
      const { message_code, errors = [] } = await socket.next('error');
      expect(message_code).toBe('M40003');
      expect(Buffer.byteLength(JSON.stringify(errors))).toBeLessThan(MOST_BYTES);
    }
    await socket.close();
  });

  test('keep responses to bad queries short', async () => {
    const names = [
      `limit[${'k'.repeat(10_000)}]`,
      ...Array.from({ length: 1_000 }, (_, index) => `limit[${index}]`),
    ];
    const { body } = await server.call('GET', `${THREADS}?${names.map((name) => `${name}=1`).join('&')}`);
    expect(body.message_code).toBe('M40010');
    expect(body.errors).toHaveLength(MAX_ERRORS);
    expect(body.errors?.[0]?.field).toBe(`limit[${'k'.repeat(MAX_FIELD_CHARS - 7)}\u2026`);
  });

  test.each([99, 100, 101])('%i faults: at most 100 are listed', async (count) => {
    const { body } = await server.call('PUT', userUrl('faulty'), {
      body: keys(count, (index) => `f${index}`).replace('{', '{"display_name":"x",'),
    });
    expect(body.errors).toHaveLength(Math.min(count, 100));
  });

  test.each([254, 255, 256])('a field name of %i characters is cut to 255', async (chars) => {
    const name = 'f'.repeat(chars);
    const { body } = await server.call('PUT', userUrl('faulty'), {
      body: `{"display_name":"x","${name}":${UNSTORABLE}}`,
    });
    const field = chars > 255 ? `${name.slice(0, 254)}\u2026` : name;
    expect(body.errors?.map((error) => error.field)).toEqual([field]);
  });

  test('faults that caused the code come first', async () => {
    const { body } = await server.call('POST', THREADS, {
      body: `{"a":${list(200)},"owner_id":"attacked1"}`,
    });
    expect(body.message_code).toBe('M40002');
    const fields = body.errors?.map(({ field }) => field) ?? [];
    expect(fields).toHaveLength(MAX_ERRORS);
    expect(fields.slice(0, 4)).toEqual(['name', 'member_ids', 'id_type', 'a[0]']);
  });
});
