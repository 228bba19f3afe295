import { readFileSync } from 'node:fs';
import {
  compare,
  type Load,
  median,
  type Row,
  ratio,
  residentMegabytes,
  type Subject,
  startSubject,
  stopSubject,
} from '../harness.ts';
import { Listeners, maskedFrame } from '../listeners.ts';
import type { Palaver } from '../palaver.ts';

const PATH = '/client/v1.0/realtime';
const SEND = '/open-api/v1.0/chat/messages';
const AUDIENCES = [10, 100, 1_000];
const ROUNDS = 3;
const SECONDS = 3;
/** Messages in flight at most: further ones wait for the slowest subscriber. */
const WINDOW = 64;
const IDLE = 10_000;
const MISSED = 1_000;

/**
 * The cost of connections: deliveries compared with bare `ws`, their latency, memory, catching up, and their effect on sends.
 */
export async function realtime(palaver: Palaver): Promise<Row[]> {
  const world = await makeWorld(palaver);
  // Runs first, on a fresh server.
  const rows: Row[] = [await idleMemory(palaver, world)];
  const bare = await startSubject('bare ws', 'bench/servers/bare-ws.ts');
  try {
    for (const members of AUDIENCES) rows.push(...(await deliveries(palaver, world, bare, members)));
    rows.push(...(await delays(palaver, world, bare)));
  } finally {
    await stopSubject(bare);
  }
  rows.push(await catchingUp(palaver, world));
  rows.push(...(await sendsWithListeners(palaver, world)));
  return rows;
}

interface World {
  tokens: string[];
  /** A group of all these users. */
  groups: Map<number, string>;
  bot: string;
}

const USERS = 1_000;

async function makeWorld(palaver: Palaver): Promise<World> {
  const ids = Array.from({ length: USERS }, (_, index) => `listener-${index}`);
  for (let from = 0; from < USERS; from += 100) {
    const users = ids.slice(from, from + 100).map((user_id) => ({ user_id, display_name: user_id }));
    await palaver.post('/user/v1.0/users/batch', { users });
  }
  const { bot_id: bot } = (await palaver.post('/bot/v1.0/bot', { display_name: 'Speaker' })) as {
    bot_id: string;
  };
  const groups = new Map<number, string>();
  for (const members of AUDIENCES) groups.set(members, await group(palaver, ids.slice(0, members)));
  const tokens: string[] = [];
  for (const id of ids) {
    const { token } = (await palaver.post(`/user/v1.0/user/${id}/token`, {})) as { token: string };
    tokens.push(token);
  }
  return { tokens, groups, bot };
}

async function group(palaver: Palaver, members: readonly string[]): Promise<string> {
  const body = { name: 'Group', owner_id: members[0], member_ids: members, id_type: 2 };
  return ((await palaver.post('/open-api/v1.0/chat/threads', body)) as { thread_id: string }).thread_id;
}

/** Connects this many users and waits until they are up to date. */
async function listen(port: number, tokens: readonly string[]): Promise<Listeners> {
  const listeners = new Listeners();
  for (const token of tokens) {
    await listeners.open(port, PATH, [
      { type: 'authenticate', token },
      { type: 'resume', threads: [] },
    ]);
  }
  // (Bare `ws` sends nothing at that point.)
  for (let before = -1; before !== listeners.frames; ) {
    before = listeners.frames;
    await sleep(300);
  }
  return listeners;
}

/** Connections that send and subscribe to nothing. */
async function speakers(port: number, tokens: readonly string[], count: number): Promise<Listeners> {
  const sockets = new Listeners();
  for (let index = 0; index < count; index += 1)
    await sockets.open(port, PATH, [{ type: 'authenticate', token: tokens[index % tokens.length] }]);
  await sleep(300);
  return sockets;
}

function speech({ groups }: World, members: number): Buffer {
  return maskedFrame({
    type: 'send',
    id: '1',
    thread_id: groups.get(members),
    body: { text: 'From the beach', metadata: [{ type: 'text' }] },
  });
}

