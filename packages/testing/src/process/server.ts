import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { loadConfig } from '@palaver/server/src/config/load.ts';
import { findSecretsKey } from '@palaver/server/src/domain/operations/secrets/open-secrets.ts';
import { createLog } from '@palaver/server/src/platform/log.ts';
import { Database } from '@palaver/server/src/storage/database.ts';
import { openChannel, type ServerCalls, type TestCalls } from '../control.ts';
import { TEST_CERTIFICATE } from '../receivers/certificate.ts';
import { advance } from './clock.ts';
import { openDataFolder } from './data-folder.ts';
import type { Receivers } from './receivers.ts';
import { reset } from './reset.ts';

export interface ServerOptions {
  /** Settings of the server by their names, such as `PALAVER_WEBHOOK_SCHEDULE`. */
  settings: Record<string, string>;
}

export interface RunningServer {
  /** The path of the socket that test processes connect to. */
  endpoint: string;
  /** Leaves nothing behind. */
  stop: () => Promise<void>;
}

type Closer = () => unknown;

/** Starts a server with its own data, and receivers of all that it sends. */
export async function startServer({ settings }: ServerOptions): Promise<RunningServer> {
  const closers: Closer[] = [];
  const stop = async () => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  try {
    return { endpoint: await start(settings, closers), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(given: Record<string, string>, closers: Closer[]): Promise<string> {
  const { PALAVER_LOG_LEVEL: level = 'error' } = given;
  const onFatal = (error: Error) => createLog('fatal').fatal({ err: error }, 'the database is lost');
  // The rest of the code is loaded while the database starts in its own processes.
  const [{ path, postgres }, { startApp }, { startReceivers }] = await Promise.all([
    openDataFolder(createLog(level), onFatal),
    import('@palaver/server/src/app.ts'),
    import('./receivers.ts'),
  ]);
  closers.push(() => rmSync(path, { recursive: true, force: true }));
  // (The app does so, too, once it is there.)
  closers.push(() => postgres.stop());
  const tests = new Set<TestChannel>();
  const receivers = await startReceivers(tests);
  closers.push(receivers.close);
  const port = await freePort();
  const { config } = loadConfig({ ...DEFAULTS, ...settingsFor(path, port, receivers), ...given });
  const log = createLog(config.logLevel);
  const { connection, clusterDir } = postgres;
  const link = { connection, isPooled: false, prepares: true };
  const storage = { connection, link, clusterDir, wal: undefined, close: () => postgres.stop() };
  const app = await startApp({ config, log, storage, trustedCa: TEST_CERTIFICATE });
  closers.push(() => app.stop());
  const db = new Database(postgres.connection, { poolSize: 2, log });
  closers.push(() => db.close());
  await findSecretsKey(db, config);
  receivers.verifyWith(db);
  const address = {
    ...{ url: app.url, apiKey: readFileSync(app.keyFile, 'utf8').trim(), appId: 'demo' },
    webhooksUrl: receivers.webhooksUrl,
  };
  const calls: ServerCalls = {
    address: () => address,
    reset: async () => {
      await reset(db);
      receivers.empty();
      for (const test of tests) void test.emptied.asEvent();
    },
    now: () => Date.now(),
    advance: (ms) => advance(db, ms),
    respondToWebhooks: receivers.respondToWebhooks,
    subscribe: receivers.subscribe,
    installApp: receivers.installApp,
    pushAccount: receivers.pushAccount,
  };
  const endpoint = join(path, 'control');
  closers.push(await listen(endpoint, calls, tests));
  return endpoint;
}

/** What a server of tests has otherwise than one of users; tests may change it. */
const DEFAULTS = {
  PALAVER_LOG_LEVEL: 'error',
  PALAVER_PLAYGROUND: '0',
  PALAVER_THREADS: '1',
  PALAVER_DRAIN_TIMEOUT_MS: '1000',
  PALAVER_DISK_RESERVE_BYTES: '0',
  // Tests send as fast as they can, all from one address.
  PALAVER_CLIENT_RATE_LIMIT_READS: '0',
  PALAVER_CLIENT_RATE_LIMIT_WRITES: '0',
  PALAVER_CLIENT_RATE_LIMIT_FILES: '0',
  PALAVER_CLIENT_RATE_LIMIT_MEMBERS: '0',
  PALAVER_CLIENT_CONCURRENT_REQUESTS: '0',
  PALAVER_CLIENT_HTTP_CONNECTIONS: '0',
  PALAVER_ANONYMOUS_RATE_LIMIT: '0',
  // The programs under test listen on this machine.
  PALAVER_WEBHOOK_ALLOW_PRIVATE: '127.0.0.1,::1',
  PALAVER_WEB_PUSH_ALLOW_PRIVATE: '127.0.0.1',
  PALAVER_NOTIFICATION_DELAY_MS: '0',
  PALAVER_EMAIL_FROM: 'Palaver <palaver@example.com>',
};

const settingsFor = (path: string, port: number, { smtpUrl, pushServices }: Receivers) => ({
  DATA_DIR: path,
  HOST: '127.0.0.1',
  PORT: `${port}`,
  PALAVER_PUBLIC_URL: `http://127.0.0.1:${port}`,
  PALAVER_SECRETS_KEY: randomBytes(32).toString('base64'),
  PALAVER_SMTP_URL: smtpUrl,
  PALAVER_FCM_URL: pushServices.fcm,
  PALAVER_FCM_TOKEN_URL: pushServices.fcmTokens,
  PALAVER_APNS_URL: pushServices.apns,
  PALAVER_APNS_SANDBOX_URL: pushServices.apns,
});

/** The public address is a setting, so the port has to be known before. */
async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  listener.close();
  await once(listener, 'close');
  if (typeof address !== 'object' || address === null) throw new Error('the system gave no port');
  return address.port;
}

export type TestChannel = ReturnType<typeof openChannel<TestCalls, ServerCalls>>;

/** Returns a function that ends all connections. */
async function listen(endpoint: string, calls: ServerCalls, tests: Set<TestChannel>): Promise<Closer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const test = openChannel<TestCalls, ServerCalls>(socket, calls);
    sockets.add(socket);
    tests.add(test);
    socket.once('close', () => {
      sockets.delete(socket);
      tests.delete(test);
    });
  });
  // Only this user may connect: the folder may be entered by the user that the database runs as.
  const mask = process.umask(0o077);
  server.listen(endpoint);
  await once(server, 'listening');
  process.umask(mask);
  return () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
}
