import { setTimeout as sleep } from 'node:timers/promises';
import { DataFolderInUseError } from './errors.ts';
import { makeDatabase, waitForGuests } from './lock-session.ts';
import { acquire, type Contender, claim, type Owned } from './ownership.ts';

/** Times the number of the attempt that failed, up to the longest. */
const RECOVERY_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5_000;

export interface Duties {
  /** How long guests may hold up the end. */
  readonly waitForGuestsMs: number;
  readonly onFatal: (error: Error) => void;
}

/*
 * The life of an owner.
 *
 *   running      The postmaster is our child and runs; our session there holds the lock. When one of them is
 *                lost: recovering. By stop(): stopping.
 *   recovering   After a crash of one of its processes PostgreSQL ends all sessions but goes on: take the
 *                lock again. If the postmaster is gone: start another, at the same address, so that pools
 *                only have to connect again. Done: running. It fails: again, as long as we live, for what is
 *                in the way may go away, as a full disk does. Somebody else owns the folder by now: lost.
 *   lost         onFatal was called; nothing more is tried.
 *   stopping     For good, from every other state. The lock goes last, with the postmaster.
 */
export class Owner {
  readonly #contender: Contender;
  readonly #duties: Duties;
  #owned: Owned;
  #recovery: Promise<void> | undefined;
  #end: Promise<void> | undefined;

  private constructor(contender: Contender, owned: Owned, duties: Duties) {
    this.#contender = contender;
    this.#owned = owned;
    this.#duties = duties;
  }

  /** From what `acquire` gave for this contender. */
  static async begin(contender: Contender, owned: Owned, duties: Duties): Promise<Owner> {
    try {
      await makeDatabase(owned.session);
    } catch (error) {
      await owned.postmaster.stop(contender.log);
      throw error;
    }
    const owner = new Owner(contender, owned, duties);
    owner.#watch();
    return owner;
  }

  stop(): Promise<void> {
    this.#end ??= this.#stop();
    return this.#end;
  }

  #watch(): void {
    const { postmaster, session } = this.#owned;
    const lost = Promise.race([
      postmaster.exited.then((how) => `PostgreSQL ended (${how})`),
      session.ended.then(() => 'The connection that holds the lock was lost'),
    ]);
    void lost.then((what) => {
      if (!this.#contender.stopping.signal.aborted) this.#recovery = this.#recover(what);
    });
  }

  /** Never rejects. */
  async #recover(what: string): Promise<void> {
    const { folder, log, stopping } = this.#contender;
    log.error({ cluster: folder.cluster }, `${what}; recovering`);
    for (let attempt = 1; !stopping.signal.aborted; attempt++) {
      try {
        this.#owned = await this.#regain();
        log.info({ attempt }, 'PostgreSQL is back');
        this.#watch();
        return;
      } catch (error) {
        if (stopping.signal.aborted) return;
        const failure = error instanceof Error ? error : new Error(String(error));
        if (failure instanceof DataFolderInUseError) {
          this.#duties.onFatal(failure);
          return;
        }
        // Of 1, 2, 4, 8 and so on: the reason seldom changes.
        if (Number.isInteger(Math.log2(attempt))) {
          log.error({ err: failure, attempt }, 'PostgreSQL could not be brought back; trying on');
        }
        const pauseMs = Math.min(RECOVERY_PAUSE_MS * attempt, LONGEST_PAUSE_MS);
        await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
  }

  async #regain(): Promise<Owned> {
    const { postmaster } = this.#owned;
    const session = await claim(postmaster, this.#contender);
    if (session !== undefined) return { role: 'owner', postmaster, session };
    await postmaster.stop(this.#contender.log);
    const got = await acquire({ ...this.#contender, mayJoin: false });
    if (got.role === 'guest') throw new Error('unreachable: it may not join');
    return got;
  }

  async #stop(): Promise<void> {
    const { log, stopping } = this.#contender;
    stopping.abort();
    await this.#recovery;
    const { postmaster, session } = this.#owned;
    const alone = await waitForGuests(session, this.#duties.waitForGuestsMs);
    if (!alone) log.warn({}, 'Stopping PostgreSQL although a command still uses it');
    await postmaster.stop(log);
    await session.ended;
  }
}