/** Deliveries per second of the server's processor time, as fast as all clients can read. */
async function saturate(
  subject: Subject,
  listeners: Listeners,
  senders: Listeners,
  message: Buffer,
  seconds: number,
): Promise<{ perCpuSecond: number; perSecond: number }> {
  const { count } = listeners;
  let sent = 0;
  let isOver = false;
  const base = listeners.frames;
  const fill = () => {
    while (!isOver && sent - Math.floor((listeners.frames - base) / count) < WINDOW) {
      sent += 1;
      senders.send(message);
    }
  };
  listeners.onFrames = fill;
  fill();
  await sleep(500);
  const before = { cpu: cpuSeconds(subject), frames: listeners.frames, at: performance.now() };
  await sleep(seconds * 1_000);
  const cpu = cpuSeconds(subject) - before.cpu;
  const frames = listeners.frames - before.frames;
  const elapsed = (performance.now() - before.at) / 1_000;
  isOver = true;
  await listeners.reach(base + sent * count);
  if (listeners.lost > 0) throw new Error(`${subject.name} has lost ${listeners.lost} connections`);
  return { perCpuSecond: frames / cpu, perSecond: frames / elapsed };
}

async function deliveries(palaver: Palaver, world: World, bare: Subject, members: number): Promise<Row[]> {
  const tokens = world.tokens.slice(0, members);
  const message = speech(world, members);
  const ours: number[] = [];
  const theirs: number[] = [];
  const rates: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const subject of [palaver.subject, bare]) {
      const listeners = await listen(subject.port, tokens);
      const senders = await speakers(subject.port, tokens, WINDOW);
      const { perCpuSecond, perSecond } = await saturate(subject, listeners, senders, message, SECONDS);
      (subject === bare ? theirs : ours).push(perCpuSecond);
      if (subject !== bare) rates.push(perSecond);
      listeners.close();
      senders.close();
      await sleep(200);
    }
  }
  const figure = `deliveries per CPU-second, ${members} members`;
  return [
    { figure: `deliveries/s, ${members} members`, value: median(rates).toFixed(0), target: '' },
    ratio(`${figure} ÷ bare ws`, median(ours), median(theirs), '≥ 0.8'),
  ];
}

interface Delays {
  fromAnswer: number;
  fromSend: number;
}

/** Latency from the send, and from its response, to the frames, at 10,000 deliveries a second. */
async function delays(palaver: Palaver, world: World, bare: Subject): Promise<Row[]> {
  const ours: Delays[] = [];
  const theirs: Delays[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(await delaysOf(palaver.subject, world));
    theirs.push(await delaysOf(bare, world));
  }
  const of = (all: readonly Delays[], what: keyof Delays) => median(all.map((delay) => delay[what]));
  const row = (figure: string, ms: number, target = '') => ({ figure, value: `${ms.toFixed(1)} ms`, target });
  return [
    row('p99 from an answer to its frames', of(ours, 'fromAnswer')),
    row('… of bare ws', of(theirs, 'fromAnswer'), 'half of ours at least'),
    row('p99 from a send to its frames, stored in between', of(ours, 'fromSend')),
    row('… of bare ws, which stores nothing', of(theirs, 'fromSend')),
  ];
}

async function delaysOf(subject: Subject, world: World): Promise<Delays> {
  const members = 100;
  const perSecond = 10_000 / members;
  const tokens = world.tokens.slice(0, members);
  const message = speech(world, members);
  const listeners = await listen(subject.port, tokens);
  const senders = await speakers(subject.port, tokens, 8);
  const [base, silent] = [listeners.frames, senders.frames];
  const times = { sent: [] as number[], answered: [] as number[], arrived: [] as number[] };
  const note = (list: number[], count: number) => {
    while (list.length < count) list.push(performance.now());
  };
  senders.onFrames = () => note(times.answered, senders.frames - silent);
  listeners.onFrames = () => note(times.arrived, listeners.frames - base);
  const count = perSecond * SECONDS;
  const startedAt = performance.now();
  for (let sent = 0; sent < count; sent += 1) {
    await sleep(Math.max(0, startedAt + (sent * 1_000) / perSecond - performance.now()));
    times.sent.push(performance.now());
    senders.send(message);
  }
  await listeners.reach(base + count * members);
  listeners.close();
  senders.close();
  // Sends at this rate; each message must reach all clients before the next. Frames that arrive before the response count as
  // immediate.
  const p99 = (since: readonly number[]) => {
    const delay = times.arrived.map((at, index) =>
      Math.max(0, at - (since[Math.floor(index / members)] ?? at)),
    );
    return delay.toSorted((a, b) => a - b)[Math.floor(delay.length * 0.99)] ?? Number.NaN;
  };
  return { fromAnswer: p99(times.answered), fromSend: p99(times.sent) };
}

