import type { DeskReading, DeskUser, ListDeskReadingsQuery, PutDeskUserBody } from '../api.ts';
import { type CallOptions, path } from '../http/call.ts';
import type { BackEnd } from './back-end.ts';
import { Listing } from './listing.ts';

/** The support desk: users who read the threads of their tenant without being members: `palaver.users.desk`. */
export class DeskUsers {
  readonly #backEnd: BackEnd;

  constructor(backEnd: BackEnd) {
    this.#backEnd = backEnd;
  }

  /**
   * Puts a user on the support desk, or changes what they may read.
   *
   * @example
   * ```ts
   * await palaver.users.desk.put('ann', { direct_threads: true });
   * ```
   */
  put(userId: string, rights: PutDeskUserBody = {}, options?: CallOptions): Promise<DeskUser> {
    return this.#backEnd.send({ method: 'PUT', path: deskOf(userId), json: rights }, options);
  }

  /**
   * Gets whether a user is on the support desk.
   *
   * @example
   * ```ts
   * const { enabled } = await palaver.users.desk.get('ann');
   * console.log(enabled);
   * ```
   */
  get(userId: string, options?: CallOptions): Promise<DeskUser> {
    return this.#backEnd.get(deskOf(userId), {}, options);
  }

  /**
   * Takes a user off the support desk, within 5 s. Succeeds also if they are not on it.
   *
   * @example
   * ```ts
   * await palaver.users.desk.remove('ann');
   * ```
   */
  remove(userId: string, options?: CallOptions): Promise<void> {
    return this.#backEnd.send({ method: 'DELETE', path: deskOf(userId) }, options);
  }

  /**
   * Lists which direct threads a user of the support desk has read, and why, newest first. `limit` is the total number.
   *
   * @example
   * ```ts
   * for await (const { thread_id, reason } of palaver.users.desk.readings('ann')) console.log(thread_id, reason);
   * ```
   */
  readings(
    userId: string,
    { last_id, limit }: ListDeskReadingsQuery = {},
    options?: CallOptions,
  ): Listing<DeskReading> {
    return new Listing(
      (position = last_id ?? undefined, size) =>
        this.#backEnd.get(`${deskOf(userId)}/readings`, { last_id: position, limit: size }, options),
      (reading) => reading.id,
      limit,
    );
  }
}

const deskOf = (userId: string) => path`/user/v1.0/user/${userId}/desk`;
