/**
 * Applies changes, and replays those that arrived during a fetch on top of its result: the response may be older than
 * they are. Applying a change twice does no harm, because a change carries the latest state.
 */
export class ChangeReplay {
  /** Changes since the first of the running fetches began; undefined: no fetch is running. */
  #changes: (() => void)[] | undefined;
  #fetches = 0;

  apply(change: () => void): void {
    this.#changes?.push(change);
    change();
  }

  /** Runs a fetch. `replay` applies the changes that arrived while it was running. */
  async during<T>(fetch: () => Promise<T>): Promise<{ result: T; replay: () => void }> {
    const changes = this.#changes ?? [];
    this.#changes = changes;
    const from = changes.length;
    this.#fetches += 1;
    try {
      const result = await fetch();
      const missed = changes.slice(from);
      const replay = () => {
        for (const change of missed) change();
      };
      return { result, replay };
    } finally {
      this.#fetches -= 1;
      if (this.#fetches === 0) this.#changes = undefined;
    }
  }
}
