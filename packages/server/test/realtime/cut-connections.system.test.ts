import { REALTIME_PATH, type ServerFrame } from '@palaver/protocol/realtime';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { Random } from '../faults/random.ts';
import { BATCH, MESSAGES, THREADS, threadUrl } from '../harness/api.ts';
import { at } from '../harness/client-api.ts';
import { CuttingProxy } from '../harness/cutting-proxy.ts';
import { type RunningPalaver, startPalaver, usedDataDir } from '../harness/palaver.ts';
import { textTo } from '../harness/population.ts';
import { seedOfRun } from '../harness/seed.ts';
import { until } from '../harness/until.ts';
import { pause } from '../harness/waits.ts';

const CLIENTS = 200;
const GROUPS = 8;
/** `CUT_MESSAGES=120 CUT_KILLS=3` before the test command makes it longer. */
const MESSAGES_OF_EACH = Number(process.env.CUT_MESSAGES ?? 24);
const KILLS = Number(process.env.CUT_KILLS ?? 1);
/** A connection is cut after this many bytes, even in the middle of a frame. */
const MAX_CARRIED_BYTES = 5_000;
const RECONNECT_AFTER_MS = 50;

/** A client that reconnects whenever its connection is lost, and keeps what it received. */
class Reader {
  readonly #url: string;
  readonly #token: string;
  /** The last entry of each thread. */
  readonly positions = new Map<string, number>();
  readonly faults: string[] = [];
  #isStopped = false;
  #ws: WebSocket | undefined;

  constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
  }

  connect(): void {
    const ws = new WebSocket(this.#url, { perMessageDeflate: false });
    this.#ws = ws;
    ws.on('open', () => {
      const threads = [...this.positions].map(([thread_id, seq]) => ({ thread_id, seq }));
      ws.send(JSON.stringify({ type: 'authenticate', token: this.#token }));
      ws.send(JSON.stringify({ type: 'resume', threads }));
    });
    ws.on('message', (data) => this.#take(JSON.parse((data as Buffer).toString()) as ServerFrame));
    ws.on('error', () => {});
    ws.on('close', () => {
      if (!this.#isStopped) void pause(RECONNECT_AFTER_MS).then(() => this.connect());
    });
  }

  stop(): void {
    this.#isStopped = true;
    this.#ws?.terminate();
  }

  #take(frame: ServerFrame): void {
    if (frame.type === 'thread.joined') {
      if (this.positions.has(frame.thread.id)) this.faults.push('a thread was joined twice');
      this.positions.set(frame.thread.id, frame.thread.last_seq);
    } else if (frame.type === 'entry') {
      const { thread_id, seq } = frame.entry;
      const last = this.positions.get(thread_id);
      if (last === undefined || seq !== last + 1) this.faults.push(`${seq} came after ${last}`);
      this.positions.set(thread_id, seq);
    } else if (frame.type === 'reset' || frame.type === 'thread.left' || frame.type === 'error') {
      this.faults.push(JSON.stringify(frame));
    }
  }
}

test('200 connections cut at random and a killed server: no entry is lost or repeated', async () => {
  const seed = seedOfRun();
  const random = new Random(seed);
  const dataDir = usedDataDir();
  let palaver: RunningPalaver = await startPalaver({}, dataDir);
  const post = async (path: string, body: unknown, key = '') => {
    const headers = { 'x-api-key': palaver.key(), ...(key === '' ? {} : { 'idempotency-key': key }) };
    const response = await fetch(palaver.url + path, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(20_000),
    });
    const answer = (await response.json()) as { message_code: string; data: never };
    if (answer.message_code !== 'M200') throw new Error(JSON.stringify(answer));
    return answer.data;
  };

  const ids = Array.from({ length: CLIENTS }, (_, index) => `reader${index}`);
  for (let from = 0; from < CLIENTS; from += 100)
    await post(BATCH, { users: ids.slice(from, from + 100).map((user_id) => ({ user_id })) });
  const tokens = await Promise.all(
    ids.map(async (id) => (await post(`/user/v1.0/user/${id}/token`, {})) as { token: string }),
  );
  const threads: string[] = [];
  for (let group = 0; group < GROUPS; group += 1) {
    const members = ids.filter((_, index) => index % GROUPS === group);
    const body = { name: 'G', owner_id: at(members, 0), member_ids: members, id_type: 2 };
    threads.push(((await post(THREADS, body)) as { thread_id: string }).thread_id);
  }

  const proxy = new CuttingProxy(random, { maxCarriedBytes: MAX_CARRIED_BYTES });
  onTestFinished(() => proxy.close());
  const direct = () => Number(new URL(palaver.url).port);
  proxy.target = direct();
  const url = `ws://127.0.0.1:${await proxy.listen()}${REALTIME_PATH}`;
  const readers = tokens.map(({ token }) => new Reader(url, token));
  onTestFinished(() => {
    for (const reader of readers) reader.stop();
  });
  for (const reader of readers) reader.connect();

  let sent = 0;
  const senders = threads.map(async (threadId, group) => {
    for (let count = 0; count < MESSAGES_OF_EACH; count += 1) {
      const key = `message-${count}-of-group-${group}`;
      const message = textTo(threadId, at(ids, group), key);
      const send = () => post(MESSAGES, message, key).then(() => true);
      // Repeated until it is answered; its key gives it one effect.
      await until(() => send().catch(() => undefined));
      sent += 1;
      await pause(random.between(0, 30));
    }
  });
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const before = (GROUPS * MESSAGES_OF_EACH * kill) / (KILLS + 2);
    await until(async () => sent >= before || undefined, 60);
    palaver.process.kill('SIGKILL');
    await palaver.exited;
    palaver = await startPalaver({}, dataDir);
    proxy.target = direct();
  }
  await Promise.all(senders);
  proxy.isHarmful = false;

  // The log is one entry per message after the thread's creation, so nothing else can exist.
  const lastSeqs = await Promise.all(
    threads.map(async (threadId) => {
      const response = await fetch(palaver.url + threadUrl(threadId), {
        headers: { 'x-api-key': palaver.key() },
      });
      const { data } = (await response.json()) as { data: { message_count: number } };
      return [threadId, data.message_count + 1] as const;
    }),
  );
  expect(lastSeqs.map(([, last]) => last)).toEqual(threads.map(() => 1 + MESSAGES_OF_EACH));
  const lacks = () =>
    readers.flatMap((reader, index) => {
      const [threadId, last] = at(lastSeqs, index % GROUPS);
      const position = reader.positions.get(threadId);
      return position === last ? [] : [`reader ${index} is at ${position} of ${last}`];
    });
  await until(async () => lacks().length === 0 || undefined).catch(() => {});
  expect([...lacks(), ...readers.flatMap(({ faults }) => faults)], `seed ${seed}`).toEqual([]);
  expect(proxy.cuts).toBeGreaterThan((CLIENTS / 2) * KILLS);
});
