import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { Server as TcpServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { every, MINUTE_MS, startWork } from './background-work.ts';
import { type Config, SETTINGS } from './config/config.ts';
import { createFirstApp } from './domain/operations/apps/create-first-app.ts';
import { openSecrets } from './domain/operations/secrets/open-secrets.ts';
import { createServices } from './edge/services.ts';
import type { ComposeOptions, Foundation } from './foundation.ts';
import { layFoundation } from './foundation.ts';
import { listen } from './http/listen.ts';
import { listenForMetrics } from './http/metrics-listener.ts';
import { hasPlayground, playgroundAddress } from './http/playground/playground.ts';
import { buildServer } from './http/server.ts';
import type { Log } from './platform/log.ts';
import { Realtime } from './realtime/realtime.ts';
import { migrate } from './storage/migrate.ts';
import type { OpenDatabase } from './storage/open-database.ts';
import { VERSION } from './version.ts';

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
    closers.push(() => closeFoundation(foundation));
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
  /** Closes the pool and the bus, after {@link stopServing}. */
  close: () => Promise<void>;
}

/** Puts a node together: the only place that does. Tests start what this returns, too. */
export async function compose(options: ComposeOptions): Promise<Node> {
  const foundation = await layFoundation(options);
  const { config, db, bus } = foundation;
  try {
    let isLeaving = false;
    let isDraining = false;
    const services = createServices(db, config, foundation.log, bus.audience);
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
      close: () => closeFoundation(foundation),
    };
  } catch (error) {
    await closeFoundation(foundation);
    throw error;
  }
}

async function closeFoundation({ db, bus }: Foundation): Promise<void> {
  await db.close();
  await bus.close();
}

type Closer = () => Promise<void>;

/** In the mirrored order of the start. One that fails must not keep the others open, the database least of all. */
async function closeAll(closers: Closer[], log: Log): Promise<void> {
  for (const close of closers.splice(0).reverse())
    await close().catch((error: unknown) => log.error({ err: error }, 'closing failed'));
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
