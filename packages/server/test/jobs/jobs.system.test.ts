import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, inject, onTestFinished, test } from 'vitest';
import { enqueue, startJobs, type Tasks } from '../../src/jobs/job-queue.ts';
import { createLog, type Log } from '../../src/platform/log.ts';
import { Database } from '../../src/storage/database.ts';
import { connect, createTestDatabase, type TestDatabase } from '../harness/test-database.ts';

/** How often the nodes of these tests look for orphaned jobs. */
const LOOK_MS = 20;
const silent = createLog('silent');

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = new Database(database.connection, { poolSize: 2, log: silent });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

/** Releases all held runs. */
let release: () => void;
let isReleased: Promise<void>;
beforeEach(() => {
  ({ promise: isReleased, resolve: release } = Promise.withResolvers<void>());
});

/** A node that runs jobs until the test has finished. */
async function startNode(tasks: Tasks, log: Log = silent): Promise<void> {
  const jobs = await startJobs(database.connection, tasks, log, LOOK_MS);
  onTestFinished(async () => {
    release();
    await jobs.stop();
  });
}

const add = (task: string) => db.transaction((tx) => enqueue(tx, task, {}));
const noJobs = () =>
  expect.poll(() => database.sql('select from graphile_worker.jobs'), { interval: 5 }).toEqual([]);

/** A task that runs until it is released, and counts its runs. */
function held() {
  const task = {
    runs: 0,
    run: async () => {
      task.runs += 1;
      await isReleased;
    },
  };
  return task;
}

/** Adds a job that a dead node had started; resolves when it is released. */
async function seeTheDeadFreed(name: string): Promise<void> {
  await database.sql(
    `select graphile_worker.add_job('nothing', json_build_object(), run_at => 'infinity', job_key => $1)`,
    [name],
  );
  await database.sql(
    `update graphile_worker._private_jobs set locked_by = $1, locked_at = now() where key = $1`,
    [name],
  );
  const isFree = `select from graphile_worker._private_jobs where key = $1 and locked_by is null`;
  await expect.poll(() => database.sql(isFree, [name]), { interval: 5 }).toHaveLength(1);
  await database.sql(`select graphile_worker.remove_job($1)`, [name]);
}

test.each([1, 2])(
  'a job that runs while orphaned jobs are released runs once, on %i nodes',
  async (nodes) => {
    const long = held();
    for (let node = 0; node < nodes; node += 1) await startNode({ long: long.run });
    await add('long');
    await expect.poll(() => long.runs, { interval: 5 }).toBe(1);
    // Each is released by a search that also finds the long job.
    for (const round of [1, 2, 3]) await seeTheDeadFreed(`dead ${round}`);
    const [job] = await database.sql('select locked_by, attempts from graphile_worker.jobs');
    expect(job).toEqual({ locked_by: expect.any(String), attempts: 1 });
    release();
    await noJobs();
    expect(long.runs).toBe(1);
  },
);

/** Ends every connection of the nodes to this database, and refuses new ones until the returned function is called. */
async function takeAway(): Promise<() => Promise<void>> {
  const admin = await connect(inject('connection'));
  const name = database.connection.database ?? '';
  await admin.query(`alter database ${name} allow_connections false`);
  const cut = `select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = $1 and application_name like 'palaver %'`;
  await admin.query(cut, [name]);
  return async () => {
    await admin.query(`alter database ${name} allow_connections true`);
  };
}

test('a job whose end cannot be recorded runs again, and its node takes other jobs', async () => {
  const long = held();
  let others = 0;
  const lines = new Lines();
  const other = async () => {
    others += 1;
  };
  await startNode({ long: long.run, other }, lines.log('debug'));
  await add('long');
  await expect.poll(() => long.runs, { interval: 5 }).toBe(1);
  const giveBack = await takeAway();
  release();
  await expect.poll(() => lines.with('Failed to complete jobs'), { interval: 5 }).toHaveLength(1);
  await giveBack();
  await expect.poll(() => long.runs, { interval: 5 }).toBe(2);
  await add('other');
  await noJobs();
  expect(others).toBe(1);
});

test('the log has one line for a lost database and one for its return', async () => {
  const lines = new Lines();
  let runs = 0;
  const task = async () => {
    runs += 1;
  };
  await startNode({ task }, lines.log('debug'));
  const giveBack = await takeAway();
  // One connection of the node and one of its runner: each was found lost and retried.
  await expect.poll(() => lines.with('still lack the database').length, { interval: 5 }).toBeGreaterThan(2);
  await giveBack();
  await add('task');
  await expect.poll(() => runs, { interval: 5 }).toBe(1);
  await expect.poll(() => lines.with('have the database again'), { interval: 5 }).toHaveLength(1);
  const told = lines.all.filter(({ level }) => level !== 'debug').map(({ level, msg }) => [level, msg]);
  expect(told).toEqual([
    ['warn', 'the jobs lost the database; reconnecting'],
    ['info', 'the jobs have the database again'],
  ]);
});

/** The lines of a log. */
class Lines {
  readonly all: { level: string; msg: string }[] = [];

  log(level: string): Log {
    const sink = new Writable({
      write: (line: Buffer, _encoding, done) => {
        const { level: number, msg } = JSON.parse(line.toString()) as { level: number; msg: string };
        this.all.push({ level: pino.levels.labels[number] ?? '', msg });
        done();
      },
    });
    return pino({ level }, sink);
  }

  with(text: string) {
    return this.all.filter(({ msg }) => msg.includes(text));
  }
}
