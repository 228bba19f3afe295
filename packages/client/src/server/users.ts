import type { IssuedToken, ListUsersQuery, PutUserBody, PutUsersBatchBody, User } from '../api.ts';
import { type CallOptions, path } from '../http/call.ts';
import type { BackEnd, PostOptions } from './back-end.ts';
import { DeskUsers } from './desk-users.ts';
import { Devices } from './devices.ts';
import { Emails } from './emails.ts';
import { Listing } from './listing.ts';

/** Your users, identified by `user_id`. */
export class Users {
  readonly #backEnd: BackEnd;
  /** The devices on which a user gets notifications. */
  readonly devices: Devices;
  /** Where users get e-mail about messages that stay unread. */
  readonly emails: Emails;
  /** Users who read the threads of their tenant without being members. */
  readonly desk: DeskUsers;

  constructor(backEnd: BackEnd) {
    this.#backEnd = backEnd;
    this.devices = new Devices(backEnd);
    this.emails = new Emails(backEnd);
    this.desk = new DeskUsers(backEnd);
  }

  /**
   * Creates or updates a user. Fields that are left out keep their value. A deactivated user becomes active again.
   *
   * @example
   * ```ts
   * const ann = await palaver.users.put('ann', { display_name: 'Ann' });
   * console.log(ann.ext_user_id);
   * ```
   */
  put(userId: string, profile: PutUserBody = {}, options?: CallOptions): Promise<User> {
    return this.#backEnd.send(
      { method: 'PUT', path: path`/user/v1.0/user/${userId}`, json: profile },
      options,
    );
  }

  /**
   * Creates or updates up to 100 users, all or none. Resolves to the users in the same order.
   *
   * @example
   * ```ts
   * await palaver.users.putMany([{ user_id: 'ann', display_name: 'Ann' }, { user_id: 'ben' }]);
   * ```
   */
  putMany(users: PutUsersBatchBody['users'], options?: PostOptions): Promise<User[]> {
    return this.#backEnd.post({ path: '/user/v1.0/users/batch', json: { users } }, options);
  }

  /**
   * Gets a user, including a deactivated one. Rejects with M40402 if the user does not exist.
   *
   * @example
   * ```ts
   * const { display_name } = await palaver.users.get('ann');
   * console.log(display_name);
   * ```
   */
  get(userId: string, options?: CallOptions): Promise<User> {
    return this.#backEnd.get(path`/user/v1.0/user/${userId}`, {}, options);
  }

  /**
   * Lists all users, including deactivated ones, ascending by `ext_user_id`. `limit` is the total number; `last_id`
   * starts after this user.
   *
   * @example
   * ```ts
   * for await (const user of palaver.users.list()) console.log(user.user_id);
   * ```
   */
  list({ last_id, limit }: ListUsersQuery = {}, options?: CallOptions): Listing<User> {
    return new Listing(
      (position = last_id ?? undefined, size) =>
        this.#backEnd.get('/user/v1.0/users', { last_id: position, limit: size }, options),
      (user) => user.ext_user_id,
      limit,
    );
  }

  /**
   * Deactivates a user: ends their tokens and memberships, and removes their devices and e-mail address. Their messages stay. With
   * `silent`, members of their threads read no line about it.
   *
   * @example
   * ```ts
   * await palaver.users.delete('ben');
   * ```
   */
  delete(userId: string, options?: CallOptions & { silent?: boolean | undefined }): Promise<void> {
    const query = { silent: options?.silent };
    return this.#backEnd.send({ method: 'DELETE', path: path`/user/v1.0/user/${userId}`, query }, options);
  }

  /**
   * Changes the `user_id` of a user, for example when a guest signs up. Memberships and history stay. Tokens that were issued before
   * stop working within 5 s; open connections go on under the new identifier, unless `endConnections` is true. Rejects with
   * M40901 if a bot, or a user with a history, has the new identifier.
   *
   * @example
   * ```ts
   * await palaver.users.changeId('ben', 'ben@example.com', { endConnections: true });
   * ```
   */
  changeId(
    currentUserId: string,
    newUserId: string,
    options?: CallOptions & { endConnections?: boolean | undefined },
  ): Promise<void> {
    const address = path`/user/v1.0/user/${currentUserId}/change-user-id/${newUserId}`;
    const query = { end_connections: options?.endConnections };
    return this.#backEnd.send({ method: 'PATCH', path: address, query }, options);
  }

  /**
   * Issues a token with which the user's app signs in to the chat. Give it to this user only.
   *
   * @example
   * ```ts
   * const { token, expires_at } = await palaver.users.issueToken('ann');
   * console.log(token.length, new Date(expires_at));
   * ```
   */
  async issueToken(userId: string, options?: CallOptions): Promise<IssuedToken & { token: string }> {
    const { token, ...rest } = await this.#backEnd.post<IssuedToken>(
      { path: path`/user/v1.0/user/${userId}/token` },
      options,
    );
    // The response of the first attempt was lost, and a token is shown only once: issue another one.
    return token === undefined ? this.issueToken(userId, options) : { ...rest, token };
  }

  /**
   * Revokes all tokens of a user within seconds, which signs the user out everywhere, and removes their devices.
   *
   * @example
   * ```ts
   * await palaver.users.revokeTokens('ann');
   * ```
   */
  revokeTokens(userId: string, options?: CallOptions): Promise<void> {
    return this.#backEnd.send({ method: 'DELETE', path: path`/user/v1.0/user/${userId}/tokens` }, options);
  }
}
