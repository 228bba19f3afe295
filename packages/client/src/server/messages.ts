import type {
  EditMessageBody,
  Message,
  MessageKind,
  SearchHit,
  SendMessageBody,
  SentMessage,
  SentMessages,
} from '../api.ts';
import { type CallOptions, type Page, path } from '../http/call.ts';
import type { ActingOptions, BackEnd, PostOptions } from './back-end.ts';
import { Listing } from './listing.ts';

/** A message to send. Without `metadata`, it is a text. */
export type NewMessage = Omit<SendMessageBody, 'body'> & {
  body: Omit<SendMessageBody['body'], 'metadata'> & Partial<Pick<SendMessageBody['body'], 'metadata'>>;
};

/** The number of a message in its thread. */
export type Seq = number | string;

/** From when messages are. */
export interface MessagePeriod {
  /** Only those from this time or later, in Unix milliseconds. */
  after?: number;
  /** Only those from before this time, in Unix milliseconds. */
  before?: number;
}

/** Which messages a search finds. */
export interface MessageFilters extends MessagePeriod {
  /** Only those of this thread. */
  thread_id?: string;
  /** Only those of this user or bot, by `ext_user_id`. */
  sender?: string;
  kind?: MessageKind;
  /** The total number; by default, all. */
  limit?: number;
}

/** Messages, sent by users or bots. */
export class Messages {
  readonly #backEnd: BackEnd;

  constructor(backEnd: BackEnd) {
    this.#backEnd = backEnd;
  }

