import { once } from 'node:events';
import type { PackId } from '@palaver/protocol/stickers';
import { releaseFiles } from './domain/operations/files/release-files.ts';
import { logRemovals } from './domain/operations/files/remove-folders.ts';
import { sweepFiles } from './domain/operations/files/sweep-files.ts';
import {
  END_SANCTIONS,
  endSanctions,
  type SanctionedMember,
} from './domain/operations/members/end-sanctions.ts';
import { canonicalizeReactions } from './domain/operations/messages/canonicalize-reactions.ts';
import { SearchIndexer } from './domain/operations/search/search-indexer.ts';
import { REMOVE_FILES, removeFiles, removeOrphans } from './domain/operations/stickers/remove-files.ts';
import { STORE_PACK, storePack } from './domain/operations/stickers/store-pack.ts';
import { sweepUploads } from './domain/operations/uploads/sweep-uploads.ts';
import { nameUnnamedUsers } from './domain/operations/users/name-users.ts';
import { countStored } from './domain/records/file-usage.ts';
import { sweepKeys } from './domain/records/idempotency-keys.ts';
import { countOutbox } from './domain/records/outbox.ts';
import { countQueued } from './domain/records/search-queue.ts';
import type { Consumer } from './events/consumer.ts';
import { countParked } from './events/parked-events.ts';
import { Relay } from './events/relay.ts';
import type { Foundation } from './foundation.ts';
import { type RunningJobs, startJobs, type Tasks } from './jobs/job-queue.ts';
import { createNotifications, NOTIFICATIONS } from './notifications/create-notifications.ts';
import type { Log } from './platform/log.ts';
import { parseTraceparent } from './platform/tracing/span-context.ts';
import { LeaseLostError, type Queryable } from './storage/database.ts';
import { createWebhooks, WEBHOOKS, type Webhooks } from './webhooks/create-webhooks.ts';

/** Who makes rows of its own from events. Nobody else names them. */
const CONSUMERS: readonly Consumer[] = [WEBHOOKS, NOTIFICATIONS];

/** Starts a part. Returns a function that stops it, after which it can be started again. */
type Start = () => () => Promise<void>;

/** The background work. All parts but the jobs work for all nodes, while this process holds their lease. */
export interface BackgroundWork {
  /** Gives events their positions, and hands them to their consumers. */
  relay: Start;
  webhooks: Start;
  notifications: Start;
  /** Keeps the index of search. */
  indexer: Start;
  /** Removes what has expired, and the bytes of deleted files. */
  sweeps: Start;
  jobs: () => Promise<RunningJobs>;
}

/** Composes the background work, of which nothing runs yet. This is the only place that does; tests use it too. */
export function composeWork(foundation: Foundation): BackgroundWork {
  addFileGauges(foundation);
  const webhooks = createWebhooks(foundation);
  return {
    relay: createRelay(foundation),
    webhooks: webhooks.start,
    notifications: createNotifications(foundation),
    indexer: createIndexer(foundation),
    sweeps: () => sweep(foundation, webhooks),
    jobs: () => startJobs(foundation.connection, traced(tasksOf(foundation), foundation), foundation.log),
  };
}

/** Starts all of it. Returns a function that stops it. */
export async function startWork(work: BackgroundWork): Promise<() => Promise<void>> {
  const jobs = await work.jobs();
  const closers = [
    work.sweeps(),
    work.webhooks(),
    work.notifications(),
    work.relay(),
    work.indexer(),
    () => jobs.stop(),
  ];
  return async () => {
    await Promise.all(closers.map((close) => close()));
  };
}

const MOST_COUNTED = 100_000;

function createRelay({ config, db, bus, leases, log, metrics, tracer }: Foundation): Start {
  metrics.addGauge(
    'palaver_outbox_events',
    'Events that have no position yet, of all processes; up to 100,000.',
    () => countOutbox(db, MOST_COUNTED),
  );
  metrics.addGauge(
    'palaver_parked_events',
    'Events that a consumer failed to take and that will be offered to it again; up to 100,000.',
    () => countParked(db, MOST_COUNTED),
  );
  const count = metrics.addCounter(
    'palaver_relayed_events_total',
    'Events that this process has given a position.',
    [],
  );
  const relay = new Relay({
    db,
    bus,
    consumers: CONSUMERS,
    keptMs: config.eventsKeptMs,
    upkeepMs: MINUTE_MS,
    log,
    observe: (events, startMs) => {
      count({}, events.length);
      for (const { trace, type } of events) {
        const span = tracer.startChild(parseTraceparent(trace), 'relay event', { startMs });
        span?.set({ 'palaver.event.type': type });
        span?.end();
      }
    },
  });
  metrics.addGauge(
    'palaver_relay_lag_seconds',
    'For how long this process, if it relays events, has not had all of them.',
    () => relay.lagMs / 1_000,
  );
  const requires = CONSUMERS.map(({ name }) => name);
  return () => leases.whileHolding('events', (lease) => relay.run(lease), requires);
}

