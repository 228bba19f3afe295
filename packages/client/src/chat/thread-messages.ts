import type { ClientEditMessageBody, ClientMessage } from '../api.ts';
import { path } from '../http/call.ts';
import { randomId } from '../http/random-id.ts';
import type { ThreadRest } from './thread/thread-rest.ts';
import type { ThreadActions, ThreadCommand } from './thread-actions.ts';
import { ThreadMembers } from './thread-members.ts';

/** The methods of an open thread that change its messages, or what the user has read. A base class, like {@link ThreadMembers}. */
export class ThreadMessages extends ThreadMembers {
  readonly #actions: Pick<ThreadActions, 'rest' | 'check' | 'perform'>;

  constructor(actions: Pick<ThreadActions, 'rest' | 'check' | 'perform'>) {
    super(actions.rest);
    this.#actions = actions;
  }

  /**
   * Edits a message of the signed-in user. `mentions` replaces those of the message; left out, they stay.
   *
   * @example
   * ```ts
   * await thread.edit(seq, { text: 'hello, @Ben' }, { mentions: [extUserId] });
   * ```
   */
  async edit(
    seq: number,
    body: ClientEditMessageBody['body'],
    options?: { mentions?: ClientEditMessageBody['mentions'] },
  ): Promise<ClientMessage> {
    this.#actions.check(body);
    const content = { body, ...options };
    return this.#act({ type: 'edit', seq, ...content }, 'PATCH', path`/messages/${seq}`, content);
  }

  /**
   * Deletes the content of a message, for good and for all members.
   *
   * @example
   * ```ts
   * await thread.delete(seq);
   * ```
   */
  delete(seq: number): Promise<void> {
    // An app may delete while its page goes away: this request outlives the page, a frame may not.
    return this.#actions.rest.write('DELETE', path`/messages/${seq}`);
  }

  /**
   * Adds a reaction to a message. Adding the same reaction twice changes nothing.
   *
   * @example
   * ```ts
   * await thread.react(seq, '👍');
   * ```
   */
  react(seq: number, key: string): Promise<ClientMessage> {
    return this.#act({ type: 'react', seq, key }, 'PUT', path`/messages/${seq}/reactions/${key}`);
  }

  /**
   * Removes the user's reaction.
   *
   * @example
   * ```ts
   * await thread.unreact(seq, '👍');
   * ```
   */
  unreact(seq: number, key: string): Promise<ClientMessage> {
    return this.#act({ type: 'unreact', seq, key }, 'DELETE', path`/messages/${seq}/reactions/${key}`);
  }

  /**
   * Presses a button of a promotion; the first button is 0. Posts the label as a text of the user and resolves to this
   * message. With action type 2, the bot also receives the payload. The press has one effect, even on a bad network;
   * with a `clientMessageId` that you store, even if your app restarts in between. With action type 1 your app opens
   * the address itself; pressing such a button is M40003.
   *
   * @example
   * ```ts
   * const { body } = await thread.press(promotionSeq, 0);
   * console.log(body.text);
   * ```
   */
  press(seq: number, buttonIndex: number, clientMessageId?: string): Promise<ClientMessage> {
    // By the id, the server recognises a press whose answer was lost.
    const content = { button_index: buttonIndex, client_message_id: clientMessageId || randomId() };
    const { rest, perform } = this.#actions;
    return perform({ type: 'press', seq, ...content }, () =>
      rest.post(path`/messages/${seq}/press`, content),
    );
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
    return this.#actions.rest.write('PUT', path`/messages/${seq}/pin`);
  }

  /**
   * Unpins a message.
   *
   * @example
   * ```ts
   * await thread.unpin(seq);
   * ```
   */
  unpin(seq: number): Promise<void> {
    return this.#actions.rest.write('DELETE', path`/messages/${seq}/pin`);
  }

  /**
   * Marks all messages up to `seq` as read; without `seq`, all messages.
   *
   * @example
   * ```ts
   * await thread.markRead();
   * ```
   */
  async markRead(seq?: number): Promise<void> {
    const position = seq === undefined ? {} : { seq };
    await this.#act({ type: 'read', ...position }, 'PUT', '/read', position);
  }

  /**
   * Marks the message `seq` and all later ones as unread, on all devices of the user.
   *
   * @example
   * ```ts
   * await thread.markUnread(seq);
   * ```
   */
  async markUnread(seq: number): Promise<void> {
    await this.#actions.rest.write('PUT', '/unread', { seq });
  }

  /** Carries out a command, or makes the request of the same effect. */
  #act<T>(command: ThreadCommand, ...request: Parameters<ThreadRest['write']>): Promise<T> {
    const { rest, perform } = this.#actions;
    return perform(command, () => rest.write(...request));
  }
}
