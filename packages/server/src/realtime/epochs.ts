import { currentEpoch, type Epoch } from '../domain/records/epochs.ts';
import type { Log } from '../platform/log.ts';
import type { Database } from '../storage/database.ts';
import type { MembershipPoll } from './membership-poll.ts';

/** A signed-in connection. */
interface SignedIn {
  /** The branch of the epoch in its `authenticated` frame. */
  readonly branch: string | undefined;
  /** Ends the connection. */
  setAside: () => void;
}

export interface EpochsParts {
  db: Database;
  log: Log;
  connections: { signedIn: () => Iterable<SignedIn> };
  memberships: Pick<MembershipPoll, 'stop'>;
}

/**
 * Follows the epoch of the database (storage/epoch.ts). When the branch changes, entries that clients have may be lost, and others may
 * get their numbers. Then it ends all connections: the clients resume, and the server compares what they have.
 */
export class Epochs {
  readonly #parts: EpochsParts;
  #branch: string | undefined;
  #looks = 0;
  /** The latest look that has a result. */
  #lastLook = 0;

  constructor(parts: EpochsParts) {
    this.#parts = parts;
    // At once, so that no connection gets entries of two branches.
    parts.db.branch.subscribe((branch) => {
      this.#lastLook = this.#looks;
      this.#follow(branch);
    });
  }

  /** Reads the epoch, and ends the connections if the branch has changed. */
  async look(): Promise<Epoch> {
    this.#looks += 1;
    const look = this.#looks;
    const current = await currentEpoch(this.#parts.db);
    // (Looks may overtake each other.)
    if (look > this.#lastLook) {
      this.#lastLook = look;
      this.#follow(current.branch);
    }
    return current;
  }

  #follow(branch: string): void {
    const isOther = this.#branch !== undefined && this.#branch !== branch;
    this.#branch = branch;
    if (!isOther) return;
    const { log, memberships } = this.#parts;
    log.warn('the database was set back, or has failed over: clients connect again');
    this.#endOthers();
    // (It knows how far it has looked by the ids of transactions, which are given out again.)
    memberships.stop();
  }

  /** The same, for connections that were signing in meanwhile as well. */
  async sweep(): Promise<void> {
    await this.look();
    this.#endOthers();
  }

  #endOthers(): void {
    for (const session of this.#parts.connections.signedIn())
      if (session.branch !== this.#branch) session.setAside();
  }
}
