import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { Server as TcpServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PackId } from '@palaver/protocol/stickers';
import type { FastifyInstance } from 'fastify';
import type { ClientConfig } from 'pg';
import type { Bus } from './bus/bus.ts';
import { openInProcessBus } from './bus/in-process.ts';
import { type Config, SETTINGS } from './config.ts';
import { createFirstApp } from './domain/operations/apps/create-first-app.ts';
import {
  END_SANCTIONS,
  endSanctions,
  type SanctionedMember,
} from './domain/operations/members/end-sanctions.ts';
import { openSecrets } from './domain/operations/secrets/open-secrets.ts';
import { REMOVE_FILES, removeFiles, removeOrphans } from './domain/operations/stickers/remove-files.ts';
import { STORE_PACK, storePack } from './domain/operations/stickers/store-pack.ts';
import { sweepKeys } from './domain/records/idempotency-keys.ts';
import { createServices } from './edge/services.ts';
import { listen } from './http/listen.ts';
import { listenForMetrics } from './http/metrics-listener.ts';
import { hasPlayground, playgroundAddress } from './http/playground/playground.ts';
import { buildServer } from './http/server.ts';
import { startJobs, type Tasks } from './jobs/jobs.ts';
import type { Log } from './platform/log.ts';
import { Metrics } from './platform/metrics.ts';
import { parseHostAndPort } from './platform/text-forms.ts';
import { Realtime } from './realtime/realtime.ts';
import { Database } from './storage/database.ts';
import { migrate } from './storage/migrate.ts';
import { openFolder } from './storage/objects/folder.ts';
import type { Objects } from './storage/objects/objects.ts';
import type { OpenDatabase } from './storage/open-database.ts';
import { makePrivateFolder } from './storage/private-folder.ts';
import { Temporary } from './storage/temporary.ts';
import { VERSION } from './version.ts';
import { createWebhooks } from './webhooks/webhooks.ts';

export interface RunningApp {
  /** Base address, `http://127.0.0.1:7700`. */
  url: string;
  /** Where one chats with oneself; undefined: it is not served. */
  playground: Playground | undefined;
  /** The files of the embedded database; undefined with `DATABASE_URL`. */
  clusterDir: string | undefined;
  /** Where the first start has kept the key of the application `demo`. */
  keyFile: string;
  /**
   * Goes on serving for `delayMs` (0 unless told) while `/health/ready` sends balancers elsewhere; then stops accepting, finishes
   * what is in progress, and closes everything in the mirrored order of the start.
   */
  stop: (delayMs?: number) => Promise<void>;
}

export interface Playground {
  /** With its secret. */
  address: string;
  /** The file that holds the address, for whoever starts the server where its output is not seen. */
  file: string;
}

export interface AppOptions {
  config: Config;
  log: Log;
  /** Open already, because it takes longest to start; from here on it is the app's to close. */
  storage: OpenDatabase;
}

/**
 * The composition root of `palaver start`: brings the schema of the database up to date, and serves. What has been opened is
 * closed again when a later step fails.
 */
export async function startApp({ config, log, storage }: AppOptions): Promise<RunningApp> {
  const closers: Closer[] = [storage.close];
  try {
    const done = await migrate(storage.connection, log);
    if (done.length > 0) log.info({ migrations: done }, 'the schema was brought up to date');

    const node = await compose({ config, log, connection: storage.connection });
    closers.push(node.close);
    const { db, metrics, server } = node;
    await openSecrets(db, config);
    const keyFile = join(config.dataDir, 'api-key');
    if (storage.clusterDir !== undefined) await createFirstApp(db, (key) => keepSecret(keyFile, key));

    if (config.worker === 1) closers.push(await startWork(node));
    closers.push(every(60 * MINUTE_MS, () => node.temporary.sweep(), log));
    closers.push(node.stopServing);
    const { host, port } = config;
    const url = await listen(server, { host, port }, { host: SETTINGS.host.name, port: SETTINGS.port.name });
    const metricsAddress = parseHostAndPort(config.metricsAddress);
    if (metricsAddress !== undefined) closers.push(await listenForMetrics(metricsAddress, metrics));
    const playground = hasPlayground(config)
      ? {
          address: playgroundAddress(url, node.playgroundToken),
          file: join(config.dataDir, 'playground-address'),
        }
      : undefined;
    if (playground !== undefined) {
      await keepSecret(playground.file, playground.address);
      closers.push(() => rm(playground.file, { force: true }));
    }
    return {
      url,
      playground,
      clusterDir: storage.clusterDir,
      keyFile,
      stop: async (delayMs = 0) => {
        if (delayMs > 0) await leave(node, delayMs);
        await closeAll(closers, log);
      },
    };
  } catch (error) {
    await closeAll(closers, log);
    throw error;
  }
}

