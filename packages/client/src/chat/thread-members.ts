import type { ClientMember } from '../api.ts';
import { path } from '../http/call.ts';
import type { ThreadRest } from './thread/thread-rest.ts';

/** The methods of an open thread that change its members. A base class, because delegation would repeat each signature. */
export class ThreadMembers {
  readonly #rest: ThreadRest;

  constructor(rest: ThreadRest) {
    this.#rest = rest;
  }

  /**
   * Adds users, by their `user_id`.
   *
   * @example
   * ```ts
   * await thread.addMembers([userId]);
   * ```
   */
  addMembers(userIds: readonly string[]): Promise<ClientMember[]> {
    return this.#rest.post('/members', { member_ids: userIds, id_type: 2 });
  }

  /**
   * Removes a member. Users who remove themselves leave the thread.
   *
   * @example
   * ```ts
   * await thread.removeMember(extUserId);
   * ```
   */
  removeMember(extUserId: string): Promise<ClientMember> {
    return this.#rest.write('DELETE', path`/members/${extUserId}`);
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
    return this.#rest.write('PATCH', path`/members/${extUserId}`, { role });
  }

  /**
   * Mutes a member, who can then only read. `until` is in Unix milliseconds; without it, the mute has no end.
   *
   * @example
   * ```ts
   * await thread.mute(extUserId, Date.now() + 3_600_000);
   * ```
   */
  mute(extUserId: string, until?: number): Promise<ClientMember> {
    return this.#rest.moderate(extUserId, 'mute', until);
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
    return this.#rest.moderate(extUserId, 'unmute');
  }

  /**
   * Removes a user and keeps them from being added again until `until` (Unix milliseconds); without it, for good.
   *
   * @example
   * ```ts
   * await thread.ban(extUserId);
   * ```
   */
  ban(extUserId: string, until?: number): Promise<ClientMember> {
    return this.#rest.moderate(extUserId, 'ban', until);
  }

  /**
   * Ends a ban. The user is then a former member.
   *
   * @example
   * ```ts
   * await thread.ban(extUserId);
   * await thread.unban(extUserId);
   * ```
   */
  unban(extUserId: string): Promise<ClientMember> {
    return this.#rest.moderate(extUserId, 'unban');
  }

  /**
   * Makes a member the owner. The previous owner becomes an admin.
   *
   * @example
   * ```ts
   * await thread.transferOwnership(extUserId);
   * ```
   */
  transferOwnership(extUserId: string): Promise<ClientMember> {
    return this.#rest.post('/owner', { owner_id: extUserId, id_type: 1 });
  }
}
