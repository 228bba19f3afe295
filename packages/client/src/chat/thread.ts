import type { UploadedFile } from '../api.ts';
import { randomId } from '../http/random-id.ts';
import type { UploadOptions } from './files/upload-options.ts';
import { NotificationsOfThread } from './notifications/notifications.ts';
import { TypingSignal } from './people/typing-signal.ts';
import { messageFor, type SendFileOptions } from './sending/file-message.ts';
import type { OutgoingFile } from './sending/outgoing-files.ts';
import type { OutgoingMessage } from './sending/outgoing-message.ts';
import { type Readable, when } from './state/store.ts';
import type { ThreadState } from './thread/thread-state.ts';
import type { ThreadStore } from './thread/thread-store.ts';
import type { NewMessage, ThreadActions, ThreadChanges } from './thread-actions.ts';
import { ThreadMessages } from './thread-messages.ts';

/** An open thread: its state, and the actions in it. */
export class Thread extends ThreadMessages implements Readable<ThreadState> {
  readonly id: string;
  /** The notification settings of the user for this thread. */
  readonly notifications: NotificationsOfThread;
  /** @internal For the support desk. */
  readonly store: ThreadStore;
  readonly #actions: ThreadActions;
  readonly #typing: TypingSignal;
  #isClosed = false;

