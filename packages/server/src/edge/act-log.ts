import type { ErrorCode } from '@palaver/protocol/errors';
import type { Log } from '../platform/log.ts';

/** What somebody has asked for, and what has come of it. Nothing in it is a secret, or was said by anybody. */
export interface Act {
  /** The public id of the API key, or the `ext_user_id` of the user; neither: nobody was known. */
  key?: string | undefined;
  user?: string | undefined;
  app?: string | undefined;
  tenant?: string | undefined;
  address: string;
  method: string;
  /** The pattern of the address, never the address itself; or the type of a frame. */
  route: string;
  code: ErrorCode | 'M200';
  requestId?: string | undefined;
}

/** Refused acts of one user, or of all strangers together, that are written in a second; beyond it they are counted. */
export const REFUSED_PER_SECOND = 20;

/**
 * Who did what: a line for each act. Users and strangers can be refused as often as they like, so that is written only so often;
 * a line a second says how many others there were. (What they achieve is limited by their rate limits.)
 */
export class ActLog {
  readonly #log: Log;
  /** In the second that runs, by user; of strangers by ''. */
  readonly #refused = new Map<string, number>();
  /** By code: those that are not written. */
  readonly #others = new Map<string, number>();

  constructor(log: Log) {
    this.#log = log;
  }

  /** Whether anybody reads what is written here: else it need not be put together. */
  get isOn(): boolean {
    return this.#log.isLevelEnabled('info');
  }

  write(act: Act): void {
    if (act.code === 'M200' || act.key !== undefined || this.#isAmongFirst(act.user ?? '')) {
      this.#log.info(act, 'act');
    } else {
      this.#others.set(act.code, (this.#others.get(act.code) ?? 0) + 1);
    }
  }

  #isAmongFirst(whose: string): boolean {
    if (this.#refused.size === 0) setTimeout(() => this.#endSecond(), 1_000).unref();
    const count = (this.#refused.get(whose) ?? 0) + 1;
    this.#refused.set(whose, count);
    return count <= REFUSED_PER_SECOND;
  }

  #endSecond(): void {
    this.#refused.clear();
    if (this.#others.size === 0) return;
    this.#log.info({ codes: Object.fromEntries(this.#others) }, 'more refused acts');
    this.#others.clear();
  }
}
