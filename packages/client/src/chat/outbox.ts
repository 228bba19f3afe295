import type { ClientMessage, ClientSendMessageBody } from '../api.ts';
import { PalaverError } from '../error.ts';
import { wait } from '../http/wait.ts';

/** Storage for unsent messages: `localStorage`, or anything of this shape, synchronous or not. */
export interface OutboxStorage {
  getItem: (key: string) => string | null | Promise<string | null>;
  setItem: (key: string, value: string) => void | Promise<void>;
}

/** A message that the server has not stored yet. */
export interface OutgoingMessage {
  thread_id: string;
  /** The idempotency key of the message: retries do not send it twice. */
  client_message_id: string;
  request: Omit<ClientSendMessageBody, 'client_message_id'>;
  /** Time of sending by the device's clock, in Unix milliseconds. */
  created_at: number;
  /** Number of the thread's last log entry at the time of sending, if known: the place of the message if it is refused. */
  after_seq?: number | undefined;
  /** Why the server refused it; undefined while the message is being sent. */
  error?: PalaverError;
}

export interface OutboxOptions {
  storage: OutboxStorage | undefined;
  /** The key of the messages in the storage. It names the user, so no other user sends them. Rejects without a token. */
  key: () => Promise<string>;
  /** Makes one attempt. Rejects with a {@link PalaverError}. */
  send: (message: OutgoingMessage) => Promise<ClientMessage>;
  onSent: (outgoing: OutgoingMessage, message: ClientMessage) => void;
  /** The server has refused a message. */
  onRefused: (outgoing: OutgoingMessage) => void;
  /** The outgoing messages of a thread have changed. */
  onChange: (threadId: string) => void;
}

const RETRY_MS = 1_000;

/**
 * Messages that the server has not stored yet. The outbox sends the messages of a thread one after another, to keep their
 * order, and retries each until the server stores or refuses it. A lost response does no harm, because the server
 * recognises the `client_message_id`. With a storage, messages survive the tab.
 */
export class Outbox {
  readonly #options: OutboxOptions;
  readonly #messages = new Map<string, OutgoingMessage>();
  /** Ids of all messages that this tab has had. The others in the storage belong to other tabs. */
  readonly #ownIds = new Set<string>();
  /** Writes to the storage, one after another. */
  #storing = Promise.resolve();
  /** Threads whose messages are being sent. */
  readonly #busyThreads = new Set<string>();
  #isOnline = false;
  /** Resolves when the connection is online. */
  #online = deferred();
  #isClosed = false;

  constructor(options: OutboxOptions) {
    this.#options = options;
  }

  /** Takes over the messages that earlier tabs have left in the storage. */
  async restore(): Promise<void> {
    for (const message of await this.#stored()) {
      if (this.#ownIds.has(message.client_message_id)) continue;
      this.#keep(message);
      this.#options.onChange(message.thread_id);
      this.#startSending(message.thread_id);
    }
  }

  add(message: OutgoingMessage): void {
    this.#keep(message);
    this.#changed(message.thread_id);
    this.#startSending(message.thread_id);
  }

  /** The messages of a thread, in the order of sending. */
  of(threadId: string): OutgoingMessage[] {
    return [...this.#messages.values()].filter(({ thread_id }) => thread_id === threadId);
  }

  /** Sends a refused message again. If it is refused again, its place is after `afterSeq`. */
  retry(clientMessageId: string, afterSeq: number | undefined): void {
    const message = this.#messages.get(clientMessageId);
    if (message?.error === undefined) return;
    const { error: _, ...again } = message;
    this.#messages.set(clientMessageId, { ...again, after_seq: afterSeq });
    this.#changed(message.thread_id);
    this.#startSending(message.thread_id);
  }

  /** Removes a message and returns it. */
  remove(clientMessageId: string): OutgoingMessage | undefined {
    const message = this.#messages.get(clientMessageId);
    if (message === undefined) return undefined;
    this.#messages.delete(clientMessageId);
    this.#changed(message.thread_id);
    return message;
  }

  set isOnline(isOnline: boolean) {
    if (isOnline) this.#online.resolve();
    // (If it was offline before, waiting sends keep their promise.)
    else if (this.#isOnline) this.#online = deferred();
    this.#isOnline = isOnline;
  }

  close(): void {
    this.#isClosed = true;
  }

  #startSending(threadId: string): void {
    if (this.#busyThreads.has(threadId)) return;
    this.#busyThreads.add(threadId);
    void this.#sendAll(threadId).finally(() => this.#busyThreads.delete(threadId));
  }

  async #sendAll(threadId: string): Promise<void> {
    for (;;) {
      const message = this.of(threadId).find(({ error }) => error === undefined);
      if (message === undefined) return;
      await this.#online.promise;
      if (this.#isClosed) return;
      try {
        const sent = await this.#options.send(message);
        this.#options.onSent(message, sent);
        this.remove(message.client_message_id);
      } catch (error) {
        if (!(error instanceof PalaverError)) throw error;
        // (Without a connection, the next round waits until it is back.)
        if (error.retryable) await wait(error.code === 'network' ? 0 : RETRY_MS);
        else if (this.#messages.has(message.client_message_id)) {
          this.#messages.set(message.client_message_id, { ...message, error });
          this.#options.onRefused(message);
          this.#changed(threadId);
        }
      }
    }
  }

  #changed(threadId: string): void {
    this.#options.onChange(threadId);
    if (this.#options.storage !== undefined) this.#storing = this.#storing.then(() => this.#store());
  }

  #keep(message: OutgoingMessage): void {
    this.#ownIds.add(message.client_message_id);
    this.#messages.set(message.client_message_id, message);
  }

  /** Keeps what other tabs have stored. */
  async #store(): Promise<void> {
    const others = (await this.#stored()).filter(({ client_message_id: id }) => !this.#ownIds.has(id));
    const own = [...this.#messages.values()].map(({ error: _error, ...message }) => message);
    try {
      await this.#options.storage?.setItem(await this.#options.key(), JSON.stringify([...others, ...own]));
    } catch {
      // The storage is full or not permitted. The messages are still sent while the tab is open.
    }
  }

  async #stored(): Promise<OutgoingMessage[]> {
    try {
      const text = await this.#options.storage?.getItem(await this.#options.key());
      return text ? (JSON.parse(text) as OutgoingMessage[]) : [];
    } catch {
      return [];
    }
  }
}

/** (Node 20 has no `Promise.withResolvers`.) */
function deferred() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
