import type { AppId } from '@palaver/protocol/ids';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { openInProcessBus } from '../../src/bus/in-process.ts';
import { switchStreamOn } from '../../src/domain/records/event-streams.ts';
import { Relay } from '../../src/events/relay.ts';
import { createLog } from '../../src/platform/log.ts';
import { Leases } from '../../src/storage/lease.ts';
import { startTestServer } from '../harness/test-server.ts';
import { until } from '../harness/until.ts';

const ROWS = 250_000;

test('an outbox that grew while somebody read an old state of the database has its size again afterwards', async () => {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  await server.stopRelay();
  await server.db.transaction((tx) => switchStreamOn(tx, 'test' as AppId));
  const { sql } = server.database;
  // (Vacuum may shrink the table below the size from which on the relay truncates it, and leaves the index as it is.)
  await sql('alter table outbox set (autovacuum_enabled = off)');

  const reader = new pg.Client(server.database.connection);
  await reader.connect();
  onTestFinished(() => reader.end());
  await reader.query('begin isolation level repeatable read');
  await reader.query('select count(*) from outbox');
  await sql(
    `insert into outbox (app_id, tenant_id, type, body) select 'test', '', 'user.created', '{}' from generate_series(1, $1)`,
    [ROWS],
  );

  const log = createLog('fatal');
  const bus = openInProcessBus(log);
  const relay = new Relay({ db: server.db, bus, consumers: [], keptMs: 1e10, upkeepMs: 1_000, log });
  await sql('delete from leases');
  const stop = new Leases({ db: server.db, log }).whileHolding('events', (lease) => relay.run(lease));
  onTestFinished(stop);
  await until(async () => (await sql('select from outbox limit 1')).length === 0 || undefined, 120);
  const size = async () => {
    const [row] = await sql<{ bytes: number }>(`select pg_total_relation_size('outbox')::int as bytes`);
    return row?.bytes ?? 0;
  };
  // The reader still has the table, so it cannot be truncated; that holds up nobody.
  const grown = await size();
  expect(grown).toBeGreaterThan(16 * 1024 * 1024);
  await sql(`insert into outbox (app_id, tenant_id, type, body) values ('test', '', 'user.updated', '{}')`);
  await until(async () => (await sql(`select from events where type = 'user.updated'`))[0] ?? undefined);

  await reader.query('commit');
  await until(async () => ((await size()) < 1024 * 1024 ? true : undefined));
  const [events] = await sql<{ count: string; last: string }>(
    'select count(*), max(position) as last from events',
  );
  expect(events).toEqual({ count: String(ROWS + 1), last: String(ROWS + 1) });
});
