// @module-tag database
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, type TestContext, test } from 'vitest';
import { sweepKeys } from '../../src/domain/records/idempotency-keys.ts';
import { createLog } from '../../src/platform/log.ts';
import { Metrics } from '../../src/platform/metrics.ts';
import { Database, LeaseLostError, type Transactor } from '../../src/storage/database.ts';
import { type Lease, Leases } from '../../src/storage/lease.ts';
import { createTestDatabase, type TestDatabase } from '../harness/test-database.ts';
import { until } from '../harness/until.ts';
import { quietFor } from '../harness/waits.ts';

const log = createLog('fatal');

/** Counts the transactions of processes that wait for a lease or hold one. */
class CountingDatabase extends Database {
  count = 0;

  override transactionAtOnce: Database['transactionAtOnce'] = (work) => {
    this.count += 1;
    return super.transactionAtOnce(work);
  };
}

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = new Database(database.connection, { poolSize: 10, log });
  await database.sql('create table written (what text)');
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

/** A process that waits for a lease, and what it has held of it so far. */
interface Candidate {
  terms: Lease[];
  /** The latest term, once there are this many. */
  holds: (count?: number) => Promise<Lease>;
  stop: () => Promise<void>;
}

interface CandidateOptions {
  /** Runs when the lease ends. */
  end?: (lease: Lease) => Promise<void>;
  knows?: string[];
  /** That of the file by default. */
  db?: Database;
}

type Finishing = Pick<TestContext, 'onTestFinished'>;

/** Stopped with the test. */
function candidate({ onTestFinished }: Finishing, name: string, options: CandidateOptions = {}): Candidate {
  const { end = async () => {}, knows = [], db: itsDb = db } = options;
  const terms: Lease[] = [];
  const work = async (lease: Lease) => {
    terms.push(lease);
    if (!lease.ending.aborted) await once(lease.ending, 'abort');
    await end(lease);
  };
  const stop = new Leases({ db: itsDb, log }).whileHolding(name, work, knows);
  onTestFinished(stop);
  const holds = (count = 1) => until(async () => (terms.length >= count ? terms.at(-1) : undefined));
  return { terms, holds, stop };
}

/** Closed with the test. */
function countingDatabase({ onTestFinished }: Finishing): CountingDatabase {
  const counting = new CountingDatabase(database.connection, { poolSize: 2, log });
  onTestFinished(() => counting.close());
  return counting;
}

interface LeaseRow {
  holder: string;
  fence: string;
  is_held: boolean;
  renewed_at: Date;
}

async function rowOf(name: string): Promise<LeaseRow> {
  const [row] = await database.sql<LeaseRow>(
    'select holder, fence, expires_at > clock_timestamp() as is_held, renewed_at from leases where name = $1',
    [name],
  );
  return row ?? expect.fail('there is no row');
}

/** Another process that never gives the lease up. */
const takeAway = (name: string) =>
  database.sql(
    `update leases set holder = 'a thief', fence = fence + 1, renewed_at = now(), expires_at = now() + interval '1 hour'
     where name = $1`,
    [name],
  );
const makeFree = (name: string) =>
  database.sql(`update leases set expires_at = now() - interval '1 second' where name = $1`, [name]);
const write = 'insert into written values ($1)';
const written = async (what: string) =>
  (await database.sql('select from written where what = $1', [what])).length;
/** The processes of this database have looked again since now. */
async function looked(counting: CountingDatabase): Promise<void> {
  const before = counting.count;
  // (A renewal may be among them.)
  await until(async () => counting.count > before + 2 || undefined);
}

test('one process at a time holds a lease, and the next one acquires it when the holder stops', async ({
  onTestFinished,
}) => {
  const holding = new Set<number>();
  const turns: number[] = [];
  let most = 0;
  const stops = Array.from({ length: 5 }, (_, index) =>
    new Leases({ db, log }).whileHolding('turns', async ({ ending }) => {
      holding.add(index);
      turns.push(index);
      most = Math.max(most, holding.size);
      if (!ending.aborted) await once(ending, 'abort');
      holding.delete(index);
    }),
  );
  onTestFinished(async () => {
    await Promise.all(stops.map((stop) => stop()));
  });
  for (let turn = 1; turn <= stops.length; turn += 1) {
    await until(async () => turns.length === turn || undefined);
    expect(await rowOf('turns')).toMatchObject({ fence: String(turn), is_held: true });
    await stops[turns[turn - 1] ?? -1]?.();
  }
  expect(turns.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4]);
  expect(most).toBe(1);
  expect(await rowOf('turns')).toMatchObject({ fence: '5', is_held: false });
});