/**
 * Connections that were accepted in the last moment may have a request under way: they are served for as long again, but no
 * longer than this, once no new ones are accepted.
 */
const LAST_REQUESTS_MS = 2_000;

async function leave(node: Node, delayMs: number): Promise<void> {
  node.leave();
  await sleep(delayMs);
  node.stopAccepting();
  await sleep(Math.min(delayMs, LAST_REQUESTS_MS));
}

export interface RunningWorker {
  stop: () => Promise<void>;
}

/** `palaver worker`: does what is done in the background for servers that share the database, and answers nobody. */
export async function startWorker({ config, log, storage }: AppOptions): Promise<RunningWorker> {
  const closers: Closer[] = [storage.close];
  try {
    const foundation = await layFoundation({ config, log, connection: storage.connection });
    closers.push(() => foundation.db.close());
    await migrate(storage.connection, log);
    await openSecrets(foundation.db, config);
    const metricsAddress = parseHostAndPort(config.metricsAddress);
    if (metricsAddress !== undefined)
      closers.push(await listenForMetrics(metricsAddress, foundation.metrics));
    closers.push(await startWork(foundation));
    return { stop: () => closeAll(closers, log) };
  } catch (error) {
    await closeAll(closers, log);
    throw error;
  }
}

export interface ComposeOptions {
  config: Config;
  log: Log;
  /** A database whose schema is up to date. */
  connection: ClientConfig;
  /** In-process by default. */
  openBus?: (log: Log) => Bus;
}

/** What a server and a worker both stand on. */
export interface Foundation {
  config: Config;
  log: Log;
  connection: ClientConfig;
  bus: Bus;
  metrics: Metrics;
  db: Database;
  objects: Objects;
  temporary: Temporary;
}

/** One node of Palaver, ready to listen. */
export interface Node extends Foundation {
  server: FastifyInstance;
  realtime: Realtime;
  /** The secret of the playground's address. */
  playgroundToken: string;
  /** From here on `/health/ready` is 503, and each answer is the last of its connection. All else is served as before. */
  leave: () => void;
  /** Takes no new connections, and keeps those that are there, idle ones too. */
  stopAccepting: () => void;
  /** Refuses new requests, finishes those in progress, and closes all connections. */
  stopServing: () => Promise<void>;
  /** Closes the pool, after {@link stopServing}. */
  close: () => Promise<void>;
}

/** Puts a node together: the only place that does. Tests start what this returns, too. */
export async function compose(options: ComposeOptions): Promise<Node> {
  const foundation = await layFoundation(options);
  const { config, db, bus } = foundation;
  try {
    let isLeaving = false;
    let isDraining = false;
    const services = createServices(db, config, foundation.log);
    const parts = { ...foundation, ...services, isLeaving: () => isLeaving, isDraining: () => isDraining };
    const server = await buildServer({ ...parts, version: VERSION });
    const realtime = new Realtime({ ...parts, bus });
    realtime.attach(server.server);
    const leave = () => {
      isLeaving = true;
    };
    // (HTTP's own `close` also ends connections whose request has not come yet.)
    const stopAccepting = () => void TcpServer.prototype.close.call(server.server);
    const stopServing = async () => {
      leave();
      isDraining = true;
      // One time for both, as docs/operating.md says.
      const endsAt = performance.now() + config.drainTimeoutMs;
      await realtime.close(config.drainTimeoutMs);
      await drain(server, Math.max(0, endsAt - performance.now()));
      await Promise.all([services.newThreads.drain(), services.sends.drain()]);
    };
    const { playgroundToken } = services;
    return {
      ...foundation,
      server,
      realtime,
      playgroundToken,
      leave,
      stopAccepting,
      stopServing,
      close: () => db.close(),
    };
  } catch (error) {
    await db.close();
    throw error;
  }
}

