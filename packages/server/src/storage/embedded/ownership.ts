import { setTimeout as sleep } from 'node:timers/promises';
import type { DataFolder } from './data-folder.ts';
import { ClusterReplacedError, DataFolderInUseError, EmbeddedPostgresError } from './errors.ts';
import {
  type Address,
  closeSession,
  type LockSession,
  openSession,
  readUsage,
  tryToJoin,
  tryToOwn,
} from './lock-session.ts';
import type { Log } from './log.ts';
import { findPostmaster, type LivePostmaster, type NoPostmaster } from './pid-file.ts';
import { type Postmaster, stopProcess } from './postmaster.ts';

/*
 * How a process becomes the owner of a cluster.
 *
 * The owner has started the postmaster as its child AND holds the lock in a session there (lock-session.ts). PostgreSQL itself
 * ensures that a cluster never has two postmasters; the lock distinguishes a postmaster with an owner from an orphan. A
 * contender works in rounds until one of them gives a result:
 *
 *   no postmaster    Start one and take the lock. If another process has started one first or holds the lock: next round.
 *   it has an owner  A guest joins. A contender for ownership waits briefly, because the owner may be a server that is
 *                    stopping or a short command, and then fails with DataFolderInUseError.
 *   it has no owner  It may be new, and its starter is about to take the lock; or it has crashed, and its owner is about to take
 *                    the lock again; or it is an orphan that its guard is about to stop. So the contender only watches for a
 *                    while. If the postmaster is still there, its guard was killed as well: the contender takes the lock, so that
 *                    only one of several contenders acts, and stops the postmaster. Next round.
 *   it has gone      Next round.
 *
 * Only the owner of a cluster replaces it by another one (`palaver upgrade`). A contender that finds it replaced begins anew.
 *
 * A contender never adopts a postmaster that another process has started, because it could not control its guard or observe its
 * exit.
 */

const MAXIMUM_ROUNDS = 10;
/** How long to wait for another owner to stop. */
const OWNED_TIMEOUT_MS = 3_000;
/** A postmaster without an owner for this long is an orphan. Its guard, if it is alive, stops it sooner. */
const ORPHAN_AFTER_MS = 1_500;
/** How long to wait for a running postmaster to respond. */
const RESPONSE_TIMEOUT_MS = 60_000;
/** How long to wait for the lock on our own child, which may be slow to notice that our previous session has ended. */
const LOCK_TIMEOUT_MS = 1_000;
const POLL_INTERVAL_MS = 50;

export interface OwnedCluster {
  readonly role: 'owner';
  readonly postmaster: Postmaster;
  readonly session: LockSession;
}

export interface JoinedCluster {
  readonly role: 'guest';
  readonly address: Address;
  readonly session: LockSession;
}

export interface Contender {
  readonly folder: DataFolder;
  /** Where a postmaster that this process starts listens. */
  readonly address: Address;
  /** The name that other processes report as the holder. */
  readonly name: string;
  /** Whether it may become a guest. */
  readonly mayJoin: boolean;
  readonly log: Log;
  /** Aborted by stop(); ends all waits. */
  readonly stopping: AbortController;
  /** Starts a postmaster; undefined if another process was faster. */
  launch(stalePid: number | undefined): Promise<Postmaster | undefined>;
}

export async function acquire(contender: Contender): Promise<OwnedCluster | JoinedCluster> {
  const { folder, log } = contender;
  for (let round = 1; round <= MAXIMUM_ROUNDS; round++) {
    const found = await findPostmaster(folder.cluster);
    if (found.alive) {
      const joined = await joinOrWaitUntilGone(found, contender);
      if (joined !== undefined) return joined;
      continue;
    }
    if (!(await folder.isCurrent())) throw new ClusterReplacedError(folder.path);
    const postmaster = await contender.launch(found.stalePid);
    if (postmaster === undefined) {
      await sleep(POLL_INTERVAL_MS * round);
      continue;
    }
    const session = await claim(postmaster, contender);
    if (session !== undefined) {
      // The previous owner may have replaced the cluster just before this start. Now only this process could.
      if (await folder.isCurrent()) return { role: 'owner', postmaster, session };
      await postmaster.stop(log);
      throw new ClusterReplacedError(folder.path);
    }
    await postmaster.stop(log); // another process takes it for an orphan and is stopping it as well
  }
  throw new EmbeddedPostgresError(
    `The database in ${folder.cluster} was neither free nor owned for long. See ${folder.logFile}.`,
  );
}

