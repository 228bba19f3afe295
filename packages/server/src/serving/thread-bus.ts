import type { ThreadId } from '@palaver/protocol/ids';
import type { Bus, BusEvent } from '../bus/bus.ts';
import { openInProcessBus } from '../bus/in-process.ts';
import { Batcher } from '../platform/batcher.ts';
import type { Log } from '../platform/log.ts';
import type { MainCalls } from './calls.ts';
import { EventPipe } from './event-pipe.ts';

/** Most threads of one call. */
const MAX_CHANGES = 10_000;

/**
 * The bus of a serving thread. Its own listeners get an event at once; the main thread passes it on to the other threads and nodes
 * (thread-hub.ts).
 */
export class ThreadBus implements Bus {
  readonly audience: Bus['audience'];
  readonly #local: Bus;
  readonly #pipe: EventPipe;
  readonly #changes: Batcher<ThreadId>;
  #silentSince = performance.now();
  #heardAt = performance.now();

  constructor(log: Log, main: Pick<MainCalls, 'publish' | 'listen'>) {
    const heard = new Set<ThreadId>();
    const changes = new Batcher<ThreadId>({
      maxBatch: MAX_CHANGES,
      handle: async (threadIds) => {
        await main.listen(new Map(threadIds.map((threadId) => [threadId, heard.has(threadId)])));
        return 'done';
      },
      failed: (error) => log.error({ err: error }, 'the main thread does not know the audience of a thread'),
    });
    this.#local = openInProcessBus(log);
    this.#pipe = new EventPipe((events) => main.publish(events));
    this.#changes = changes;
    this.audience = {
      has: (threadId) => heard.has(threadId),
      add: (threadId) => {
        heard.add(threadId);
        changes.add(threadId);
      },
      delete: (threadId) => {
        heard.delete(threadId);
        changes.add(threadId);
      },
    };
  }

  publish(event: BusEvent): void {
    this.#local.publish(event);
    this.#pipe.add(event);
  }

  subscribe(listener: (event: BusEvent) => void): () => void {
    return this.#local.subscribe(listener);
  }

  silenceMs(): number {
    return performance.now() - this.#silentSince;
  }

  /** For how long the main thread, which says something every second, has been silent. */
  get stallMs(): number {
    return performance.now() - this.#heardAt;
  }

  /** Takes events of other threads and nodes. `silenceMs`: that of the bus of the main thread. */
  receive(events: readonly BusEvent[], silenceMs: number): void {
    this.#heardAt = performance.now();
    this.#silentSince = this.#heardAt - silenceMs;
    for (const event of events) this.#local.publish(event);
  }

  async close(): Promise<void> {
    await this.#local.close();
    // The last events say, for instance, that the users of this thread are offline.
    await this.#pipe.drain();
    await this.#changes.close();
  }
}
