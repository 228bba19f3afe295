import { execFileSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import pg from 'pg';
import { createPartitions } from '../../src/events/partitions.ts';
import { createLog } from '../../src/platform/log.ts';
import { Database } from '../../src/storage/database.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/storage/embedded/embedded-postgres.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { scratchFolder } from './scratch.ts';

/** The PostgreSQL of a run of tests. */
export interface TestPostgres {
  /** The connection of a user who may create databases. */
  connection: pg.ClientConfig;
  /** The role that servers use; null: the same user. */
  serverRole: Pick<pg.ClientConfig, 'user' | 'password'> | null;
  /** A migrated, empty database without connections, which every test file clones. */
  templateDatabase: string;
  stop: () => Promise<void>;
}

/**
 * The server of `DATABASE_URL`, whose user must be allowed to create databases, or our own embedded one on a copy of
 * the used folder; with a template database.
 */
export async function startTestPostgres(usedFolder?: string): Promise<TestPostgres> {
  const { DATABASE_URL: url = '' } = process.env;
  return url === '' ? startOwn(usedFolder) : useOther(new URL(url));
}

async function startOwn(usedFolder: string | undefined): Promise<TestPostgres> {
  const dataDir = usedFolder === undefined ? await makeUsedFolder() : copyOf(usedFolder);
  const postgres = await startEmbedded(dataDir);
  return {
    connection: { ...postgres.admin, database: 'postgres' },
    serverRole: { user: postgres.connection.user, password: postgres.connection.password },
    templateDatabase: postgres.connection.database,
    stop: async () => {
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function useOther(url: URL): Promise<TestPostgres> {
  const { hostname, port, username, password, pathname, searchParams } = url;
  const connection = {
    host: searchParams.get('host') ?? hostname,
    port: Number(port || 5432),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: pathname.slice(1) || 'postgres',
  };
  const templateDatabase = `palaver_test_template_${process.pid}`;
  await asAdmin(connection, `create database ${templateDatabase}`);
  await makeSchema({ ...connection, database: templateDatabase });
  return {
    connection,
    serverRole: null,
    templateDatabase,
    stop: () => asAdmin(connection, `drop database ${templateDatabase} with (force)`),
  };
}

/**
 * A data folder as a stopped server leaves it, with a current schema and no application yet. Creating one takes two
 * seconds, copying it a tenth. The caller removes it.
 */
export async function makeUsedFolder(): Promise<string> {
  const dataDir = scratchFolder();
  const postgres = await startEmbedded(dataDir);
  await makeSchema(postgres.connection);
  await postgres.stop();
  return dataDir;
}

/**
 * Migrates a database, and creates the partitions of today's and tomorrow's events. (The relay of each server would
 * create them, which takes as long as cloning the database.)
 */
async function makeSchema(connection: pg.ClientConfig): Promise<void> {
  const log = createLog('warn');
  await migrate(connection, log);
  const db = new Database(connection, { poolSize: 1, log });
  await db.transaction(createPartitions);
  // Its copies are no copies of a database in use.
  await db.query('update event_epoch set database = null');
  await db.close();
}

/** Copies a used folder, keeping the owners of its files. */
export function copyOf(usedFolder: string, to = scratchFolder()): string {
  execFileSync('cp', ['-a', `${usedFolder}/.`, to]);
  return to;
}

async function startEmbedded(dataDir: string): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({
    dataDir,
    holder: 'the tests',
    log: createLog('warn'),
    runAs: undefined,
    onFatal: (error) => {
      throw error;
    },
    // These tests do not cover power cuts; durability has tests of its own. Many servers run at the same time, each
    // with a pool. The password is random, so it needs no slow hash, and a run connects thousands of times.
    settings: { fsync: 'off', full_page_writes: 'off', max_connections: '400', scram_iterations: '1' },
  });
}

async function asAdmin(connection: pg.ClientConfig, sql: string): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
