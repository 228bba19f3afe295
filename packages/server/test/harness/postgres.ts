import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { createLog } from '../../src/platform/log.ts';
import { startEmbeddedPostgres } from '../../src/storage/embedded/embedded-postgres.ts';
import { migrate } from '../../src/storage/migrate.ts';

/** The PostgreSQL of a run of tests. */
export interface TestPostgres {
  connection: pg.ClientConfig;
  /** Migrated, empty, and connected to by nobody: every test file clones it. */
  templateDatabase: string;
  stop: () => Promise<void>;
}

/**
 * The server of `DATABASE_URL`, whose user must be allowed to create databases, or an embedded one of our own in a
 * temporary folder; with a template.
 */
export async function startTestPostgres(): Promise<TestPostgres> {
  const { connection, stop } = await openPostgres();
  const templateDatabase = `palaver_test_template_${process.pid}`;
  await asAdmin(connection, `create database ${templateDatabase}`);
  await migrate({ ...connection, database: templateDatabase }, createLog('warn'));
  return {
    connection,
    templateDatabase,
    stop: async () => {
      await asAdmin(connection, `drop database ${templateDatabase} with (force)`);
      await stop();
    },
  };
}

async function openPostgres(): Promise<Omit<TestPostgres, 'templateDatabase'>> {
  const databaseUrl = process.env.DATABASE_URL;
  if (databaseUrl !== undefined && databaseUrl !== '') {
    const { hostname, port, username, password, pathname, searchParams } = new URL(databaseUrl);
    const connection = {
      host: searchParams.get('host') ?? hostname,
      port: Number(port || 5432),
      user: decodeURIComponent(username),
      password: decodeURIComponent(password),
      database: pathname.slice(1) || 'postgres',
    };
    return { connection, stop: async () => {} };
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'palaver-tests-'));
  // As root the database runs as another user, who must be able to pass.
  await chmod(dataDir, 0o711);
  const postgres = await startEmbeddedPostgres({
    dataDir,
    holder: 'the tests',
    log: createLog('warn'),
    runAs: undefined,
    onFatal: (error) => {
      throw error;
    },
    // These tests are about what the SQL says, not about power cuts; durability has tests of its own.
    settings: { fsync: 'off' },
  });
  const stop = async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { connection: postgres.connection, stop };
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
