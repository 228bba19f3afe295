import { PROTOCOL_CLOSE_CODES } from '@palaver/protocol/close-codes';
import type { ErrorCode } from '@palaver/protocol/errors';
import {
  MAX_EARLY_CONTROL_FRAMES,
  MAX_FIRST_FRAME_BYTES,
  MAX_FRAGMENTS,
  REALTIME_PATH,
} from '@palaver/protocol/realtime';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { at, type SignedIn, signInAll } from '../harness/client-api.ts';
import { RawConnection, rawRequest } from '../harness/raw-http.ts';
import {
  closePayload,
  frameBytes,
  handshakeBytes,
  OPCODES,
  RawWebSocket,
  textBytes,
} from '../harness/raw-websocket.ts';
import { connect, connectionsTo, realtimeUrl, type TestSocket } from '../harness/realtime.ts';
import { until } from '../harness/until.ts';
import { useServer } from '../harness/use-server.ts';

/** Bytes that no WebSocket client would send. The server must survive them and serve everybody else. */

const server = await useServer({ PALAVER_MAX_USER_CONNECTIONS: '1000' });
let port: number;
let ann: SignedIn;
let witness: TestSocket;
beforeAll(async () => {
  port = Number(new URL(await realtimeUrl(server)).port);
  const people = await signInAll(server, 2, 'raw');
  ann = at(people, 0);
  witness = await connect(server, at(people, 1));
});
afterEach(() => witness.expectAlive());
afterAll(async () => {
  await witness.close();
  await until(async () => ((await connectionsTo(server)) === 0 ? true : undefined));
});

const { continuation, text, ping, pong, close } = OPCODES;
const authenticate = () => textBytes({ type: 'authenticate', token: ann.token });
const PING = textBytes({ type: 'ping' });

async function signedIn(): Promise<RawWebSocket> {
  const socket = await RawWebSocket.open(port, authenticate());
  await socket.nextOf('authenticated');
  return socket;
}