describe.concurrent('a lease whose holder no longer renews it', () => {
  const HELD = { expires_at: `now() + interval '1 hour'`, renewed_at: 'now()' };
  const START = 'pg_postmaster_start_time()';
  test.for<[string, { expires_at: string; renewed_at: string }]>([
    ['has expired', { ...HELD, expires_at: `now() - interval '1 second'` }],
    ['was renewed before PostgreSQL started', { ...HELD, renewed_at: `${START} - interval '1 second'` }],
    ['was renewed before the clock was set back', { ...HELD, renewed_at: `now() + interval '30 minutes'` }],
  ])('is acquired once it %s', async ([name, free], context) => {
    await database.sql(
      `insert into leases values ($1, 'a former process', 7, ${HELD.expires_at}, ${HELD.renewed_at})`,
      [name],
    );
    const counting = countingDatabase(context);
    const next = candidate(context, name, { db: counting });
    await looked(counting);
    expect(next.terms).toEqual([]);
    await database.sql(
      `update leases set expires_at = ${free.expires_at}, renewed_at = ${free.renewed_at} where name = $1`,
      [name],
    );
    await next.holds();
    expect(await rowOf(name)).toMatchObject({
      holder: expect.stringContaining(`:${process.pid}:`),
      fence: '8',
      is_held: true,
    });
  });
});

test.concurrent('the work may still write while it ends, and gives the lease up only afterwards', async (context) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const end = async (lease: Lease) => {
    await released;
    await lease.query(write, ['at the end']);
  };
  const first = candidate(context, 'drain', { end });
  await first.holds();
  const second = candidate(context, 'drain');
  const stopped = first.stop();
  const { renewed_at: before } = await rowOf('drain');
  await until(async () => (await rowOf('drain')).renewed_at > before || undefined);
  expect(second.terms).toEqual([]);
  release();
  await stopped;
  expect(await written('at the end')).toBe(1);
  await second.holds();
});

describe.concurrent('a process that has lost its lease', () => {
  const TRANSACTIONS: [string, (lease: Lease, what: string) => Promise<unknown>][] = [
    ['a statement of the lease', (lease, what) => lease.query(write, [what])],
    ...(['transaction', 'transactionAtOnce'] as const).map(
      (kind): [string, (lease: Lease, what: string) => Promise<unknown>] => [
        kind,
        (lease, what) => {
          const transact: Transactor['transaction'] = (work) => db[kind](work);
          return transact(async (tx) => {
            const checked = lease.check(tx);
            if (kind === 'transaction') await checked;
            await Promise.all([checked, tx.query(write, [what])]);
          });
        },
      ],
    ),
  ];
  test.for(TRANSACTIONS)('stores nothing by %s, and learns of the loss', async ([what, store], context) => {
    const name = `fence of ${what}`;
    const lease = await candidate(context, name).holds();
    await store(lease, what);
    expect(await written(what)).toBe(1);
    const { holder } = await rowOf(name);
    await takeAway(name);
    await expect(store(lease, what)).rejects.toThrow(LeaseLostError);
    expect([lease.lost.aborted, lease.ending.aborted]).toEqual([true, true]);
    // Not even when the row says again what it said before.
    await database.sql(`update leases set holder = $2, fence = fence - 1 where name = $1`, [name, holder]);
    await expect(store(lease, what)).rejects.toThrow(LeaseLostError);
    expect(await written(what)).toBe(1);
  });

  test('does not sweep', async (context) => {
    const lease = await candidate(context, 'sweep').holds();
    await database.sql(`insert into applications (id, name) values ('swept', '')`);
    await database.sql(
      `insert into idempotency_keys (app_id, tenant_id, key, fingerprint, created_at)
       select 'swept', '', n, sha256(''), now() - interval '1 day' from generate_series(1, 3) n`,
    );
    expect(await sweepKeys(lease, 1_000, 1)).toBe(1);
    await takeAway('sweep');
    await expect(sweepKeys(lease, 1_000, 1)).rejects.toThrow(LeaseLostError);
    expect(await database.sql('select from idempotency_keys')).toHaveLength(2);
  });

  test('learns of it at the next renewal, and works again when it has regained the lease', {
    tags: 'thorough',
  }, async (context) => {
    const counting = countingDatabase(context);
    const process = candidate(context, 'regained', { db: counting });
    const lease = await process.holds();
    await takeAway('regained');
    await once(lease.lost, 'abort');
    await looked(counting);
    expect(process.terms).toHaveLength(1);
    await makeFree('regained');
    const regained = await process.holds(2);
    await regained.query(write, ['regained']);
    await expect(lease.query(write, ['by the former term'])).rejects.toThrow(LeaseLostError);
    expect([await written('regained'), await written('by the former term')]).toEqual([1, 0]);
  });
});

