import type { ErrorCode } from '@palaver/protocol/errors';
import { type Log, plainLog } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';

/** An action that a client requested, and its outcome. It holds no secrets and no message content. */
export interface Act {
  /** The public id of the API key, or the `ext_user_id` of the user; neither if the request was not authenticated. */
  key?: string | undefined;
  user?: string | undefined;
  app?: string | undefined;
  tenant?: string | undefined;
  address: string;
  method: string;
  /** The route pattern, never the URL itself; or the type of a frame. */
  route: string;
  code: ErrorCode | 'M200';
  /** Commands have none. */
  status?: number;
  /** Commands have none. */
  requestId?: string | undefined;
  /** The `id` of a command, which its client has chosen. */
  commandId?: string | undefined;
  /** Of a request or command that is traced. */
  trace_id?: string;
  span_id?: string;
}

/** Refused acts logged per second for each user, and for all unauthenticated clients together; the rest are only counted. */
export const REFUSED_PER_SECOND = 20;

/**
 * The audit log: one line for each act, and the count of refused ones. Users and unauthenticated clients can cause any number of
 * refusals, so those are sampled: one line per second reports how many were left out, by code. (Successful acts are bounded by the
 * rate limits.)
 */
export class ActLog {
  readonly #log: Log;
  readonly #logSends: boolean;
  readonly #countRefusal: (labels: { code: string; caller: string }) => void;
  /** Refusals in the current second, by user; unauthenticated clients share the key ''. */
  readonly #refused = new Map<string, number>();
  /** Refusals that were not logged in the current second, by code. */
  readonly #others = new Map<string, number>();

  /** `logSends`: also messages that were sent. They outnumber all other acts, and a line takes a part of the time of a send. */
  constructor(log: Log, metrics: Metrics, { logSends }: { logSends: boolean }) {
    this.#log = plainLog(log);
    this.#logSends = logSends;
    this.#countRefusal = metrics.addCounter(
      'palaver_refusals_total',
      'Refused and failed requests and realtime commands, by code, and by caller: key, user, or none (unauthenticated).',
      ['code', 'caller'],
    );
  }

  /** Whether the log includes writes that were carried out. If not, callers need not assemble an act. */
  includes(write: 'send' | 'other'): boolean {
    return this.#isOn && (write === 'other' || this.#logSends);
  }

  get #isOn(): boolean {
    return this.#log.isLevelEnabled('info');
  }

  write(act: Act): void {
    if (act.code !== 'M200') this.#countRefusal({ code: act.code, caller: callerOf(act) });
    if (!this.#isOn) return;
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
    this.#log.info({ codes: Object.fromEntries(this.#others) }, 'further refused requests');
    this.#others.clear();
  }
}

function callerOf({ key, user }: Act): string {
  if (key !== undefined) return 'key';
  return user === undefined ? 'none' : 'user';
}
