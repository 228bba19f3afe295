import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { REALTIME_PATH } from '@palaver/protocol/realtime';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { MESSAGES } from '../harness/api.ts';
import { myMessagesUrl, type SignedIn, signInAll } from '../harness/client-api.ts';
import { freePort } from '../harness/free-port.ts';
import {
  newDataDir,
  type RunningPalaver,
  runPalaver,
  startPalaver,
  usedDataDir,
} from '../harness/palaver.ts';
import { textTo } from '../harness/population.ts';
import { RawConnection } from '../harness/raw-http.ts';
import { open, type TestSocket } from '../harness/realtime.ts';
import { recount } from '../harness/recount.ts';
import { scratchFolder } from '../harness/scratch.ts';
import { urlOf } from '../harness/test-database.ts';
import { until } from '../harness/until.ts';
import { useServer } from '../harness/use-server.ts';

/** `palaver start` with two serving threads: nobody notices on which of them a connection is. */

/** So many connections are all on one thread once in a million times. */
const PEOPLE = 21;
const TWO = { PALAVER_THREADS: '2' };
const NO_LIMITS = {
  PALAVER_CLIENT_RATE_LIMIT_READS: '0',
  PALAVER_CLIENT_RATE_LIMIT_WRITES: '0',
  PALAVER_ANONYMOUS_RATE_LIMIT: '0',
};

const server = await useServer();
let people: SignedIn[];
beforeAll(async () => {
  people = await signInAll(server, PEOPLE);
});

const start = (settings: Record<string, string> = {}) =>
  startPalaver({ DATABASE_URL: urlOf(server.database.connection), ...TWO, ...NO_LIMITS, ...settings });

async function connectTo({ url }: RunningPalaver, { token }: SignedIn, thread?: string): Promise<TestSocket> {
  const socket = await open(url.replace('http', 'ws') + REALTIME_PATH);
  onTestFinished(() => socket.close());
  socket.send({ type: 'authenticate', token });
  await socket.next('authenticated');
  socket.send({ type: 'resume', threads: thread === undefined ? [] : [{ thread_id: thread, seq: 0 }] });
  await socket.next('resumed');
  return socket;
}

/** Everybody is connected, and member of one group. */
async function gather(node: RunningPalaver) {
  const thread = await server.group(people.map(({ userId }) => userId));
  const sockets = await Promise.all(people.map((one) => connectTo(node, one, thread)));
  const say = async (socket: TestSocket, text: string) => {
    const content = { body: { text, metadata: [{ type: 'text' }] }, client_message_id: text };
    const reply = await socket.command({ type: 'send', thread_id: thread, ...content });
    if (reply.type === 'error') throw new Error(JSON.stringify(reply));
    return (reply as unknown as { data: { seq: number } }).data.seq;
  };
  return { thread, sockets, say };
}

/** Settings of a server whose threads fail on request (faults-on-request.ts). */
function faultsOnRequest(folder: string): Record<string, string> {
  const module = fileURLToPath(new URL('./faults-on-request.ts', import.meta.url));
  return { NODE_OPTIONS: `--import=${module}`, TEST_FAULTS_FOLDER: folder };
}

/** Over a connection of its own, with the key of a back end. */
async function post({ url }: RunningPalaver, path: string, body: unknown, key: string, headers = {}) {
  return fetch(url + path, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json', connection: 'close', ...headers },
    body: JSON.stringify(body),
  });
}

async function metricsOf({ url }: RunningPalaver): Promise<string> {
  return (await fetch(`${url}/metrics`)).text();
}

