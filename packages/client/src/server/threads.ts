import type {
  CreatedThread,
  CreateThreadBody,
  ListThreadsQuery,
  Thread,
  ThreadListItem,
  UpdateThreadBody,
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
   * Creates a group.
   *
   * @example
   * ```ts
   * const { thread_id } = await palaver.threads.create({
   *   name: 'Order 4711',
   *   owner_id: 'ann',
   *   member_ids: ['ben'],
   *   reference_id: 'order-4711',
   * });
   * console.log(thread_id);
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
   * Lists all threads, ascending by `id`. `limit` is the total number; `last_thread_id` starts after this thread.
   *
   * @example
   * ```ts
   * for await (const thread of palaver.threads.list({ only_public_thread: true })) console.log(thread.name);
   * ```
   */
  list(query: ListThreadsQuery = {}, options?: CallOptions): Listing<ThreadListItem> {
    const { last_thread_id, limit, ...filter } = query;
    return new Listing(
      (position = last_thread_id ?? undefined, size) =>
        this.#backEnd.get(THREADS, { ...filter, last_thread_id: position, limit: size }, options),
      (thread) => thread.id,
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
