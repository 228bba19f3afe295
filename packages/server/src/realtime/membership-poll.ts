import type { ExtUserId, ThreadId } from '@palaver/protocol/ids';
import { pollJoins } from '../domain/records/memberships-of-user.ts';
import type { Queryable } from '../storage/database.ts';

/** Finds new memberships whose bus events were lost. Polling starts with the first connection that resumes. */
export class MembershipPoll {
  readonly #db: Queryable;
  /** Where the next poll starts; undefined: no connection needs one. */
  #position: Promise<string> | undefined;

  constructor(db: Queryable) {
    this.#db = db;
  }

  /** Resolves when the start position is known: every later membership will be found. */
  async begin(): Promise<void> {
    this.#position ??= pollJoins(this.#db, undefined).then(({ next }) => next);
    await this.#position.catch((error: unknown) => {
      this.#position = undefined;
      throw error;
    });
  }

  /** Memberships since the last poll; may repeat some. */
  async poll(): Promise<{ thread_id: ThreadId; ext_user_id: ExtUserId }[]> {
    await this.begin();
    const { next, joined } = await pollJoins(this.#db, await this.#position);
    this.#position = Promise.resolve(next);
    return joined;
  }

  stop(): void {
    this.#position = undefined;
  }
}
