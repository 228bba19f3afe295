import type { PalaverError } from '../../error.ts';
import { wait } from '../../http/wait.ts';

const RETRY_MS = 1_000;

/**
 * Tells the server which thread the user is looking at, so that its messages notify none of their devices. There is at most
 * one: the latest. The server forgets it when the connection ends.
 */
export class VisibleThread {
  readonly #send: (threadId: string | null) => Promise<unknown>;
  #visible: { threadId: string } | undefined;
  /** What the server knows: null before the first command of a connection, undefined during a command. */
  #known: string | null | undefined = null;
  #isTelling = false;
  /** Changes with the connection. */
  #connection = 0;

  constructor(send: (threadId: string | null) => Promise<unknown>) {
    this.#send = send;
  }

  /** Set this to true whenever a connection has caught up, also if it has taken the place of another one. */
  set isOnline(isOnline: boolean) {
    this.#known = null;
    this.#connection += 1;
    if (isOnline) void this.#tell();
  }

  /** Returns a setter for one of those that have opened a thread: it hides the thread only if it has shown it. */
  of(threadId: string): (isVisible: boolean) => void {
    const own = { threadId };
    return (isVisible) => {
      if (!isVisible && this.#visible !== own) return;
      this.#visible = isVisible ? own : undefined;
      void this.#tell();
    };
  }

  /** Sends one command at a time, until the server knows the thread. Never rejects. */
  async #tell(): Promise<void> {
    if (this.#isTelling) return;
    this.#isTelling = true;
    while (this.#known !== this.#threadId) {
      const threadId = this.#threadId;
      const connection = this.#connection;
      this.#known = undefined;
      try {
        await this.#send(threadId);
        this.#known = connection === this.#connection ? threadId : null;
      } catch (error) {
        const { code, retryable } = error as PalaverError;
        if (code === 'network') {
          // The next connection calls this again.
          this.#known = null;
          break;
        }
        if (retryable) await wait(RETRY_MS);
        else if (threadId === null) this.#known = null;
        // The user is no longer a member: an earlier thread would stay visible for the server.
        else if (this.#threadId === threadId) this.#visible = undefined;
      }
    }
    this.#isTelling = false;
  }

  get #threadId(): string | null {
    return this.#visible?.threadId ?? null;
  }
}
