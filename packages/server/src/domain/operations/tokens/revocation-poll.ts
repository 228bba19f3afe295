import type { ExtUserId } from '@palaver/protocol/ids';
import type { Queryable } from '../../../storage/database.ts';
import { pollRevocations } from '../../records/token-revocations.ts';

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
  #revoked = new Map<ExtUserId, { generation: bigint; cutBelow: bigint }>();
  #next = '0';
  #polledAt = Number.NEGATIVE_INFINITY;
  #reloadedAt = Number.NEGATIVE_INFINITY;
  #polling: Promise<void> | undefined;

  constructor(db: Queryable) {
    this.#db = db;
  }

  /** Whether tokens of this generation are revoked. */
  async has(user: ExtUserId, generation: bigint): Promise<boolean> {
    await this.refresh();
    return generation < (this.#revoked.get(user)?.generation ?? 0n);
  }

  /** Whether a connection is to be cut that was opened with a token of this generation; as of the last refresh. */
  cuts(user: ExtUserId, generation: bigint): boolean {
    return generation < (this.#revoked.get(user)?.cutBelow ?? 0n);
  }

  /** Polls when what is known is older than a second; whoever asks meanwhile waits for the same poll. */
  async refresh(): Promise<void> {
    if (performance.now() - this.#polledAt <= POLL_INTERVAL_MS) return;
    this.#polling ??= this.#poll().finally(() => {
      this.#polling = undefined;
    });
    await this.#polling;
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
      this.#revoked = new Map();
      this.#reloadedAt = startedAt;
    }
    for (const { ext_user_id, generation, cut_below } of revoked) {
      this.#revoked.set(ext_user_id, { generation: BigInt(generation), cutBelow: BigInt(cut_below) });
    }
    this.#next = next;
    this.#polledAt = startedAt;
  }
}