  constructor(id: string, store: ThreadStore, actions: ThreadActions) {
    super(actions);
    this.id = id;
    this.store = store;
    this.#actions = actions;
    this.notifications = new NotificationsOfThread(actions.rest);
    this.#typing = new TypingSignal((is_typing) => {
      actions.command({ type: 'typing', thread_id: id, is_typing }).catch(() => {});
    });
  }

  /**
   * Returns the current state of the thread. Returns the same object until the state changes.
   *
   * @example
   * ```ts
   * const { messages, typing } = thread.getSnapshot();
   * ```
   */
  readonly getSnapshot = (): ThreadState => this.store.state.getSnapshot();
  /**
   * Calls `run` with the state, immediately and after each change. Returns a function that unsubscribes.
   *
   * @example
   * ```ts
   * const stop = thread.subscribe(({ messages }) => console.log(messages.length));
   * stop();
   * ```
   */
  readonly subscribe = (run: (state: ThreadState) => void): (() => void) => this.store.state.subscribe(run);

  /**
   * Resolves when the thread, its latest messages and the members are loaded; `thread` is undefined if the user is not a member. Rejects if
   * the server accepts no token, or the chat is closed.
   *
   * @example
   * ```ts
   * const { messages, members } = await thread.loaded();
   * ```
   */
  loaded(): Promise<ThreadState> {
    return when(this, ({ isLoading }) => !isLoading, this.#actions.connection);
  }

  /**
   * Sends a message and returns its client message id. It appears at once and arrives exactly once, even on a bad network.
   *
   * @example
   * ```ts
   * thread.send('hello');
   * thread.send({ body: { text: 'Me too' }, reply_to: seq, mentions: [extUserId] });
   * ```
   */
  send(message: NewMessage): string {
    return this.#add({ request: typeof message === 'string' ? { body: { text: message } } : message });
  }

  /**
   * Sends a file and returns the client message id. The message appears at once, with the file as its `upload`; the SDK
   * uploads the file and then sends the message, which has the kind that the server finds in the content. Both happen
   * once, even on a bad network. A picture that the server cannot show is sent as a file. Only the files after it wait for the upload. `discard` and `signal` end it.
   *
   * @example
   * ```ts
   * const file = new File(['Buy bread'], 'notes.txt'); // for example from <input type="file">
   * thread.sendFile(file, { text: 'My notes' });
   * for (const message of thread.getSnapshot().messages) {
   *   if (message.state === 'sent' || message.upload === undefined) continue;
   *   const { name, sent, total } = message.upload;
   *   console.log(`${name}: ${Math.round((100 * sent) / total)} %`);
   * }
   * ```
   */
  sendFile(file: Blob, options: SendFileOptions = {}): string {
    const { poster, onProgress, onFallback, signal } = options;
    const id = this.#add(messageFor(file, options), { file, poster, onProgress, onFallback });
    if (signal?.aborted) this.discard(id);
    else signal?.addEventListener('abort', () => this.discard(id), { once: true });
    return id;
  }

  #add(message: Pick<OutgoingMessage, 'request'>, file?: OutgoingFile): string {
    const client_message_id = randomId();
    const sent = { client_message_id, created_at: Date.now(), after_seq: this.store.lastSeq };
    this.#actions.outbox.add({ thread_id: this.id, ...message, ...sent }, file);
    this.#typing.endByMessage();
    // Users want to see what they send. (If this fails, they are no longer a member.)
    this.store.loadLatest().catch(() => {});
    return client_message_id;
  }

  /**
   * Uploads a file that the user wants to send to this thread: a message then names it by its `file_id`. Its content decides
   * what it is, so send it in a message of its `kind`. Without `name`, a `File` keeps its name. The SDK retries the upload
   * after network failures, a large one from where it was; `signal` ends it.
   *
   * @example
   * ```ts
   * const notes = new File(['Buy bread'], 'notes.txt'); // for example from <input type="file">
   * const { kind, file_id } = await thread.upload(notes, {
   *   onProgress: ({ sent, total }) => console.log(`${Math.round((100 * sent) / total)} %`),
   * });
   * thread.send({ body: { text: 'My notes', metadata: [{ type: kind, file_id }] } });
   * ```
   */
  upload(file: Blob, options: UploadOptions = {}): Promise<UploadedFile> {
    return this.#actions.rest.upload(file, options);
  }

  /**
   * Sends a failed message again. This can succeed if `canRetry` of the message is true.
   *
   * @example
   * ```ts
   * for (const message of thread.getSnapshot().messages) {
   *   if (message.state === 'failed' && message.canRetry) thread.retry(message.client_message_id);
   * }
   * ```
   */
  retry(clientMessageId: string): void {
    this.#actions.outbox.retry(clientMessageId, this.store.lastSeq);
  }

  /**
   * Removes an unsent message, failed or pending, and returns its content, so that the user can edit and send it again.
   *
   * @example
   * ```ts
   * for (const message of thread.getSnapshot().messages) {
   *   if (message.state === 'failed') console.log(thread.discard(message.client_message_id)?.body.text);
   * }
   * ```
   */
  discard(clientMessageId: string): Exclude<NewMessage, string> | undefined {
    const message = this.#actions.outbox.remove(clientMessageId);
    // (If the user is writing another message, the next key press signals typing again.)
    if (message !== undefined) this.setTyping(false);
    return message?.request;
  }

  /**
   * Signals typing. Call it for each key press: the SDK limits the signals, and they expire when the calls stop.
   *
   * @example
   * ```ts
   * thread.setTyping();
   * ```
   */
  setTyping(isTyping = true): void {
    this.#typing.set(isTyping);
  }

  /**
   * Tells the server whether the user is looking at this thread. If so, its messages notify none of the user's devices.
   * Only the latest visible thread counts. The SDK tells it again after a reconnect; `close()` ends it.
   *
   * @example
   * ```ts
   * thread.setVisible(globalThis.document?.visibilityState === 'visible');
   * ```
   */
  setVisible(isVisible = true): void {
    if (!this.#isClosed) this.#actions.setVisible(isVisible);
  }

  /**
   * Fetches the messages before the first loaded one. Resolves to false if there are none.
   *
   * @example
   * ```ts
   * while (await thread.loadOlder());
   * ```
   */
  loadOlder(): Promise<boolean> {
    return this.store.loadOlder();
  }

  /**
   * Loads the messages around the message `seq`, such as one that a search has found: they replace the loaded ones, unless it is
   * among them. Resolves to whether it is there now. `loadNewer` and `loadLatest` return to the latest messages, and so
   * does `send`. Threads that you open with the same id share their messages.
   *
   * @example
   * ```ts
   * if (await thread.loadAround(seq)) {
   *   const found = thread.getSnapshot().messages.find((message) => message.state === 'sent' && message.seq === seq);
   *   console.log(found?.body.text);
   * }
   * ```
   */
  loadAround(seq: number): Promise<boolean> {
    return this.store.loadAround(seq);
  }

  /**
   * Fetches the messages after the last loaded one. Resolves to false if there are none.
   *
   * @example
   * ```ts
   * while (await thread.loadNewer());
   * ```
   */
  loadNewer(): Promise<boolean> {
    return this.store.loadNewer();
  }

  /**
   * Returns to the latest messages, after `loadAround()`.
   *
   * @example
   * ```ts
   * await thread.loadLatest();
   * ```
   */
  loadLatest(): Promise<void> {
    return this.store.loadLatest();
  }

  /**
   * Changes the name, description, picture or metadata of the thread.
   *
   * @example
   * ```ts
   * await thread.update({ name: 'Dinner' });
   * ```
   */
  update(changes: ThreadChanges): Promise<unknown> {
    return this.#actions.rest.write('PATCH', '', changes);
  }

  /**
   * Deletes the thread for all members.
   *
   * @example
   * ```ts
   * await thread.deleteThread();
   * ```
   */
  deleteThread(): Promise<void> {
    return this.#actions.rest.write('DELETE', '');
  }

  /**
   * Closes the thread and discards its messages from memory.
   *
   * @example
   * ```ts
   * thread.close();
   * ```
   */
  close(): void {
    if (this.#isClosed) return;
    this.setVisible(false);
    this.#isClosed = true;
    this.#typing.close();
    this.#actions.release();
  }
}
