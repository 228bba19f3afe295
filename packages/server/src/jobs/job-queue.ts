import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  Logger,
  type Runner,
  run,
  type TaskList,
  type WorkerEventMap,
  type WorkerEvents,
} from 'graphile-worker';
import type pg from 'pg';
import type { Log } from '../platform/log.ts';
import { Outage } from '../platform/outage.ts';
import { createClient, createPool, open } from '../storage/connections.ts';
import { DatabaseUnavailableError, type Transaction } from '../storage/database.ts';

/**
 * Work that outlives its request: jobs in the same database (graphile-worker), enqueued in the transaction that needs them.
 * A job runs at least once, so a task must tolerate a second run, even a concurrent one.
 */

/** The handler of each kind of job. A task that rejects is retried with growing delays, up to 25 times. */
export type Tasks = Record<string, (payload: unknown) => Promise<void>>;

export interface RunningJobs {
  /** Lets the jobs in progress finish. */
  stop: () => Promise<void>;
}

/** Takes effect if and when the transaction commits. The job runs at once, or within seconds after `runAt`. */
export async function enqueue(tx: Transaction, task: string, payload: unknown, runAt?: Date): Promise<void> {
  await tx.query('select graphile_worker.add_job($1, $2::json, run_at => $3)', [
    task,
    JSON.stringify(payload),
    runAt ?? null,
  ]);
}

/** How many jobs one node runs concurrently. */
const WORKERS = 2;
/** A database that has stopped responding must not block a stop forever. */
const TIMEOUTS = { connectionTimeoutMillis: 5_000, query_timeout: 30_000 };
/** How often a node checks for jobs of dead nodes. The second check in a row that finds a node dead frees its jobs. */
const CHECK_MS = 5_000;
const RETRY_MS = 1_000;

/*
 * graphile-worker does not handle a database that is temporarily unavailable. It keeps the jobs of a killed process locked
 * for four hours, as well as jobs whose start or end was lost with a connection, and it stops for good when it cannot record
 * the end of a job. Hence:
 *
 *   node     This process, under a random name. As long as it lives it holds an advisory lock of that name, on its own
 *            connection. A node that can take the lock of another node at two checks in a row knows that the other is dead,
 *            and frees its jobs. (Two checks, because a restart of the database drops the locks of live nodes, which then
 *            take them again.)
 *   runner   One run of graphile-worker, named `<node> <number>`; its jobs are locked under this name. A runner that loses
 *            the database takes no further jobs and finishes those it runs; a new runner replaces it at once. Jobs that are
 *            still locked by a runner that has ended are freed by its node.
 */

/** Runs jobs until it is stopped. */
export async function startJobs(
  connection: pg.ClientConfig,
  tasks: Tasks,
  log: Log,
  checkMs = CHECK_MS,
): Promise<RunningJobs> {
  const node = randomUUID();
  const outage = new Outage(log, 'the jobs');
  const ended = new Set<string>();
  const leaving = new AbortController();
  const alive = stayAlive({ connection, node, ended, outage, checkMs, signal: leaving.signal });
  await alive.begun;
  const pgPool = openPool(connection, log);
  const stopping = new AbortController();
  const running = keepRunning({ pgPool, tasks, node, ended, outage, log, signal: stopping.signal });
  return {
    stop: async () => {
      stopping.abort();
      await running;
      leaving.abort();
      await alive.ended;
      await pgPool.end();
    },
  };
}

/** What the loops of one node share. */
interface Node {
  node: string;
  /** Runners of this node that have ended and whose jobs are not freed yet. */
  ended: Set<string>;
  outage: Outage;
  signal: AbortSignal;
}

interface RunnerParts {
  pgPool: pg.Pool;
  tasks: Tasks;
  log: Log;
}

/** Keeps a runner going until it is aborted; resolves when the last job has ended. Never rejects. */
async function keepRunning({ node, ended, outage, signal, ...parts }: Node & RunnerParts): Promise<void> {
  const stopped = new Promise<undefined>((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined));
  });
  const endings = new Set<Promise<void>>();
  for (let number = 1; !signal.aborted; number += 1) {
    const name = `${node} ${number}`;
    try {
      const { runner, lost } = await startRunner(name, parts);
      outage.over('runner');
      const failure = await Promise.race([lost, stopped]);
      if (failure !== undefined) outage.lost('runner', failure);
      const ending = end(runner).then(() => {
        ended.add(name);
        endings.delete(ending);
      });
      endings.add(ending);
    } catch (error) {
      outage.lost('runner', error);
    }
    await pause(RETRY_MS, signal);
  }
  await Promise.all(endings);
}

/** Events of graphile-worker that mean that one of its database queries failed. */
const LOSSES = [
  'pool:listen:error',
  'worker:getJob:error',
  'pool:fatalError',
  'resetLocked:failure',
] as const satisfies (keyof WorkerEventMap)[];