describe('a handshake', () => {
  const version = 'sec-websocket-version';
  const key = 'sec-websocket-key';
  test.each<[string, Parameters<typeof handshakeBytes>[0], number, ErrorCode]>([
    ['of version 12', { headers: { [version]: '12' } }, 400, 'M40000'],
    ['of version 14', { headers: { [version]: '14' } }, 400, 'M40000'],
    ['without a version', { headers: { [version]: undefined } }, 400, 'M40000'],
    ['of a version that is not a number', { headers: { [version]: '13, 8' } }, 400, 'M40000'],
    ['without a key', { headers: { [key]: undefined } }, 400, 'M40000'],
    ['with a short key', { headers: { [key]: 'dGhlIHNhbXBsZSBub25j' } }, 400, 'M40000'],
    ['with a key that is no base64', { headers: { [key]: '!'.repeat(24) } }, 400, 'M40000'],
    ['without a host', { headers: { host: undefined } }, 400, 'M40000'],
    ['by POST', { method: 'POST' }, 405, 'M40500'],
    ['of HTTP/1.0', { version: 'HTTP/1.0' }, 426, 'M42600'],
    ['to h2c', { headers: { upgrade: 'h2c' } }, 426, 'M42600'],
    ['to nothing', { headers: { upgrade: undefined } }, 426, 'M42600'],
    ['without Connection: Upgrade', { headers: { connection: 'close' } }, 426, 'M42600'],
    ['on another path', { path: '/client/v1.0/nowhere' }, 404, 'M40406'],
    ['on the path with a slash behind it', { path: `${REALTIME_PATH}/` }, 404, 'M40406'],
    ['on the path in another case', { path: REALTIME_PATH.toUpperCase() }, 404, 'M40406'],
    ['on a route', { path: '/client/v1.0/me' }, 401, 'M40111'],
  ])('%s is refused', async (_name, handshake, status, code) => {
    const answer = await rawRequest(port, handshakeBytes(handshake));
    expect([answer.status, answer.json.message_code]).toEqual([status, code]);
    expect(answer.json.request_id).toBe(answer.headers['x-request-id']);
    if (code === 'M40000' && handshake?.headers?.host !== undefined)
      expect(answer.headers[version]).toBe('13');
  });

  test.each<[string, Parameters<typeof handshakeBytes>[0]]>([
    ['with a query', { path: `${REALTIME_PATH}?token=none&a=b` }],
    ['with other spellings', { headers: { upgrade: 'WebSocket', connection: 'keep-alive, upgrade' } }],
    ['that offers extensions', { headers: { 'sec-websocket-extensions': 'permessage-deflate' } }],
  ])('%s is accepted', async (_name, handshake) => {
    const answer = await rawRequest(port, handshakeBytes(handshake));
    expect(answer).toMatchObject({ status: 101, text: '' });
    expect(answer.headers['sec-websocket-accept']).toBe('s3pPLMBiTxaQ9kYGzzhZRbK+xOo=');
    expect(answer.headers).not.toHaveProperty('sec-websocket-extensions');
  });

  test('to another protocol is treated as a plain request', async () => {
    for (const upgrade of ['h2c', 'websocket']) {
      const answer = await rawRequest(port, handshakeBytes({ path: '/health/live', headers: { upgrade } }));
      expect([answer.status, answer.json.message_code]).toEqual([200, 'M200']);
    }
  });

  test('may come after other requests on its connection', async () => {
    const connection = await RawConnection.open(port);
    connection.write('GET /health/live HTTP/1.1\r\nhost: a\r\n\r\n');
    expect((await connection.next())?.status).toBe(200);
    connection.write(handshakeBytes());
    expect((await connection.next())?.status).toBe(101);
    connection.destroy();
  });

  test('that has a body is answered like any other request', async () => {
    for (const [headers, body] of [
      [{ 'content-length': '5' }, 'hello'],
      [{ 'transfer-encoding': 'chunked' }, '5\r\nhello\r\n0\r\n\r\n'],
    ] as const) {
      const answer = await rawRequest(port, `${handshakeBytes({ headers })}${body}`);
      expect(answer.json.message_code).toBe('M42600');
    }
  });

  test('waits for the response to the request before it', async () => {
    const connection = await RawConnection.open(port);
    connection.write(`GET /health/ready HTTP/1.1\r\nhost: a\r\n\r\n${handshakeBytes()}`);
    expect((await connection.next())?.json).toMatchObject({ message_code: 'M200' });
    expect((await connection.next())?.status).toBe(101);
    connection.destroy();
  });

  test('whose head came with the body of a request does not overtake its response, after which the connection is closed', async () => {
    const connection = await RawConnection.open(port);
    connection.write(`POST /nowhere HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\n\r\n`);
    connection.write(`{${handshakeBytes()}`);
    expect((await connection.next())?.json).toMatchObject({ message_code: 'M40406' });
    expect(await connection.closed()).toBe('');
  });

  test('may be followed by frames at once', async () => {
    const socket = await RawWebSocket.open(port, Buffer.concat([authenticate(), PING]));
    await socket.nextOf('pong');
    socket.connection.destroy();
  });

  test('that never completes does not block others, and may be cut off midway', async () => {
    const bytes = handshakeBytes();
    for (const length of [1, 20, bytes.length - 2]) {
      const connection = await RawConnection.open(port);
      connection.write(bytes.slice(0, length));
      await witness.expectAlive();
      connection.destroy();
    }
  });
});

