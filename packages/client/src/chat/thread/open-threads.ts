import type { ThreadStore } from './thread-store.ts';

/** The stores of open threads. A thread that is opened several times has one store, until the last user releases it. */
export class OpenThreads {
  readonly #create: (threadId: string) => ThreadStore;
  readonly #open = new Map<string, { store: ThreadStore; users: number }>();

  constructor(create: (threadId: string) => ThreadStore) {
    this.#create = create;
  }

  /** Undefined if the thread is not open. */
  get(threadId: string): ThreadStore | undefined {
    return this.#open.get(threadId)?.store;
  }

  all(): ThreadStore[] {
    return [...this.#open.values()].map(({ store }) => store);
  }

  acquire(threadId: string): ThreadStore {
    let open = this.#open.get(threadId);
    if (open === undefined) {
      open = { store: this.#create(threadId), users: 0 };
      this.#open.set(threadId, open);
      this.load(threadId);
    }
    open.users += 1;
    return open.store;
  }

  release(threadId: string): void {
    const open = this.#open.get(threadId);
    if (open === undefined) return;
    open.users -= 1;
    if (open.users > 0) return;
    open.store.close();
    this.#open.delete(threadId);
  }

  /** Loads a thread, if it is open. */
  load(threadId: string): void {
    this.get(threadId)?.reload();
  }

  closeAll(): void {
    for (const store of this.all()) store.close();
    this.#open.clear();
  }
}
