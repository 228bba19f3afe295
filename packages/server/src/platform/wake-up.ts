/** A pause that something else can end early. A wake-up outside a pause ends the next one at once. */
export class WakeUp {
  #isAwake = false;
  #end: () => void = () => {};

  wake(): void {
    this.#isAwake = true;
    this.#end();
  }

  /** Resolves after this time, or as soon as it is woken. */
  async pause(ms: number): Promise<void> {
    if (!this.#isAwake) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, ms);
      this.#end = resolve;
      await promise;
      clearTimeout(timer);
    }
    this.#isAwake = false;
  }
}