describe('a frame that violates the protocol closes the connection', () => {
  const LATIN1 = Buffer.from('caf\u00e9', 'latin1');
  const SURROGATE = Buffer.from([0xed, 0xa0, 0x80]);
  const part = (opcode: number, payload: string | Buffer = 'a') =>
    frameBytes(opcode, payload, { isLast: false });

  type Code = keyof typeof PROTOCOL_CLOSE_CODES;
  test.each<[string, Buffer[], Code]>([
    ['without a mask', [frameBytes(text, '{}', { isMasked: false })], 1002],
    ['a close frame without a mask', [frameBytes(close, '', { isMasked: false })], 1002],
    ['with the first reserved bit', [frameBytes(text, '{}', { reserved: 0x40 })], 1002],
    ['with the second reserved bit', [frameBytes(text, '{}', { reserved: 0x20 })], 1002],
    ['with the third reserved bit', [frameBytes(ping, '', { reserved: 0x10 })], 1002],
    ['of an unknown kind', [frameBytes(3, '{}')], 1002],
    ['of an unknown kind of control', [frameBytes(11)], 1002],
    ['a continuation of nothing', [frameBytes(continuation, '{}')], 1002],
    ['a continuation behind a ping', [frameBytes(ping), frameBytes(continuation)], 1002],
    ['a ping in parts', [part(ping)], 1002],
    ['a ping of 126 bytes', [frameBytes(ping, 'x'.repeat(126))], 1002],
    ['a close frame of one byte', [frameBytes(close, 'x')], 1002],
    ...[0, 999, 1004, 1005, 1006, 1015, 2999, 5000, 65_535].map((code): [string, Buffer[], 1002] => [
      `close code ${code}`,
      [frameBytes(close, closePayload(code))],
      1002,
    ]),
    ['a reason that is no UTF-8', [frameBytes(close, closePayload(1000, LATIN1))], 1007],
    ['latin1', [frameBytes(text, LATIN1)], 1007],
    ['a surrogate in UTF-8', [frameBytes(text, SURROGATE)], 1007],
    ['overlong UTF-8', [frameBytes(text, Buffer.from([0xc0, 0xaf]))], 1007],
    ['cut UTF-8', [frameBytes(text, Buffer.from('é').subarray(0, 1))], 1007],
    ['64 KiB and one byte', [frameBytes(text, 'x'.repeat(65_537))], 1009],
    [
      'a length of 65,537 without a byte of it',
      [frameBytes(text, '', { length: [127, 0, 0, 0, 0, 0, 1, 0, 1] })],
      1009,
    ],
    ['a length of 2^53', [frameBytes(text, '', { length: [127, 0, 32, 0, 0, 0, 0, 0, 0] })], 1009],
    [
      'a length of 2^63-1',
      [frameBytes(text, '', { length: [127, 127, ...Array.from({ length: 7 }, () => 255)] })],
      1009,
    ],
    [
      'a length of 2^64-1',
      [frameBytes(text, '', { length: [127, ...Array.from({ length: 8 }, () => 255)] })],
      1009,
    ],
  ])('%s', async (_name, bytes, code) => {
    const [known, stranger] = [await signedIn(), await RawWebSocket.open(port)];
    for (const socket of [known, stranger]) {
      socket.write(...bytes, PING);
      expect(await socket.closeCode()).toBe(code);
    }
    expect(PROTOCOL_CLOSE_CODES).toHaveProperty(String(code));
  });

  const more = (count: number) => Array.from({ length: count }, () => part(continuation, ''));
  test.each<[string, Buffer[], Code]>([
    ['a text amid another one', [part(text), frameBytes(text, '{}')], 1002],
    ['no UTF-8', [part(text, LATIN1), frameBytes(continuation, 'a')], 1007],
    ['one more than may be', [part(text), ...more(MAX_FRAGMENTS)], 1008],
    ['one more than may be, all empty', [part(text, ''), ...more(MAX_FRAGMENTS)], 1008],
    ['one more than may be, the last', [part(text), ...more(MAX_FRAGMENTS - 1), frameBytes(0, '')], 1008],
    [
      'one more than may be, with pings between them',
      [part(text), ...more(MAX_FRAGMENTS).flatMap((fragment) => [frameBytes(pong), fragment])],
      1008,
    ],
    ['six more than may be, behind a pong', [frameBytes(pong), part(text), ...more(MAX_FRAGMENTS + 5)], 1008],
    ['no UTF-8 behind a pong', [frameBytes(pong), part(text, LATIN1), frameBytes(0, 'a'), part(text)], 1007],
    ['64 KiB and one byte', [part(text, ' '.repeat(60_000)), part(continuation, ' '.repeat(5_537))], 1009],
    [
      'a last one that announces more than there may be',
      [part(text, ' '.repeat(60_000)), frameBytes(continuation, '', { length: [126, 255, 255] })],
      1009,
    ],
  ])('in fragments: %s', async (_name, bytes, code) => {
    const [known, stranger] = [await signedIn(), await RawWebSocket.open(port)];
    known.write(...bytes, PING);
    stranger.write(...bytes, PING);
    expect([await known.closeCode(), await stranger.closeCode()]).toEqual([code, 1008]);
  });
});

