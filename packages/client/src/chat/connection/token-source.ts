import { PalaverError } from '../../error.ts';

/** A function that gets the next token from your back end. */
export type TokenProvider = () => string | Promise<string>;

/**
 * Provides the token, and gets a new one after the server has refused it. All tokens are those of one user, because everything in a
 * chat is theirs: another user's token is never used, and is the last one.
 */
export class TokenSource {
  readonly #provide: TokenProvider | undefined;
  readonly #onUserChanged: (error: PalaverError) => void;
  /** Undefined: the next call gets one from the provider. Concurrent calls share its answer. */
  #token: Promise<string> | undefined;
  /** How often in a row the provider has failed, and until when it is left in peace (by `performance`): all calls get its last failure. */
  #failures = 0;
  #pausedUntil = Infinity;
  /** What `#token` has resolved to. */
  #current: string | undefined;
  /** The application and the `ext_user_id` of the user, which is unique in all tenants and outlasts a change of the `user_id`. */
  #app: string | undefined;
  #user: string | undefined;

  constructor(
    token: string | undefined,
    provide: TokenProvider | undefined,
    onUserChanged: (error: PalaverError) => void,
  ) {
    if ((token === undefined) === (provide === undefined))
      throw new TypeError('connect() takes either a token or a tokenProvider');
    this.#provide = provide;
    this.#onUserChanged = onUserChanged;
    if (token !== undefined) this.#token = Promise.resolve(this.#accept(token));
  }

  /**
   * Rejects with a {@link PalaverError}: of code `token` if the provider fails, and then a later call tries again, after a time that grows
   * with each failure; of code `user_changed` for good.
   */
  get(): Promise<string> {
    if (performance.now() >= this.#pausedUntil) this.#token = undefined;
    this.#token ??= this.#callProvider();
    return this.#token;
  }

  /** Call this when the server refuses a token. Returns false if no other token can be had. */
  refuse(token: string): boolean {
    // Another call may already have got the next token.
    if (this.#provide !== undefined && this.#current === token) this.#token = this.#current = undefined;
    return this.#provide !== undefined;
  }

  /** Names the user, with the application. Once a token is known, it needs no other: what the user writes without one is still theirs. */
  async owner(): Promise<string> {
    if (this.#app === undefined) await this.get();
    if (this.#app === undefined) throw new TypeError('Not a token');
    return `${this.#app} ${this.#user}`;
  }

  /** Returns whether it is the same user as before. Otherwise all tokens are dropped. */
  confirm(user: string, app = this.#app): boolean {
    this.#app ??= app;
    this.#user ??= user;
    if (user === this.#user && app === this.#app) return true;
    const error = new PalaverError({ code: 'user_changed', message: 'Another user has signed in' });
    this.#token = Promise.reject(error);
    this.#token.catch(() => {});
    this.#pausedUntil = Infinity;
    this.#current = undefined;
    this.#onUserChanged(error);
    return false;
  }

  async #callProvider(): Promise<string> {
    let token: string;
    this.#pausedUntil = Infinity;
    try {
      token = (await this.#provide?.()) ?? '';
      this.#failures = 0;
    } catch (cause) {
      // (Once, it may have been the network.)
      const pause = this.#failures && Math.min(10_000, 250 * 2 ** this.#failures);
      this.#failures += 1;
      this.#pausedUntil = performance.now() + pause;
      throw new PalaverError({ code: 'token', message: 'The tokenProvider failed', retryable: true, cause });
    }
    return this.#accept(token);
  }

  /** The token says whose it is. If it cannot be read, the server refuses it, or says that when it signs the user in. */
  #accept(token: string): string | Promise<string> {
    const { aud, ext_user_id } = claimsOf(token);
    if (ext_user_id !== undefined && !this.confirm(ext_user_id, aud)) return this.get();
    this.#current = token;
    return token;
  }
}

interface Claims {
  aud?: string;
  ext_user_id?: string;
}

/** What a token says itself; nothing if it is not a token. */
function claimsOf(token: string): Claims {
  const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
  try {
    return { ...(JSON.parse(atob(payload)) as Claims | null) };
  } catch {
    return {};
  }
}
