import { rmSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { inject } from 'vitest';
import type { BackgroundWork } from '../../src/background-work.ts';
import type { Bus } from '../../src/bus/bus.ts';
import { openInProcessBus } from '../../src/bus/in-process.ts';
import type { PublishingDatabase } from '../../src/bus/publishing-database.ts';
import { compose } from '../../src/compose.ts';
import { type Config, limitsOf } from '../../src/config/config.ts';
import { loadConfig } from '../../src/config/load.ts';
import { createKey, type NewKey } from '../../src/domain/records/api-keys.ts';
import { createApp, listApps } from '../../src/domain/records/apps.ts';
import { createPlaygroundToken } from '../../src/http/playground/playground.ts';
import { createLog, type Log } from '../../src/platform/log.ts';
import type { Metrics } from '../../src/platform/metrics.ts';
import type { Realtime } from '../../src/realtime/realtime.ts';
import type { Link } from '../../src/storage/link.ts';
import type { Objects } from '../../src/storage/objects/objects.ts';
import type { Temporary } from '../../src/storage/temporary.ts';
import { TEST_CERTIFICATE } from '../notifications/certificate.ts';
import { SECRETS_KEY } from './command.ts';
import { Contract } from './contract.ts';
import { scratchFolder } from './scratch.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import { until } from './until.ts';

/** A response of the API, as tests see it. */
export interface Answer {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  body: {
    message_code: string;
    message: string;
    request_id?: string;
    has_more?: boolean;
    next?: string | null;
    errors?: { field: string; rule: string; message: string }[];
    // Tests reach into data with what they expect of it; the contract check has seen its shape.
    // biome-ignore lint/suspicious/noExplicitAny: see above
    data?: any;
  };
}

export interface CallOptions {
  /** The API key; `null` sends none. By default the key of the application `test`. */
  key?: string | null;
  /** The client token, instead of a key. */
  token?: string;
  tenant?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface TestServer {
  database: TestDatabase;
  /** The server's own handle. */
  db: PublishingDatabase;
  /** How many connections it has to the database. */
  countConnections: () => number;
  app: FastifyInstance;
  realtime: Realtime;
  /** Those of `/metrics`. */
  metrics: Metrics;
  /** What the server's OpenAPI document allows; `call` checks it. */
  contract: Contract;
  /** A key of the application `test` with all scopes. */
  key: string;
  createKey: (input?: Partial<NewKey>) => Promise<string>;
  call: (method: string, url: string, options?: CallOptions) => Promise<Answer>;
  /** Calls, retries while the server is busy, and returns `data`; fails the test unless the answer is M200. */
  // biome-ignore lint/suspicious/noExplicitAny: as in Answer
  ok: (method: string, url: string, options?: CallOptions) => Promise<any>;
  /** A token of this user. */
  token: (userId: string, options?: CallOptions) => Promise<string>;
  /** Puts users `<prefix>1` … `<prefix>n`; returns their ids. */
  users: (count: number, prefix?: string, options?: CallOptions) => Promise<string[]>;
  /** Creates a group of these users (the first is the owner); returns its id. */
  group: (userIds: string[], options?: CallOptions) => Promise<string>;
  /** The first step of a stop, see `Front`. */
  leave: () => void;
  stopAccepting: () => void;
  /** The secret of the playground's address. */
  playgroundToken: string;
  /** The server's folder of files: `objects` and `temporary`. */
  dataDir: string;
  objects: Objects;
  temporary: Temporary;
  /** Runs the enqueued jobs from here on, until it is stopped. */
  runJobs: BackgroundWork['jobs'];
  /** Closes the server and its connections, but leaves the database. */
  closeNode: () => Promise<void>;
  /** Relays no further events: another process does. */
  stopRelay: () => Promise<void>;
  /** Resolves when every event has its position, the consumers have their rows, and deleted content is erased from both. */
  relayed: () => Promise<void>;
  /** Indexes messages for search from here on, until it is stopped. */
  runIndexer: BackgroundWork['indexer'];
  /** Resolves when search knows all messages. */
  indexed: () => Promise<void>;
  /** Calls webhooks from here on, until it is stopped. */
  runWebhooks: BackgroundWork['webhooks'];
  /** Notifies devices from here on, until it is stopped; push services may have certificates of the tests. */
  runNotifications: BackgroundWork['notifications'];
  close: () => Promise<void>;
}

/** (Named, so that it is planned once: thousands of tests run it.) */
const LEFT = { name: 'left', text: 'select from outbox union all select from erasures limit 1' };

/** Has a row if the index has everything. */
const INDEXED = {
  name: 'indexed',
  text: 'select from search_state where is_complete and not exists (select from search_queue)',
};

const MOST_TRIES = 20;

/** Retries while the server is overloaded, as clients do: on a busy machine a request may wait too long. */
export async function retryWhileBusy(ask: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await ask();
    if (answer.body.message_code !== 'M50300' || tries === MOST_TRIES) return answer;
  }
}

/** Users and strangers are limited by default; tests send requests as fast as they can. */
const NO_LIMITS = {
  PALAVER_CLIENT_RATE_LIMIT_READS: '0',
  PALAVER_CLIENT_RATE_LIMIT_WRITES: '0',
  PALAVER_CLIENT_RATE_LIMIT_FILES: '0',
  PALAVER_CLIENT_CONCURRENT_REQUESTS: '0',
  PALAVER_CLIENT_RATE_LIMIT_MEMBERS: '0',
  PALAVER_ANONYMOUS_RATE_LIMIT: '0',
};
/** Connections that a test leaves open are cut soon. */
const DRAIN = { PALAVER_DRAIN_TIMEOUT_MS: '1000' };
/** Loading the code for the page takes time in each test file, and few use it. */
const NO_PAGE = { PALAVER_PLAYGROUND: '0' };

/**
 * By the limits of the server, which determine the document. Writing the document and compiling its schemas takes as
 * long as the rest of a start.
 */
const contracts = new Map<string, Contract>();

/** Settles when the last requested start is done. */
let starts: Promise<unknown> = Promise.resolve();

/**
 * The real server on its own database. `environment` overrides settings by name. Starts take turns: on a busy machine,
 * a dozen at once would not get their connections in time.
 */
export function startTestServer(
  environment: Record<string, string> = {},
  ownDatabase?: Promise<TestDatabase>,
  openBus: (log: Log) => Bus = openInProcessBus,
): Promise<TestServer> {
  const started = starts.then(() => start(environment, ownDatabase ?? createTestDatabase(), openBus));
  starts = started.catch(() => {});
  return started;
}

/** Through the pooler of the run, if it has one. */
function linkTo(connection: pg.ClientConfig, { preparedStatements }: Config): Link {
  // (`npm run test:model` runs without Vitest.)
  const port = process.env.VITEST === undefined ? null : inject('poolerPort');
  if (port === null) return { connection, isPooled: false, prepares: preparedStatements === 'auto' };
  return { connection: { ...connection, host: '127.0.0.1', port }, isPooled: true, prepares: false };
}

async function start(
  environment: Record<string, string>,
  ownDatabase: Promise<TestDatabase>,
  openBus: (log: Log) => Bus,
): Promise<TestServer> {
  const database = await ownDatabase;
  const dataDir = scratchFolder();
  const settings = {
    PALAVER_LOG_LEVEL: 'fatal',
    DATA_DIR: dataDir,
    PALAVER_SECRETS_KEY: SECRETS_KEY,
    ...NO_LIMITS,
    ...NO_PAGE,
    ...DRAIN,
    ...environment,
  };
  const { config } = loadConfig(settings);
  const log = createLog(config.logLevel);
  const { connection } = database;
  const link = linkTo(connection, config);
  const trustedCa = TEST_CERTIFICATE;
  const node = await compose({ config, log, connection, link, openBus, trustedCa });
  const { db, renewing, objects, temporary, metrics } = node.foundation;
  const work = node.composeWork();
  const playgroundToken = createPlaygroundToken();
  const front = await node.composeFront({ playgroundToken });
  const { realtime, server: app } = front;
  await app.ready();
  const contract = contracts.getOrInsertComputed(
    JSON.stringify(limitsOf(config)),
    () => new Contract(app.swagger()),
  );
  // Another server may have started on this database before.
  if ((await listApps(db)).length === 0) await createApp(db, { id: 'test', name: 'Test' });
  const makeKey = async (input: Partial<NewKey> = {}) =>
    (await createKey(db, { appId: 'test', name: '', scopes: ['full'], ...input })).key;
  const key = await makeKey();

  const call = async (method: string, url: string, options: CallOptions = {}): Promise<Answer> => {
    const headers: Record<string, string> = {};
    if (options.token !== undefined) headers.authorization = `Bearer ${options.token}`;
    else if (options.key !== null) headers['x-api-key'] = options.key ?? key;
    if (options.tenant !== undefined) headers['x-tenant-id'] = Buffer.from(options.tenant).toString('latin1');
    const { payload, type } = await toPayload(options.body);
    if (type !== undefined) headers['content-type'] = type;
    const response = await app.inject({
      method: method as 'GET',
      url,
      headers: { ...headers, ...options.headers },
      ...(payload === undefined ? {} : { payload }),
    });
    const body = response.json<Answer['body']>();
    contract.check(method, url, response.statusCode, body);
    return { status: response.statusCode, headers: response.headers, body };
  };
  const ok = async (method: string, url: string, options: CallOptions = {}) => {
    const { body } = await retryWhileBusy(() => call(method, url, options));
    if (body.message_code !== 'M200') throw new Error(`${method} ${url}: ${JSON.stringify(body)}`);
    return body.data;
  };
  const users = async (count: number, prefix = 'user', options: CallOptions = {}) => {
    const ids = Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`);
    for (let from = 0; from < count; from += 100) {
      const batch = ids
        .slice(from, from + 100)
        .map((user_id) => ({ user_id, display_name: user_id.toUpperCase() }));
      await ok('POST', '/user/v1.0/users/batch', { ...options, body: { users: batch } });
    }
    return ids;
  };
  const group = async ([owner_id, ...member_ids]: string[], options: CallOptions = {}): Promise<string> => {
    const body = { name: 'Group', owner_id, member_ids, id_type: 2 };
    const { thread_id } = await ok('POST', '/open-api/v1.0/chat/threads', { ...options, body });
    return thread_id as string;
  };
  const token = async (userId: string, options: CallOptions = {}): Promise<string> => {
    const issued = await ok('POST', `/user/v1.0/user/${encodeURIComponent(userId)}/token`, options);
    return issued.token as string;
  };
  // (Most tests need no other background work; those that do start it.)
  const stopRelay = work.relay();
  const closeNode = async () => {
    await front.stop();
    await stopRelay();
    await node.close();
  };
  const close = async () => {
    await closeNode();
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  const relayed = async () => {
    await until(async () => (await database.sql(LEFT)).length === 0 || undefined);
  };
  const indexed = async () => {
    await until(async () => (await database.sql(INDEXED)).length > 0 || undefined);
  };
  return {
    database,
    db,
    countConnections: () => db.connections.total + renewing.connections.total,
    app,
    realtime,
    metrics,
    contract,
    key,
    leave: front.leave,
    stopAccepting: front.stopAccepting,
    playgroundToken,
    dataDir,
    objects,
    temporary,
    createKey: makeKey,
    call,
    ok,
    token,
    users,
    group,
    runJobs: work.jobs,
    stopRelay,
    closeNode,
    relayed,
    runIndexer: work.indexer,
    indexed,
    runWebhooks: work.webhooks,
    runNotifications: work.notifications,
    close,
  };
}

/** A form is sent as multipart, a string or buffer unchanged, everything else as JSON. */
async function toPayload(body: unknown): Promise<{ payload?: string | Buffer; type?: string }> {
  if (body === undefined) return {};
  if (body instanceof FormData) {
    const encoded = new Response(body);
    const type = encoded.headers.get('content-type') ?? '';
    return { payload: Buffer.from(await encoded.arrayBuffer()), type };
  }
  const isReady = typeof body === 'string' || Buffer.isBuffer(body);
  return { payload: isReady ? body : JSON.stringify(body), type: 'application/json' };
}

/** A user's text message to a thread, as the body of `POST /open-api/v1.0/chat/messages`. */
export function textTo(threadId: string, userId: string, text = 'hello'): Record<string, unknown> {
  return {
    sender: { user_id: userId },
    target: { thread_id: threadId },
    body: { text, metadata: [{ type: 'text' }] },
  };
}