/** A client that reconnects and has missed this many entries. */
async function catchingUp(palaver: Palaver, world: World): Promise<Row> {
  const [, threadId] = [...world.groups][0] ?? [];
  const [token] = world.tokens;
  const response = await fetch(`http://127.0.0.1:${palaver.subject.port}/client/v1.0/threads/${threadId}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { data } = (await response.json()) as { data: { last_seq: number } };
  const times: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const listeners = new Listeners();
    const startedAt = performance.now();
    await listeners.open(palaver.subject.port, PATH, [
      { type: 'authenticate', token },
      { type: 'resume', threads: [{ thread_id: threadId, seq: data.last_seq - MISSED }] },
    ]);
    let endedAt = 0;
    listeners.onFrames = () => {
      endedAt = performance.now();
    };
    // The frames are `authenticated`, the missing entries, the other groups of the user, `resumed`.
    await listeners.reach(1 + MISSED + (AUDIENCES.length - 1) + 1);
    times.push(endedAt - startedAt);
    listeners.close();
  }
  return {
    figure: `${MISSED} missed entries, from the handshake on`,
    value: `${median(times).toFixed(0)} ms`,
    target: '< 100 ms',
  };
}

/** Sends to 1,000 threads, with and without a subscriber for each. */
async function sendsWithListeners(palaver: Palaver, world: World): Promise<Row[]> {
  const threads: string[] = [];
  for (let index = 0; index < USERS; index += 1) threads.push(await group(palaver, [`listener-${index}`]));
  const load: Load = {
    method: 'POST',
    path: SEND,
    headers: { 'content-type': 'application/json', 'x-api-key': palaver.key },
    bodies: threads.map((thread_id) =>
      JSON.stringify({
        sender: { bot_id: world.bot },
        target: { thread_id },
        body: { text: 'From the beach', metadata: [{ type: 'text' }] },
      }),
    ),
  };
  const { subject } = palaver;
  const [without] = await compare([{ subject, load }], { rounds: 3 });
  const listeners = await listen(subject.port, world.tokens);
  const [withThem] = await compare([{ subject, load }], { rounds: 3 });
  const isWhole = listeners.lost === 0;
  listeners.close();
  if (!isWhole) throw new Error('connections were lost');
  return [
    { figure: 'durable sends/s, 1,000 listening', value: (withThem?.perSecond ?? 0).toFixed(0), target: '' },
    ratio('… ÷ nobody listening', withThem?.perSecond, without?.perSecond, '≥ 0.7'),
  ];
}

async function idleMemory(palaver: Palaver, world: World): Promise<Row> {
  const pid = palaver.subject.process.pid ?? 0;
  const before = residentMegabytes(pid);
  const tokens = Array.from({ length: IDLE }, (_, index) => world.tokens[index % USERS] ?? '');
  const listeners = await listen(palaver.subject.port, tokens);
  await sleep(3_000);
  const grown = residentMegabytes(pid) - before;
  listeners.close();
  return {
    figure: `memory of each of ${IDLE} idle connections`,
    value: `${((grown * 1024) / IDLE).toFixed(1)} KiB`,
    target: '≤ 16 KiB',
  };
}

/** Processor time of a process, including its threads and kernel time (Linux). */
function cpuSeconds({ process: { pid } }: Subject): number {
  const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const fields = rest.split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
