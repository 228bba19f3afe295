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
const PATIENCE = { connectionTimeoutMillis: 5_000, query_timeout: 30_000 };
/** How often a node looks for jobs of the dead. A job is freed by the second look that finds its node dead. */
const LOOK_MS = 5_000;
const RETRY_MS = 1_000;

/*
 * graphile-worker knows nothing of a database that goes away for a while: it leaves the jobs of a process that was
 * killed alone for four hours, and so those whose beginning or end was lost with a connection; and it ends for good when
 * it cannot record an end. Hence:
 *
 *   node     This process, by a random name. As long as it lives it holds an advisory lock of that name, on a connection
 *            of its own. Whoever gets the lock of another node, at two looks in a row, has found a dead one, and frees its
 *            jobs. (Two, because a database that restarts takes the locks of the living, who take them again.)
 *   runner   One run of graphile-worker, `<node> <number>`, which is the name that its jobs are locked by. A runner that
 *            has lost the database takes no further job, ends what it runs, and another takes its place at once. What is
 *            locked by a runner that has ended is run by nobody: its node frees it.
 */

/** Runs jobs until it is stopped. */
export async function startJobs(
  connection: pg.ClientConfig,
  tasks: Tasks,
  log: Log,
  lookMs = LOOK_MS,
): Promise<RunningJobs> {
  const node = randomUUID();
  const outage = new Outage(log, 'the jobs');
  const ended = new Set<string>();
  const leaving = new AbortController();
  const alive = stayAlive({ connection, node, ended, outage, lookMs, signal: leaving.signal });
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

/** What the parts of one node share. */
interface Node {
  node: string;
  /** Its runners that have ended, until their jobs are freed. */
  ended: Set<string>;
  outage: Outage;
  signal: AbortSignal;
}

interface RunnerParts {
  pgPool: pg.Pool;
  tasks: Tasks;
  log: Log;
}

/** Has a runner until it is aborted; resolves when the last job has ended. Never rejects. */
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

/** What graphile-worker tells when something that it asked of the database has failed. */
const LOSSES = [
  'pool:listen:error',
  'worker:getJob:error',
  'pool:fatalError',
  'resetLocked:failure',
] as const satisfies (keyof WorkerEventMap)[];

/** Resolves when the runner takes jobs; `lost`, when it has lost the database. */
async function startRunner(
  name: string,
  { pgPool, tasks, log }: RunnerParts,
): Promise<{ runner: Runner; lost: Promise<Error> }> {
  const taskList: TaskList = Object.fromEntries(
    Object.entries(tasks).map(([task, work]) => [task, (payload: unknown) => work(payload)]),
  );
  const events: WorkerEvents = new EventEmitter();
  // The library locks jobs by the id of what it calls a pool, a random one; its option `workerId` names them in its log only.
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
    // Only what is recorded in batches may fail to be recorded: else the failure is one that nobody catches.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  });
  runner.promise.then(() => lose('it ended by itself'), lose);
  return { runner, lost };
}

/** Resolves when the last job of a runner has ended. */
async function end(runner: Runner): Promise<void> {
  // One that has ended by itself can not be stopped.
  await runner.stop().catch(() => {});
  await runner.promise.catch(() => {});
}

interface Presence extends Node {
  connection: pg.ClientConfig;
  lookMs: number;
}

/** Holds the lock of a node, and frees the jobs of the dead. */
function stayAlive({ connection, node, ended: endedRunners, outage, lookMs, signal }: Presence) {
  const { promise: begun, resolve } = Promise.withResolvers<void>();
  const ended = (async () => {
    while (!signal.aborted) {
      const client = createClient({ ...connection, ...PATIENCE, application_name: 'palaver node' });
      try {
        await open(client);
        await client.query(`select pg_advisory_lock(${lockOf('$1')})`, [node]);
        outage.over('node');
        resolve();
        let found: string[] = [];
        while (!signal.aborted) {
          found = await freeJobs(client, node, endedRunners, found);
          await pause(lookMs, signal);
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

/** Answers the runners that were found dead for the first time. */
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
  // (Another node may do the same: whoever has begun a job meanwhile has locked it by another name.)
  if (free.length > 0) await client.query('select graphile_worker.force_unlock_workers($1)', [free]);
  for (const runner of ours) ended.delete(runner);
  return found.filter((runner) => !free.includes(runner));
}

const lockOf = (node: string) => `hashtextextended('palaver node ' || ${node}, 0)`;

/** Those of other nodes that have locked a job, and whose node holds its lock no more. */
const DEAD_RUNNERS = `
  select runner from (
    select distinct locked_by as runner, split_part(locked_by, ' ', 1) as node from graphile_worker.jobs
    where locked_by is not null
  ) runners
  where node <> $1 and pg_try_advisory_xact_lock(${lockOf('node')})`;

function openPool(connection: pg.ClientConfig, log: Log): pg.Pool {
  const max = WORKERS + 2;
  const pool = createPool({ ...connection, ...PATIENCE, max, application_name: 'palaver jobs' });
  // Whoever was using it tells.
  pool.on('error', (error) => log.debug({ err: error }, 'a database connection of the jobs broke'));
  return pool;
}

const LEVELS = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;

/**
 * What the library says once it has lost the database was told already. Its timetable, of which we use nothing, may notice the
 * loss before the runner does.
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
