import { availableParallelism } from 'node:os';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { getHeapStatistics } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { type Config, ConfigError, SETTINGS } from '../config/config.ts';
import type { SendQueue } from '../domain/operations/messages/send-queue.ts';
import { clearCounts, shareCounts } from '../edge/held-counts.ts';
import type { Foundation } from '../foundation.ts';
import { tryToListen } from '../platform/listening.ts';
import { type MetricsSnapshot, sumOfCounts } from '../platform/metrics.ts';
import { attempt, resultOf } from './attempt.ts';
import { type Calls, type MainCalls, openCalls, type ServingCalls } from './calls.ts';
import { openSendQueue } from './open-send-queue.ts';
import type { Serving } from './serve.ts';
import type { ServingThreadData } from './serving-thread.ts';
import { ThreadHub } from './thread-hub.ts';

/** With fewer cores, PostgreSQL and the main thread leave none for a second thread. */
const LEAST_CORES = 4;
const MOST_THREADS = 8;

/** How many serving threads the settings ask for; 1: the main thread serves. */
export function countServingThreads({ threads }: Config): number {
  if (threads !== 'auto') return threads;
  const cores = availableParallelism();
  // (Others cannot share a port.)
  if (process.platform !== 'linux' || cores < LEAST_CORES) return 1;
  return Math.min(MOST_THREADS, Math.floor(cores / 2));
}

export interface ServingThreadsOptions extends Omit<ServingThreadData, 'number' | 'logLevel' | 'heldCounts'> {
  foundation: Foundation;
}

/**
 * Serves in threads that listen at one port; the system spreads connections over them. Sends, and the bus, are those of the main
 * thread. A thread that ends, or gets stuck, is started again, while the others serve on.
 */
