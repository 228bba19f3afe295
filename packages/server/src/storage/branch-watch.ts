/** Watches the branch of a database (epoch.ts): its connections tell it before anyone gets a result of theirs. */
export class BranchWatch {
  #branch: string | undefined;
  readonly #listeners = new Set<(branch: string) => void>();

  /** Calls the listener, which must not throw, when the branch has changed. Returns a function that ends this. */
  subscribe(listener: (branch: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** `rows`: of the statement that keeps the epoch; without a branch if it does not. */
  observe(rows: readonly { branch?: string }[]): void {
    const branch = rows[0]?.branch;
    if (branch !== undefined) this.learn(branch);
  }

  /** Another thread of this process has noticed the branch. */
  learn(branch: string): void {
    if (branch === this.#branch) return;
    const isFirst = this.#branch === undefined;
    this.#branch = branch;
    if (!isFirst) for (const listener of this.#listeners) listener(branch);
  }
}
