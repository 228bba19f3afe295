import { PalaverError } from '../error.ts';

/** A function that gets the next token from your back end. */
export type TokenProvider = () => string | Promise<string>;

/** Provides the token, and gets a new one after the server has refused it. */
export class TokenSource {
  readonly #provide: TokenProvider | undefined;
  /** Undefined: the next call gets one from the provider. */
  #token: string | undefined;
  /** The running call of the provider, which concurrent calls share. */
  #pending: Promise<string> | undefined;

  constructor(token: string | undefined, provide: TokenProvider | undefined) {
    if ((token === undefined) === (provide === undefined))
      throw new TypeError('connect() takes either a token or a tokenProvider');
    this.#provide = provide;
    this.#token = token;
  }

  /** Rejects with a {@link PalaverError} of code `token` if the provider fails. The next call tries again. */
  async get(): Promise<string> {
    if (this.#token !== undefined) return this.#token;
    this.#pending ??= this.#callProvider().finally(() => {
      this.#pending = undefined;
    });
    this.#token = await this.#pending;
    return this.#token;
  }

  /** Call this when the server refuses a token. Returns false if no other token can be had. */
  refuse(token: string): boolean {
    // Another call may already have got the next token.
    if (this.#provide !== undefined && this.#token === token) this.#token = undefined;
    return this.#provide !== undefined;
  }

  async #callProvider(): Promise<string> {
    try {
      return (await this.#provide?.()) ?? '';
    } catch (cause) {
      throw new PalaverError({ code: 'token', message: 'The tokenProvider failed', retryable: true, cause });
    }
  }
}

/** The user of a token, with application and tenant, as the token itself says. Throws if it is not a token. */
export function ownerOf(token: string): string {
  const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
  const { aud, ext_user_id } = JSON.parse(atob(payload)) as Record<string, string>;
  return `${aud} ${ext_user_id}`;
}
