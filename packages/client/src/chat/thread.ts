import type { ClientEditMessageBody, ClientMember, ClientMessage, ClientSendMessageBody } from '../api.ts';
import { path } from '../http/call.ts';
import { randomId } from '../http/random-id.ts';
import type { Connection } from './connection.ts';
import type { Outbox } from './outbox.ts';
import type { Rest } from './rest.ts';
import type { Readable } from './store.ts';
import type { ThreadState, ThreadStore } from './thread-store.ts';

/** A text, or the whole of a message of any kind. */
export type NewMessage = string | Omit<ClientSendMessageBody, 'client_message_id'>;

/** Who goes on typing says so again before it is forgotten. */
const TYPING_AGAIN_MS = 3_000;

/** What a thread does by means of the chat. */
interface ThreadActions {
  rest: Rest;
  outbox: Outbox;
  command: Connection['command'];
  /** Throws what the server would answer, where that is known. */
  check: (body: ClientEditMessageBody['body']) => void;
  release: () => void;
}

/** An open thread: what it shows, and what can be done in it. */
export class Thread implements Readable<ThreadState> {
  readonly id: string;
  readonly #store: ThreadStore;
  readonly #actions: ThreadActions;
  #isClosed = false;
  #typedAt = Number.NEGATIVE_INFINITY;

  constructor(id: string, store: ThreadStore, actions: ThreadActions) {
    this.id = id;
    this.#store = store;
    this.#actions = actions;
  }

  /**
   * What the thread is now: the same object as long as nothing has changed.
   *
   * @example
   * ```ts
   * const { messages, typing } = thread.getSnapshot();
   * ```
   */
  readonly getSnapshot = (): ThreadState => this.#store.state.getSnapshot();
  /**
   * Calls `run` with the state, at once and whenever it has changed. Answers how to stop.
   *
   * @example
   * ```ts
   * const stop = thread.subscribe(({ messages }) => console.log(messages.length));
   * stop();
   * ```
   */
  readonly subscribe = (run: (state: ThreadState) => void): (() => void) => this.#store.state.subscribe(run);

  /**
   * Resolves when the latest messages and the members are there.
   *
   * @example
   * ```ts
   * const { messages, members } = await thread.loaded();
   * ```
   */
  async loaded(): Promise<ThreadState> {
    return new Promise((resolve) => {
      const stop = this.subscribe((state) => {
        if (state.isLoading) return;
        resolve(state);
        queueMicrotask(() => stop());
      });
    });
  }

