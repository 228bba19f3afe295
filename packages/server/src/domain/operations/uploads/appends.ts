import type { UploadId } from '@palaver/protocol/files';

interface Append {
  cut: () => void;
  ended: Promise<unknown>;
}

/**
 * The requests that bring bytes of uploads to this node. A client that asks how much has arrived has lost the connection of such a
 * request. The server may not have noticed yet: it would store the rest of what has arrived after its answer, and the client would send
 * these bytes again.
 */
export class Appends {
  readonly #running = new Map<UploadId, Set<Append>>();

  /** `cut` ends the connection of the request. */
  async run<T>(id: UploadId, cut: () => void, work: () => Promise<T>): Promise<T> {
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    const append = { cut, ended };
    const running = this.#running.getOrInsertComputed(id, () => new Set());
    running.add(append);
    try {
      return await work();
    } finally {
      running.delete(append);
      if (running.size === 0) this.#running.delete(id);
      resolve();
    }
  }

  /** Cuts the connections of these requests, and resolves when they have stored what has arrived. */
  async end(id: UploadId): Promise<void> {
    const running = [...(this.#running.get(id) ?? [])];
    for (const { cut } of running) cut();
    await Promise.all(running.map(({ ended }) => ended));
  }
}
