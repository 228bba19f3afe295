import type { ExtUserId } from '@palaver/protocol/ids';
import type { Queryable } from '../../../storage/database.ts';
import { pollRevocations } from '../../records/token-revocations.ts';

/** Maximum lifetime of a token; older revocations need not be known. */
export const MAX_TOKEN_TTL_SECONDS = 7 * 86_400;

/** A revocation must reach every node within 5 s. */
const POLL_INTERVAL_MS = 1_000;
/** How often all revocations are reloaded, so that expired ones take no memory. */
const RELOAD_INTERVAL_MS = 3_600_000;

/**
 * The revoked tokens that this node knows of, at most a second old. A check that finds older data waits for a poll, which
 * concurrent checks share; without checks there are no polls. If the poll fails, the checks that wait for it fail, because
 * the token might be revoked.
 */
export class Revocations {
  readonly #db: Queryable;
  #revoked = new Map<ExtUserId, { generation: bigint; cutBelow: bigint }>();
  #next = '0';
  #branch: string | undefined;
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

  /** Whether a connection opened with a token of this generation must be closed, as of the last refresh. */
  cuts(user: ExtUserId, generation: bigint): boolean {
    return generation < (this.#revoked.get(user)?.cutBelow ?? 0n);
  }

  /** Polls if the data is older than a second. Concurrent callers share the poll. */
  async refresh(): Promise<void> {
    if (performance.now() - this.#polledAt <= POLL_INTERVAL_MS) return;
    this.#polling ??= this.#poll().finally(() => {
      this.#polling = undefined;
    });
    await this.#polling;
  }

  /** Polls, however young the data is. (A poll that is under way may have begun too early.) Concurrent callers share the poll. */
  async refreshNow(): Promise<void> {
    await this.#polling?.catch(() => {});
    this.#polledAt = Number.NEGATIVE_INFINITY;
    await this.refresh();
  }

  async #poll(): Promise<void> {
    // Taken before the query: the next poll finds what is revoked meanwhile.
    const startedAt = performance.now();
    const isReload = startedAt - this.#reloadedAt > RELOAD_INTERVAL_MS;
    const poll = (since: string) => pollRevocations(this.#db, since, MAX_TOKEN_TTL_SECONDS);
    const polled = await poll(isReload ? '0' : this.#next);
    // The database was set back: ids of transactions that this node has passed are given out again.
    const isSetBack = this.#branch !== undefined && polled.branch !== this.#branch;
    const { next, revoked, branch } = isSetBack && !isReload ? await poll('0') : polled;
    this.#branch = branch;
    if (isReload || isSetBack) {
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
