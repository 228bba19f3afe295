import { spawn } from 'node:child_process';
import type { AppId } from '@palaver/protocol/ids';
import pg from 'pg';
import { expect, test } from 'vitest';
import { openInProcessBus } from '../../src/bus/in-process.ts';
import { PublishingDatabase, type PublishingTransaction } from '../../src/bus/publishing-database.ts';
import { switchStreamOn } from '../../src/domain/records/event-streams.ts';
import type { Consumer } from '../../src/events/consumer.ts';
import { Relay } from '../../src/events/relay.ts';
import { createLog } from '../../src/platform/log.ts';
import { Leases } from '../../src/storage/lease.ts';
import { startStopwatch } from '../harness/stopwatch.ts';
import { startTestServer } from '../harness/test-server.ts';
import { until } from '../harness/until.ts';

/** A process that relays and is frozen at a statement: it sends nothing more, but its connections stay open. */

const log = createLog('fatal');
const EVENTS = 50;
/** More than a batch of the relay sends before its commit: the check, settings, the outbox, a savepoint, the consumer … */
const STATEMENTS = [1, 2, 3, 4, 5, 6, 7, 8];

/** Freezes at the given statement of the first transaction that begins with events in the outbox. */
class FreezingDatabase extends PublishingDatabase {
  freezesAt = Number.POSITIVE_INFINITY;
  isFrozen = false;

  override async transaction<T>(work: (tx: PublishingTransaction) => Promise<T>): Promise<T> {
    await this.#goOn();
    return super.transaction(async (tx) => {
      let statements = 0;
      const query: PublishingTransaction['query'] = async (text, values) => {
        statements += 1;
        if (statements === this.freezesAt) this.isFrozen = true;
        await this.#goOn();
        return tx.query(text, values);
      };
      const result = await work({ ...tx, query });
      if (statements < this.freezesAt && Number.isFinite(this.freezesAt)) this.isFrozen = true;
      await this.#goOn();
      return result;
    });
  }

  override async transactionAtOnce<T>(work: (tx: PublishingTransaction) => Promise<T>): Promise<T> {
    await this.#goOn();
    return super.transactionAtOnce(work);
  }

  async #goOn(): Promise<void> {
    if (this.isFrozen) await new Promise(() => {});
  }
}

/** What docs promise. A lease ends after 10 s. */
const REPLACED_MS = 15_000;

const consumer: Consumer = {
  name: 'counts',
  expand: async (tx, events) => {
    await tx.query('insert into taken select unnest($1::bigint[])', [events.map(({ position }) => position)]);
  },
};

test.concurrent.for(STATEMENTS)(
  'a relay that is frozen at statement %i is replaced within 15 s; no event is lost or doubled',
  { timeout: 60_000 },
  async (statement, { onTestFinished }) => {
    const server = await startTestServer();
    onTestFinished(() => server.close());
    await server.stopRelay();
    const { sql } = server.database;
    await sql('delete from leases');
    await sql('create table taken (position bigint)');
    await server.db.transaction((tx) => switchStreamOn(tx, 'test' as AppId));
    const bus = openInProcessBus(log);
    const frozen = new FreezingDatabase(server.database.connection, { poolSize: 4, log, bus });
    const relayWith = (db: PublishingDatabase) => {
      const relay = new Relay({ db, bus, consumers: [consumer], keptMs: 1e12, upkeepMs: 60_000, log });
      return new Leases({ db, log }).whileHolding('events', (lease) => relay.run(lease));
    };
    const add = () =>
      sql(
        `insert into outbox (app_id, tenant_id, type, body)
         select 'test', '', 'user.created', '{}' from generate_series(1, $1)`,
        [EVENTS],
      );
    const relayed = async () => (await sql('select from outbox')).length === 0 || undefined;

    void relayWith(frozen);
    await add();
    await until(relayed);
    frozen.freezesAt = statement;
    await add();
    await until(async () => frozen.isFrozen || undefined);
    const elapsedMs = startStopwatch();
    const stop = relayWith(server.db);
    onTestFinished(stop);
    await until(relayed, 30);
    expect(elapsedMs()).toBeLessThan(REPLACED_MS);
    const numbers = async (table: string) => {
      const rows = await sql<{ position: string }>(`select position from ${table} order by position`);
      return rows.map(({ position }) => Number(position));
    };
    const all = Array.from({ length: 2 * EVENTS }, (_, index) => index + 1);
    expect(await numbers('events')).toEqual(all);
    expect(await numbers('taken')).toEqual(all);
  },
);

test('a relay whose process stops while PostgreSQL works for it is replaced, however long the ids are', async () => {
  const server = await startTestServer();
  const { sql } = server.database;
  await server.stopRelay();
  await sql('delete from leases');
  const [app, tenant] = ['a'.repeat(63), 't'.repeat(255)];
  await sql('insert into applications (id, name) values ($1, $1)', [app]);
  await server.db.transaction((tx) => switchStreamOn(tx, app as AppId));
  const add = (count: number) =>
    sql(
      `insert into outbox (app_id, tenant_id, type, body)
       select $1, $2, 'sticker_pack.uploaded', '{}' from generate_series(1, $3)`,
      [app, tenant, count],
    );
  const isRelayed = async () => (await sql('select from outbox limit 1')).length === 0 || undefined;
  const env = { ...process.env, CONNECTION: JSON.stringify(server.database.connection) };
  const stopped = spawn(process.execPath, [`${import.meta.dirname}/relay-process.ts`], { env });
  const holder = new pg.Client(server.database.connection);
  await holder.connect();
  let stop = async () => {};
  try {
    await add(1);
    await until(isRelayed);
    // PostgreSQL waits to take the events; when it has them, nobody reads its response.
    await holder.query('begin');
    await holder.query('lock table events in exclusive mode');
    await add(1_000);
    await until(
      async () => (await sql(`select from pg_locks where not granted and relation = 'events'::regclass`))[0],
    );
    stopped.kill('SIGSTOP');
    await holder.query('rollback');
    const bus = openInProcessBus(log);
    const relay = new Relay({ db: server.db, bus, consumers: [], keptMs: 1e12, upkeepMs: 60_000, log });
    stop = new Leases({ db: server.db, log }).whileHolding('events', (lease) => relay.run(lease));
    const elapsedMs = startStopwatch();
    await until(isRelayed, 30);
    expect(elapsedMs()).toBeLessThan(REPLACED_MS);
    expect(await sql('select count(*)::int, max(position)::int from events')).toEqual([
      { count: 1_001, max: 1_001 },
    ]);
  } finally {
    stopped.kill('SIGKILL');
    await stop();
    await holder.end();
    await server.close();
  }
});
