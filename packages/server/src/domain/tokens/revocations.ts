import type { ExtUserId } from '@palaver/protocol/ids';
import type { Queryable } from '../../storage/database.ts';
import { pollRevocations } from './queries.ts';

/** The longest that a token can live: what was revoked longer ago need not be known. */
export const MAX_TOKEN_TTL_SECONDS = 7 * 86_400;

/** A revocation must reach every node within 5 s. */
const POLL_INTERVAL_MS = 1_000;
/** How often everything is read anew, so that what has expired takes no memory. */
const RELOAD_INTERVAL_MS = 3_600_000;

/**
 * Which tokens are revoked, as this node knows it: at most a second old. Whoever asks later than that waits for a poll,
 * which all who ask share; nobody asks, nobody polls. If the poll fails, so does who waits for it: without it nobody can
 * say that a token still counts.
 */
export class Revocations {
  readonly #db: Queryable;
  /** The generation from which on tokens of a user are good. */
  #generations = new Map<ExtUserId, bigint>();
  #next = '0';
  #polledAt = Number.NEGATIVE_INFINITY;
  #reloadedAt = Number.NEGATIVE_INFINITY;
  #polling: Promise<void> | undefined;

  constructor(db: Queryable) {
    this.#db = db;
  }

  /** Whether tokens of this generation are revoked. */
  async has(user: ExtUserId, generation: bigint): Promise<boolean> {
    if (performance.now() - this.#polledAt > POLL_INTERVAL_MS) {
      this.#polling ??= this.#poll().finally(() => {
        this.#polling = undefined;
      });
      await this.#polling;
    }
    return generation < (this.#generations.get(user) ?? 0n);
  }

  async #poll(): Promise<void> {
    // Before the look, not after it: what is revoked meanwhile is found by the next one.
    const startedAt = performance.now();
    const isReload = startedAt - this.#reloadedAt > RELOAD_INTERVAL_MS;
    const { next, revoked } = await pollRevocations(
      this.#db,
      isReload ? '0' : this.#next,
      MAX_TOKEN_TTL_SECONDS,
    );
    if (isReload) {
      this.#generations = new Map();
      this.#reloadedAt = startedAt;
    }
    for (const { ext_user_id, generation } of revoked) this.#generations.set(ext_user_id, BigInt(generation));
    this.#next = next;
    this.#polledAt = startedAt;
  }
}
