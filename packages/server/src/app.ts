import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PackId } from '@palaver/protocol/stickers';
import type { FastifyInstance } from 'fastify';
import type { Bus } from './bus/bus.ts';
import { openInProcessBus } from './bus/in-process.ts';
import type { Config } from './config.ts';
import { createFirstApp } from './domain/apps/first-app.ts';
import { sweepKeys } from './domain/idempotency/queries.ts';
import { END_SANCTIONS, endSanctions, type SanctionedMember } from './domain/members/expiry.ts';
import {
  REMOVE_FILES,
  removeFiles,
  removeOrphans,
  STORE_PACK,
  storePack,
} from './domain/stickers/store-pack.ts';
import { listenForMetrics } from './http/metrics-listener.ts';
import { createServices } from './http/parts.ts';
import { hasPlayground, PLAYGROUND_PATH } from './http/playground/playground.ts';
import { buildServer } from './http/server.ts';
import { startJobs, type Tasks } from './jobs/jobs.ts';
import type { Log } from './platform/log.ts';
import { Metrics } from './platform/metrics.ts';
import { Realtime } from './realtime/realtime.ts';
import { Database } from './storage/database.ts';
import { migrate } from './storage/migrate.ts';
import { openFolder } from './storage/objects/folder.ts';
import type { Objects } from './storage/objects/objects.ts';
import type { OpenDatabase } from './storage/open-database.ts';
import { Temporary } from './storage/temporary.ts';
import { VERSION } from './version.ts';
import { createWebhooks } from './webhooks/webhooks.ts';

export interface RunningApp {
  /** Base address, `http://127.0.0.1:7700`. */
  url: string;
  /** Where one chats with oneself; undefined: it is not served. */
  playgroundUrl: string | undefined;
  /** The files of the embedded database; undefined with `DATABASE_URL`. */
  clusterDir: string | undefined;
  /** Where the first start has kept the key of the application `demo`. */
  keyFile: string;
  /** Stops accepting, finishes what is in progress, then closes everything in the mirrored order of the start. */
  stop: () => Promise<void>;
}

export interface AppOptions {
  config: Config;
  log: Log;
  /** Open already, because it takes longest to start; from here on it is the app's to close. */
  storage: OpenDatabase;
}

/**
 * The composition root: brings the schema of the database up to date, and serves. What has been opened is closed
 * again when a later step fails.
 */
export async function startApp({ config, log, storage }: AppOptions): Promise<RunningApp> {
  const closers: Closer[] = [storage.close];
  try {
    const done = await migrate(storage.connection, log);
    if (done.length > 0) log.info({ migrations: done }, 'the schema was brought up to date');

    const bus = openInProcessBus(log);
    const metrics = new Metrics();
    const db = openPool({ config, log, storage, bus, metrics });
    closers.push(() => db.close());
    const keyFile = join(config.dataDir, 'api-key');
    if (storage.clusterDir !== undefined) await createFirstApp(db, (key) => keepSecret(keyFile, key));

    let draining = false;
    const files = openFiles(config);
    if (config.worker === 1)
      closers.push(await startWork({ config, log, storage, db, bus, metrics, ...files }));
    const services = createServices(db, config);
    closers.push(() => services.sends.drain());
    closers.push(every(60 * MINUTE_MS, () => files.temporary.sweep(), log));
    const parts = { ...services, config, db, metrics, log, isDraining: () => draining };
    const server = await buildServer({ ...parts, version: VERSION, ...files });
    closers.push(() => drain(server, config.drainTimeoutMs));
    const realtime = new Realtime({ ...parts, bus });
    realtime.attach(server.server);
    closers.push(() => realtime.close(config.drainTimeoutMs));
    const url = await server.listen({ host: config.host, port: config.port });
    if (config.metricsAddress !== '') closers.push(await listenForMetrics(config.metricsAddress, metrics));
    closers.push(async () => {
      draining = true;
    });
    const playgroundUrl = hasPlayground(config) ? `${url}${PLAYGROUND_PATH}` : undefined;
    return {
      url,
      playgroundUrl,
      clusterDir: storage.clusterDir,
      keyFile,
      stop: () => closeAll(closers, log),
    };
  } catch (error) {
    await closeAll(closers, log);
    throw error;
  }
}

export interface RunningWorker {
  stop: () => Promise<void>;
}

/** `palaver worker`: does what is done in the background for servers that share the database, and answers nobody. */
export async function startWorker({ config, log, storage }: AppOptions): Promise<RunningWorker> {
  const closers: Closer[] = [storage.close];
  try {
    const bus = openInProcessBus(log);
    const metrics = new Metrics();
    const db = openPool({ config, log, storage, bus, metrics });
    closers.push(() => db.close());
    await migrate(storage.connection, log);
    if (config.metricsAddress !== '') closers.push(await listenForMetrics(config.metricsAddress, metrics));
    closers.push(await startWork({ config, log, storage, db, bus, metrics, ...openFiles(config) }));
    return { stop: () => closeAll(closers, log) };
  } catch (error) {
    await closeAll(closers, log);
    throw error;
  }
}

function openPool({ config, storage, ...parts }: AppOptions & { bus: Bus; metrics: Metrics }): Database {
  return new Database(storage.connection, { poolSize: config.databasePoolSize, ...parts });
}

type Closer = () => Promise<void>;

/** In the mirrored order of the start. One that fails must not keep the others open, the database least of all. */
async function closeAll(closers: Closer[], log: Log): Promise<void> {
  for (const close of closers.splice(0).reverse())
    await close().catch((error: unknown) => log.error({ err: error }, 'closing failed'));
}

interface Files {
  objects: Objects;
  temporary: Temporary;
}

function openFiles({ dataDir }: Config): Files {
  const objects = openFolder(join(dataDir, 'objects'));
  return { objects, temporary: new Temporary(join(dataDir, 'temporary')) };
}

/** What is done in the background: jobs, webhooks, and what is swept. Answers how to stop it. */
async function startWork(
  parts: AppOptions & Files & { db: Database; bus: Bus; metrics: Metrics },
): Promise<() => Promise<void>> {
  const { config, log, storage, db, objects, temporary } = parts;
  // Settings that cannot be read stop us before anything runs.
  const webhooks = createWebhooks(parts);
  const jobs = await startJobs(storage.connection, tasksOf(db, objects, temporary), log);
  const closers = [
    every(MINUTE_MS, sweepingKeys(db, config.idempotencyTtlSeconds), log),
    every(60 * MINUTE_MS, () => removeOrphans(db, objects), log),
    every(MINUTE_MS, webhooks.sweep, log),
    webhooks.start(storage.connection),
    () => jobs.stop(),
  ];
  return async () => {
    await Promise.all(closers.map((close) => close()));
  };
}

/** What each kind of job does. */
export function tasksOf(db: Database, objects: Objects, temporary: Temporary): Tasks {
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

/** Written beside and renamed, so that the file is whole or not there. */
async function keepSecret(file: string, secret: string): Promise<void> {
  await writeFile(`${file}.new`, `${secret}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}
