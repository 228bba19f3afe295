import type { ClientMessage, ClientSendMessageBody } from '../api.ts';
import { PalaverError } from '../error.ts';
import { wait } from '../http/wait.ts';

/** Storage for unsent messages: `localStorage`, or anything of this shape, synchronous or not. */
export interface OutboxStorage {
  getItem: (key: string) => string | null | Promise<string | null>;
  setItem: (key: string, value: string) => void | Promise<void>;
}

/** A message that is on its way. */
export interface OutgoingMessage {
  thread_id: string;
  /** Unique: however often it is sent, there is one message. */
  client_message_id: string;
  request: Omit<ClientSendMessageBody, 'client_message_id'>;
  /** By the clock of the device, Unix milliseconds. */
  created_at: number;
  /**
   * The last entry of the thread when it was sent: where it stands when it is refused. Undefined: that is not known.
   */
  after_seq?: number | undefined;
  /** Why it was refused, for good; undefined: it is being sent. */
  error?: PalaverError;
}

export interface OutboxOptions {
  storage: OutboxStorage | undefined;
  /**
   * What the messages are stored under: of one user, so that nobody else sends them. Rejects while that is not known.
   */
  key: () => Promise<string>;
  /** Sends once; rejects with a {@link PalaverError}. */
  send: (message: OutgoingMessage) => Promise<ClientMessage>;
  onSent: (outgoing: OutgoingMessage, message: ClientMessage) => void;
  /** One will not be sent any more: it was refused. */
  onRefused: (outgoing: OutgoingMessage) => void;
  /** Something has changed of a thread's messages. */
  onChange: (threadId: string) => void;
}

const RETRY_MS = 1_000;

/**
 * Messages that have not been answered. Those of a thread are sent one after another, so that they arrive in their
 * order; each again and again until the server has said yes, or no. What is lost on the way changes nothing, because
 * the server knows a message by its `client_message_id`. With a storage they survive the tab.
 */
export class Outbox {
  readonly #options: OutboxOptions;
  readonly #messages = new Map<string, OutgoingMessage>();
  /** Every message that this tab has had: of the others it stores what it finds. */
  readonly #ids = new Set<string>();
  #storing = Promise.resolve();
  /** Threads whose messages are being sent. */
  readonly #busy = new Set<string>();
  #isOnline = false;
  #online = deferred();
  #isClosed = false;

  constructor(options: OutboxOptions) {
    this.#options = options;
  }

  /** Takes up what an earlier tab has left. */
  async restore(): Promise<void> {
    for (const message of await this.#stored()) {
      if (this.#ids.has(message.client_message_id)) continue;
      this.#keep(message);
      this.#options.onChange(message.thread_id);
      this.#work(message.thread_id);
    }
  }

  add(message: OutgoingMessage): void {
    this.#keep(message);
    this.#changed(message.thread_id);
    this.#work(message.thread_id);
  }

  /** Those of a thread, in the order in which they were sent. */
  of(threadId: string): OutgoingMessage[] {
    return [...this.#messages.values()].filter(({ thread_id }) => thread_id === threadId);
  }

  /** Sends one again that was refused; from now on it stands after `afterSeq`. */
  retry(clientMessageId: string, afterSeq: number | undefined): void {
    const message = this.#messages.get(clientMessageId);
    if (message?.error === undefined) return;
    const { error: _, ...again } = message;
    this.#messages.set(clientMessageId, { ...again, after_seq: afterSeq });
    this.#changed(message.thread_id);
    this.#work(message.thread_id);
  }

  /** Forgets one, and answers it: the server has it, or nobody wants it any more. */
  remove(clientMessageId: string): OutgoingMessage | undefined {
    const message = this.#messages.get(clientMessageId);
    if (message === undefined) return undefined;
    this.#messages.delete(clientMessageId);
    this.#changed(message.thread_id);
    return message;
  }

  set isOnline(isOnline: boolean) {
    if (isOnline) this.#online.resolve();
    // Who waits already waits on.
    else if (this.#isOnline) this.#online = deferred();
    this.#isOnline = isOnline;
  }

  close(): void {
    this.#isClosed = true;
  }

  #work(threadId: string): void {
    if (this.#busy.has(threadId)) return;
    this.#busy.add(threadId);
    void this.#sendAll(threadId).finally(() => this.#busy.delete(threadId));
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
        // (A lost connection says so soon; then this waits for the next one.)
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
    this.#ids.add(message.client_message_id);
    this.#messages.set(message.client_message_id, message);
  }

  /** Beside what other tabs have stored. */
  async #store(): Promise<void> {
    const others = (await this.#stored()).filter(({ client_message_id: id }) => !this.#ids.has(id));
    const own = [...this.#messages.values()].map(({ error: _error, ...message }) => message);
    try {
      await this.#options.storage?.setItem(await this.#options.key(), JSON.stringify([...others, ...own]));
    } catch {
      // Full, or not permitted: the messages are sent all the same while the tab is open.
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

/** (`Promise.withResolvers` is younger than Node 20.) */
function deferred() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
