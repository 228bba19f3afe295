import { randomId } from '../http/random-id.ts';

/** Also the name of a lock and of a channel. */
const NAME = 'palaver web push';

/**
 * What all pages of this origin share: a browser has one subscription, so it shows the notifications of one user. A user who switches
 * them on takes it over.
 */
export class SharedBrowser {
  readonly #channel = new BroadcastChannel(NAME);

  /** `onChange`: another page, or another chat on this page, has set the user. */
  constructor(onChange: () => void) {
    this.#channel.addEventListener('message', onChange);
  }

  /** The `ext_user_id` of the user whose notifications the browser shows; undefined if there is none. */
  get user(): string | undefined {
    return localStorage.getItem(NAME) ?? undefined;
  }

  set user(user: string | undefined) {
    if (user === undefined) localStorage.removeItem(NAME);
    else localStorage.setItem(NAME, user);
    // (Not on the own channel: that is closed with the chat, and a user may sign out after that.)
    const channel = new BroadcastChannel(NAME);
    channel.postMessage(null);
    channel.close();
  }

  /** The id of this browser as a device. */
  get deviceId(): string {
    const key = `${NAME} device`;
    const known = localStorage.getItem(key) ?? `web-${randomId()}`;
    localStorage.setItem(key, known);
    return known;
  }

  /** Runs one change at a time, over all pages. */
  alone<T>(change: () => Promise<T>): Promise<T> {
    return navigator.locks.request(NAME, change);
  }

  close(): void {
    this.#channel.close();
  }
}
