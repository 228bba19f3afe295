import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, type Runner, run, type TaskList } from 'graphile-worker';
import pg from 'pg';
import type { Log } from '../platform/log.ts';
import type { Transaction } from '../storage/database.ts';

/**
 * Work that outlives its request: jobs in the same database (graphile-worker), enqueued in the transaction that wants
 * them done. A job runs at least once, so a task must do no harm when it runs again, or twice at once.
 */

/** What to do for each kind of job. A task that rejects is run again, later and later, up to 25 times. */
export type Tasks = Record<string, (payload: unknown) => Promise<void>>;

export interface RunningJobs {
  /** Lets the jobs in progress finish. */
  stop: () => Promise<void>;
}

/** Has effect when, and only when, the transaction commits. The job runs at once, or some seconds after `runAt`. */
export async function enqueue(tx: Transaction, task: string, payload: unknown, runAt?: Date): Promise<void> {
  await tx.query('select graphile_worker.add_job($1, $2::json, run_at => $3)', [
    task,
    JSON.stringify(payload),
    runAt ?? null,
  ]);
}

/** Jobs that one node runs at once. */
const WORKERS = 2;
/** A database that has gone silent must not hold a stop for ever. */
const PATIENCE = { keepAlive: true, connectionTimeoutMillis: 5_000, query_timeout: 30_000 };
/** How soon the jobs of a node that has died are taken over. */
const RECOVERY_INTERVAL_MS = 5_000;

/** Runs jobs until it is stopped. */
export async function startJobs(connection: pg.ClientConfig, tasks: Tasks, log: Log): Promise<RunningJobs> {
  const node = randomUUID();
  const stopping = new AbortController();
  const alive = stayAlive(connection, node, stopping.signal, log);
  await alive.begun;
  const pgPool = openPool(connection, WORKERS + 2, log);
  const taskList: TaskList = Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [name, (payload: unknown) => task(payload)]),
  );
  // One runner a worker: only then may each have a name of its own, by which its jobs are found when it has died.
  const runners = await Promise.all(
    Array.from({ length: WORKERS }, (_, index) => {
      const workerId = `${node} ${index}`;
      const options = {
        pgPool,
        taskList,
        workerId,
        concurrency: 1,
        noHandleSignals: true,
        crontab: '',
        logger: loggerTo(log),
      };
      return run(options);
    }),
  );
  return {
    stop: async () => {
      await Promise.all(runners.map((runner: Runner) => runner.stop()));
      stopping.abort();
      await alive.ended;
      await pgPool.end();
    },
  };
}

/**
 * graphile-worker leaves the jobs of a process that was killed alone for four hours. Here each node holds an advisory
 * lock of its name as long as it lives, on a connection of its own; who gets the lock of another name has found a dead
 * one, and frees its jobs.
 */
function stayAlive(connection: pg.ClientConfig, node: string, signal: AbortSignal, log: Log) {
  const { promise: begun, resolve } = Promise.withResolvers<void>();
  const ended = (async () => {
    while (!signal.aborted) {
      const client = new pg.Client({ ...connection, ...PATIENCE, application_name: 'palaver node' });
      client.on('error', () => {});
      try {
        await client.connect();
        await client.query(`select pg_advisory_lock(${lockOf('$1')})`, [node]);
        while (!signal.aborted) {
          await client.query(FREE_JOBS_OF_THE_DEAD, [node]);
          resolve();
          await sleep(RECOVERY_INTERVAL_MS, undefined, { signal }).catch(() => {});
        }
      } catch (error) {
        log.warn({ err: error }, 'looking for jobs of nodes that have died failed');
        await sleep(1_000, undefined, { signal }).catch(() => {});
      } finally {
        resolve();
        await client.end().catch(() => {});
      }
    }
  })();
  return { begun, ended };
}

const lockOf = (node: string) => `hashtextextended('palaver node ' || ${node}, 0)`;

// The lock of the dead is held to the end of the statement: two who find the same one do not both free its jobs.
const FREE_JOBS_OF_THE_DEAD = `
  select graphile_worker.force_unlock_workers(array_agg(worker)) from (
    select distinct locked_by as worker from graphile_worker.jobs
    where locked_by is not null and split_part(locked_by, ' ', 1) <> $1
  ) others
  where pg_try_advisory_xact_lock(${lockOf("split_part(worker, ' ', 1)")})
  having count(*) > 0`;

function openPool(connection: pg.ClientConfig, max: number, log: Log): pg.Pool {
  const pool = new pg.Pool({ ...connection, ...PATIENCE, max, application_name: 'palaver jobs' });
  pool.on('error', (error) => {
    if (!pool.ending) log.warn({ err: error }, 'a database connection of the jobs broke');
  });
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

function loggerTo(log: Log): Logger {
  const levels = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;
  return new Logger(() => (level, message) => log[levels[level]](message));
}
