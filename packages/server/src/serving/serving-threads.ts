import { availableParallelism } from 'node:os';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { getHeapStatistics } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { type Config, ConfigError, SETTINGS } from '../config/config.ts';
import type { SendQueue } from '../domain/operations/messages/send-queue.ts';
import type { Foundation } from '../foundation.ts';
import { tryToListen } from '../platform/listening.ts';
import type { MetricsSnapshot } from '../platform/metrics.ts';
import { attempt, resultOf } from './attempt.ts';
import { type Calls, type MainCalls, openCalls, type ServingCalls } from './calls.ts';
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

export interface ServingThreadsOptions extends Omit<ServingThreadData, 'number' | 'logLevel'> {
  foundation: Foundation;
  sends: SendQueue;
}

/**
 * Serves in threads that listen at one port; the system spreads connections over them. Sends, and the bus, are those of the main
 * thread. A thread that ends is started again, while the others serve on.
 */
export async function startServingThreads(options: ServingThreadsOptions): Promise<Serving> {
  const { foundation, count } = options;
  const { host, port } = foundation.config;
  const settings = { host: SETTINGS.host.name, port: SETTINGS.port.name };
  // (A port can be shared also with another program of the same user.)
  const taken = port === 0 ? undefined : await tryToListen([{ address: { host, port }, settings }]);
  if (taken !== undefined) throw new ConfigError(taken);
  const hub = new ThreadHub(foundation.bus);
  const threads = Array.from({ length: count }, (_, index) => new ServingThread(index + 1, hub, options));
  const stop = async () => {
    await Promise.all(threads.map((thread) => thread.stop()));
    hub.close();
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
  const all = [starting, ...others.map((thread) => thread.start(shared))];
  // (All are awaited, so that those that started can be stopped when one fails.)
  await Promise.allSettled(all);
  await Promise.all(all);
  return starting;
}

/** A thread that takes longer is left out of the metrics. */
const METRICS_TIMEOUT_MS = 500;

function addMetrics({ metrics }: Foundation, threads: readonly ServingThread[]): void {
  metrics.addOthers(async () => {
    const snapshots = await Promise.all(threads.map((thread) => thread.metrics()));
    return snapshots.filter((snapshot) => snapshot !== undefined);
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
/** How much longer than its requests in progress a thread may take to stop. */
const STOP_MS = 10_000;

/** One serving thread, and its successors. */
class ServingThread {
  readonly #number: number;
  readonly #hub: ThreadHub;
  readonly #options: ServingThreadsOptions;
  readonly #stopping = new AbortController();
  #port = 0;
  /** Undefined while there is none. */
  #running: RunningThread | undefined;
  #restarting: Promise<void> | undefined;

  constructor(number: number, hub: ThreadHub, options: ServingThreadsOptions) {
    this.#number = number;
    this.#hub = hub;
    this.#options = options;
  }

  /** Resolves to the URL when the thread listens. */
  async start(port: number): Promise<string> {
    const thread = this.#spawn();
    try {
      const url = resultOf(await thread.calls.start(port));
      this.#port = Number(new URL(url).port);
      this.#running = thread;
      void thread.ended.then(() => this.#restart(thread));
      return url;
    } catch (error) {
      await thread.worker.terminate();
      throw error;
    }
  }

  async leave(delayMs: number): Promise<void> {
    this.#stopping.abort();
    await this.#running?.calls.leave(delayMs).catch(() => {});
  }

  /** Never rejects. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#restarting;
    const thread = this.#running;
    if (thread === undefined) return;
    const { log, config } = this.#options.foundation;
    const late = sleep(config.drainTimeoutMs + STOP_MS, 'late', { ref: false });
    const stopped = thread.calls.stop().then(() => thread.ended);
    const outcome = await Promise.race([stopped, thread.ended, late]).catch(() => {});
    if (outcome === 'late')
      log.error({ servingThread: this.#number }, 'a serving thread does not stop: it is ended');
    await thread.worker.terminate();
  }

  /** Undefined if there are none in time. */
  async metrics(): Promise<MetricsSnapshot | undefined> {
    const late = sleep(METRICS_TIMEOUT_MS, undefined, { ref: false });
    return Promise.race([this.#running?.calls.metrics().catch(() => undefined), late]);
  }

  utilization(): [thread: string, utilization: number] {
    return [String(this.#number), this.#running?.utilization() ?? 0];
  }

  async #restart({ startedAt }: RunningThread): Promise<void> {
    const { signal } = this.#stopping;
    this.#running = undefined;
    if (signal.aborted) return;
    const { log } = this.#options.foundation;
    log.error({ servingThread: this.#number }, 'a serving thread has ended: it is started again');
    this.#restarting = (async () => {
      let isSoon = performance.now() - startedAt < SHORT_LIFE_MS;
      while (this.#running === undefined && !signal.aborted) {
        if (isSoon) await sleep(PAUSE_MS, undefined, { signal }).catch(() => {});
        if (signal.aborted) return;
        isSoon = true;
        await this.start(this.#port).catch((error: unknown) =>
          log.error({ err: error, servingThread: this.#number }, 'a serving thread could not be started'),
        );
      }
    })();
    await this.#restarting;
  }

  #spawn(): RunningThread {
    const { foundation, sends, ...data } = this.#options;
    const { log } = foundation;
    const workerData: ServingThreadData = { ...data, number: this.#number, logLevel: log.level };
    return spawn(workerData, { foundation, sends, hub: this.#hub });
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
  const { log, metrics } = foundation;
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
    renderMetrics: () => metrics.render(),
  };
  const calls = openCalls<ServingCalls>(worker, functions);
  const member = hub.join((events, silenceMs) => calls.deliver(events, silenceMs));
  worker.on('error', (error) =>
    log.fatal({ err: error, servingThread: workerData.number }, 'a serving thread has failed'),
  );
  const ended = new Promise<void>((resolve) => {
    worker.once('exit', () => {
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
