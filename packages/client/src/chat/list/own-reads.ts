import type { ClientThread } from '../../api.ts';
import { path } from '../../http/call.ts';
import type { Rest } from '../connection/rest.ts';
import type { ChatList } from './chat-list.ts';

/**
 * The read positions of the signed-in user, which any device moves. The client cannot always tell how many messages are unread after
 * a position: it knows only the number of those in a snapshot. Then the server counts again.
 */
export class OwnReads {
  readonly #rest: Rest;
  readonly #list: ChatList;

  constructor(rest: Rest, list: ChatList) {
    this.#rest = rest;
    this.#list = list;
  }

  /** The user has read up to `readSeq`. A frame that comes late moves nothing back. */
  advance(threadId: string, readSeq: number): void {
    const position = this.#list.readPositionOf(threadId);
    if (position !== undefined && readSeq > position) this.replace(threadId, readSeq);
  }

  /** This is the position, also if it is an earlier one. */
  replace(threadId: string, readSeq: number): void {
    if (this.#list.moveReadPosition(threadId, readSeq)) this.recount(threadId);
  }

  /** Takes over the position and the number of unread messages from the server. */
  recount(threadId: string): void {
    const version = this.#list.versionOf(threadId);
    this.#rest
      .get<ClientThread>(path`/threads/${threadId}`)
      .then((thread) => {
        if (!this.#list.recount(thread, version)) this.recount(threadId);
      })
      .catch(() => {});
  }
}
