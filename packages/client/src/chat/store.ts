/**
 * An observable value. `subscribe` and `getSnapshot` fit React's `useSyncExternalStore`; `subscribe` alone is the store
 * contract of Svelte; in Vue, copy the value into a `shallowRef`.
 */
export interface Readable<T> {
  /** Returns the current value. Returns the same object until the value changes. */
  getSnapshot: () => T;
  /** Calls `run` with the value, immediately and after each change. Returns a function that unsubscribes. */
  subscribe: (run: (value: T) => void) => () => void;
}

export class Store<T> implements Readable<T> {
  #value: T;
  readonly #listeners = new Set<{ run: (value: T) => void }>();

  constructor(value: T) {
    this.#value = value;
  }

  readonly getSnapshot = (): T => this.#value;

  readonly subscribe = (run: (value: T) => void): (() => void) => {
    const listener = { run };
    this.#listeners.add(listener);
    run(this.#value);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  get isWatched(): boolean {
    return this.#listeners.size > 0;
  }

  set(value: T): void {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    for (const { run } of this.#listeners) run(value);
  }
}

/**
 * A value that is made from others: when somebody looks, and for who has subscribed once for all changes of a moment.
 * To look tells nobody else: frameworks look while they render, when nothing may change.
 */
export class Derived<T> implements Readable<T> {
  readonly #make: () => T;
  readonly #listeners = new Set<{ run: (value: T) => void; told: T }>();
  #value: T;
  #isStale = false;
  #isScheduled = false;

  constructor(make: () => T) {
    this.#make = make;
    this.#value = make();
  }

  readonly getSnapshot = (): T => {
    if (this.#isStale) {
      this.#isStale = false;
      this.#value = this.#make();
    }
    return this.#value;
  };

  readonly subscribe = (run: (value: T) => void): (() => void) => {
    const listener = { run, told: this.getSnapshot() };
    this.#listeners.add(listener);
    run(listener.told);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  /** What it is made from has changed. */
  invalidate(): void {
    this.#isStale = true;
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setTimeout(() => {
      this.#isScheduled = false;
      if (this.#listeners.size > 0) this.#tell(this.getSnapshot());
    }, 0);
  }

  #tell(value: T): void {
    for (const listener of this.#listeners) {
      if (Object.is(listener.told, value)) continue;
      listener.told = value;
      listener.run(value);
    }
  }
}
