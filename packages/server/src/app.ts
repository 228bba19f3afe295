import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { every, MINUTE_MS, startWork } from './background-work.ts';
import { type Composition, compose } from './compose.ts';
import { startDemo } from './demo/start-demo.ts';
import { createFirstApp } from './domain/operations/apps/create-first-app.ts';
import type { FoundationOptions } from './foundation.ts';
import { listenForMetrics } from './http/metrics-listener.ts';
import { createPlaygroundToken, hasPlayground, playgroundAddress } from './http/playground/playground.ts';
import type { Log } from './platform/log.ts';
import { startProtection, storeLast } from './recovery/start-protection.ts';
import { type Serving, serve } from './serving/serve.ts';
import { countServingThreads, startServingThreads } from './serving/serving-threads.ts';
import { migrate } from './storage/migrate.ts';
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

export interface AppOptions extends Pick<FoundationOptions, 'config' | 'log' | 'lookup' | 'trustedCa'> {
  /** Opened before the app, because it takes longest to start. The app closes it. */
  storage: OpenDatabase;
  /** What `config` was read from, for threads that serve. Without it, the main thread serves. */
  environment?: NodeJS.ProcessEnv;
}

/** `palaver start`: migrates the database and serves. If a step fails, everything opened before is closed again. */
export async function startApp(options: AppOptions): Promise<RunningApp> {
  const { config, log, storage, lookup, trustedCa, environment } = options;
  const wal = environment === undefined ? undefined : storage.wal;
  const closers: Closer[] = [storage.close];
  // After PostgreSQL has stopped, and completed its last segment.
  if (wal !== undefined) closers.unshift(() => storeLast(config, wal, log));
  try {
    const done = await migrate(storage.connection, log);
    if (done.length > 0) log.info({ migrations: done }, 'the schema was migrated');

    const node = await compose({ ...storage, config, log, lookup, trustedCa });
    closers.push(node.close);
    const { foundation } = node;
    const { db, temporary } = foundation;
    const keyFile = join(config.dataDir, 'api-key');
    if (storage.clusterDir !== undefined) await createFirstApp(db, (key) => keepSecret(keyFile, key));

    if (config.worker) closers.push(await startWork(node.composeWork()));
    if (wal !== undefined && environment !== undefined) {
      const data = { environment, logLevel: config.logLevel, connection: storage.connection, wal };
      closers.push(await startProtection(data, foundation));
    }
    closers.push(every(60 * MINUTE_MS, () => temporary.sweep(), log));
    const playgroundToken = createPlaygroundToken();
    const serving = await startServing(node, options, playgroundToken);
    closers.push(serving.stop);
    if (config.metricsAddress !== undefined)
      closers.push(await listenForMetrics(config.metricsAddress, foundation.metrics));
    const playground = hasPlayground(config)
      ? {
          address: playgroundAddress(serving.url, playgroundToken),
          file: join(config.dataDir, 'playground-address'),
        }
      : undefined;
    if (playground !== undefined) {
      await keepSecret(playground.file, playground.address);
      closers.push(() => rm(playground.file, { force: true }));
    }
    const hasDemo = playground !== undefined && storage.clusterDir !== undefined;
    if (hasDemo && config.demo && config.worker) {
      const parts = { db, objects: foundation.objects, config, url: serving.url };
      closers.push(startDemo(parts, log));
    }
    return {
      url: serving.url,
      playground,
      clusterDir: storage.clusterDir,
      keyFile,
      stop: async (delayMs = 0) => {
        if (delayMs > 0) await serving.leave(delayMs);
        await closeAll(closers, log);
      },
    };
  } catch (error) {
    await closeAll(closers, log);
    throw error;
  }
}

/** Serves in this thread, or in several others. */
async function startServing(
  { foundation, composeFront }: Composition,
  { config, storage, environment }: AppOptions,
  playgroundToken: string,
): Promise<Serving> {
  const count = environment === undefined ? 1 : countServingThreads(config);
  if (environment === undefined || count === 1) {
    const { host, port } = config;
    return serve(await composeFront({ playgroundToken }), { host, port, sharesPort: false });
  }
  const { connection, link } = storage;
  return startServingThreads({ foundation, count, environment, connection, link, playgroundToken });
}

export interface RunningWorker {
  stop: () => Promise<void>;
}

/** `palaver worker`: does background work for servers that share the database, and serves no requests. */
export async function startWorker({ config, log, storage, lookup }: AppOptions): Promise<RunningWorker> {
  const closers: Closer[] = [storage.close];
  try {
    await migrate(storage.connection, log);
    const node = await compose({ ...storage, config, log, lookup });
    closers.push(node.close);
    if (config.metricsAddress !== undefined)
      closers.push(await listenForMetrics(config.metricsAddress, node.foundation.metrics));
    closers.push(await startWork(node.composeWork()));
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
