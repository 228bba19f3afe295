import { PalaverError } from '../error.ts';

/** A function that gets the next token from your back end. */
export type TokenProvider = () => string | Promise<string>;

/** Hands out a token, and asks for another one when the server takes the last no more. */
export class TokenSource {
  readonly #provide: TokenProvider | undefined;
  /** The one that is handed out; undefined: it has to be asked for. */
  #token: string | undefined;
  /** Who comes while it is being asked for waits for the same one. */
  #asking: Promise<string> | undefined;

  constructor(token: string | undefined, provide: TokenProvider | undefined) {
    if ((token === undefined) === (provide === undefined))
      throw new TypeError('connect() takes either a token or a tokenProvider');
    this.#provide = provide;
    this.#token = token;
  }

  /** Rejects with a {@link PalaverError} of code `token` when there is none to be had; the next call asks again. */
  async get(): Promise<string> {
    if (this.#token !== undefined) return this.#token;
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined;
    });
    this.#token = await this.#asking;
    return this.#token;
  }

  /** The server refuses this token. False: there is no other one. */
  refuse(token: string): boolean {
    // Somebody else may have asked for the next one already.
    if (this.#provide !== undefined && this.#token === token) this.#token = undefined;
    return this.#provide !== undefined;
  }

  async #ask(): Promise<string> {
    try {
      return (await this.#provide?.()) ?? '';
    } catch (cause) {
      throw new PalaverError({ code: 'token', message: 'The tokenProvider failed', retryable: true, cause });
    }
  }
}

/** Whom a token is of, by what it says itself: application, tenant and user. Throws when it is no token. */
export function holderOf(token: string): string {
  const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
  const { aud, ext_user_id } = JSON.parse(atob(payload)) as Record<string, string>;
  return `${aud} ${ext_user_id}`;
}