/** The sum over all labels. */
function sumOf(metrics: string, name: string): number {
  return metrics
    .split('\n')
    .filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`))
    .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

/** (A thread that ends closes the connection of this request, too.) */
const heldOf = (node: RunningPalaver) =>
  until(() =>
    metricsOf(node).then(
      (metrics) => sumOf(metrics, 'palaver_held_bytes'),
      () => undefined,
    ),
  );

/**
 * Sends requests of a user, of whose bodies of so many bytes the last byte never comes, until the server holds `most` bytes. Resolves to the
 * response to another one that does come to its end.
 */
async function fill(
  node: RunningPalaver,
  { token }: SignedIn,
  { thread, bytes, most }: { thread: string; bytes: number; most: number },
) {
  const head = ['host: a', `authorization: Bearer ${token}`, `content-length: ${bytes}`].join('\r\n');
  const begin = async () => {
    const connection = await RawConnection.open(Number(new URL(node.url).port));
    onTestFinished(() => connection.destroy());
    connection.write(`POST ${myMessagesUrl(thread)} HTTP/1.1\r\n${head}\r\n\r\n`);
    connection.write(Buffer.alloc(bytes - 1, ' '));
    return connection;
  };
  for (let held = await heldOf(node); held < most; ) {
    await begin();
    held += bytes;
    await until(async () => ((await heldOf(node)) === held ? true : undefined));
  }
  const last = await begin();
  last.write(' ');
  return (await last.next())?.json?.message_code;
}

const severe = (stderr: string) => stderr.split('\n').filter((line) => /"level":[56]0/.test(line));

test('every client receives every entry once and in order, from senders on all threads', async () => {
  const node = await start();
  const { thread, sockets, say } = await gather(node);
  const overSockets = sockets.map((socket, index) => say(socket, `over socket ${index}`));
  const overHttp = people.map(async ({ userId }, index) => {
    const body = textTo(thread, userId, `over HTTP ${index}`);
    const headers = { 'idempotency-key': `threads-${index}`, prefer: 'return=representation' };
    const first = await post(node, MESSAGES, body, server.key, headers);
    const again = await post(node, MESSAGES, body, server.key, headers);
    expect([first.status, again.status, again.headers.get('idempotent-replayed')]).toEqual([
      200,
      200,
      'true',
    ]);
    const { data } = (await first.json()) as { data: { messages: { seq: number }[] } };
    expect(await again.json()).toMatchObject({ data });
    return data.messages[0]?.seq ?? 0;
  });
  const seqs = await Promise.all([...overSockets, ...overHttp]);
  const last = Math.max(...seqs);
  expect(new Set(seqs).size).toBe(2 * PEOPLE);
  await Promise.all(sockets.map((socket) => socket.reaches(thread, last)));
  const all = Array.from({ length: last }, (_, index) => index + 1);
  for (const socket of sockets) expect(socket.entries(thread).map(({ seq }) => seq)).toEqual(all);

  // A refusal of the batch has its fields.
  const refused = await post(node, MESSAGES, textTo('123456789012345678', 'nobody'), server.key);
  expect(await refused.json()).toMatchObject({
    message_code: 'M40401',
    errors: [{ field: 'target.thread_id' }, { field: 'sender.user_id' }],
  });

  const metrics = await metricsOf(node);
  expect(sumOf(metrics, 'palaver_realtime_connections')).toBe(PEOPLE);
  const counted = metrics
    .split('\n')
    .filter((line) => line.includes(`_count{method="POST",route="${MESSAGES}"`));
  expect(counted.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)).toBe(2 * PEOPLE + 1);
  for (const name of ['process_start_time_seconds', 'palaver_thread_utilization{thread="2"}'])
    expect(metrics).toContain(name);
});

test('typing, read positions, profiles and presence cross from thread to thread', async () => {
  const node = await start();
  const { thread, sockets, say } = await gather(node);
  const [ann, ...others] = sockets as [TestSocket, ...TestSocket[]];
  const who = people[0] as SignedIn;
  const seq = await say(ann, 'hello');
  const all = (check: (socket: TestSocket) => Promise<unknown>) => Promise.all(others.map(check));
  await ann.command({ type: 'typing', thread_id: thread, is_typing: true });
  await all((one) => one.next('typing', (frame) => frame.ext_user_id === who.extUserId));
  await ann.command({ type: 'read', thread_id: thread, seq });
  await all((one) =>
    one.next('read', (frame) => frame.ext_user_id === who.extUserId && frame.read_seq === seq),
  );
  await fetch(`${node.url}/user/v1.0/user/${who.userId}`, {
    method: 'PUT',
    headers: { 'x-api-key': server.key, 'content-type': 'application/json' },
    body: JSON.stringify({ display_name: 'Renamed' }),
  });
  await all((one) => one.next('user.updated', ({ user }) => user.display_name === 'Renamed'));
  await all((one) => one.command({ type: 'watch', ext_user_ids: [who.extUserId] }));
  await ann.close();
  await all((one) =>
    one.next('presence', (frame) => frame.ext_user_id === who.extUserId && !frame.is_online),
  );
});

test('a thread that fails ends its own connections, is started again, and loses nothing', async () => {
  const folder = scratchFolder();
  const node = await start(faultsOnRequest(folder));
  const { thread, sockets, say } = await gather(node);
  const ended = new Set<number>();
  for (const [index, socket] of sockets.entries()) void socket.ended.then(() => ended.add(index));
  const count = async () => sumOf(await metricsOf(node), 'palaver_http_request_duration_seconds_count');
  // (Over connections of their own, so that each thread counts some.)
  const ask = () => fetch(`${node.url}/health/live`, { headers: { connection: 'close' } });
  await Promise.all(Array.from({ length: PEOPLE }, ask));
  const before = await count();
  writeFileSync(join(folder, 'serving 1'), '');
  await until(async () => (ended.size > 0 && severe(node.stderr()).length >= 2) || undefined);
  expect(ended.size).toBeLessThan(PEOPLE);
  const alive = sockets.filter((_, index) => !ended.has(index));

  // The others serve on, meanwhile and afterwards.
  const body = textTo(thread, people[0]?.userId ?? '', 'meanwhile');
  const answer = await post(node, MESSAGES, body, server.key, { prefer: 'return=representation' });
  const { data } = (await answer.json()) as { data: { messages: { seq: number }[] } };
  const seq = data.messages[0]?.seq ?? 0;
  await Promise.all(alive.map((socket) => socket.reaches(thread, seq)));
  await until(async () => node.stderr().includes('a serving thread serves again') || undefined);

  const back = await Promise.all(
    [...ended].map((index) => connectTo(node, people[index] as SignedIn, thread)),
  );
  await Promise.all(back.map((socket) => socket.reaches(thread, seq)));
  const [first] = alive;
  const last = await say(first as TestSocket, 'all together again');
  await Promise.all([...alive, ...back].map((socket) => socket.reaches(thread, last)));
  expect(severe(node.stderr()).map((line) => JSON.parse(line).msg)).toEqual([
    'a serving thread has failed',
    'a serving thread has ended: it is started again',
  ]);
  const metrics = await metricsOf(node);
  expect(sumOf(metrics, 'palaver_realtime_connections')).toBe(PEOPLE);
  // The counts of the failed thread are kept.
  expect(await count()).toBeGreaterThan(before);
  expect(await recount(server.database)).toEqual([]);
});

test('a start fails if one of the threads fails, and leaves nothing behind', async () => {
  const folder = scratchFolder();
  writeFileSync(join(folder, 'serving 2'), '');
  const settings = { ...faultsOnRequest(folder), ...TWO, PORT: String(await freePort()) };
  const { code, stderr } = await runPalaver(['start'], {
    ...{ DATABASE_URL: urlOf(server.database.connection), DATA_DIR: newDataDir() },
    ...settings,
  });
  expect([code, stderr]).toEqual([1, expect.stringContaining('palaver: the serving thread has ended\n')]);
});

describe('the stop', () => {
  test('finishes what is in progress on all threads, and exits with 0', async () => {
    const node = await start();
    const { thread, sockets, say } = await gather(node);
    const sending = sockets.map((socket, index) => say(socket, `last words ${index}`));
    await Promise.race(sending);
    node.process.kill('SIGTERM');
    const sent = (await Promise.allSettled(sending)).filter(({ status }) => status === 'fulfilled');
    expect(sent.length).toBeGreaterThan(0);
    expect(await node.exited).toBe(0);
    for (const socket of sockets) expect((await socket.ended).code).toBe(1012);
    expect(severe(node.stderr())).toEqual([]);
    const [{ count } = { count: 0 }] = await server.database.sql<{ count: number }>(
      `select count(*)::int as count from messages where thread_id = $1 and text like 'last words %'`,
      [thread],
    );
    expect(count).toBeGreaterThanOrEqual(sent.length);
  });
});

test('on the embedded database, at a port of its own choice', async () => {
  const dataDir = usedDataDir();
  const node = await startPalaver({ PORT: '0', ...TWO, ...NO_LIMITS }, dataDir);
  const group = { name: 'Group', owner_id: 'ann', member_ids: ['ben'], id_type: 2 };
  const users = [{ user_id: 'ann' }, { user_id: 'ben' }];
  expect((await post(node, '/user/v1.0/users/batch', { users }, node.key())).status).toBe(200);
  const made = await post(node, '/open-api/v1.0/chat/threads', group, node.key());
  const { data } = (await made.json()) as { data: { thread_id: string } };
  const sent = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      post(node, MESSAGES, textTo(data.thread_id, 'ann', `message ${index}`), node.key()),
    ),
  );
  expect(sent.map(({ status }) => status)).toEqual(sent.map(() => 200));
  node.process.kill('SIGTERM');
  expect(await node.exited).toBe(0);
  const verified = await runPalaver(['verify'], { DATA_DIR: dataDir });
  expect(verified).toMatchObject({ code: 0 });
});

test('a port that another server shares among its threads is in use', async () => {
  const PORT = String(await freePort());
  await start({ PORT });
  await expect(start({ PORT, DATA_DIR: newDataDir() })).rejects.toThrow(/PORT: another program listens/);
});

test.each(['0', '33', 'two'])('PALAVER_THREADS=%s is refused', async (value) => {
  const { code, stderr } = await runPalaver(['start'], { PALAVER_THREADS: value, DATA_DIR: newDataDir() });
  expect([code, stderr]).toEqual([
    1,
    `palaver: PALAVER_THREADS must be auto or a whole number from 1 to 32, not "${value}"\n`,
  ]);
});

test('what threads hold for a user counts together, until a thread has ended', async () => {
  const folder = scratchFolder();
  const ofUser = 1024 * 1024;
  const node = await start({ PALAVER_HELD_BYTES_PER_USER: String(ofUser), ...faultsOnRequest(folder) });
  const ann = people[0] as SignedIn;
  const thread = await server.group([ann.userId]);
  const bytes = 100_000;
  const most = 10 * bytes;
  expect(await fill(node, ann, { thread, bytes, most })).toBe('M42900');
  // (All were on the other thread once in a thousand times.)
  writeFileSync(join(folder, 'serving 1'), '');
  await until(async () => ((await heldOf(node)) < most ? true : undefined));
  expect(await fill(node, ann, { thread, bytes, most })).toBe('M42900');
});
