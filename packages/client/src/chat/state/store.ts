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

  get hasSubscribers(): boolean {
    return this.#listeners.size > 0;
  }

  set(value: T): void {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    for (const { run } of this.#listeners) run(value);
  }
}

/**
 * A value that is computed from others: when `getSnapshot` is called, and for subscribers once after all changes of the
 * same turn of the event loop. `getSnapshot` notifies nobody, because frameworks call it while they render.
 */
export class Derived<T> implements Readable<T> {
  readonly #compute: () => T;
  /** `latest`: the value that the listener has received last. */
  readonly #listeners = new Set<{ run: (value: T) => void; latest: T }>();
  #value: T;
  #isStale = false;
  #isScheduled = false;

  constructor(compute: () => T) {
    this.#compute = compute;
    this.#value = compute();
  }

  readonly getSnapshot = (): T => {
    if (this.#isStale) {
      this.#isStale = false;
      this.#value = this.#compute();
    }
    return this.#value;
  };

  readonly subscribe = (run: (value: T) => void): (() => void) => {
    const listener = { run, latest: this.getSnapshot() };
    this.#listeners.add(listener);
    run(listener.latest);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  /** Call this after a change of what the value is computed from. */
  invalidate(): void {
    this.#isStale = true;
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setTimeout(() => {
      this.#isScheduled = false;
      if (this.#listeners.size > 0) this.#notify(this.getSnapshot());
    }, 0);
  }

  #notify(value: T): void {
    for (const listener of this.#listeners) {
      if (Object.is(listener.latest, value)) continue;
      listener.latest = value;
      listener.run(value);
    }
  }
}

/** Resolves to the first value that meets a condition; the current value counts. Rejects if a given connection ends for good before. */
export function when<T>(
  { subscribe }: Readable<T>,
  isMet: (value: T) => boolean,
  connection?: Readable<{ state: string; error?: unknown }>,
): Promise<T> {
  const stops: ((() => void) | undefined)[] = [];
  return new Promise<T>((resolve, reject) => {
    stops.push(
      subscribe((value) => {
        if (isMet(value)) resolve(value);
      }),
      connection?.subscribe((now) => {
        if (now.state === 'closed') reject(now.error ?? new Error('the chat is closed'));
      }),
    );
  }).finally(() => stops.map((stop) => stop?.()));
}

/** Returns the previous list if the next one has the same elements. */
export function sameIfEqual<T>(previous: readonly T[], next: readonly T[]): readonly T[] {
  const isEqual =
    previous.length === next.length && previous.every((element, index) => element === next[index]);
  return isEqual ? previous : next;
}
