import { setTimeout as sleep } from 'node:timers/promises';
import type { DataFolder } from './data-folder.ts';
import { DataFolderInUseError, EmbeddedPostgresError } from './errors.ts';
import {
  type Address,
  closeSession,
  type LockSession,
  lookAtUse,
  openSession,
  tryToJoin,
  tryToOwn,
} from './lock-session.ts';
import type { Log } from './log.ts';
import { type LivePostmaster, lookForPostmaster, type NobodyThere } from './pid-file.ts';
import { type Postmaster, stopProcess } from './postmaster.ts';

/*
 * How one process comes to own a cluster.
 *
 * The owner started the postmaster as its child AND holds the lock in a session there (lock-session.ts).
 * PostgreSQL itself sees to it that a cluster never has two postmasters; the lock tells a postmaster with an
 * owner from an orphan. In rounds, until one comes to an end:
 *
 *   nobody there      start a postmaster; take the lock. Somebody else's started first, or got the lock: next
 *                     round.
 *   it has an owner   a guest joins. An owner-to-be waits a little, for a server that is stopping or a short
 *                     command, then gives up: DataFolderInUseError.
 *   it has no owner   It may be a newborn whose starter is about to take the lock, a crashed one that its
 *                     owner is about to take again, or an orphan that its guard is about to stop: so for a
 *                     while we only look. If it stays, the guard was killed as well: take the lock, so that
 *                     one of several does it, stop it, next round.
 *   it went away      next round.
 *
 * We never go on with somebody else's postmaster: its guard and its exit are not ours to see.
 */

const MAXIMUM_ROUNDS = 10;
/** How long to wait for an owner to go away. */
const OWNED_PATIENCE_MS = 3_000;
/** How long a postmaster must have had no owner to be an orphan. Its guard, if there is one, needs less. */
const ORPHANED_MS = 1_500;
/** How long a postmaster may neither answer nor go away. */
const SILENCE_PATIENCE_MS = 60_000;
/** How long the lock may stay taken on our own child, which may notice late that our last session ended. */
const LOCK_PATIENCE_MS = 1_000;
const LOOK_EVERY_MS = 50;

export interface Owned {
  readonly role: 'owner';
  readonly postmaster: Postmaster;
  readonly session: LockSession;
}

export interface Joined {
  readonly role: 'guest';
  readonly address: Address;
  readonly session: LockSession;
}

export interface Contender {
  readonly folder: DataFolder;
  /** Where a postmaster of ours listens. */
  readonly address: Address;
  /** What others are told of us. */
  readonly name: string;
  /** Whether being a guest will do. */
  readonly mayJoin: boolean;
  readonly log: Log;
  /** Aborted by stop(): ends every waiting. */
  readonly stopping: AbortController;
  /** Starts a postmaster; undefined when somebody else was faster. */
  launch(stalePid: number | undefined): Promise<Postmaster | undefined>;
}

export async function acquire(contender: Contender): Promise<Owned | Joined> {
  const { folder, log } = contender;
  for (let round = 1; round <= MAXIMUM_ROUNDS; round++) {
    const found = await lookForPostmaster(folder.cluster);
    if (found.alive) {
      const joined = await outwait(found, contender);
      if (joined !== undefined) return joined;
      continue;
    }
    const postmaster = await contender.launch(found.stalePid);
    if (postmaster === undefined) {
      await sleep(LOOK_EVERY_MS * round);
      continue;
    }
    const session = await claim(postmaster, contender);
    if (session !== undefined) return { role: 'owner', postmaster, session };
    await postmaster.stop(log); // somebody took it for an orphan, and does the same
  }
  throw new EmbeddedPostgresError(
    `The database in ${folder.cluster} was neither free nor owned for long. See ${folder.logFile}.`,
  );
}

/**
 * Takes the lock on our own child, waiting for it to answer.
 * @returns undefined when it has ended or somebody else has the lock
 */