describe.concurrent('processes of two versions', () => {
  test('the one that knows more takes the lease over; one that knows less never acquires it again', {
    tags: 'thorough',
  }, async (context) => {
    const knowing = (...knows: string[]) => candidate(context, 'versions', { knows });
    const old = knowing('a');
    const lease = await old.holds();
    const young = knowing('a', 'b');
    await young.holds();
    await expect(lease.query('select 1')).rejects.toThrow(LeaseLostError);
    await young.stop();
    // The old one asks twice a second.
    await quietFor(1_500);
    expect(old.terms).toHaveLength(1);
    await knowing('b', 'a', 'c').holds();
  });

  test('one that knows something else does not take it over', async (context) => {
    const first = candidate(context, 'others', { knows: ['a'] });
    await first.holds();
    const other = candidate(context, 'others', { knows: ['b'] });
    await quietFor(1_200);
    expect(other.terms).toEqual([]);
    await first.stop();
    await quietFor(1_200);
    expect(other.terms).toEqual([]);
  });
});

test('a transaction that has checked the lease ends before another process acquires it; renewals do not wait', {
  tags: 'thorough',
}, async (context) => {
  const first = candidate(context, 'order');
  const lease = await first.holds();
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  let second: Candidate | undefined;
  await db.transaction(async (tx) => {
    await lease.check(tx);
    const { renewed_at: before } = await rowOf('order');
    await until(async () => {
      await tx.query('select'); // It must not be idle for long.
      return (await rowOf('order')).renewed_at > before || undefined;
    });
    second = candidate(context, 'order');
    await makeFree('order');
    await until(async () => {
      await tx.query('select');
      return (await database.sql(waiting)).length > 0 || undefined;
    });
    expect(second.terms).toEqual([]);
    await tx.query(write, ['before the change']);
  });
  expect(await written('before the change')).toBe(1);
  await second?.holds();
  await expect(lease.query(write, ['after the change'])).rejects.toThrow(LeaseLostError);
});

test('work that fails ends its term, and begins again', async ({ onTestFinished }) => {
  let terms = 0;
  const stop = new Leases({ db, log }).whileHolding('failing', async ({ ending }) => {
    terms += 1;
    if (terms === 1) throw new Error('planned');
    await once(ending, 'abort');
  });
  onTestFinished(stop);
  await until(async () => terms === 2 || undefined);
  expect(await rowOf('failing')).toMatchObject({ fence: '2', is_held: true });
});

test('metrics show which leases a process holds', async ({ onTestFinished }) => {
  const [holding, waiting] = [new Metrics(), new Metrics()];
  const work = async ({ ending }: Lease) => {
    if (!ending.aborted) await once(ending, 'abort');
  };
  const shown = async (metrics: Metrics) => /^palaver_lease_held.*$/m.exec(await metrics.render())?.[0];
  const stop = new Leases({ db, log, metrics: holding }).whileHolding('metrics', work);
  onTestFinished(stop);
  await expect.poll(() => shown(holding)).toBe('palaver_lease_held{name="metrics"} 1');
  onTestFinished(new Leases({ db, log, metrics: waiting }).whileHolding('metrics', work));
  expect(await shown(waiting)).toBe('palaver_lease_held{name="metrics"} 0');
  await stop();
  await expect.poll(() => shown(waiting)).toBe('palaver_lease_held{name="metrics"} 1');
});

test('processes that insert the row of a new lease at the same time report no outage', async () => {
  const lines: string[] = [];
  const loud = createLog('warn');
  loud.warn = (...args: unknown[]) => void lines.push(JSON.stringify(args));
  for (let round = 0; round < 10; round += 1) {
    const held: string[] = [];
    const stops = Array.from({ length: 8 }, () =>
      new Leases({ db, log: loud }).whileHolding(`new ${round}`, async ({ name, ending }) => {
        held.push(name);
        if (!ending.aborted) await once(ending, 'abort');
      }),
    );
    await until(async () => held.length > 0 || undefined);
    await Promise.all(stops.map((stop) => stop()));
  }
  expect(lines).toEqual([]);
});
