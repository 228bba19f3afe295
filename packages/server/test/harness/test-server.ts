import { rmSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { inject } from 'vitest';
import { TEST_CERTIFICATE } from '../../../testing/src/receivers/certificate.ts';
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
import { type Calls, callsOf } from './calls.ts';
import { SECRETS_KEY } from './command.ts';
import { Contract } from './contract.ts';
import { type Population, populationOf } from './population.ts';
import { scratchFolder } from './scratch.ts';
import { watched } from './slow-steps.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import { until } from './until.ts';

/** The server that users start. Of its background work only the relay runs; tests start what else they need. */
export interface TestServer extends Calls, Population {
  database: TestDatabase;
  /** The server's own handle. */
  db: PublishingDatabase;
  /** How many connections it has to the database. */
  countConnections: () => number;
  /** Does not listen, until a test makes it. */
  app: FastifyInstance;
  realtime: Realtime;
  /** Those of `/metrics`. */
  metrics: Metrics;
  /** What the server's OpenAPI document allows; `call` checks it. */
  contract: Contract;
  /** A key of the application `test` with all scopes. */
  key: string;
  createKey: (input?: Partial<NewKey>) => Promise<string>;
  /** The secret of the playground's address. */
  playgroundToken: string;
  /** The server's folder of files: `objects` and `temporary`. */
  dataDir: string;
  objects: Objects;
  temporary: Temporary;
  /** Runs the enqueued jobs from here on, until it is stopped. */
  runJobs: BackgroundWork['jobs'];
  /** Indexes messages for search from here on, until it is stopped. */
  runIndexer: BackgroundWork['indexer'];
  /** Calls webhooks from here on, until it is stopped. */
  runWebhooks: BackgroundWork['webhooks'];
  /** Notifies devices from here on, until it is stopped; push services may have certificates of the tests. */
  runNotifications: BackgroundWork['notifications'];
  /** Relays no further events: another process does. */
  stopRelay: () => Promise<void>;
  /** Resolves when every event has its position, the consumers have their rows, and deleted content is erased from both. */
  relayed: () => Promise<void>;
  /** Resolves when search knows all messages. */
  indexed: () => Promise<void>;
  /** The first step of a stop, see `Front`. */
  leave: () => void;
  stopAccepting: () => void;
  /** Closes the server and its connections, but leaves the database. */
  closeNode: () => Promise<void>;
  close: () => Promise<void>;
}

/** What tests have otherwise than users; they may override it. */
const SETTINGS = {
  PALAVER_LOG_LEVEL: 'fatal',
  PALAVER_SECRETS_KEY: SECRETS_KEY,
  // Users and strangers are limited by default; tests send requests as fast as they can.
  PALAVER_CLIENT_RATE_LIMIT_READS: '0',
  PALAVER_CLIENT_RATE_LIMIT_WRITES: '0',
  PALAVER_CLIENT_RATE_LIMIT_FILES: '0',
  PALAVER_CLIENT_CONCURRENT_REQUESTS: '0',
  PALAVER_CLIENT_HTTP_CONNECTIONS: '0',
  PALAVER_CLIENT_RATE_LIMIT_MEMBERS: '0',
  PALAVER_ANONYMOUS_RATE_LIMIT: '0',
  // Loading the code for the page takes time in each test file, and few use it.
  PALAVER_PLAYGROUND: '0',
  // Connections that a test leaves open are cut soon.
  PALAVER_DRAIN_TIMEOUT_MS: '1000',
};

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

async function start(
  environment: Record<string, string>,
  ownDatabase: Promise<TestDatabase>,
  openBus: (log: Log) => Bus,
): Promise<TestServer> {
  const database = await ownDatabase;
  const dataDir = scratchFolder();
  const { config } = loadConfig({ ...SETTINGS, DATA_DIR: dataDir, ...environment });
  const log = createLog(config.logLevel);
  const { connection } = database;
  const link = linkTo(connection, config);
  const node = await compose({ config, log, connection, link, openBus, trustedCa: TEST_CERTIFICATE });
  const { db, renewing, objects, temporary, metrics } = node.foundation;
  const playgroundToken = createPlaygroundToken();
  const front = await node.composeFront({ playgroundToken });
  const { realtime, server: app, leave, stopAccepting } = front;
  await app.ready();
  const work = node.composeWork();
  const stopRelay = work.relay();

  // Another server may have started on this database before.
  if ((await listApps(db)).length === 0) await createApp(db, { id: 'test', name: 'Test' });
  const makeKey = async (input: Partial<NewKey> = {}) =>
    (await createKey(db, { appId: 'test', name: '', scopes: ['full'], ...input })).key;
  const key = await makeKey();
  const contract = contractOf(app, config);
  const calls = callsOf(app, contract, key);
  const closeNode = async () => {
    await watched('the front', front.stop());
    await watched('the relay', stopRelay());
    await watched('the foundation', node.close());
  };
  const untilFound = async (query: pg.QueryConfig) => {
    await until(async () => (await database.sql(query)).length > 0 || undefined);
  };
  return {
    ...{ database, db, app, realtime, metrics, contract, key, playgroundToken, dataDir, objects, temporary },
    ...calls,
    ...populationOf(calls),
    createKey: makeKey,
    countConnections: () => db.connections.total + renewing.connections.total,
    runJobs: work.jobs,
    runIndexer: work.indexer,
    runWebhooks: work.webhooks,
    runNotifications: work.notifications,
    stopRelay,
    relayed: () => untilFound(RELAYED),
    indexed: () => untilFound(INDEXED),
    leave,
    stopAccepting,
    closeNode,
    close: async () => {
      await closeNode();
      await watched('the database', database.drop());
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Through the pooler of the run, if it has one. */
function linkTo(connection: pg.ClientConfig, { preparedStatements }: Config): Link {
  // (`npm run test:model` runs without Vitest.)
  const port = process.env.VITEST === undefined ? null : inject('poolerPort');
  if (port === null) return { connection, isPooled: false, prepares: preparedStatements === 'auto' };
  return { connection: { ...connection, host: '127.0.0.1', port }, isPooled: true, prepares: false };
}

/**
 * By the limits of the server, which determine the document. Writing the document and compiling its schemas takes as
 * long as the rest of a start.
 */
const contracts = new Map<string, Contract>();

function contractOf(app: FastifyInstance, config: Config): Contract {
  return contracts.getOrInsertComputed(JSON.stringify(limitsOf(config)), () => new Contract(app.swagger()));
}

/** Has a row if nothing is left to relay or erase. (Named, so that it is planned once: thousands of tests run it.) */
const RELAYED = {
  name: 'relayed',
  text: 'select where not exists (select from outbox) and not exists (select from erasures)',
};

/** Has a row if the index has everything. */
const INDEXED = {
  name: 'indexed',
  text: `select from search_state
    where is_complete and not exists (select from search_queue) and not exists (select from search_backlog)`,
};