function createIndexer({ db, leases, log, metrics }: Foundation): Start {
  metrics.addGauge(
    'palaver_search_queue',
    'Changes of messages that search does not know yet, some of them together; up to 100,000.',
    () => countQueued(db, MOST_COUNTED),
  );
  const indexer = new SearchIndexer({ db, log });
  return () => leases.whileHolding('search', (lease) => indexer.run(lease));
}

/** The task of each kind of job. */
function tasksOf({ db, objects, temporary }: Foundation): Tasks {
  return {
    [END_SANCTIONS]: (payload) => endSanctions(db, payload as SanctionedMember),
    [STORE_PACK]: (payload) => storePack(db, objects, temporary, (payload as { packId: PackId }).packId),
    [REMOVE_FILES]: (payload) => removeFiles(db, objects, (payload as { folder: string }).folder),
  };
}

/** (Of each tenant a row is read, so seldom.) */
function addFileGauges({ db, metrics }: Foundation): void {
  let known: { at: number; counted: ReturnType<typeof countStored> } | undefined;
  const read = () => {
    if (known === undefined || performance.now() - known.at > MINUTE_MS)
      known = { at: performance.now(), counted: countStored(db) };
    return known.counted;
  };
  const help = 'of messages of all applications, without sticker packs, at most a minute ago.';
  metrics.addGauge('palaver_stored_files', `Files ${help}`, async () => (await read()).files);
  metrics.addGauge(
    'palaver_stored_file_bytes',
    `Bytes of the files ${help}`,
    async () => (await read()).bytes,
  );
}

/** The same tasks; each run of one begins a trace. */
function traced(tasks: Tasks, { tracer }: Foundation): Tasks {
  if (!tracer.isOn) return tasks;
  const run = async (name: string, task: Tasks[string], payload: unknown) => {
    const span = tracer.startRoot(`job ${name}`, {});
    try {
      await task(payload);
    } catch (error) {
      span?.fail(error instanceof Error ? error.name : 'Error');
      throw error;
    } finally {
      span?.end();
    }
  };
  return Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [name, (payload) => run(name, task, payload)]),
  );
}

export const MINUTE_MS = 60_000;
const SWEEP_ROWS = 10_000;
/** The bytes of a deleted message, or of a deleted thread, are gone soon after. */
const FILES_MS = 5_000;

/** How soon a user is found, and a reaction grouped, that a server of the former version has stored. */
const FORMER_MS = 5_000;

function sweep({ config, log, db, leases, objects }: Foundation, webhooks: Webhooks): () => Promise<void> {
  return leases.whileHolding('sweeps', async (lease) => {
    const { ending } = lease;
    const [noteUpload, noteFile] = [logRemovals(log), logRemovals(log)];
    const removeBytes = (signal: AbortSignal) => sweepFiles(db, objects, signal, noteFile);
    const closers = [
      every(MINUTE_MS, sweepingKeys(lease, config.idempotencyTtlMs), log),
      // (Several nodes may do the same for the same users, reactions and files, so these need no check of the lease.)
      every(FORMER_MS, (signal) => nameUnnamedUsers(db, signal), log),
      every(FORMER_MS, (signal) => canonicalizeReactions(db, signal), log),
      every(60 * MINUTE_MS, () => removeOrphans(db, objects), log),
      every(FILES_MS, (signal) => sweepUploads(db, objects, signal, noteUpload), log),
      every(FILES_MS, removeBytes, log),
      every(FILES_MS, (signal) => releaseFiles(db, signal, () => removeBytes(signal)), log),
      every(MINUTE_MS, (signal) => webhooks.sweep(lease, signal), log),
    ];
    if (!ending.aborted) await once(ending, 'abort');
    await Promise.all(closers.map((close) => close()));
  });
}

/** Removes expired idempotency keys in batches. */
function sweepingKeys(db: Queryable, ttlMs: number) {
  return async (signal: AbortSignal) => {
    while (!signal.aborted && (await sweepKeys(db, ttlMs, SWEEP_ROWS)) === SWEEP_ROWS);
  };
}

/** Runs `work` periodically. Returns a function that stops it and waits for a run in progress. */
export function every(
  intervalMs: number,
  work: (signal: AbortSignal) => Promise<void>,
  log: Log,
): () => Promise<void> {
  const stopping = new AbortController();
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = running
      .then(() => work(stopping.signal))
      .catch((error: unknown) => {
        if (!(error instanceof LeaseLostError)) log.warn({ err: error }, 'sweeping failed');
      });
  }, intervalMs);
  return async () => {
    clearInterval(timer);
    stopping.abort();
    await running;
  };
}
