import { setTimeout as sleep } from 'node:timers/promises';
import { ClusterReplacedError, DataFolderInUseError } from './errors.ts';
import { ensureDatabase, waitForGuests } from './lock-session.ts';
import { acquire, type Contender, claim, type OwnedCluster } from './ownership.ts';

/** The pause after a failed recovery: this, multiplied by the number of the attempt, up to the maximum. */
const RECOVERY_PAUSE_MS = 500;
const MAXIMUM_PAUSE_MS = 5_000;

export interface OwnerOptions {
  /** How long `stop` waits for guests. */
  readonly waitForGuestsMs: number;
  /** Called at most once, when another process owns the folder. */
  readonly onFatal: (error: Error) => void;
}

/*
 * The states of an owner:
 *
 *   running      The postmaster runs as a child of this process, and a session there holds the lock. If either is lost, the
 *                owner is recovering; after stop(), it is stopping.
 *   recovering   If one of PostgreSQL's processes has crashed, PostgreSQL ends all sessions but keeps running: the owner takes
 *                the lock again. If the postmaster is gone, the owner starts another at the same address, so that pools only
 *                have to reconnect. After success it is running again. After a failure it retries until stop(), because the
 *                cause, such as a full disk, may go away. If another process owns the folder by then, it is lost.
 *   lost         onFatal has been called; the owner does not retry.
 *   stopping     The final state, reachable from every other. The lock is released last, together with the postmaster.
 */
export class Owner {
  readonly #contender: Contender;
  readonly #options: OwnerOptions;
  #owned: OwnedCluster;
  #recovery: Promise<void> | undefined;
  #stopped: Promise<void> | undefined;

  private constructor(contender: Contender, owned: OwnedCluster, options: OwnerOptions) {
    this.#contender = contender;
    this.#owned = owned;
    this.#options = options;
  }

  /** `owned`: the result of `acquire` for this contender. */
  static async create(contender: Contender, owned: OwnedCluster, options: OwnerOptions): Promise<Owner> {
    try {
      await ensureDatabase(owned.session);
    } catch (error) {
      await owned.postmaster.stop(contender.log);
      throw error;
    }
    const owner = new Owner(contender, owned, options);
    owner.#watch();
    return owner;
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  #watch(): void {
    const { postmaster, session } = this.#owned;
    const lost = Promise.race([
      postmaster.exited.then((status) => `PostgreSQL ended (${status})`),
      session.ended.then(() => 'The connection that holds the lock was lost'),
    ]);
    void lost.then((reason) => {
      if (!this.#contender.stopping.signal.aborted) this.#recovery = this.#recover(reason);
    });
  }

  /** Never rejects. */
  async #recover(reason: string): Promise<void> {
    const { folder, log, stopping } = this.#contender;
    log.error({ cluster: folder.cluster }, `${reason}; recovering`);
    for (let attempt = 1; !stopping.signal.aborted; attempt++) {
      try {
        this.#owned = await this.#reacquire();
        log.info({ attempt }, 'PostgreSQL runs again');
        this.#watch();
        return;
      } catch (error) {
        if (stopping.signal.aborted) return;
        const failure = error instanceof Error ? error : new Error(String(error));
        if (failure instanceof DataFolderInUseError || failure instanceof ClusterReplacedError) {
          this.#options.onFatal(failure);
          return;
        }
        // Logs attempts 1, 2, 4, 8 and so on, because the reason rarely changes.
        if (Number.isInteger(Math.log2(attempt))) {
          log.error({ err: failure, attempt }, 'PostgreSQL could not be restarted; retrying');
        }
        const pauseMs = Math.min(RECOVERY_PAUSE_MS * attempt, MAXIMUM_PAUSE_MS);
        await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
  }

  async #reacquire(): Promise<OwnedCluster> {
    const { postmaster } = this.#owned;
    const session = await claim(postmaster, this.#contender);
    if (session !== undefined) return { role: 'owner', postmaster, session };
    await postmaster.stop(this.#contender.log);
    const acquired = await acquire({ ...this.#contender, mayJoin: false });
    if (acquired.role === 'guest') throw new Error('unreachable: joining was not allowed');
    return acquired;
  }

  async #stop(): Promise<void> {
    const { log, stopping } = this.#contender;
    stopping.abort();
    await this.#recovery;
    const { postmaster, session } = this.#owned;
    const guestsAreGone = await waitForGuests(session, this.#options.waitForGuestsMs);
    if (!guestsAreGone) log.warn({}, 'Stopping PostgreSQL although a command still uses it');
    await postmaster.stop(log);
    await session.ended;
  }
}
