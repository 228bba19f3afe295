import type { Policy, UpdatePolicyBody } from '../api.ts';
import type { CallOptions } from '../http/call.ts';
import type { BackEnd } from './back-end.ts';

/**
 * The policy: what guests and all other users may do with the client API. It applies to the whole application; a call
 * for a tenant is M40302.
 */
export class Policies {
  readonly #backEnd: BackEnd;

  constructor(backEnd: BackEnd) {
    this.#backEnd = backEnd;
  }

  /**
   * Gets the policy in force.
   *
   * @example
   * ```ts
   * const { guests } = await palaver.policy.get();
   * console.log(guests.open_direct_threads);
   * ```
   */
  get(options?: CallOptions): Promise<Policy> {
    return this.#backEnd.get('/app/v1.0/policy', {}, options);
  }

  /**
   * Changes the policy. Fields that are left out keep their value; `contacts` replaces the whole list.
   *
   * @example
   * ```ts
   * await palaver.policy.update({ users: { add_members: 'shared' }, contacts: ['ann'] });
   * ```
   */
  update(changes: UpdatePolicyBody, options?: CallOptions): Promise<Policy> {
    return this.#backEnd.send({ method: 'PATCH', path: '/app/v1.0/policy', json: changes }, options);
  }
}
