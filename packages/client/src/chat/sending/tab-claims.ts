/**
 * Claims by which one tab at a time uploads the file of a message. The browser releases the claims of a closed tab. If it
 * has no locks (pages without HTTPS), every tab gets every claim.
 */
export class TabClaims {
  readonly #owner: () => Promise<string>;
  /** By the id of the message: functions that release the claim, as soon as the tab has it. */
  readonly #claims = new Map<string, Promise<() => void>>();

  constructor(owner: () => Promise<string>) {
    this.#owner = owner;
  }

  /** Resolves to true when no other tab has the claim, and to false if this tab has asked before. */
  async take(id: string): Promise<boolean> {
    if (this.#claims.has(id)) return false;
    const claim = this.#owner().then(
      (owner) => lock(`${owner} ${id}`),
      () => () => {},
    );
    this.#claims.set(id, claim);
    await claim;
    return true;
  }

  release(id: string): void {
    void this.#claims.get(id)?.then((release) => release());
    this.#claims.delete(id);
  }

  releaseAll(): void {
    for (const id of this.#claims.keys()) this.release(id);
  }
}

function lock(name: string): Promise<() => void> {
  const locks = globalThis.navigator?.locks as LockManager | undefined;
  return new Promise((resolve) => {
    const proceed = () => resolve(() => {});
    if (locks === undefined) proceed();
    else locks.request(name, () => new Promise<void>((release) => resolve(release))).catch(proceed);
  });
}
