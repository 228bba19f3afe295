import { TYPING_MS } from '../../api.ts';

/** The members who are typing, until a signal to stop, or until no signal has come for {@link TYPING_MS}. */
export class TypingMembers {
  readonly #onExpired: () => void;
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();

  constructor(onExpired: () => void) {
    this.#onExpired = onExpired;
  }

  get ids(): string[] {
    return [...this.#timers.keys()];
  }

  start(user: string): void {
    this.stop(user);
    const expire = () => {
      this.#timers.delete(user);
      this.#onExpired();
    };
    this.#timers.set(user, setTimeout(expire, TYPING_MS));
  }

  stop(user: string): void {
    clearTimeout(this.#timers.get(user));
    this.#timers.delete(user);
  }

  clear(): void {
    for (const user of this.ids) this.stop(user);
  }
}
