/** Where tokens come from: one, or a function that asks your back end for the next one. */
export type TokenProvider = () => string | Promise<string>;

/** Hands out a token, and asks for another one when the server takes the last no more. */
export class TokenSource {
  readonly #provide: TokenProvider | undefined;
  #token: Promise<string> | undefined;

  constructor(token: string | undefined, provide: TokenProvider | undefined) {
    if ((token === undefined) === (provide === undefined))
      throw new TypeError('connect() takes either a token or a tokenProvider');
    this.#provide = provide;
    if (token !== undefined) this.#token = Promise.resolve(token);
  }

  async get(): Promise<string> {
    this.#token ??= Promise.resolve(this.#provide?.() ?? '');
    try {
      return await this.#token;
    } catch (error) {
      this.#token = undefined;
      throw error;
    }
  }

  /** The server refuses this token. False: there is no other one. */
  async refuse(token: string): Promise<boolean> {
    if (this.#provide === undefined) return false;
    // Somebody else may have asked for the next one already.
    if (this.#token !== undefined && (await this.#token) === token) this.#token = undefined;
    return true;
  }
}

/** Whom a token is of, by what it says itself: application, tenant and user. Throws when it is no token. */
export function holderOf(token: string): string {
  const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
  const { aud, ext_user_id } = JSON.parse(atob(payload)) as Record<string, string>;
  return `${aud} ${ext_user_id}`;
}
