import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { every, MINUTE_MS, startWork } from './background-work.ts';
import { SETTINGS } from './config/config.ts';
import { createFirstApp } from './domain/operations/apps/create-first-app.ts';
import { openSecrets } from './domain/operations/secrets/open-secrets.ts';
import { type ComposeOptions, closeFoundation, type Foundation, layFoundation } from './foundation.ts';
import { listen } from './http/listen.ts';
import { listenForMetrics } from './http/metrics-listener.ts';
import { hasPlayground, playgroundAddress } from './http/playground/playground.ts';
import { compose, type Node } from './node.ts';
import type { Log } from './platform/log.ts';
import { migrate } from './storage/migrate.ts';
import { ObjectsUnavailableError } from './storage/objects/objects.ts';
import type { OpenDatabase } from './storage/open-database.ts';

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

type Closer = () => Promise<void>;

/** Closes in reverse order. A failure must not leave the others open, least of all the database. */
async function closeAll(closers: Closer[], log: Log): Promise<void> {
  for (const close of closers.splice(0).reverse())
    await close().catch((error: unknown) => log.error({ err: error }, 'closing failed'));
}

/** Writes to a new file and renames it, so that the file is never incomplete. With `DATABASE_URL` the folder may not exist. */
async function keepSecret(file: string, secret: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(`${file}.new`, `${secret}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}