  /**
   * Sends a message: it is shown at once, and arrives once, whatever the network does. Answers its id.
   *
   * @example
   * ```ts
   * thread.send('hello');
   * thread.send({ body: { text: 'Me too' }, reply_to: seq, mentions: [extUserId] });
   * ```
   */
  send(message: NewMessage): string {
    const client_message_id = randomId();
    const request = typeof message === 'string' ? { body: { text: message } } : message;
    const sent = { client_message_id, created_at: Date.now(), after_seq: this.#lastSeq };
    this.#actions.outbox.add({ thread_id: this.id, request, ...sent });
    this.#typedAt = Number.NEGATIVE_INFINITY;
    return client_message_id;
  }

  /**
   * Sends one again that the server has refused: that helps where its `canRetry` says so.
   *
   * @example
   * ```ts
   * for (const message of thread.getSnapshot().messages) {
   *   if (message.state === 'failed' && message.canRetry) thread.retry(message.client_message_id);
   * }
   * ```
   */
  retry(clientMessageId: string): void {
    this.#actions.outbox.retry(clientMessageId, this.#lastSeq);
  }

  /**
   * Forgets one that the server has refused, or has not answered yet, and answers what it was: to be changed, and sent anew.
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
    // (Who is writing the next one says so with the next key.)
    if (message !== undefined) this.setTyping(false);
    return message?.request;
  }

  /**
   * Changes what a message of one's own says.
   *
   * @example
   * ```ts
   * await thread.edit(seq, { text: 'hello, all' });
   * ```
   */
  async edit(seq: number, body: ClientEditMessageBody['body']): Promise<ClientMessage> {
    this.#actions.check(body);
    return this.#write('PATCH', path`/messages/${seq}`, { body });
  }

  /**
   * Empties a message, for good and for everybody.
   *
   * @example
   * ```ts
   * await thread.delete(seq);
   * ```
   */
  delete(seq: number): Promise<void> {
    return this.#write('DELETE', path`/messages/${seq}`);
  }

  /**
   * Reacts to a message; the same again changes nothing.
   *
   * @example
   * ```ts
   * await thread.react(seq, '👍');
   * ```
   */
  react(seq: number, key: string): Promise<ClientMessage> {
    return this.#write('PUT', path`/messages/${seq}/reactions/${key}`);
  }

  /**
   * Takes a reaction back.
   *
   * @example
   * ```ts
   * await thread.unreact(seq, '👍');
   * ```
   */
  unreact(seq: number, key: string): Promise<ClientMessage> {
    return this.#write('DELETE', path`/messages/${seq}/reactions/${key}`);
  }

  /**
   * Presses a button of a promotion, the first is 0: its label is posted as a text of yours, which this resolves to, and
   * (action type 2) the bot is sent its payload; once, however bad the network. A button of action type 1 is for you to
   * act on: M40003. With a `clientMessageId` that you keep it is once even when your app ends in between.
   *
   * @example
   * ```ts
   * const { body } = await thread.press(promotionSeq, 0);
   * console.log(body.text);
   * ```
   */
  press(seq: number, buttonIndex: number, clientMessageId?: string): Promise<ClientMessage> {
    const id = clientMessageId === undefined ? {} : { client_message_id: clientMessageId };
    const rest = path`/threads/${this.id}/messages/${seq}/press`;
    return this.#actions.rest.post(rest, { button_index: buttonIndex, ...id });
  }

  /**
   * Pins a message to the thread.
   *
   * @example
   * ```ts
   * await thread.pin(seq);
   * ```
   */
  pin(seq: number): Promise<void> {
    return this.#write('PUT', path`/messages/${seq}/pin`);
  }

  /**
   * Takes it off again.
   *
   * @example
   * ```ts
   * await thread.unpin(seq);
   * ```
   */
  unpin(seq: number): Promise<void> {
    return this.#write('DELETE', path`/messages/${seq}/pin`);
  }

  /**
   * Everything up to here is read; without `seq`: everything.
   *
   * @example
   * ```ts
   * await thread.markRead();
   * ```
   */
  async markRead(seq?: number): Promise<void> {
    await this.#write('PUT', '/read', seq === undefined ? {} : { seq });
  }

  /**
   * To be called with each key: the others are told as often as it takes, and when nothing came for some time.
   *
   * @example
   * ```ts
   * thread.setTyping();
   * ```
   */
  setTyping(isTyping = true): void {
    const now = performance.now();
    if (isTyping && now - this.#typedAt < TYPING_AGAIN_MS) return;
    this.#typedAt = isTyping ? now : Number.NEGATIVE_INFINITY;
    this.#actions.command({ type: 'typing', thread_id: this.id, is_typing: isTyping }).catch(() => {});
  }

  /**
   * Fetches the messages before the first one. False: there are none.
   *
   * @example
   * ```ts
   * while (await thread.loadOlder());
   * ```
   */
  loadOlder(): Promise<boolean> {
    return this.#store.loadOlder();
  }

  /**
   * Changes what the thread is called and shows.
   *
   * @example
   * ```ts
   * await thread.update({ name: 'Dinner' });
   * ```
   */
  update(changes: {
    name?: string;
    description?: string;
    avatar_url?: string;
    metadata?: string;
  }): Promise<unknown> {
    return this.#write('PATCH', '', changes);
  }

  /**
   * Adds users, by the identifiers that your app has for them.
   *
   * @example
   * ```ts
   * await thread.addMembers([userId]);
   * ```
   */
  addMembers(userIds: readonly string[]): Promise<ClientMember[]> {
    return this.#actions.rest.post(path`/threads/${this.id}/members`, { member_ids: userIds, id_type: 2 });
  }

  /**
   * Removes a member; oneself: leaves.
   *
   * @example
   * ```ts
   * await thread.removeMember(extUserId);
   * ```
   */
  removeMember(extUserId: string): Promise<ClientMember> {
    return this.#write('DELETE', path`/members/${extUserId}`);
  }

  /**
   * Makes a member an admin, or an ordinary member again.
   *
   * @example
   * ```ts
   * await thread.setRole(extUserId, 'admin');
   * ```
   */
  setRole(extUserId: string, role: 'admin' | 'member'): Promise<ClientMember> {
    return this.#write('PATCH', path`/members/${extUserId}`, { role });
  }

  /**
   * Who is muted reads only. `until` in Unix milliseconds; without it there is no end.
   *
   * @example
   * ```ts
   * await thread.mute(extUserId, Date.now() + 3_600_000);
   * ```
   */
  mute(extUserId: string, until?: number): Promise<ClientMember> {
    return this.#moderate(extUserId, 'mute', until);
  }

  /**
   * Ends a mute.
   *
   * @example
   * ```ts
   * await thread.mute(extUserId);
   * await thread.unmute(extUserId);
   * ```
   */
  unmute(extUserId: string): Promise<ClientMember> {
    return this.#moderate(extUserId, 'unmute');
  }

  /**
   * Who is banned is removed, and cannot be added again.
   *
   * @example
   * ```ts
   * await thread.ban(extUserId);
   * ```
   */
  ban(extUserId: string, until?: number): Promise<ClientMember> {
    return this.#moderate(extUserId, 'ban', until);
  }

  /**
   * Ends a ban: who was banned is a former member then.
   *
   * @example
   * ```ts
   * await thread.ban(extUserId);
   * await thread.unban(extUserId);
   * ```
   */
  unban(extUserId: string): Promise<ClientMember> {
    return this.#moderate(extUserId, 'unban');
  }

  /**
   * Makes a member the owner; who was it before becomes an admin.
   *
   * @example
   * ```ts
   * await thread.transferOwnership(extUserId);
   * ```
   */
  transferOwnership(extUserId: string): Promise<ClientMember> {
    return this.#actions.rest.post(path`/threads/${this.id}/owner`, { owner_id: extUserId, id_type: 1 });
  }

  /**
   * Deletes the thread, for everybody.
   *
   * @example
   * ```ts
   * await thread.deleteThread();
   * ```
   */
  deleteThread(): Promise<void> {
    return this.#write('DELETE', '');
  }

  /**
   * It is shown no more: nothing is kept of its messages.
   *
   * @example
   * ```ts
   * thread.close();
   * ```
   */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (this.#typedAt > Number.NEGATIVE_INFINITY) this.setTyping(false);
    this.#actions.release();
  }

  /** The last number that is known of the log. Of a thread that has just begun only its messages may be known. */
  get #lastSeq(): number | undefined {
    const { thread, messages, isLoading } = this.getSnapshot();
    if (thread !== undefined || isLoading) return thread?.last_seq;
    return messages.findLast((message) => message.state === 'sent')?.seq ?? 0;
  }

  #moderate(extUserId: string, action: string, until?: number): Promise<ClientMember> {
    const body = until === undefined ? {} : { until };
    return this.#actions.rest.post(path`/threads/${this.id}/members/${extUserId}/${action}`, body);
  }

  #write<T>(method: 'PUT' | 'PATCH' | 'DELETE', rest: string, body?: object): Promise<T> {
    return this.#actions.rest.write(method, `${path`/threads/${this.id}`}${rest}`, body);
  }
}