export async function claim(postmaster: Postmaster, contender: Contender): Promise<LockSession | undefined> {
  const { address, name, log, stopping } = contender;
  const untilMs = performance.now() + SILENCE_PATIENCE_MS;
  try {
    while (postmaster.running) {
      stopping.signal.throwIfAborted();
      const session = await openSession(address, name);
      if (session !== undefined) {
        if (await getsLock(session)) return session;
        await closeSession(session);
        return undefined;
      }
      if (performance.now() > untilMs) throw doesNotAnswer(postmaster.pid, contender);
      await sleep(LOOK_EVERY_MS);
    }
    return undefined;
  } catch (error) {
    await postmaster.stop(log);
    throw error;
  }
}

async function getsLock(session: LockSession): Promise<boolean> {
  const untilMs = performance.now() + LOCK_PATIENCE_MS;
  do {
    if (await tryToOwn(session)) return true;
    await sleep(LOOK_EVERY_MS);
  } while (performance.now() < untilMs);
  return false;
}

/**
 * Watches somebody else's postmaster until it is gone, which we may bring about.
 * @returns what a guest got; undefined when the postmaster is gone
 */
async function outwait(found: LivePostmaster, contender: Contender): Promise<Joined | undefined> {
  const { folder, name, mayJoin, log, stopping } = contender;
  if (!mayJoin)
    log.info({ pid: found.pid }, 'A PostgreSQL runs on this folder already; finding out whose it is');
  const ownedFor = stopwatch();
  const orphanedFor = stopwatch();
  const silentFor = stopwatch();
  let session: LockSession | undefined;
  let joined = false;
  try {
    for (;;) {
      stopping.signal.throwIfAborted();
      const now = await lookForPostmaster(folder.cluster);
      if (!isSame(now, found)) return undefined;
      const address = { host: now.socketDir, port: now.port, password: folder.password };
      session ??= await openSession(address, name);
      const use = session && (await lookAtUse(session));
      if (use === undefined) session = undefined;

      const owner = use?.owner ?? undefined;
      const silentMs = silentFor(use === undefined);
      const ownedMs = ownedFor(owner !== undefined);
      const orphanedMs = orphanedFor(use !== undefined && owner === undefined);
      if (silentMs > SILENCE_PATIENCE_MS) throw doesNotAnswer(now.pid, contender);
      if (session !== undefined && owner !== undefined && use?.databaseMade === true && mayJoin) {
        joined = await tryToJoin(session);
        if (joined) return { role: 'guest', address, session };
      }
      if (owner !== undefined && ownedMs > (mayJoin ? SILENCE_PATIENCE_MS : OWNED_PATIENCE_MS)) {
        throw new DataFolderInUseError(folder.path, owner);
      }
      if (session !== undefined && orphanedMs > ORPHANED_MS) await stopOrphan(now, session, contender);
      await sleep(LOOK_EVERY_MS);
    }
  } finally {
    if (session !== undefined && !joined) await closeSession(session);
  }
}

async function stopOrphan(orphan: LivePostmaster, session: LockSession, contender: Contender): Promise<void> {
  const { folder, log } = contender;
  if (!orphan.visible) {
    throw new DataFolderInUseError(
      folder.path,
      'a PostgreSQL whose process is not to be seen (in another container?)',
    );
  }
  if (!(await tryToOwn(session))) return;
  log.warn({ pid: orphan.pid, cluster: folder.cluster }, 'Stopping the PostgreSQL that a crash left behind');
  await stopProcess(orphan.pid, async () => !isSame(await lookForPostmaster(folder.cluster), orphan), log);
}

function isSame(now: NobodyThere | LivePostmaster, then: LivePostmaster): now is LivePostmaster {
  return now.alive && now.pid === then.pid && now.startedAt === then.startedAt;
}

function doesNotAnswer(pid: number, { folder }: Contender): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `The PostgreSQL of ${folder.cluster} (pid ${pid}) runs but does not answer. See ${folder.logFile}.`,
  );
}

/** Tells how many milliseconds a condition has held without a break. */
function stopwatch(): (holds: boolean) => number {
  let sinceMs = Infinity;
  return (holds) => {
    sinceMs = holds ? Math.min(sinceMs, performance.now()) : Infinity;
    return Math.max(0, performance.now() - sinceMs);
  };
}