  /**
   * Sends a message to a thread, or one message to each of several users. Resolves to the stored messages once they are
   * durable. Retries do not send a message twice.
   *
   * @example
   * ```ts
   * const [sent] = await palaver.messages.send({
   *   sender: { user_id: 'ann' },
   *   target: { thread_id: threadId },
   *   body: { text: 'Your order is ready.' },
   * });
   * console.log(sent?.seq);
   * ```
   */
  async send(message: NewMessage, options?: PostOptions): Promise<SentMessage[]> {
    const body = { ...message.body, metadata: message.body.metadata ?? [{ type: 'text' }] };
    const { messages } = await this.#backEnd.post<SentMessages>(
      {
        path: '/open-api/v1.0/chat/messages',
        json: { ...message, body },
        headers: { prefer: 'return=representation' },
      },
      options,
    );
    return messages;
  }

  /**
   * Lists the messages of a thread from the first on, or after `after_seq`, in ascending order. `limit` is the total
   * number; `pinned` selects pinned messages, `after` and `before` those of a period.
   *
   * @example
   * ```ts
   * const lastDay = { after: Date.now() - 86_400_000 };
   * for await (const message of palaver.messages.list(threadId, lastDay)) console.log(message.seq, message.body.text);
   * ```
   */
  list(
    threadId: string,
    {
      after_seq = 0,
      limit,
      ...filters
    }: { after_seq?: Seq; pinned?: boolean; limit?: number; after?: number; before?: number } = {},
    options?: CallOptions,
  ): Listing<Message> {
    return new Listing(
      (position = String(after_seq), size) =>
        this.#page(threadId, { after_seq: position, limit: size, ...filters }, options),
      (message) => String(message.seq),
      limit,
    );
  }

  /**
   * Lists the messages of a thread from the latest back, or before `before_seq`, in descending order. `limit` is the
   * total number; `pinned` selects pinned messages, `after` and `before` those of a period.
   *
   * @example
   * ```ts
   * const latest = await palaver.messages.history(threadId, { limit: 20 }).toArray();
   * console.log(latest[0]?.body.text);
   * ```
   */
  history(
    threadId: string,
    {
      before_seq,
      limit,
      ...filters
    }: { before_seq?: Seq; pinned?: boolean; limit?: number; after?: number; before?: number } = {},
    options?: CallOptions,
  ): Listing<Message> {
    const fetch = async (position = before_seq, size: number) => {
      const page = await this.#page(threadId, { before_seq: position, limit: size, ...filters }, options);
      return { ...page, items: [...page.items].reverse() };
    };
    return new Listing(fetch, (message) => String(message.seq), limit);
  }

  /**
   * Gets one page of messages around a number, in ascending order, for example to follow a link to a message. The page
   * has fewer than `limit` messages if they are large.
   *
   * @example
   * ```ts
   * const around = await palaver.messages.around(threadId, seq, { limit: 20 });
   * console.log(around.length);
   * ```
   */
  async around(
    threadId: string,
    seq: Seq,
    { limit = 30, ...options }: CallOptions & { limit?: number } = {},
  ): Promise<Message[]> {
    return (await this.#page(threadId, { around_seq: seq, limit }, options)).items;
  }

  /**
   * Searches the messages of all threads, newest first; the guide of search says what is found.
   *
   * @example
   * ```ts
   * for await (const { message } of palaver.messages.search('lunch', { limit: 20 }))
   *   console.log(message.thread_id, message.body.text);
   * ```
   */
  search(query: string, filters: MessageFilters = {}, options?: CallOptions): Listing<SearchHit> {
    const { limit: total, ...others } = filters;
    const fetch = (next: string | undefined, limit: number) =>
      this.#backEnd.cursorPage<SearchHit>(
        '/open-api/v1.0/chat/search',
        { q: query, ...others, limit, next },
        options,
      );
    return new Listing(fetch, () => '', total);
  }

  /**
   * Gets a message in its current state; a deleted message is empty. Rejects with M40405 if the message does not exist.
   *
   * @example
   * ```ts
   * const { body, sender } = await palaver.messages.get(threadId, seq);
   * console.log(sender.display_name, body.text);
   * ```
   */
  get(threadId: string, seq: Seq, options?: CallOptions): Promise<Message> {
    return this.#backEnd.get(address(threadId, seq), {}, options);
  }

  /**
   * Edits the text or the metadata of a message. Its kind cannot change. `mentions` replaces those of the message; left out, they stay.
   *
   * @example
   * ```ts
   * await palaver.messages.edit(threadId, seq, { text: 'Your order is ready, but the door is locked.' });
   * ```
   */
  edit(
    threadId: string,
    seq: Seq,
    body: EditMessageBody['body'],
    options: ActingOptions & Pick<EditMessageBody, 'mentions'> = {},
  ): Promise<Message> {
    const { mentions, ...acting } = options;
    const json = { body, ...(mentions === undefined ? {} : { mentions }) };
    return this.#backEnd.act('PATCH', { path: address(threadId, seq), json }, acting);
  }

  /**
   * Deletes the content of a message. The message keeps its place, empty.
   *
   * @example
   * ```ts
   * await palaver.messages.delete(threadId, seq, { asUser: 'ann' });
   * ```
   */
  delete(threadId: string, seq: Seq, options?: ActingOptions): Promise<void> {
    return this.#backEnd.act('DELETE', { path: address(threadId, seq) }, options);
  }

  /**
   * Pins a message for all members.
   *
   * @example
   * ```ts
   * await palaver.messages.pin(threadId, seq);
   * ```
   */
  pin(threadId: string, seq: Seq, options?: ActingOptions): Promise<void> {
    return this.#backEnd.act('PUT', { path: `${address(threadId, seq)}/pin` }, options);
  }

  /**
   * Unpins a message.
   *
   * @example
   * ```ts
   * await palaver.messages.unpin(threadId, seq);
   * ```
   */
  unpin(threadId: string, seq: Seq, options?: ActingOptions): Promise<void> {
    return this.#backEnd.act('DELETE', { path: `${address(threadId, seq)}/pin` }, options);
  }

  #page(
    threadId: string,
    query: Record<string, Seq | boolean | undefined> & { limit: number },
    options?: CallOptions,
  ): Promise<Page<Message>> {
    return this.#backEnd.page(path`/open-api/v1.0/chat/threads/${threadId}/messages`, query, options);
  }
}

function address(threadId: string, seq: Seq): string {
  return path`/open-api/v1.0/chat/threads/${threadId}/messages/${seq}`;
}
