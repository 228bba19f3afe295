import type {
  CreatedThread,
  CreateThreadBody,
  ListThreadsQuery,
  ListUserThreadsQuery,
  Thread,
  ThreadListItem,
  UpdateThreadBody,
  UserThread,
} from '../api.ts';
import { type CallOptions, path } from '../http/call.ts';
import type { ActingOptions, BackEnd, PostOptions } from './back-end.ts';
import { Listing } from './listing.ts';
import { Members } from './members.ts';

const THREADS = '/open-api/v1.0/chat/threads';

/** A group to create. Ids are your own (`user_id`) by default; with `id_type` 1 they are Palaver's (`ext_user_id`). */
export type NewThread = Omit<CreateThreadBody, 'id_type' | 'member_ids' | 'type'> & {
  member_ids?: string[];
  id_type?: 1 | 2;
};

/** Threads: groups and direct threads. */
export class Threads {
  readonly #backEnd: BackEnd;
  /** The members of a thread. */
  readonly members: Members;

  constructor(backEnd: BackEnd) {
    this.#backEnd = backEnd;
    this.members = new Members(backEnd);
  }

  /**
   * Creates a group. With `if_exists: 'return'` there is one group for each object: if one has the references already, it is returned as it is
   * (`created` is false), without the members of the call.
   *
   * @example
   * ```ts
   * const { thread_id, created } = await palaver.threads.create({
   *   name: 'Order 4711',
   *   owner_id: 'ann',
   *   member_ids: ['ben'],
   *   reference_id: 'order-4711',
   *   if_exists: 'return',
   * });
   * console.log(thread_id, created);
   * ```
   */
  create(thread: NewThread, options?: PostOptions): Promise<CreatedThread> {
    return this.#backEnd.post({ path: THREADS, json: { id_type: 2, member_ids: [], ...thread } }, options);
  }

  /**
   * Gets a thread with its counters. Rejects with M40401 if the thread does not exist.
   *
   * @example
   * ```ts
   * const { name, message_count } = await palaver.threads.get(threadId);
   * console.log(name, message_count);
   * ```
   */
  get(threadId: string, options?: CallOptions): Promise<Thread> {
    return this.#backEnd.get(path`/open-api/v1.0/chat/threads/${threadId}`, {}, options);
  }

  /**
   * Lists all threads, or those of an object, ascending by `id`. `limit` is the total number; `last_thread_id` starts after this thread.
   * `include` adds the last message and the first members of each.
   *
   * @example
   * ```ts
   * for await (const thread of palaver.threads.list({ reference_id: 'order-4711', include: 'last_message' })) {
   *   console.log(thread.name, thread.last_message?.body.text);
   * }
   * ```
   */
  list(query: ListThreadsQuery = {}, options?: CallOptions): Listing<ThreadListItem> {
    const { last_thread_id, limit, ...filter } = query;
    return new Listing(
      (position = last_thread_id ?? undefined, size) =>
        this.#backEnd.page(THREADS, { ...filter, last_thread_id: position, limit: size }, options),
      (thread) => thread.id,
      limit,
    );
  }

  /**
   * Lists the threads of a user as the user sees them, latest message first: with the last message, `me` (the role and status of the
   * user) and the unread messages. `limit` is the total number. Rejects with M40402 if the user does not exist.
   *
   * @example
   * ```ts
   * for await (const { name, peer, unread_count } of palaver.threads.listOfUser('ann', { linked: false })) {
   *   console.log(peer?.display_name ?? name, unread_count);
   * }
   * ```
   */
  listOfUser(userId: string, query: ListUserThreadsQuery = {}, options?: CallOptions): Listing<UserThread> {
    const { last_id, limit, ...filter } = query;
    return new Listing(
      (position = last_id ?? undefined, size) =>
        this.#backEnd.page(
          path`/user/v1.0/user/${userId}/threads`,
          { ...filter, last_id: position, limit: size },
          options,
        ),
      (thread) => thread.list_position,
      limit,
    );
  }

  /**
   * Changes the name, description, avatar or metadata of a thread. Fields that are left out keep their value.
   *
   * @example
   * ```ts
   * await palaver.threads.update(threadId, { description: 'Ready on Friday' }, { asUser: 'ann' });
   * ```
   */
  update(threadId: string, changes: UpdateThreadBody, options?: ActingOptions): Promise<Thread> {
    return this.#backEnd.act(
      'PATCH',
      { path: path`/open-api/v1.0/chat/threads/${threadId}`, json: changes },
      options,
    );
  }

  /**
   * Deletes a thread for all members.
   *
   * @example
   * ```ts
   * await palaver.threads.delete(threadId);
   * ```
   */
  delete(threadId: string, options?: ActingOptions): Promise<void> {
    return this.#backEnd.act('DELETE', { path: path`/open-api/v1.0/chat/threads/${threadId}` }, options);
  }
}
