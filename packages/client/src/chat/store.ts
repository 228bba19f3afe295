/**
 * A value that changes. `subscribe` and `getSnapshot` are what React's `useSyncExternalStore` takes; `subscribe` alone is
 * the store contract of Svelte; Vue takes either into a `shallowRef`.
 */
export interface Readable<T> {
  /** The value now: the same object as long as nothing has changed. */
  getSnapshot: () => T;
  /** Calls `run` with the value, at once and whenever it has changed. Answers how to stop. */
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

/** A value that is made from others: when somebody looks, and for who has subscribed once for all changes of a moment. */
export class Derived<T> implements Readable<T> {
  readonly #make: () => T;
  readonly #store: Store<T>;
  #isStale = false;
  #isScheduled = false;

  constructor(make: () => T) {
    this.#make = make;
    this.#store = new Store(make());
  }

  readonly getSnapshot = (): T => {
    this.#refresh();
    return this.#store.getSnapshot();
  };

  readonly subscribe = (run: (value: T) => void): (() => void) => {
    this.#refresh();
    return this.#store.subscribe(run);
  };

  /** What it is made from has changed. */
  invalidate(): void {
    this.#isStale = true;
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setTimeout(() => {
      this.#isScheduled = false;
      if (this.#store.isWatched) this.#refresh();
    }, 0);
  }

  #refresh(): void {
    if (!this.#isStale) return;
    this.#isStale = false;
    this.#store.set(this.#make());
  }
}
