import type { PulledEvent } from '../api.ts';
import { PalaverError } from '../error.ts';
import { backoffMs, LONGEST_RETRY_AFTER_MS, wait } from '../http/wait.ts';
import type { BackEnd, PulledPage } from './back-end.ts';

/** Where to continue: store it together with the effects of your events, for example as JSON. */
export interface EventCursor {
  /** Position of the last event that you handled. 0: starts with the oldest event that the server keeps. */
  after: number;
  /**
   * The epoch of that position. With it, the server detects that its database was restored from a backup, or failed over,
   * and has lost events that you have seen.
   */
  epoch?: string | undefined;
}

/** Options of {@link Palaver.events}: a cursor that you stored, and a filter. */
export interface EventsOptions extends Partial<EventCursor> {
  /** Only events of these types; absent or empty: all, including future types. */
  types?: readonly PulledEvent['type'][] | undefined;
  /** Ends the loop, also while it waits: it throws the reason of the signal. */
  signal?: AbortSignal | undefined;
  /**
   * Called when events are missing: M41000, they were removed because of their age; M41001, the database was restored or
   * failed over, and may have lost events that you have seen. Load your state again; when the promise resolves, the loop
   * continues at `gap.firstPosition`. Without this option, the loop throws the error.
   */
  onGap?: ((gap: PalaverError) => void | Promise<void>) | undefined;
}

/** The longest time that the server may hold a request until there are events. */
const WAIT_SECONDS = 30;
/** Maximum page size of the server. */
const PAGE = 1_000;
/** A server that stops, or that holds too many requests, does not wait: the next request comes after this pause. */
const PAUSE_MS = 1_000;

/**
 * The events of your application, in order and without an end: the loop waits for new events. After network failures,
 * restarts of the server and retryable responses it tries again, however long that takes; it repeats and omits no event. It
 * throws a {@link PalaverError} if the server refuses the request, or if events are missing (see `onGap`). `break` ends it.
 *
 * A second loop continues after the last event of the first one. Only one loop can run at a time.
 *
 * @example
 * ```ts
 * const events = palaver.events({
 *   after: 0,
 *   onGap: async (gap) => {
 *     console.log(`${gap.code}: continues at ${gap.firstPosition}`);
 *     for await (const user of palaver.users.list()) console.log(user.user_id); // load again what you keep a copy of
 *   },
 * });
 * for await (const event of events) {
 *   if (event.type !== 'message.created') continue;
 *   console.log(event.data.entry.message?.body.text);
 *   break;
 * }
 * ```
 */
export class Events implements AsyncIterable<PulledEvent> {
  readonly #backEnd: BackEnd;
  readonly #options: EventsOptions;
  #cursor: EventCursor;
  #isRunning = false;

  constructor(backEnd: BackEnd, options: EventsOptions) {
    this.#backEnd = backEnd;
    this.#options = options;
    this.#cursor = { after: options.after ?? 0, epoch: options.epoch };
  }

  /**
   * Where {@link Palaver.events} continues after a restart of your process: after the event that your loop has at the moment.
   * So read it when you have handled the event. While the loop waits, the cursor also passes events that the filter leaves
   * out.
   */
  get cursor(): EventCursor {
    return { ...this.#cursor };
  }

  [Symbol.asyncIterator](): AsyncIterator<PulledEvent, undefined> {
    const leaving = new AbortController();
    const walk = this.#walk(leaving.signal);
    return {
      next: () => walk.next(),
      // (Without this, `return` would wait for the request in progress.)
      return: () => {
        leaving.abort();
        return walk.return(undefined);
      },
    };
  }

  async *#walk(leaving: AbortSignal): AsyncGenerator<PulledEvent, undefined, undefined> {
    if (this.#isRunning) throw new TypeError('Another loop over these events is running');
    this.#isRunning = true;
    const { signal } = this.#options;
    const over = signal === undefined ? leaving : AbortSignal.any([signal, leaving]);
    try {
      for (;;) {
        const { after } = this.#cursor;
        const askedAt = performance.now();
        const { events, nextAfter, epoch } = await this.#pull(over);
        for (const event of events) {
          over.throwIfAborted();
          this.#cursor = { after: event.position, epoch };
          yield event;
        }
        this.#cursor = { after: nextAfter, epoch };
        const hasWaited = nextAfter > after || performance.now() - askedAt > PAUSE_MS;
        if (!hasWaited) await wait(PAUSE_MS, over);
      }
    } catch (error) {
      if (leaving.aborted) return undefined;
      throw error;
    } finally {
      this.#isRunning = false;
    }
  }

  /** Gets the page after the cursor; retries for ever. */
  async #pull(over: AbortSignal): Promise<PulledPage<PulledEvent>> {
    for (let retries = 0; ; retries += 1) {
      try {
        over.throwIfAborted();
        return await this.#backEnd.pull<PulledEvent>(this.#query(), WAIT_SECONDS, over);
      } catch (error) {
        if (!(error instanceof PalaverError)) throw error;
        if (isGap(error)) await this.#pass(error);
        else if (!error.retryable) throw error;
        // (A proxy under maintenance may ask for a pause of hours.)
        const askedMs = Math.min(error.retryAfterMs ?? 0, LONGEST_RETRY_AFTER_MS);
        await wait(backoffMs(retries, askedMs), over);
      }
    }
  }

  #query() {
    const { types = [] } = this.#options;
    return {
      ...this.#cursor,
      limit: PAGE,
      types: types.length === 0 ? undefined : types.join(','),
    };
  }

  /** Continues after a gap, if the caller agrees. The next response tells the epoch. */
  async #pass(gap: PalaverError & { firstPosition: number }): Promise<void> {
    const { onGap } = this.#options;
    if (onGap === undefined) throw gap;
    await onGap(gap);
    this.#cursor = { after: gap.firstPosition - 1 };
  }
}

function isGap(error: PalaverError): error is PalaverError & { firstPosition: number } {
  return ['M41000', 'M41001'].includes(error.code) && error.firstPosition !== undefined;
}
