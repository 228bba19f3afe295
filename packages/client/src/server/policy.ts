import type { Policy, UpdatePolicyBody } from '../api.ts';
import type { CallOptions } from '../http/call.ts';
import type { BackEnd } from './back-end.ts';

/** What guests and all other users may do with the client API. It is of the application: not of a tenant (M40302). */
export class Policies {
  readonly #backEnd: BackEnd;

  constructor(backEnd: BackEnd) {
    this.#backEnd = backEnd;
  }

  /**
   * The policy as it is in force.
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
   * Changes the policy. What is left out keeps its value; `contacts` replaces the whole list.
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
