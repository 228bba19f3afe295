import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { Server as TcpServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { every, MINUTE_MS, startWork } from './background-work.ts';
import { SETTINGS } from './config/config.ts';
import { startMediaWorkers } from './domain/media/media-workers.ts';
import { createFirstApp } from './domain/operations/apps/create-first-app.ts';
import { openSecrets } from './domain/operations/secrets/open-secrets.ts';
import { ClamdScanner, NO_SCANNER, type Scanner } from './domain/scan/scanner.ts';
import { createServices } from './edge/services.ts';
import type { ComposeOptions, Foundation } from './foundation.ts';
import { layFoundation } from './foundation.ts';
import { addressOf, listen } from './http/listen.ts';
import { listenForMetrics } from './http/metrics-listener.ts';
import { hasPlayground, playgroundAddress } from './http/playground/playground.ts';
import { buildServer } from './http/server.ts';
import type { Log } from './platform/log.ts';
import { Realtime } from './realtime/realtime.ts';
import { migrate } from './storage/migrate.ts';
import { ObjectsUnavailableError } from './storage/objects/objects.ts';
import type { OpenDatabase } from './storage/open-database.ts';
import { VERSION } from './version.ts';

export interface RunningApp {
  /** Base URL, such as `http://127.0.0.1:7700`. */
  url: string;
  /** The playground; undefined if it is not served. */
  playground: Playground | undefined;
  /** The data folder of the embedded database; undefined with `DATABASE_URL`. */
  clusterDir: string | undefined;
  /** The file with the API key of the application `demo`, which the first start created. */
  keyFile: string;
  /**
   * Keeps serving for `delayMs` (default 0) while `/health/ready` makes load balancers go elsewhere; then stops accepting
   * connections, finishes requests in progress, and closes everything in reverse order of the start.
   */
  stop: (delayMs?: number) => Promise<void>;
}

export interface Playground {
  /** The URL, including its secret. */
  address: string;
  /** The file that holds the URL, for servers started where nobody sees their output. */
  file: string;
}

export interface AppOptions extends Pick<ComposeOptions, 'config' | 'log' | 'lookup'> {
  /** Opened before the app, because it takes longest to start. The app closes it. */
  storage: OpenDatabase;
}

/**
 * The composition root of `palaver start`: migrates the database and serves. If a step fails, everything opened before is
 * closed again.
 */
export async function startApp({ config, log, storage, lookup }: AppOptions): Promise<RunningApp> {
  const closers: Closer[] = [storage.close];
  try {
    const done = await migrate(storage.connection, log);
    if (done.length > 0) log.info({ migrations: done }, 'the schema was migrated');

    const node = await compose({ ...storage, config, log, lookup });
    closers.push(node.close);
    const { db, metrics, server } = node;
    await Promise.all([checkObjects(node), node.scanner.check()]);
    await openSecrets(db, config);
    const keyFile = join(config.dataDir, 'api-key');
    if (storage.clusterDir !== undefined) await createFirstApp(db, (key) => keepSecret(keyFile, key));

    if (config.worker) closers.push(await startWork(node));
    closers.push(every(60 * MINUTE_MS, () => node.temporary.sweep(), log));
    closers.push(node.stopServing);
    const { host, port } = config;
    const url = await listen(server, { host, port }, { host: SETTINGS.host.name, port: SETTINGS.port.name });
    if (config.metricsAddress !== undefined)
      closers.push(await listenForMetrics(config.metricsAddress, metrics));
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
 * Reports wrong settings of the object store. While the store is away, the server starts nevertheless: people chat without files.
 */
async function checkObjects({ objects, log }: Foundation): Promise<void> {
  await objects.check().catch((error: unknown) => {
    if (!(error instanceof ObjectsUnavailableError)) throw error;
    log.error(
      { err: error },
      'the object store is unavailable: files cannot be read or stored until it responds',
    );
  });
}

/**
 * After the server stops accepting, connections accepted at the last moment may still have a request in progress. They are
 * served for the same delay again, but for at most this long.
 */
const LAST_REQUESTS_MS = 2_000;

async function leave(node: Node, delayMs: number): Promise<void> {
  node.leave();
  await node.realtime.leave(delayMs);
  node.stopAccepting();
  await sleep(Math.min(delayMs, LAST_REQUESTS_MS));
}

export interface RunningWorker {
  stop: () => Promise<void>;
}

/** `palaver worker`: does background work for servers that share the database, and serves no requests. */
export async function startWorker({ config, log, storage, lookup }: AppOptions): Promise<RunningWorker> {
  const closers: Closer[] = [storage.close];
  try {
    const foundation = await layFoundation({ ...storage, config, log, lookup });
    closers.push(() => closeFoundation(foundation));
    await checkObjects(foundation);
    await migrate(storage.connection, log);
    await openSecrets(foundation.db, config);
    if (config.metricsAddress !== undefined)
      closers.push(await listenForMetrics(config.metricsAddress, foundation.metrics));
    closers.push(await startWork(foundation));
    return { stop: () => closeAll(closers, log) };
  } catch (error) {
    await closeAll(closers, log);
    throw error;
  }
}

/** One node of Palaver, ready to listen. */
export interface Node extends Foundation {
  scanner: Scanner;
  server: FastifyInstance;
  realtime: Realtime;
  /** The secret in the playground's URL. */
  playgroundToken: string;
  /** From now on `/health/ready` is 503 and each response closes its connection. Everything else is served as before. */
  leave: () => void;
  /** Accepts no new connections, but keeps existing ones, including idle ones. */
  stopAccepting: () => void;
  /** Refuses new requests, finishes those in progress, and closes all connections. */
  stopServing: () => Promise<void>;
  /** Closes the pool and the bus, after {@link stopServing}. */
  close: () => Promise<void>;
}

/** Composes a node. This is the only place that does; tests use it too. */
export async function compose(options: ComposeOptions): Promise<Node> {
  const foundation = await layFoundation(options);
  const { config, db, bus } = foundation;
  const media = startMedia(config);
  const scanner = openScanner(foundation);
  try {
    let isLeaving = false;
    let isDraining = false;
    const services = createServices(db, config, foundation.log, bus.audience);
    const { pullWaits } = services;
    bus.subscribe((event) => {
      if (event.type === 'events') pullWaits.announce(event.apps);
    });
    foundation.metrics.addGauge(
      'palaver_waiting_pulls',
      'Requests for events that wait, or may wait, for an event.',
      () => pullWaits.size,
    );
    const parts = {
      ...foundation,
      ...services,
      media,
      scanner,
      baseUrl: () => config.publicUrl ?? addressOf(server.server),
      isLeaving: () => isLeaving,
      isDraining: () => isDraining,
    };
    const server: FastifyInstance = await buildServer({ ...parts, version: VERSION });
    const realtime = new Realtime({ ...parts, bus });
    realtime.attach(server.server);
    const leave = () => {
      isLeaving = true;
    };
    // (`close` of the HTTP server would also close connections that have not sent their request yet.)
    const stopAccepting = () => void TcpServer.prototype.close.call(server.server);
    const stopServing = async () => {
      leave();
      isDraining = true;
      pullWaits.close();
      // Both share one time limit (docs/operating.md).
      const endsAt = performance.now() + config.drainTimeoutMs;
      await realtime.close(config.drainTimeoutMs);
      await drain(server, Math.max(0, endsAt - performance.now()));
      await Promise.all([services.newThreads.drain(), services.sends.drain()]);
    };
    const { playgroundToken } = services;
    return {
      ...foundation,
      scanner,
      server,
      realtime,
      playgroundToken,
      leave,
      stopAccepting,
      stopServing,
      close: async () => {
        scanner.close();
        await media.close();
        await closeFoundation(foundation);
      },
    };
  } catch (error) {
    await closeFoundation(foundation);
    throw error;
  }
}

function startMedia({
  imageBytes: image,
  videoBytes: video,
  audioBytes: audio,
  fileBytes: file,
}: Foundation['config']) {
  return startMediaWorkers({ maxBytes: { image, video, audio, file } });
}

function openScanner({ config, log, metrics }: Foundation): Scanner {
  const { scanUrl: address, scanUnavailable: whenAway } = config;
  return address === undefined ? NO_SCANNER : new ClamdScanner({ address, whenAway, log, metrics });
}

async function closeFoundation({ db, renewing, bus, objects, pushServices }: Foundation): Promise<void> {
  try {
    await Promise.all([db.close(), renewing.close(), objects.close(), pushServices.close()]);
  } finally {
    await bus.close();
  }
}

type Closer = () => Promise<void>;

/** Closes in reverse order. A failure must not leave the others open, least of all the database. */
async function closeAll(closers: Closer[], log: Log): Promise<void> {
  for (const close of closers.splice(0).reverse())
    await close().catch((error: unknown) => log.error({ err: error }, 'closing failed'));
}

/** After this time, connections with requests in progress are closed. */
async function drain(server: FastifyInstance, timeoutMs: number): Promise<void> {
  const timer = setTimeout(() => server.server.closeAllConnections(), timeoutMs);
  await server.close();
  clearTimeout(timer);
}

/** Writes to a new file and renames it, so that the file is never incomplete. With `DATABASE_URL` the folder may not exist. */
async function keepSecret(file: string, secret: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(`${file}.new`, `${secret}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}
