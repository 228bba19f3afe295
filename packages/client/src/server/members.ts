import type { AddMembersBody, ListMembersQuery, Member, MuteMemberBody } from '../api.ts';
import { type Call, type CallOptions, path } from '../http/call.ts';
import type { ActingOptions, BackEnd } from './back-end.ts';
import { Listing } from './listing.ts';

/** A member: your own identifier (`user_id`), or Palaver's. */
export type MemberRef = string | { ext_user_id: string };

/** Members to list: `status` selects a status, `limit` is the total number. */
export type MembersFilter = Pick<ListMembersQuery, 'status' | 'limit'>;

/** Options of {@link Members.add}. */
export interface AddMembersOptions extends ActingOptions {
  /** Role of the new members; `member` by default. */
  role?: 'admin' | 'member' | undefined;
}

/** Options of {@link Members.mute} and {@link Members.ban}. */
export interface SanctionOptions extends ActingOptions {
  /** When the mute or ban ends, in Unix milliseconds; absent: without an end. */
  until?: number | undefined;
}

/** The members of a thread: `palaver.threads.members`. */
export class Members {
  readonly #backEnd: BackEnd;

  constructor(backEnd: BackEnd) {
    this.#backEnd = backEnd;
  }

  /**
   * Lists all members, including removed and banned ones, ascending by `ext_user_id`.
   *
   * @example
   * ```ts
   * for await (const member of palaver.threads.members.list(threadId, { status: 'active' })) {
   *   console.log(member.display_name, member.role);
   * }
   * ```
   */
  list(threadId: string, { status, limit }: MembersFilter = {}, options?: CallOptions): Listing<Member> {
    return new Listing(
      (last_member_id, size) =>
        this.#backEnd.get(
          path`/open-api/v1.0/chat/threads/${threadId}/members`,
          { status, last_member_id, limit: size },
          options,
        ),
      (member) => member.ext_user_id,
      limit,
    );
  }

  /**
   * Adds members. Current members stay unchanged. Resolves to the named members.
   *
   * @example
   * ```ts
   * await palaver.threads.members.add(threadId, ['cleo'], { role: 'admin' });
   * ```
   */
  add(threadId: string, userIds: string[], options: AddMembersOptions = {}): Promise<Member[]> {
    const json: AddMembersBody = { member_ids: userIds, id_type: 2, role: options.role };
    return this.#backEnd.act(
      'POST',
      { path: path`/open-api/v1.0/chat/threads/${threadId}/members`, json },
      options,
    );
  }

  /**
   * Removes a member, who can be added again.
   *
   * @example
   * ```ts
   * await palaver.threads.members.remove(threadId, 'ben');
   * ```
   */
  remove(threadId: string, member: MemberRef, options?: ActingOptions): Promise<void> {
    return this.#backEnd.act('DELETE', address(threadId, member), options);
  }

  /**
   * Makes a member an admin, or an admin an ordinary member.
   *
   * @example
   * ```ts
   * await palaver.threads.members.setRole(threadId, 'ben', 'admin');
   * ```
   */
  setRole(
    threadId: string,
    member: MemberRef,
    role: 'admin' | 'member',
    options?: ActingOptions,
  ): Promise<Member> {
    return this.#backEnd.act('PATCH', { ...address(threadId, member), json: { role } }, options);
  }

  /**
   * Mutes a member, who can then only read, for good or until a given time.
   *
   * @example
   * ```ts
   * await palaver.threads.members.mute(threadId, 'ben', { until: Date.now() + 3_600_000 });
   * ```
   */
  mute(threadId: string, member: MemberRef, options: SanctionOptions = {}): Promise<Member> {
    return this.#sanction(address(threadId, member, '/mute'), options);
  }

  /**
   * Unmutes a member, who can then write again.
   *
   * @example
   * ```ts
   * await palaver.threads.members.unmute(threadId, 'ben');
   * ```
   */
  unmute(threadId: string, member: MemberRef, options?: ActingOptions): Promise<Member> {
    return this.#backEnd.act('POST', address(threadId, member, '/unmute'), options);
  }

  /**
   * Removes a user and bans them from being added again, for good or until a given time.
   *
   * @example
   * ```ts
   * await palaver.threads.members.ban(threadId, 'ben', { asUser: 'ann' });
   * ```
   */
  ban(threadId: string, member: MemberRef, options: SanctionOptions = {}): Promise<Member> {
    return this.#sanction(address(threadId, member, '/ban'), options);
  }

  /**
   * Ends a ban. The user can be added again.
   *
   * @example
   * ```ts
   * await palaver.threads.members.ban(threadId, 'ben');
   * await palaver.threads.members.unban(threadId, 'ben');
   * ```
   */
  unban(threadId: string, member: MemberRef, options?: ActingOptions): Promise<Member> {
    return this.#backEnd.act('POST', address(threadId, member, '/unban'), options);
  }

  /**
   * Makes another member the owner of a group. Resolves to the new owner.
   *
   * @example
   * ```ts
   * await palaver.threads.members.transferOwnership(threadId, 'ben');
   * ```
   */
  transferOwnership(threadId: string, member: MemberRef, options?: ActingOptions): Promise<Member> {
    const { id, id_type } = named(member);
    const json = { owner_id: id, id_type };
    return this.#backEnd.act(
      'POST',
      { path: path`/open-api/v1.0/chat/threads/${threadId}/owner`, json },
      options,
    );
  }

  #sanction(request: Omit<Call, 'method'>, options: SanctionOptions): Promise<Member> {
    const json: MuteMemberBody = { until: options.until };
    return this.#backEnd.act('POST', { ...request, json }, options);
  }
}

function named(member: MemberRef): { id: string; id_type: 1 | 2 } {
  return typeof member === 'string' ? { id: member, id_type: 2 } : { id: member.ext_user_id, id_type: 1 };
}

function address(threadId: string, member: MemberRef, action = ''): Omit<Call, 'method'> {
  const { id, id_type } = named(member);
  return {
    path: `${path`/open-api/v1.0/chat/threads/${threadId}/members/${id}`}${action}`,
    query: { id_type },
  };
}
