import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  type Load,
  measure,
  median,
  type Row,
  ratio,
  type Subject,
  startSubject,
  stopSubject,
} from '../harness.ts';
import type { Palaver } from '../palaver.ts';
import { prepareSends } from './sends.ts';

/** The server leaves webhooks to `palaver worker` processes, which come and go. */
export const WITHOUT_WORKER = { PALAVER_WORKER: '0' };
const CALLING = { PALAVER_WEBHOOK_ALLOW_PRIVATE: '127.0.0.1', PALAVER_LOG_LEVEL: 'warn' };

const ENDPOINT = '/webhook/v1.0/endpoint';
const ROUNDS = 5;
const SECONDS = 3;
const BACKLOG_SECONDS = 8;
const DELIVERY_SECONDS = 10;
const ENDPOINTS = 100;
const DEAD = 10;
/** Messages per second, each for every endpoint, and for how long. */
const PACE = 5;
const PACED_SECONDS = 20;

/** The effect of webhooks on sends, deliveries compared with a bare caller, and the effect of dead endpoints on the others. */
export async function webhooks(palaver: Palaver): Promise<Row[]> {
  const load = await prepareSends(palaver);
  const receiver = await startSubject('receiver', 'bench/servers/receiver.ts');
  try {
    return [
      await enqueueing(palaver, load, receiver),
      ...(await delivering(palaver, load, receiver)),
      ...(await besideDead(palaver, receiver)),
    ];
  } finally {
    await stopSubject(receiver);
  }
}

const hookOf = ({ port }: Subject, path = '') => `http://127.0.0.1:${port}/${path}`;

async function addEndpoint(palaver: Palaver, url: string, tenant?: string): Promise<string> {
  const { id } = (await palaver.post(ENDPOINT, { url, event_types: ['message.created'] }, tenant)) as {
    id: string;
  };
  return id;
}

async function enqueueing(palaver: Palaver, load: Load, receiver: Subject): Promise<Row> {
  const [without, withOne]: [number[], number[]] = [[], []];
  await measure(palaver.subject, load, SECONDS);
  for (let round = 0; round < ROUNDS; round += 1) {
    await palaver.put('/event/v1.0/stream', { enabled: false });
    without.push((await measure(palaver.subject, load, SECONDS)).perSecond);
    const id = await addEndpoint(palaver, hookOf(receiver));
    withOne.push((await measure(palaver.subject, load, SECONDS)).perSecond);
    await palaver.delete(`${ENDPOINT}/${id}`);
  }
  return ratio('sends with an endpoint ÷ without', median(withOne), median(without), '≥ 0.9');
}

/** Delivers a backlog. */
async function delivering(palaver: Palaver, load: Load, receiver: Subject): Promise<Row[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    fileURLToPath(new URL('../servers/bare-caller.ts', import.meta.url)),
    hookOf(receiver),
  ]);
  const limit = Number(stdout);
  const id = await addEndpoint(palaver, hookOf(receiver));
  await measure(palaver.subject, load, BACKLOG_SECONDS);
  const worker = startWorker(palaver);
  await sleep(3_000);
  const before = await readCounts(receiver);
  await sleep(DELIVERY_SECONDS * 1_000);
  const perSecond = ((await readCounts(receiver)).count - before.count) / DELIVERY_SECONDS;
  await stopWorker(worker);
  await palaver.delete(`${ENDPOINT}/${id}`);
  return [
    { figure: 'deliveries/s to one receiver', value: perSecond.toFixed(0), target: '≥ 2000' },
    ratio('÷ bare undici, which stores nothing', perSecond, limit, ''),
  ];
}

/** Every tenth endpoint never responds. */
async function besideDead(palaver: Palaver, receiver: Subject): Promise<Row[]> {
  const tenant = 'acme';
  await palaver.post('/user/v1.0/users/batch', { users: [{ user_id: 'bench' }] }, tenant);
  const group = { name: 'Group', owner_id: 'bench', member_ids: [], id_type: 2 };
  const threads: string[] = [];
  for (let index = 0; index < 10; index += 1) {
    const { thread_id } = (await palaver.post('/open-api/v1.0/chat/threads', group, tenant)) as {
      thread_id: string;
    };
    threads.push(thread_id);
  }
  for (let index = 0; index < ENDPOINTS; index += 1) {
    const isDead = index % (ENDPOINTS / DEAD) === 0;
    await addEndpoint(
      palaver,
      hookOf(receiver, isDead ? 'never' : `${index}`),
      index % 2 === 0 ? tenant : undefined,
    );
  }
  const worker = startWorker(palaver);
  await sleep(3_000);
  await readCounts(receiver);
  for (let sent = 0; sent < PACE * PACED_SECONDS; sent += 1) {
    const body = { text: 'hello', metadata: [{ type: 'text' }] };
    const target = { thread_id: threads[sent % threads.length] };
    await palaver.post(
      '/open-api/v1.0/chat/messages',
      { sender: { user_id: 'bench' }, target, body },
      tenant,
    );
    await sleep(1_000 / PACE);
  }
  await sleep(2_000);
  const { ages } = await readCounts(receiver);
  await stopWorker(worker);
  const sorted = ages.toSorted((a, b) => a - b);
  const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN;
  const wanted = PACE * PACED_SECONDS * (ENDPOINTS - DEAD);
  return [
    {
      figure: `p99 of ${ENDPOINTS - DEAD} beside ${DEAD} that never answer, ms`,
      value: String(p99),
      target: '< 1000',
    },
    {
      figure: 'of what they were to be told has arrived',
      value: (ages.length / wanted).toFixed(2),
      target: '1.00',
    },
  ];
}

interface Seen {
  count: number;
  /** In milliseconds, of deliveries since the previous check. */
  ages: number[];
}

async function readCounts(receiver: Subject): Promise<Seen> {
  return (await fetch(hookOf(receiver))).json() as Promise<Seen>;
}

function startWorker({ dataDir }: Palaver): ChildProcess {
  const script = fileURLToPath(new URL('../../packages/server/bin/palaver.js', import.meta.url));
  return spawn(process.execPath, ['--max-semi-space-size=8', script, 'worker'], {
    env: { ...process.env, ...CALLING, DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function stopWorker(worker: ChildProcess): Promise<void> {
  worker.kill('SIGTERM');
  await once(worker, 'exit');
}
