import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../packages/server/test/harness/free-port.ts';
import { type Load, measure, median, type Row, ratio, type Subject, stopSubject } from '../harness.ts';
import { type Palaver, startNode } from '../palaver.ts';

const MESSAGES = Number(process.env.NODES_MESSAGES ?? 300);
const PACE_MS = 20;
const ROUNDS = 5;
const SECONDS = 3;
const NATS = '/usr/sbin/nats-server';

/** How much later than the response of one node a subscriber of another has the message, and what other nodes cost sends. */
export async function nodes(palaver: Palaver): Promise<Row[]> {
  const world = await makeWorld(palaver);
  const rows = await overBus(palaver, world, 'PostgreSQL', {}, '≤ 15');
  if (!existsSync(NATS)) return rows;
  const port = await freePort();
  const nats: ChildProcess = spawn(NATS, ['-a', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' });
  await sleep(500);
  try {
    return [
      ...rows,
      ...(await overBus(palaver, world, 'NATS', { NATS_URL: `nats://127.0.0.1:${port}` }, '≤ 5')),
    ];
  } finally {
    nats.kill();
  }
}

interface World {
  token: string;
  load: Load;
}

async function makeWorld(palaver: Palaver): Promise<World> {
  await palaver.post('/user/v1.0/users/batch', { users: [{ user_id: 'ann' }, { user_id: 'ben' }] });
  const group = { name: 'Bench', owner_id: 'ann', member_ids: ['ben'], id_type: 2 };
  const { thread_id } = (await palaver.post('/open-api/v1.0/chat/threads', group)) as { thread_id: string };
  const { token } = (await palaver.post('/user/v1.0/user/ben/token', {})) as { token: string };
  const message = {
    sender: { user_id: 'ann' },
    target: { thread_id },
    body: { text: 'From the beach', metadata: [{ type: 'text' }] },
  };
  return {
    token,
    load: {
      method: 'POST',
      path: '/open-api/v1.0/chat/messages',
      headers: { 'content-type': 'application/json', 'x-api-key': palaver.key },
      bodies: [JSON.stringify(message)],
    },
  };
}

async function overBus(
  palaver: Palaver,
  { token, load }: World,
  bus: string,
  settings: Record<string, string>,
  target: string,
): Promise<Row[]> {
  const start = () => startNode(palaver, settings);
  const here = await start();
  const alone: number[] = [];
  const beside: number[] = [];
  const delays: Row[] = [await delay(here, here, { token, load }, `${bus}: on the same node, ms`, '')];
  for (let round = 0; round < ROUNDS; round += 1) {
    alone.push((await measure(here, load, SECONDS)).perSecond);
    const there = await start();
    // (The nodes notice each other.)
    await sleep(1_000);
    beside.push((await measure(here, load, SECONDS)).perSecond);
    if (round === 0)
      delays.push(await delay(here, there, { token, load }, `${bus}: on another node, ms`, target));
    await stopSubject(there);
    // (Until the node takes itself for the only one again.)
    await sleep(21_000);
  }
  await stopSubject(here);
  return [...delays, ratio(`${bus}: sends beside another node ÷ alone`, median(beside), median(alone), '')];
}

/** From the response to a send on one node to the frame on a connection to another. */
async function delay(
  from: Subject,
  to: Subject,
  { token, load }: World,
  figure: string,
  target: string,
): Promise<Row> {
  const socket = new WebSocket(`ws://127.0.0.1:${to.port}/client/v1.0/realtime`);
  const arrivals = new Map<number, number>();
  const ready = Promise.withResolvers<void>();
  socket.onopen = () => {
    socket.send(JSON.stringify({ type: 'authenticate', token }));
    socket.send(JSON.stringify({ type: 'resume', threads: [] }));
  };
  socket.onmessage = ({ data }) => {
    const now = performance.now();
    const frame = JSON.parse(String(data)) as { type: string; entry?: { seq: number } };
    if (frame.type === 'resumed') ready.resolve();
    if (frame.entry !== undefined) arrivals.set(frame.entry.seq, now);
  };
  await ready.promise;
  const answered = new Map<number, number>();
  for (let count = 0; count < MESSAGES; count += 1) {
    const response = await fetch(`http://127.0.0.1:${from.port}${load.path}`, {
      method: 'POST',
      headers: { ...load.headers, prefer: 'return=representation' },
      body: load.bodies?.[0] ?? '',
    });
    const at = performance.now();
    const { data } = (await response.json()) as { data: { messages: { seq: number }[] } };
    answered.set(data.messages[0]?.seq ?? 0, at);
    await sleep(PACE_MS);
  }
  await sleep(5_000);
  socket.close();
  const delays = [...answered].map(([seq, at]) => (arrivals.get(seq) ?? Number.POSITIVE_INFINITY) - at);
  const sorted = delays.toSorted((a, b) => a - b);
  const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? 0;
  return { figure, value: `${median(delays).toFixed(1)} (p99 ${p99.toFixed(1)})`, target };
}
