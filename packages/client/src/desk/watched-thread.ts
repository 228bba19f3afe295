import { type Readable, when } from '../chat/state/store.ts';
import type { Thread } from '../chat/thread.ts';
import type { NewMessage } from '../chat/thread-actions.ts';
import type { ThreadWatch, WatchedThreadState } from './thread-watch.ts';

/** A thread that is open at the desk: its state, and what an agent does in it. */
export class WatchedThread implements Readable<WatchedThreadState> {
  readonly id: string;
  readonly #watch: ThreadWatch;
  readonly #release: () => void;
  #isClosed = false;

  constructor(id: string, watch: ThreadWatch, release: () => void) {
    this.id = id;
    this.#watch = watch;
    this.#release = release;
  }

  /**
   * Returns the current state of the thread. Returns the same object until the state changes.
   *
   * @example
   * ```ts
   * const { messages, error, needsReading } = watched.getSnapshot();
   * ```
   */
  readonly getSnapshot = (): WatchedThreadState => this.#watch.getSnapshot();
  /**
   * Calls `run` with the state, immediately and after each change. Returns a function that unsubscribes.
   *
   * @example
   * ```ts
   * const stop = watched.subscribe(({ messages }) => console.log(messages.length));
   * stop();
   * ```
   */
  readonly subscribe = (run: (state: WatchedThreadState) => void): (() => void) =>
    this.#watch.state.subscribe(run);

  /**
   * Resolves when the latest messages and the members are loaded, or when there is an `error`.
   *
   * @example
   * ```ts
   * const { thread, messages } = await watched.loaded();
   * console.log(thread?.name, messages.length);
   * ```
   */
  loaded(): Promise<WatchedThreadState> {
    return when(this, ({ isLoading }) => !isLoading);
  }

  /**
   * Sends a message as support, or as a member if the agent belongs to the thread. Works like `send` of a thread of the chat. A message
   * that the policy does not permit fails with M40306.
   *
   * @example
   * ```ts
   * watched.send('We are looking into it');
   * ```
   */
  send(message: NewMessage): string {
    if (this.#isClosed) throw new Error('this thread is closed');
    return this.#watch.open().send(message);
  }

  /**
   * Sends a failed message again. This can succeed if `canRetry` of the message is true.
   *
   * @example
   * ```ts
   * for (const message of watched.getSnapshot().messages) {
   *   if (message.state === 'failed' && message.canRetry) watched.retry(message.client_message_id);
   * }
   * ```
   */
  retry(clientMessageId: string): void {
    this.#opened?.retry(clientMessageId);
  }

  /**
   * Removes an unsent message, failed or pending, and returns its content.
   *
   * @example
   * ```ts
   * for (const message of watched.getSnapshot().messages) {
   *   if (message.state === 'failed') console.log(watched.discard(message.client_message_id)?.body.text);
   * }
   * ```
   */
  discard(clientMessageId: string): Exclude<NewMessage, string> | undefined {
    return this.#opened?.discard(clientMessageId);
  }

  /**
   * Fetches the messages before the first loaded one. Resolves to false if there are none.
   *
   * @example
   * ```ts
   * while (await watched.loadOlder());
   * ```
   */
  async loadOlder(): Promise<boolean> {
    return (await this.#opened?.loadOlder()) ?? false;
  }

  /**
   * Fetches the messages after the last loaded one, after `loadAround()`. Resolves to false if there are none.
   *
   * @example
   * ```ts
   * while (await watched.loadNewer());
   * ```
   */
  async loadNewer(): Promise<boolean> {
    return (await this.#opened?.loadNewer()) ?? false;
  }

  /**
   * Loads the messages around the message `seq`: they replace the loaded ones, unless it is among them. Resolves to whether it is there now.
   *
   * @example
   * ```ts
   * console.log(await watched.loadAround(seq));
   * ```
   */
  async loadAround(seq: number): Promise<boolean> {
    await this.loaded();
    return (await this.#opened?.loadAround(seq)) ?? false;
  }

  /**
   * Returns to the latest messages, after `loadAround()`.
   *
   * @example
   * ```ts
   * await watched.loadLatest();
   * ```
   */
  async loadLatest(): Promise<void> {
    await this.#opened?.loadLatest();
  }

  /**
   * Closes the thread: the server no longer sends its entries.
   *
   * @example
   * ```ts
   * watched.close();
   * ```
   */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#release();
  }

  get #opened(): Thread | undefined {
    return this.#isClosed ? undefined : this.#watch.opened;
  }
}
