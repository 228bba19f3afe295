import type { PutEmailBody, UserEmail } from '../api.ts';
import { type CallOptions, path } from '../http/call.ts';
import type { BackEnd } from './back-end.ts';

/** Where users get e-mail about messages that stay unread: `palaver.users.emails`. */
export class Emails {
  readonly #backEnd: BackEnd;

  constructor(backEnd: BackEnd) {
    this.#backEnd = backEnd;
  }

  /**
   * Sets the e-mail address of a user. An address that the mail server has refused is tried again.
   *
   * @example
   * ```ts
   * await palaver.users.emails.put('ann', { address: 'ann@example.com', language: 'en-GB' });
   * ```
   */
  put(userId: string, email: PutEmailBody, options?: CallOptions): Promise<UserEmail> {
    return this.#backEnd.send({ method: 'PUT', path: emailOf(userId), json: email }, options);
  }

  /**
   * Gets the e-mail address of a user, and what became of the latest e-mails. Without an address, `status` is `none`.
   *
   * @example
   * ```ts
   * const { address, status, subscribed, attempts } = await palaver.users.emails.get('ann');
   * console.log(address, status, subscribed, attempts.at(-1)?.response);
   * ```
   */
  get(userId: string, options?: CallOptions): Promise<UserEmail> {
    return this.#backEnd.get(emailOf(userId), {}, options);
  }

  /**
   * Removes the e-mail address of a user. Succeeds also if the user has none.
   *
   * @example
   * ```ts
   * await palaver.users.emails.remove('ann');
   * ```
   */
  remove(userId: string, options?: CallOptions): Promise<void> {
    return this.#backEnd.send({ method: 'DELETE', path: emailOf(userId) }, options);
  }
}

const emailOf = (userId: string) => path`/user/v1.0/user/${userId}/email`;
