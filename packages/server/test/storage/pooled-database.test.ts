// @module-tag database
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import { createLog } from '../../src/platform/log.ts';
import { Database, type DatabaseOptions } from '../../src/storage/database.ts';
import { probe } from '../../src/storage/link.ts';
import { openDatabaseForCommand } from '../../src/storage/open-database.ts';
import { inParallel } from '../harness/in-parallel.ts';
import {
  canKeepStatements,
  isPgBouncerMissing,
  type PgBouncer,
  startPgBouncer,
} from '../harness/pgbouncer.ts';
import { createTestDatabase, type TestDatabase, urlOf } from '../harness/test-database.ts';

/** Older versions keep none, and do not know the setting. */
const keeping = (max_prepared_statements: number) => (canKeepStatements ? { max_prepared_statements } : {});

const log = createLog('silent');

describe.skipIf(isPgBouncerMissing)('behind a pooler', () => {
  let database: TestDatabase;
  let pooler: PgBouncer;
  beforeAll(async () => {
    database = await createTestDatabase();
    pooler = await startPgBouncer(database.connection, { default_pool_size: 3, ...keeping(0) });
  });
  afterAll(async () => {
    await pooler.close();
    await database.drop();
  });

  const open = (options: Partial<DatabaseOptions> = {}) => {
    const db = new Database(pooler.via(database.connection), {
      poolSize: 10,
      log,
      isPooled: true,
      prepares: false,
      ...options,
    });
    onTestFinished(() => db.close());
    return db;
  };
  const SHOWN = `select current_setting('timezone') as timezone, current_setting('enable_seqscan') as seqscan,
    current_setting('synchronous_commit') as flush, current_setting('statement_timeout') as timeout, $1::int as given`;
  const ours = { timezone: 'UTC', seqscan: 'off', flush: 'on', timeout: '30s' };

  test('each statement and transaction has the settings, and leaves none behind', async () => {
    const { database: name } = database.connection;
    await database.sql(`alter database ${name} set synchronous_commit = off`);
    await database.sql(`alter database ${name} set timezone = 'Asia/Tokyo'`);
    const db = open();
    const asked = await inParallel(60, async (given) => {
      const ask = [
        () => db.query(SHOWN, [given]),
        () => db.transaction((tx) => tx.query(SHOWN, [given])),
        () => db.transactionAtOnce((tx) => tx.query(SHOWN, [given])),
      ][given % 3];
      return (await ask?.())?.[0];
    });
    expect(asked).toEqual(Array.from({ length: 60 }, (_, given) => ({ ...ours, given })));
    const client = new pg.Client(pooler.via(database.connection));
    await client.connect();
    onTestFinished(() => client.end());
    const { rows } = await client.query(SHOWN, [1]);
    expect(rows[0]).toEqual({ timezone: 'Asia/Tokyo', seqscan: 'on', flush: 'off', timeout: '0', given: 1 });
  });

  test('a statement that takes too long is cancelled, however it was sent', async () => {
    const db = open({ statementTimeoutMs: 100 });
    const slow = 'select pg_sleep(20)';
    for (const ask of [
      () => db.query(slow),
      () => db.transaction((tx) => tx.query(slow)),
      () => db.transactionAtOnce((tx) => tx.query(slow)),
    ]) {
      await expect(ask()).rejects.toThrow('statement timeout');
    }
    expect(await db.query('select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('a failed transaction stores nothing', async () => {
    const db = open();
    await db.query('create table things (id int primary key)');
    const failing = [
      () =>
        db.transaction(async (tx) => {
          await tx.query('insert into things values (1)');
          await tx.query('select 1 / 0');
        }),
      () =>
        db.transactionAtOnce(async (tx) => {
          await Promise.all([tx.query('insert into things values (2)'), tx.query('select 1 / 0')]);
        }),
    ];
    for (const fail of failing) await expect(fail()).rejects.toThrow('division by zero');
    await db.transaction((tx) => tx.query('insert into things values ($1)', [3]));
    await db.transactionAtOnce((tx) => tx.query('insert into things values ($1)', [4]));
    expect(await db.query('select id from things order by 1')).toEqual([{ id: 3 }, { id: 4 }]);
  });

  test('if the pooler begins to mix up prepared statements, they are given up, and every statement succeeds', async () => {
    const dbs = [open({ prepares: true }), open({ prepares: true })];
    const results = await inParallel(300, async (index) => {
      const db = dbs[index % 2] as Database;
      const text = `select '${index % 7}' as text, $1::int as given`;
      return index % 3 === 0
        ? db.query(text, [index])
        : db.transactionAtOnce((tx) => tx.query(text, [index]));
    });
    expect(results).toEqual(
      Array.from({ length: 300 }, (_, index) => [{ text: String(index % 7), given: index }]),
    );
  });

  test.skipIf(!canKeepStatements)(
    'a pooler that keeps prepared statements apart is used with them',
    async () => {
      const keeper = await startPgBouncer(database.connection, { default_pool_size: 3, ...keeping(100) });
      onTestFinished(keeper.close);
      const connection = keeper.via(database.connection);
      expect(await probe(() => new pg.Client(connection))).toMatchObject({ isPooled: true, prepares: true });
      const warned = vi.spyOn(log, 'warn');
      const db = new Database(connection, { poolSize: 10, log, isPooled: true, prepares: true });
      onTestFinished(() => db.close());
      const results = await inParallel(300, (index) => db.query(`select '${index % 7}' as text`));
      expect(results).toEqual(Array.from({ length: 300 }, (_, index) => [{ text: String(index % 7) }]));
      // PostgreSQL parses none of the statements behind one that fails.
      const behind = `select 'behind' as text`;
      const failing = [
        () => db.transactionAtOnce((tx) => Promise.all([tx.query('select 1 / 0'), tx.query(behind)])),
        () => db.transaction((tx) => Promise.all([tx.query('select 1 / 0'), tx.query(behind)])),
      ];
      for (const fail of failing) {
        await expect(fail()).rejects.toThrow('division by zero');
        expect(await inParallel(20, () => db.query(behind))).toEqual(Array(20).fill([{ text: 'behind' }]));
      }
      expect(warned).not.toHaveBeenCalled();
    },
  );

  test('the start finds out what answers', async () => {
    const session = await startPgBouncer(database.connection, { pool_mode: 'session' });
    onTestFinished(session.close);
    const statement = await startPgBouncer(database.connection, { pool_mode: 'statement' });
    onTestFinished(statement.close);
    const ask = (connection: pg.ClientConfig) => probe(() => new pg.Client(connection));
    const { databaseId, ...direct } = await ask(database.connection);
    expect(direct).toEqual({ isPooled: false, prepares: true });
    expect(await ask(session.via(database.connection))).toEqual({
      databaseId,
      isPooled: false,
      prepares: true,
    });
    expect(await ask(pooler.via(database.connection))).toEqual({
      databaseId,
      isPooled: true,
      prepares: false,
    });
    await expect(ask(statement.via(database.connection))).rejects.toThrow('accepts no transactions');
  });

  test('without the address of PostgreSQL itself, or with a wrong one, the start says what to set', async () => {
    const other = await createTestDatabase();
    onTestFinished(other.drop);
    const pooled = urlOf(pooler.via(database.connection));
    const direct = urlOf(database.connection);
    const start = (directUrl = '', prepared = '') => {
      const { config } = loadConfig({
        DATABASE_URL: pooled,
        DATABASE_DIRECT_URL: directUrl,
        PALAVER_PREPARED_STATEMENTS: prepared,
      });
      return openDatabaseForCommand({ config, log, holder: 'test' });
    };
    await expect(start()).rejects.toThrow(
      /^DATABASE_URL leads to a connection pooler.* Set DATABASE_DIRECT_URL/,
    );
    await expect(start(pooled)).rejects.toThrow(/^DATABASE_DIRECT_URL leads to a connection pooler/);
    await expect(start(urlOf(other.connection))).rejects.toThrow('lead to different databases');
    const link = { connection: { connectionString: pooled }, isPooled: true, prepares: false };
    expect(await start(direct)).toMatchObject({ connection: { connectionString: direct }, link });
  });

  test('a setting switches prepared statements off', async () => {
    const { config } = loadConfig({
      DATABASE_URL: urlOf(database.connection),
      PALAVER_PREPARED_STATEMENTS: 'off',
    });
    const { link } = await openDatabaseForCommand({ config, log, holder: 'test' });
    expect(link).toMatchObject({ isPooled: false, prepares: false });
    const db = new Database(database.connection, { poolSize: 1, log, prepares: false });
    onTestFinished(() => db.close());
    await db.transactionAtOnce((tx) => tx.query('select $1::int as one', [1]));
    await db.query('select 1 as one');
    expect(await db.query('select from pg_prepared_statements')).toEqual([]);
  });
});