describe('a message', () => {
  const PADDED = Buffer.from(JSON.stringify({ type: 'ping' }).padEnd(MAX_FRAGMENTS));
  /** One byte in each fragment, the rest in the last one. */
  const inFragments = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      frameBytes(
        index === 0 ? text : continuation,
        PADDED.subarray(index, index === count - 1 ? undefined : index + 1),
        { isLast: index === count - 1 },
      ),
    );

  test.each([MAX_FRAGMENTS - 1, MAX_FRAGMENTS])('may have %s fragments', async (count) => {
    const socket = await signedIn();
    // The next message begins to count anew.
    for (const message of [inFragments(count), inFragments(count)]) {
      socket.write(...message);
      await socket.nextOf('pong');
    }
    socket.connection.destroy();
  });

  test('may come in any chunks, together with others', async () => {
    const socket = await signedIn();
    const bytes = Buffer.concat([PING, ...inFragments(3), frameBytes(ping, 'p'), PING, ...inFragments(5)]);
    for (const size of [1, 7, 50, bytes.length]) {
      for (let at = 0; at < bytes.length; at += size) {
        socket.write(bytes.subarray(at, at + size));
        await new Promise(setImmediate);
      }
      for (let pongs = 0; pongs < 4; pongs += 1) await socket.nextOf('pong');
    }
    socket.connection.destroy();
  });
});

describe('before sign-in', () => {
  test('only the first frame is read, and those behind it after its answer', async () => {
    const behind = [frameBytes(ping, 'behind'), frameBytes(text, 'hello'), PING];
    const socket = await RawWebSocket.open(port, Buffer.concat([authenticate(), ...behind]));
    // (A ping is otherwise answered at once.)
    const first = await socket.next();
    expect(first?.opcode).toBe(text);
    expect(first?.payload.toString()).toContain('"authenticated"');
    expect(await socket.next()).toEqual({ opcode: pong, payload: Buffer.from('behind') });
    await socket.nextOf('error');
    await socket.nextOf('pong');
    socket.connection.destroy();
  });

  test('frames behind a refused one are discarded, except the close frame', async () => {
    const behind = Array.from({ length: 1_000 }, () => frameBytes(ping));
    const bytes = [textBytes({ type: 'authenticate', token: 'none' }), ...behind, frameBytes(close)];
    const socket = await RawWebSocket.open(port, Buffer.concat(bytes));
    expect((await socket.next())?.opcode).toBe(text);
    expect(await socket.closeCode()).toBe(4401);
  });

  test.each<[string, Buffer]>([
    ['pings', frameBytes(ping)],
    ['pongs', frameBytes(pong, 'x'.repeat(125))],
  ])(`${MAX_EARLY_CONTROL_FRAMES} %s are accepted, one more closes the connection`, async (_name, frame) => {
    for (const count of [MAX_EARLY_CONTROL_FRAMES - 1, MAX_EARLY_CONTROL_FRAMES]) {
      const frames = Array.from({ length: count }, () => frame);
      const socket = await RawWebSocket.open(port, Buffer.concat([...frames, authenticate()]));
      await socket.nextOf('authenticated');
      // They are not limited so afterwards.
      socket.write(...frames, frame, PING);
      await socket.nextOf('pong');
      socket.connection.destroy();
    }
    const socket = await RawWebSocket.open(port);
    for (let sent = 0; sent <= MAX_EARLY_CONTROL_FRAMES; sent += 1) socket.write(frame);
    expect(await socket.closeCode()).toBe(1008);
  });

  test('a frame that announces 8 KiB is awaited; one byte more closes the connection at once', async () => {
    const announcing = (bytes: number) => frameBytes(text, '', { length: [126, bytes >> 8, bytes & 0xff] });
    const refused = await RawWebSocket.open(port, announcing(MAX_FIRST_FRAME_BYTES + 1));
    expect(await refused.closeCode()).toBe(1009);
    const awaited = await RawWebSocket.open(port, announcing(MAX_FIRST_FRAME_BYTES));
    await witness.expectAlive();
    awaited.write(Buffer.alloc(MAX_FIRST_FRAME_BYTES, ' '));
    expect(await awaited.nextOf('closing')).toMatchObject({ code: 4401 });
    awaited.connection.destroy();
  });
});

