import { MAX_WAITING_BYTES, type SendQueue } from '../domain/operations/messages/send-queue.ts';
import type { SendResult } from '../domain/operations/messages/send-verdict.ts';
import type { Send } from '../domain/records/sends.ts';
import { Refusal } from '../domain/refusal.ts';
import { sizeOf } from '../domain/rules/message-content.ts';
import { DatabaseFullError } from '../storage/database.ts';
import { resultOf } from './attempt.ts';
import type { MainCalls } from './calls.ts';

/**
 * The queue of sends as a serving thread sees it: the main thread has the queue, so that batches are large. Sends on their way are
 * bounded here, because the main thread may be too busy to refuse anything.
 */
export class RemoteSends implements SendQueue {
  readonly #main: Pick<MainCalls, 'send'>;
  readonly #maxWaiting: number;
  readonly #onFull: () => void;
  #waiting = 0;
  #waitingBytes = 0;
  readonly #whenEmpty: (() => void)[] = [];

  /** `onFull`: the main thread could not store a message, because the disk of the database is full. */
  constructor(
    main: Pick<MainCalls, 'send'>,
    { maxWaiting, onFull }: { maxWaiting: number; onFull: () => void },
  ) {
    this.#main = main;
    this.#maxWaiting = maxWaiting;
    this.#onFull = onFull;
  }

  async submit(send: Send): Promise<SendResult> {
    const bytes = sizeOf(send.content);
    if (this.#waiting >= this.#maxWaiting || this.#waitingBytes + bytes > MAX_WAITING_BYTES)
      throw new Refusal('M50300');
    this.#waiting += 1;
    this.#waitingBytes += bytes;
    try {
      return resultOf(await this.#main.send(send));
    } catch (error) {
      if (error instanceof DatabaseFullError) this.#onFull();
      throw error;
    } finally {
      this.#waiting -= 1;
      this.#waitingBytes -= bytes;
      if (this.#waiting === 0) for (const resolve of this.#whenEmpty.splice(0)) resolve();
    }
  }

  async drain(): Promise<void> {
    if (this.#waiting === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#whenEmpty.push(resolve);
    await promise;
  }
}
