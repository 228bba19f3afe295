import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { cleanEnvironment, PALAVER, ROOT, secretsKeyFor } from '../harness/command.ts';
import { newDataDir, type RunningPalaver, startPalaver } from '../harness/palaver.ts';
import { textTo } from '../harness/population.ts';
import { ALLOW_LOOPBACK, type Receiver, startReceiver } from '../harness/receiver.ts';
import { urlOf } from '../harness/test-database.ts';
import { startTestServer } from '../harness/test-server.ts';
import { until } from '../harness/until.ts';
import type { Random } from './random.ts';

/**
 * The process that gets kill -9 while webhooks are delivered: a server that also delivers, or a worker that only
 * delivers.
 */
export type Victim = 'server' | 'worker';

/** The approximate time of a kill and a restart; the sends are spread over all of them. */
const ROUND_MS = 1_500;

export interface Campaign {
  victims: readonly Victim[];
  /** The total number of messages; a fraction of the calls fails. */
  events: number;
  threads: number;
  random: Random;
}

/** The problems at the end. Empty: each event arrived or is dead, and first attempts followed thread order. */
export async function killWhileDelivering({ victims, events, threads, random }: Campaign): Promise<string[]> {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  await server.stopRelay();
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  receiver.answer = (_, response) => response.writeHead(random.chance(0.02) ? 500 : 204).end();
  await server.users(1);
  const threadIds: string[] = [];
  for (let index = 0; index < threads; index += 1) threadIds.push(await server.group(['user1']));
  const body = { url: `${receiver.url}/hook`, event_types: ['message.created'] };
  await server.ok('POST', '/webhook/v1.0/endpoint', { body });

  const settings = {
    ...ALLOW_LOOPBACK,
    DATABASE_URL: urlOf(server.database.connection),
    PALAVER_LOG_LEVEL: 'error',
    PALAVER_WEBHOOK_SCHEDULE: Array(20).fill('1').join(),
  };
  const party = new Party(settings);
  onTestFinished(() => party.end());
  await party.startServer('server');
  const each = events / threads;
  const pulling = pullAll(server.key, party);
  const sending = sendAll(server.key, party, threadIds, {
    each,
    pauseMs: (victims.length * ROUND_MS) / each,
  });
  for (const victim of victims) {
    await leaseOf(server.database.sql, await party.deliverBy(victim));
    await sleep(random.between(150, 850));
    await party.kill(victim);
  }
  await leaseOf(server.database.sql, await party.deliverBy('server'));
  await sending;
  await allEnded(server.database.sql);
  const complaints = complaintsOf(receiver, await statesOf(server.database.sql), threadIds, each);
  return [...complaints, ...complaintsOfPuller(await pulling.end(), threadIds, each)];
}

interface Pulled {
  position: number;
  data: { thread: { id: string }; entry: { seq: number } };
}

/** Pulls all events from now on, whichever process serves. `end` returns them when none is left. */
function pullAll(key: string, party: Party): { end: () => Promise<Pulled[]> } {
  const pulled: Pulled[] = [];
  let isEnding = false;
  const pull = async () => {
    for (let after = 0; ; ) {
      const url = `${party.url}/event/v1.0/events?after=${after}&limit=50&wait_seconds=${isEnding ? 0 : 1}`;
      const page = await fetch(url, { headers: { 'x-api-key': key } })
        .then(async (response) => (response.ok ? ((await response.json()) as PulledPage) : undefined))
        .catch(() => undefined);
      if (page === undefined) await sleep(50);
      else if (page.data.length === 0 && isEnding) return pulled;
      pulled.push(...(page?.data ?? []));
      after = page?.next_after ?? after;
    }
  };
  const ended = pull();
  return {
    end: () => {
      isEnding = true;
      return ended;
    },
  };
}

interface PulledPage {
  data: Pulled[];
  next_after: number;
}

/** The problems of the puller: it got every event once, at positions without a gap, in the order of each thread. */
function complaintsOfPuller(pulled: readonly Pulled[], threadIds: readonly string[], each: number): string[] {
  const gaps = pulled.filter(({ position }, index) => position !== index + 1);
  return [
    ...gaps.map(({ position }) => `the puller got position ${position} out of order`),
    ...threadIds.flatMap((threadId) => {
      const seqs = pulled.filter(({ data }) => data.thread.id === threadId).map(({ data }) => data.entry.seq);
      const wanted = Array.from({ length: each }, (_, index) => index + 2);
      return seqs.join() === wanted.join() ? [] : [`thread ${threadId}: the puller got ${seqs.join()}`];
    }),
  ];
}

/** Waits until this process may deliver. The lease of the process that was killed before it expires at once, to save time. */
async function leaseOf(sql: Sql, pid: number): Promise<void> {
  const isHolder = `holder like '%:' || $1::int || ':%'`;
  await sql(`update leases set expires_at = '-infinity' where not ${isHolder}`, [pid]);
  const holds = `select from leases where name in ('events', 'webhooks') and expires_at > now() and ${isHolder}`;
  await until(async () => ((await sql(holds, [pid])).length === 2 ? true : undefined), 60);
}

