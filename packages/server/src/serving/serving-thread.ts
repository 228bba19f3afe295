import { parentPort, workerData } from 'node:worker_threads';
import type { ClientConfig } from 'pg';
import type { Config } from '../config/config.ts';
import { loadConfig } from '../config/load.ts';
import { openSecrets } from '../domain/operations/secrets/open-secrets.ts';
import { SharedCounts, type SharedCountsMemory } from '../edge/held-counts.ts';
import { closeFoundation, type Foundation, layFoundation } from '../foundation.ts';
import { createLog } from '../platform/log.ts';
import { Metrics } from '../platform/metrics.ts';
import type { Link } from '../storage/link.ts';
import { attempt } from './attempt.ts';
import { type MainCalls, openCalls, type ServingCalls } from './calls.ts';
import { composeFront } from './front.ts';
import { RemoteSends } from './remote-sends.ts';
import { type Serving, serve } from './serve.ts';
import { ThreadBus } from './thread-bus.ts';

/** A serving thread: serves HTTP and WebSocket at the port that it shares with others. serving-threads.ts starts it. */

/** What the thread is started with. */
export interface ServingThreadData {
  /** Its number, for the log. */
  number: number;
  /** How many there are. */
  count: number;
  environment: NodeJS.ProcessEnv;
  logLevel: string;
  connection: ClientConfig;
  link: Link;
  playgroundToken: string;
  /** What all threads hold for their peers. */
  heldCounts: SharedCountsMemory;
}

/** Four connections that catch up read at once (realtime.ts); others need some, too. */
const LEAST_POOL_SIZE = 6;

/** A main thread that is silent for longer stores no messages: the thread says that the process is not healthy. */
const MAX_STALL_MS = 10_000;

/** The settings for one of `count` threads: its share of what the settings limit for the node. */
function shareOf(config: Config, count: number): Config {
  const { databasePoolSize: poolSize } = config;
  return {
    ...config,
    databasePoolSize: Math.min(poolSize, Math.max(LEAST_POOL_SIZE, Math.ceil(poolSize / count))),
    maxConnections: Math.ceil(config.maxConnections / count),
    maxAnonymousConnections: Math.ceil(config.maxAnonymousConnections / count),
  };
}

if (parentPort === null) throw new Error('this is the code of a thread');
const { number, count, environment, logLevel, connection, link, playgroundToken, heldCounts } =
  workerData as ServingThreadData;
const log = createLog(logLevel).child({ servingThread: number });

const functions: ServingCalls = {
  start: (port) => attempt(() => start(port)),
  deliver: async (events, silenceMs) => bus.receive(events, silenceMs),
  learnBranch: async (branch) => running?.foundation.db.branch.learn(branch),
  leave: async (delayMs) => {
    await running?.serving.leave(delayMs);
  },
  stop: async () => {
    try {
      await running?.serving.stop();
    } finally {
      if (running !== undefined) await closeFoundation(running.foundation);
    }
    // Nothing else keeps the thread alive once the answer is sent.
    setImmediate(() => setImmediate(() => parentPort?.close()));
  },
  metrics: () => metrics.snapshot(),
};
const main = openCalls<MainCalls>(parentPort, functions);
const bus = new ThreadBus(log, main);
const metrics = new Metrics({ render: () => main.renderMetrics() });
let running: { foundation: Foundation; serving: Serving } | undefined;

async function start(port: number): Promise<string> {
  const config = shareOf(loadConfig(environment).config, count);
  const foundation = await layFoundation({ config, log, connection, link, metrics, openBus: () => bus });
  foundation.db.branch.subscribe((branch) => void main.learnBranch(branch).catch(() => {}));
  await openSecrets(foundation.db, config);
  const sends = new RemoteSends(main, {
    maxWaiting: config.sendQueue,
    onFull: () => foundation.db.noteFull(),
  });
  const isCutOff = () => bus.stallMs > MAX_STALL_MS;
  // In a terminal, the banner comes first (cli/start.ts).
  if (logLevel === 'info') log.level = 'warn';
  const front = await composeFront(foundation, {
    ...{ sends, playgroundToken, isCutOff },
    heldCounts: new SharedCounts(heldCounts, number),
  });
  const serving = await serve(front, { host: config.host, port, sharesPort: true });
  log.level = logLevel;
  running = { foundation, serving };
  return serving.url;
}