/** Resolves when the runner takes jobs; `lost` resolves when the runner has lost the database. */
async function startRunner(
  name: string,
  { pgPool, tasks, log }: RunnerParts,
): Promise<{ runner: Runner; lost: Promise<Error> }> {
  const taskList: TaskList = Object.fromEntries(
    Object.entries(tasks).map(([task, work]) => [task, (payload: unknown) => work(payload)]),
  );
  const events: WorkerEvents = new EventEmitter();
  // The library locks jobs under the random id of its worker pool; its option `workerId` only changes names in its log.
  events.on('pool:create', ({ workerPool }) => {
    workerPool.id = name;
  });
  const state = { isLost: false };
  const { promise: lost, resolve } = Promise.withResolvers<Error>();
  const lose = (error: unknown) => {
    state.isLost = true;
    resolve(toError(error));
  };
  for (const loss of LOSSES) events.on(loss, ({ error }) => lose(error));
  const runner = await run({
    pgPool,
    taskList,
    events,
    concurrency: WORKERS,
    noHandleSignals: true,
    crontab: '',
    logger: loggerTo(log, state),
    // With batching, even without a delay, a failure to record a job is reported; otherwise it is an unhandled rejection.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  });
  runner.promise.then(() => lose('it ended by itself'), lose);
  return { runner, lost };
}

/** Resolves when the last job of a runner has ended. */
async function end(runner: Runner): Promise<void> {
  // Stopping a runner that has ended by itself rejects.
  await runner.stop().catch(() => {});
  await runner.promise.catch(() => {});
}

interface Presence extends Node {
  connection: pg.ClientConfig;
  checkMs: number;
}

/** Holds the lock of a node, and frees the jobs of dead nodes. */
function stayAlive({ connection, node, ended: endedRunners, outage, checkMs, signal }: Presence) {
  const { promise: begun, resolve } = Promise.withResolvers<void>();
  const ended = (async () => {
    while (!signal.aborted) {
      const client = createClient({ ...connection, ...TIMEOUTS, application_name: 'palaver node' });
      try {
        await open(client);
        await client.query(`select pg_advisory_lock(${lockOf('$1')})`, [node]);
        outage.over('node');
        resolve();
        let found: string[] = [];
        while (!signal.aborted) {
          found = await freeJobs(client, node, endedRunners, found);
          await pause(checkMs, signal);
        }
      } catch (error) {
        outage.lost('node', error);
        await pause(RETRY_MS, signal);
      } finally {
        await client.end().catch(() => {});
      }
    }
  })();
  return { begun, ended };
}

/** Frees the jobs of dead runners; returns those found dead for the first time. */
async function freeJobs(
  client: pg.Client,
  node: string,
  ended: Set<string>,
  foundBefore: readonly string[],
): Promise<string[]> {
  const { rows } = await client.query<{ runner: string }>(DEAD_RUNNERS, [node]);
  const found = rows.map(({ runner }) => runner);
  const ours = [...ended];
  const free = [...ours, ...found.filter((runner) => foundBefore.includes(runner))];
  // Another node may do the same. A runner that takes such a job meanwhile locks it under its own name, so it is not freed.
  if (free.length > 0) await client.query('select graphile_worker.force_unlock_workers($1)', [free]);
  for (const runner of ours) ended.delete(runner);
  return found.filter((runner) => !free.includes(runner));
}

const lockOf = (node: string) => `hashtextextended('palaver node ' || ${node}, 0)`;

/** Runners of other nodes that have locked a job and whose node no longer holds its lock. */
const DEAD_RUNNERS = `
  select runner from (
    select distinct locked_by as runner, split_part(locked_by, ' ', 1) as node from graphile_worker.jobs
    where locked_by is not null
  ) runners
  where node <> $1 and pg_try_advisory_xact_lock(${lockOf('node')})`;

function openPool(connection: pg.ClientConfig, log: Log): pg.Pool {
  const max = WORKERS + 2;
  const pool = createPool({ ...connection, ...TIMEOUTS, max, application_name: 'palaver jobs' });
  // The query that was using the connection fails as well, and that failure is handled.
  pool.on('error', (error) => log.debug({ err: error }, 'a database connection of the jobs broke'));
  return pool;
}

const LEVELS = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;

/**
 * Lowers the library's messages about a lost database to debug, because `Outage` has logged the loss. Its cron part, which we
 * do not use, may notice the loss before the runner does.
 */
function loggerTo(log: Log, state: { readonly isLost: boolean }): Logger {
  return new Logger(() => (level, message, { failure, error }) => {
    const isLost = state.isLost || message.startsWith('Cron ');
    const isOutage = failure === true ? error instanceof DatabaseUnavailableError : isLost;
    log[isOutage ? 'debug' : LEVELS[level]](message);
  });
}

const toError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)));

const pause = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }).catch(() => {});