type Sql = Awaited<ReturnType<typeof startTestServer>>['database']['sql'];

/** The processes on one database: a server that answers, and the process that delivers. */
class Party {
  readonly #settings: Record<string, string>;
  readonly #dataDir = newDataDir();
  #server: RunningPalaver | undefined;
  #deliversItself = false;
  #worker: ChildProcess | undefined;

  constructor(settings: Record<string, string>) {
    this.#settings = settings;
  }

  /** Undefined while none runs. */
  get url(): string | undefined {
    return this.#server?.url;
  }

  async startServer(who: Victim): Promise<void> {
    this.#deliversItself = who === 'server';
    const settings = { ...this.#settings, PALAVER_WORKER: this.#deliversItself ? '1' : '0' };
    this.#server = await startPalaver(settings, this.#dataDir);
  }

  /** From here on this process delivers. Returns its process id. */
  async deliverBy(who: Victim): Promise<number> {
    if (this.#server !== undefined && this.#deliversItself !== (who === 'server')) await this.kill('server');
    if (this.#server === undefined) await this.startServer(who);
    if (who === 'worker') this.#worker ??= this.#startWorker();
    return (who === 'worker' ? this.#worker : this.#server?.process)?.pid ?? -1;
  }

  #startWorker(): ChildProcess {
    return spawn(process.execPath, [PALAVER, 'worker'], {
      cwd: ROOT,
      env: {
        ...cleanEnvironment(),
        ...secretsKeyFor(this.#settings),
        DATA_DIR: this.#dataDir,
        ...this.#settings,
      },
      stdio: 'ignore',
    });
  }

  async kill(who: Victim): Promise<void> {
    if (who === 'server') {
      const server = this.#server;
      this.#server = undefined;
      server?.process.kill('SIGKILL');
      await server?.exited;
      return;
    }
    const worker = this.#worker;
    this.#worker = undefined;
    worker?.kill('SIGKILL');
    if (worker !== undefined && worker.exitCode === null && worker.signalCode === null)
      await once(worker, 'exit');
  }

  async end(): Promise<void> {
    await this.kill('worker');
  }
}

/** Sends to all threads, one message at a time in each, repeating each until it is answered. */
async function sendAll(
  key: string,
  party: Party,
  threadIds: readonly string[],
  { each, pauseMs }: { each: number; pauseMs: number },
): Promise<void> {
  await Promise.all(
    threadIds.map(async (threadId) => {
      for (let index = 0; index < each; index += 1) {
        while (!(await send(key, party.url, threadId, `${threadId}-${index}`))) await sleep(20);
        await sleep(pauseMs);
      }
    }),
  );
}

async function send(key: string, url: string | undefined, threadId: string, text: string): Promise<boolean> {
  if (url === undefined) return false;
  try {
    const response = await fetch(`${url}/open-api/v1.0/chat/messages`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json', 'idempotency-key': text },
      body: JSON.stringify(textTo(threadId, 'user1', text)),
      signal: AbortSignal.timeout(5_000),
    });
    return response.ok;
  } catch {
    return false;
  }
}

interface State {
  thread_id: string;
  seq: string;
  state: string;
}

async function allEnded(sql: Sql): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    const [waiting, pending] = await Promise.all([
      sql('select from outbox limit 1'),
      sql(`select from webhook_deliveries where state = 'pending' limit 1`),
    ]);
    if (waiting.length + pending.length === 0) return;
    await sleep(100);
  }
  throw new Error('events or deliveries are pending for ever');
}

const statesOf = (sql: Sql) => sql<State>('select thread_id, seq, state from webhook_deliveries');

function complaintsOf(
  receiver: Receiver,
  states: readonly State[],
  threadIds: readonly string[],
  each: number,
): string[] {
  const told = receiver.received.map(({ event }) => ({
    thread: event.data.thread.id as string,
    seq: event.data.entry.seq as number,
    text: event.data.entry.message.body.text as string,
  }));
  return threadIds.flatMap((threadId) => {
    const tries = told.filter(({ thread }) => thread === threadId);
    const first = [...new Set(tries.map(({ seq }) => seq))];
    const dead = new Set(
      states
        .filter((one) => one.thread_id === threadId && one.state === 'dead')
        .map(({ seq }) => Number(seq)),
    );
    // (The first entry is the thread's creation.)
    const wanted = Array.from({ length: each }, (_, index) => index + 2);
    const lost = wanted.filter((seq) => !first.includes(seq) && !dead.has(seq));
    const ordered = first.toSorted((a, b) => a - b);
    return [
      ...lost.map((seq) => `thread ${threadId}: ${seq} was neither told nor given up`),
      ...(first.join() === ordered.join()
        ? []
        : [`thread ${threadId}: first tries came in the order ${first.join()}`]),
      ...(new Set(tries.map(({ text }) => text)).size === each
        ? []
        : [`thread ${threadId}: not each text was told`]),
    ];
  });
}