async function layFoundation(options: ComposeOptions): Promise<Foundation> {
  const { config, log, connection, openBus = openInProcessBus } = options;
  const bus = openBus(log);
  const metrics = new Metrics();
  const db = new Database(connection, { poolSize: config.databasePoolSize, log, bus, metrics });
  const [files, unfinished] = [join(config.dataDir, 'objects'), join(config.dataDir, 'temporary')];
  for (const folder of [files, unfinished])
    await makePrivateFolder(folder).catch((error: unknown) =>
      log.warn({ err: error, folder }, 'a folder of files cannot be closed to other users of the machine'),
    );
  const objects = openFolder(files);
  const temporary = new Temporary(unfinished);
  return { config, log, connection, bus, metrics, db, objects, temporary };
}

type Closer = () => Promise<void>;

/** In the mirrored order of the start. One that fails must not keep the others open, the database least of all. */
async function closeAll(closers: Closer[], log: Log): Promise<void> {
  for (const close of closers.splice(0).reverse())
    await close().catch((error: unknown) => log.error({ err: error }, 'closing failed'));
}

/** Starts what is done in the background: jobs, webhooks, sweeps. Returns how to stop it. */
async function startWork(foundation: Foundation): Promise<() => Promise<void>> {
  const { config, log, connection, db, objects } = foundation;
  const webhooks = createWebhooks(foundation);
  const jobs = await startJobs(connection, tasksOf(foundation), log);
  const closers = [
    every(MINUTE_MS, sweepingKeys(db, config.idempotencyTtlSeconds), log),
    every(60 * MINUTE_MS, () => removeOrphans(db, objects), log),
    every(MINUTE_MS, webhooks.sweep, log),
    webhooks.start(connection),
    () => jobs.stop(),
  ];
  return async () => {
    await Promise.all(closers.map((close) => close()));
  };
}

/** What each kind of job does. */
export function tasksOf({ db, objects, temporary }: Foundation): Tasks {
  return {
    [END_SANCTIONS]: (payload) => endSanctions(db, payload as SanctionedMember),
    [STORE_PACK]: (payload) => storePack(db, objects, temporary, (payload as { packId: PackId }).packId),
    [REMOVE_FILES]: (payload) => removeFiles(objects, (payload as { folder: string }).folder),
  };
}

const MINUTE_MS = 60_000;
const SWEEP_ROWS = 10_000;

/** Takes expired idempotency keys out, some at a time. Every node does; they share the work. */
function sweepingKeys(db: Database, ttlSeconds: number) {
  return async (signal: AbortSignal) => {
    while (!signal.aborted && (await sweepKeys(db, ttlSeconds, SWEEP_ROWS)) === SWEEP_ROWS);
  };
}

/** Runs `work` again and again; the end of it is a closer, which waits for what is in progress. */
function every(
  intervalMs: number,
  work: (signal: AbortSignal) => Promise<void>,
  log: Log,
): () => Promise<void> {
  const stopping = new AbortController();
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = running
      .then(() => work(stopping.signal))
      .catch((error: unknown) => log.warn({ err: error }, 'sweeping failed'));
  }, intervalMs);
  return async () => {
    clearInterval(timer);
    stopping.abort();
    await running;
  };
}

/** Requests in progress get this long; then their connections are cut. */
async function drain(server: FastifyInstance, timeoutMs: number): Promise<void> {
  const timer = setTimeout(() => server.server.closeAllConnections(), timeoutMs);
  await server.close();
  clearTimeout(timer);
}

/** Written beside and renamed, so that the file is whole or not there. With `DATABASE_URL` the folder may be missing. */
async function keepSecret(file: string, secret: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(`${file}.new`, `${secret}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}