describe('an unusual but valid frame is accepted', () => {
  const parts = (bytes: Buffer, ...ends: number[]) =>
    [0, ...ends].map((from, index, all) =>
      frameBytes(index === 0 ? text : continuation, bytes.subarray(from, all[index + 1]), {
        isLast: index === all.length - 1,
      }),
    );
  const EMOJI_PING = Buffer.from(JSON.stringify({ type: 'ping', id: '\u{1f600}' }));
  const middle = EMOJI_PING.indexOf('\u{1f600}') + 2;

  test.each<[string, Buffer[]]>([
    ['in parts', parts(EMOJI_PING, 5, 10)],
    ['in fragments, split within a character', parts(EMOJI_PING, middle, middle + 1)],
    ['in parts that are empty', parts(EMOJI_PING, 0, 5, 5, EMOJI_PING.length)],
    [
      'with a length in more bytes than it needs',
      [frameBytes(text, EMOJI_PING, { length: [126, 0, EMOJI_PING.length] })],
    ],
    ['byte by byte', [...frameBytes(text, EMOJI_PING)].map((byte) => Buffer.from([byte]))],
  ])('%s', async (_name, bytes) => {
    const socket = await signedIn();
    for (const some of bytes) {
      socket.write(some);
      await new Promise(setImmediate);
    }
    expect(await socket.nextOf('pong')).toEqual({ type: 'pong', id: '\u{1f600}' });
    socket.connection.destroy();
  });

  test('in fragments, with a ping between them that is answered first', async () => {
    const socket = await signedIn();
    const [first, last] = parts(EMOJI_PING, 5);
    socket.write(first ?? Buffer.alloc(0), frameBytes(ping, 'are you there?'), last ?? Buffer.alloc(0));
    expect(await socket.next()).toEqual({ opcode: pong, payload: Buffer.from('are you there?') });
    await socket.nextOf('pong');
    socket.connection.destroy();
  });

  test.each([1000, 1001, 1014, 3000, 4999])(
    'a close frame with code %s gets the same code back',
    async (code) => {
      const socket = await signedIn();
      socket.write(frameBytes(close, closePayload(code, 'I go')), PING);
      expect(await socket.closeCode()).toBe(code);
    },
  );

  test('a close frame without a code gets none back', async () => {
    const socket = await signedIn();
    socket.write(frameBytes(close));
    expect(await socket.closeCode()).toBe(1005);
  });
});

describe('an incomplete frame', () => {
  const HALF = PING.subarray(0, -3);

  test('followed by a disconnect frees the connection', async () => {
    const before = await connectionsTo(server);
    const socket = await signedIn();
    expect(await connectionsTo(server)).toBe(before + 1);
    socket.write(HALF);
    await witness.expectAlive();
    socket.connection.destroy();
    await until(async () => ((await connectionsTo(server)) === before ? true : undefined));
  });

  test('of 64 KiB on each of 200 connections does not block others', { tags: 'thorough' }, async () => {
    const big = frameBytes(text, 'x'.repeat(65_536)).subarray(0, -1);
    const sockets = await Promise.all(Array.from({ length: 200 }, () => RawWebSocket.open(port, big)));
    await witness.expectAlive();
    for (const { connection } of sockets) connection.destroy();
  });
});