/**
 * Waits until our own child responds, and takes the lock.
 * @returns undefined if the child has ended or another process holds the lock
 */
export async function claim(postmaster: Postmaster, contender: Contender): Promise<LockSession | undefined> {
  const { address, name, log, stopping } = contender;
  const untilMs = performance.now() + RESPONSE_TIMEOUT_MS;
  try {
    while (postmaster.running) {
      stopping.signal.throwIfAborted();
      const session = await openSession(address, name);
      if (session !== undefined) {
        if (await waitForLock(session)) return session;
        await closeSession(session);
        return undefined;
      }
      if (performance.now() > untilMs) throw notResponding(postmaster.pid, contender);
      await sleep(POLL_INTERVAL_MS);
    }
    return undefined;
  } catch (error) {
    await postmaster.stop(log);
    throw error;
  }
}

async function waitForLock(session: LockSession): Promise<boolean> {
  const untilMs = performance.now() + LOCK_TIMEOUT_MS;
  do {
    if (await tryToOwn(session)) return true;
    await sleep(POLL_INTERVAL_MS);
  } while (performance.now() < untilMs);
  return false;
}

/**
 * Watches the postmaster of another process until this one joins it as a guest or the postmaster is gone. Stops an orphan.
 * @returns undefined if the postmaster is gone
 */
async function joinOrWaitUntilGone(
  found: LivePostmaster,
  contender: Contender,
): Promise<JoinedCluster | undefined> {
  const { folder, name, mayJoin, log, stopping } = contender;
  if (!mayJoin)
    log.info({ pid: found.pid }, 'PostgreSQL already runs on this folder; checking who started it');
  const ownedFor = stopwatch();
  const orphanedFor = stopwatch();
  const silentFor = stopwatch();
  let session: LockSession | undefined;
  let joined = false;
  try {
    for (;;) {
      stopping.signal.throwIfAborted();
      const now = await findPostmaster(folder.cluster);
      if (!isSame(now, found)) return undefined;
      const address = { host: now.socketDir, port: now.port, password: folder.password };
      session ??= await openSession(address, name);
      const usage = session && (await readUsage(session));
      if (usage === undefined) session = undefined;

      const owner = usage?.owner ?? undefined;
      const silentMs = silentFor(usage === undefined);
      const ownedMs = ownedFor(owner !== undefined);
      const orphanedMs = orphanedFor(usage !== undefined && owner === undefined);
      if (silentMs > RESPONSE_TIMEOUT_MS) throw notResponding(now.pid, contender);
      if (session !== undefined && owner !== undefined && usage?.databaseMade === true && mayJoin) {
        joined = await tryToJoin(session);
        if (joined) return { role: 'guest', address, session };
      }
      if (owner !== undefined && ownedMs > (mayJoin ? RESPONSE_TIMEOUT_MS : OWNED_TIMEOUT_MS)) {
        throw new DataFolderInUseError(folder.path, owner);
      }
      if (session !== undefined && orphanedMs > ORPHAN_AFTER_MS) await stopOrphan(now, session, contender);
      await sleep(POLL_INTERVAL_MS);
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
      'a PostgreSQL whose process is not visible here (in another container?)',
    );
  }
  if (!(await tryToOwn(session))) return;
  log.warn({ pid: orphan.pid, cluster: folder.cluster }, 'Stopping PostgreSQL left running by a crash');
  await stopProcess(orphan.pid, async () => !isSame(await findPostmaster(folder.cluster), orphan), log);
}

function isSame(now: NoPostmaster | LivePostmaster, then: LivePostmaster): now is LivePostmaster {
  return now.alive && now.pid === then.pid && now.startedAt === then.startedAt;
}

function notResponding(pid: number, { folder }: Contender): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `The PostgreSQL of ${folder.cluster} (pid ${pid}) runs but does not answer. See ${folder.logFile}.`,
  );
}

/** Returns how many milliseconds a condition has held without interruption. */
function stopwatch(): (holds: boolean) => number {
  let sinceMs = Infinity;
  return (holds) => {
    sinceMs = holds ? Math.min(sinceMs, performance.now()) : Infinity;
    return Math.max(0, performance.now() - sinceMs);
  };
}
