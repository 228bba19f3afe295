import { beforeAll, expect, test } from 'vitest';
import { at, type SignedIn, signInAll } from '../harness/client-api.ts';
import { frameBytes, OPCODES, RawWebSocket, textBytes } from '../harness/raw-websocket.ts';
import { connect, connectionsTo, realtimeUrl, type TestSocket } from '../harness/realtime.ts';
import { startStopwatch } from '../harness/stopwatch.ts';
import { until } from '../harness/until.ts';
import { useServer } from '../harness/use-server.ts';
import { pause } from '../harness/waits.ts';

/** Clients that flood the server or read nothing harm only themselves. */

const server = await useServer({ PALAVER_MAX_USER_CONNECTIONS: '1000' });
let ann: SignedIn;
let thread: string;
let other: TestSocket;
beforeAll(async () => {
  const people = await signInAll(server, 2, 'flood');
  ann = at(people, 0);
  thread = await server.group(['flood1', 'flood2']);
  other = await connect(server, at(people, 1));
});

/** A ping of 50 frames. */
const IN_FRAGMENTS = Buffer.concat([
  frameBytes(OPCODES.text, '', { isLast: false }),
  ...Array.from({ length: 48 }, () => frameBytes(OPCODES.continuation, '', { isLast: false })),
  frameBytes(OPCODES.continuation, JSON.stringify({ type: 'ping' })),
]);

/** The longest reply time of another client meanwhile, in milliseconds. */
async function longestWait(work: Promise<unknown>): Promise<number> {
  let isDone = false;
  const end = () => {
    isDone = true;
  };
  void work.then(end, end);
  let longest = 0;
  while (!isDone) {
    const elapsedMs = startStopwatch();
    await other.expectAlive();
    longest = Math.max(longest, elapsedMs());
    await pause(20);
  }
  await work;
  return longest;
}

test('a flood of commands with unread replies ends only its own connection', async () => {
  const socket = await connect(server, ann);
  socket.ws.pause();
  const body = { text: '\u{1f600}'.repeat(10_000) };
  for (let index = 0; index < 250; index += 1)
    socket.send({ type: 'send', id: 'unread', thread_id: thread, body });
  const isCut = until(async () => ((await connectionsTo(server)) === 1 ? true : undefined));
  expect(await longestWait(isCut)).toBeLessThan(1_000);
  socket.ws.resume();
  expect(await socket.ended).toMatchObject({ code: 1006 });
  expect(socket.frames.length).toBeLessThan(500);
});

test('a flood is slowed to 100 frames a second', async () => {
  const socket = await connect(server, ann, { threads: null });
  const since = performance.now();
  const elapsedMs = startStopwatch();
  for (let index = 0; index < 250; index += 1) socket.send({ type: 'ping' });
  for (let index = 0; index < 250; index += 1) await socket.next('pong');
  await socket.expectAlive();
  expect(performance.now() - since).toBeGreaterThan(1_000);
  expect(elapsedMs()).toBeLessThan(3_000);
  await socket.close();
});

test('each fragment of a flood counts as a frame, empty or not', async () => {
  const { port } = new URL(await realtimeUrl(server));
  const socket = await RawWebSocket.open(Number(port), textBytes({ type: 'authenticate', token: ann.token }));
  await socket.nextOf('authenticated');
  const since = performance.now();
  for (let message = 0; message < 5; message += 1) socket.write(IN_FRAGMENTS);
  for (let message = 0; message < 5; message += 1) await socket.nextOf('pong');
  // Of 250 frames, 100 may come at once.
  expect(performance.now() - since).toBeGreaterThan(1_000);
  socket.connection.destroy();
});

test.each([
  ['WebSocket pings', frameBytes(OPCODES.ping)],
  ['unsolicited pongs', frameBytes(OPCODES.pong)],
  ['pings', textBytes({ type: 'ping' })],
  ['empty frames', frameBytes(OPCODES.text)],
  ['parts of one frame', frameBytes(OPCODES.text, '', { isLast: false })],
  ['messages in fragments', IN_FRAGMENTS],
  ['unknown commands', textBytes({ type: 'shout' })],
])('a flood of %s delays nobody and takes no memory', async (_name, frame) => {
  const before = process.memoryUsage.rss();
  const { port } = new URL(await realtimeUrl(server));
  const hello = textBytes({ type: 'authenticate', token: ann.token });
  const socket = await RawWebSocket.open(Number(port), hello);
  await socket.nextOf('authenticated');
  socket.write(Buffer.alloc(1_000_000 - (1_000_000 % frame.length), frame));
  expect(await longestWait(pause(400))).toBeLessThan(400);
  socket.connection.destroy();
  expect(process.memoryUsage.rss() - before).toBeLessThan(150 * 1024 * 1024);
});

test('strangers who send fragments, pings or frames behind the first one are cut off at once', async () => {
  const { port } = new URL(await realtimeUrl(server));
  const fragments = Buffer.concat([
    frameBytes(OPCODES.text, '', { isLast: false }),
    Buffer.alloc(100_000, frameBytes(OPCODES.continuation, ' ', { isLast: false })),
  ]);
  const pings = Buffer.alloc(100_000 - (100_000 % 6), frameBytes(OPCODES.ping));
  const behind = Buffer.concat([textBytes({ type: 'authenticate', token: 'none' }), pings]);
  const codes = async () => {
    const floods = [fragments, pings, behind].flatMap((flood) => Array.from({ length: 100 }, () => flood));
    const sockets = await Promise.all(floods.map((flood) => RawWebSocket.open(Number(port), flood)));
    return Promise.all(sockets.map((socket) => socket.closeCode()));
  };
  const ended = codes();
  expect(await longestWait(ended)).toBeLessThan(1_000);
  expect(new Set(await ended)).toEqual(new Set([1008, 4401]));
});