export async function startServingThreads(options: ServingThreadsOptions): Promise<Serving> {
  const { foundation, count } = options;
  const { host, port } = foundation.config;
  const settings = { host: SETTINGS.host.name, port: SETTINGS.port.name };
  // (A port can be shared also with another program of the same user.)
  const taken = port === 0 ? undefined : await tryToListen([{ address: { host, port }, settings }]);
  if (taken !== undefined) throw new ConfigError(taken);
  const hub = new ThreadHub(foundation.bus);
  const sends = openSendQueue(foundation);
  const parts = { ...options, hub, sends, heldCounts: shareCounts(count) };
  const threads = Array.from({ length: count }, (_, index) => new ServingThread(index + 1, parts));
  const stop = async () => {
    await Promise.all(threads.map((thread) => thread.stop()));
    hub.close();
    // (A thread that had to be ended may have left some.)
    await sends.drain();
  };
  try {
    const url = await startAll(threads, port);
    addMetrics(foundation, threads);
    return {
      url,
      leave: async (delayMs) => {
        await Promise.all(threads.map((thread) => thread.leave(delayMs)));
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Resolves to the URL. If the port is 0, the first thread picks one for all. */
async function startAll(threads: readonly ServingThread[], port: number): Promise<string> {
  const [first, ...others] = threads;
  if (first === undefined) throw new RangeError('at least one thread is needed');
  const starting = first.start(port);
  const shared = port === 0 ? Number(new URL(await starting).port) : port;
  await Promise.all([starting, ...others.map((thread) => thread.start(shared))]);
  return starting;
}

/** A thread that takes longer shows older metrics. */
const METRICS_TIMEOUT_MS = 500;

function addMetrics({ metrics }: Foundation, threads: readonly ServingThread[]): void {
  metrics.addOthers(async () => {
    const snapshots = await Promise.all(threads.map((thread) => thread.metrics()));
    return snapshots.flat();
  });
  metrics.addGauges(
    'palaver_thread_utilization',
    'The part of the time since the last scrape in which a thread was at work, from 0 to 1.',
    'thread',
    () => Object.fromEntries([['main', utilizationOfMain()], ...threads.map((one) => one.utilization())]),
  );
}

let mainBefore = performance.eventLoopUtilization();
function utilizationOfMain(): number {
  const now = performance.eventLoopUtilization();
  const { utilization } = performance.eventLoopUtilization(now, mainBefore);
  mainBefore = now;
  return utilization;
}

/** A thread that ends sooner than this is started again after a pause. */
const SHORT_LIFE_MS = 10_000;
const PAUSE_MS = 1_000;
/** How much longer than agreed a thread may take to leave, and then to stop. */
const GRACE_MS = 10_000;

interface ServingThreadParts
  extends ServingThreadsOptions,
    SpawnParts,
    Pick<ServingThreadData, 'heldCounts'> {}

/** One serving thread, and its successors. */
class ServingThread {
  readonly #number: number;
  readonly #parts: ServingThreadParts;
  readonly #stopping = new AbortController();
  /** Undefined while there is none. */
  #running: RunningThread | undefined;
  /** Settles when no thread runs, and none will be started. */
  #ended: Promise<unknown> = Promise.resolve();
  /** The last metrics of the running thread, and what its predecessors counted. */
  #latest: MetricsSnapshot = [];
  #past: MetricsSnapshot = [];
  #asking: Promise<void> | undefined;

  constructor(number: number, parts: ServingThreadParts) {
    this.#number = number;
    this.#parts = parts;
  }

  /** Resolves to the URL when the thread listens. From then on it is started again whenever it ends. */
  async start(port: number): Promise<string> {
    const launching = this.#launch(port);
    this.#ended = launching.then(({ url, thread }) => this.#keep(thread, Number(new URL(url).port)));
    this.#ended.catch(() => {});
    return (await launching).url;
  }

  /** Never rejects. From now on it is not started again. */
  async leave(delayMs: number): Promise<void> {
    this.#stopping.abort();
    await this.#finish('leave', (thread) => thread.calls.leave(delayMs), delayMs + GRACE_MS);
  }

  /** Never rejects. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    const { config } = this.#parts.foundation;
    await this.#finish(
      'stop',
      (thread) => thread.calls.stop().then(() => thread.ended),
      config.drainTimeoutMs + GRACE_MS,
    );
    await this.#running?.worker.terminate();
    await this.#ended.catch(() => {});
  }

  async #finish(
    step: string,
    work: (thread: RunningThread) => Promise<void>,
    withinMs: number,
  ): Promise<void> {
    const thread = this.#running;
    if (thread === undefined) return;
    const late = sleep(withinMs, undefined, { ref: false }).then(() =>
      Promise.reject(new Error('it takes too long')),
    );
    late.catch(() => {});
    const { log } = this.#parts.foundation;
    await Promise.race([work(thread), thread.ended, late]).catch((error: unknown) =>
      log.error({ err: error, step, servingThread: this.#number }, 'a serving thread does not end in order'),
    );
  }

  /** The last ones that it gave, if it does not answer in time: counts must not decrease. */
  async metrics(): Promise<MetricsSnapshot[]> {
    this.#asking ??= this.#ask(this.#running);
    await Promise.race([this.#asking, sleep(METRICS_TIMEOUT_MS, undefined, { ref: false })]);
    return [this.#latest, this.#past];
  }

  utilization(): [thread: string, utilization: number] {
    return [String(this.#number), this.#running?.utilization() ?? 0];
  }

  /** Never rejects. */
  async #ask(thread: RunningThread | undefined): Promise<void> {
    const snapshot = await thread?.calls.metrics().catch(() => undefined);
    if (snapshot !== undefined && thread === this.#running) this.#latest = snapshot;
    this.#asking = undefined;
  }

  /** Resolves when the thread listens. */
  async #launch(port: number): Promise<{ url: string; thread: RunningThread }> {
    const { signal } = this.#stopping;
    const thread = this.#spawn();
    const giveUp = () => void thread.worker.terminate();
    signal.addEventListener('abort', giveUp, { once: true });
    try {
      const url = resultOf(await thread.calls.start(port));
      signal.throwIfAborted();
      this.#running = thread;
      return { url, thread };
    } catch (error) {
      await thread.worker.terminate();
      throw error;
    } finally {
      signal.removeEventListener('abort', giveUp);
    }
  }

  /** Starts it again whenever it ends, until it is to leave or to stop. Never rejects. */
  async #keep(first: RunningThread, port: number): Promise<void> {
    const { signal } = this.#stopping;
    const { log } = this.#parts.foundation;
    const about = { servingThread: this.#number };
    for (let thread: RunningThread | undefined = first; ; ) {
      if (thread !== undefined) {
        await thread.ended;
        this.#running = undefined;
        clearCounts(this.#parts.heldCounts, this.#number);
        this.#past = await sumOfCounts([this.#past, this.#latest]);
        this.#latest = [];
        if (!signal.aborted) log.error(about, 'a serving thread has ended: it is started again');
      }
      const isSoon = thread === undefined || performance.now() - thread.startedAt < SHORT_LIFE_MS;
      if (isSoon) await sleep(PAUSE_MS, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      thread = await this.#launch(port).then(
        (launched) => launched.thread,
        (error: unknown) => {
          if (!signal.aborted) log.error({ err: error, ...about }, 'a serving thread could not be started');
          return undefined;
        },
      );
      if (thread !== undefined) log.info(about, 'a serving thread serves again');
    }
  }

  #spawn(): RunningThread {
    const { foundation, sends, hub, ...data } = this.#parts;
    const { logLevel } = foundation.config;
    const workerData: ServingThreadData = { ...data, number: this.#number, logLevel };
    return spawn(workerData, { foundation, sends, hub });
  }
}

interface RunningThread {
  worker: Worker;
  calls: Calls<ServingCalls>;
  startedAt: number;
  /** Resolves when the thread has ended. Never rejects. */
  ended: Promise<void>;
  /** The part of the time since the last call in which it was at work. */
  utilization: () => number;
}

interface SpawnParts {
  foundation: Foundation;
  sends: SendQueue;
  hub: ThreadHub;
}

const MEGABYTE = 1024 * 1024;

function spawn(workerData: ServingThreadData, { foundation, sends, hub }: SpawnParts): RunningThread {
  const { log, metrics, db } = foundation;
  const worker = new Worker(new URL('./serving-thread.ts', import.meta.url), {
    name: `serving ${workerData.number}`,
    workerData,
    // As much as the main thread may have. Without a limit, a thread takes what the machine has.
    resourceLimits: { maxOldGenerationSizeMb: Math.floor(getHeapStatistics().heap_size_limit / MEGABYTE) },
  });
  const functions: MainCalls = {
    send: (send) => attempt(() => sends.submit(send)),
    publish: async (events) => member.publish(events),
    listen: async (changes) => member.listen(changes),
    learnBranch: async (branch) => db.branch.learn(branch),
    renderMetrics: () => metrics.render(),
  };
  const calls = openCalls<ServingCalls>(worker, functions);
  const about = { servingThread: workerData.number };
  const member = hub.join(
    (events, silenceMs) => calls.deliver(events, silenceMs),
    () => {
      log.fatal(about, 'a serving thread is stuck: it is ended');
      void worker.terminate();
    },
  );
  worker.on('error', (error) => log.fatal({ err: error, ...about }, 'a serving thread has failed'));
  // This call leaves before any entry of the new branch. Otherwise the thread's clients would take those entries for entries of the
  // old branch (realtime/epochs.ts).
  const unsubscribe = db.branch.subscribe((branch) => void calls.learnBranch(branch).catch(() => {}));
  const ended = new Promise<void>((resolve) => {
    worker.once('exit', () => {
      unsubscribe();
      member.leave();
      calls.$close(new Error('the serving thread has ended'));
      resolve();
    });
  });
  let before = worker.performance.eventLoopUtilization();
  return {
    worker,
    calls,
    startedAt: performance.now(),
    ended,
    utilization: () => {
      const now = worker.performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, before);
      before = now;
      return utilization;
    },
  };
}
