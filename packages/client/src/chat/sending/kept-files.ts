import type { FileStorage } from './file-storage.ts';
import type { OutboxStorage } from './outgoing-message.ts';

export interface KeptFilesOptions {
  /** Undefined: nothing is kept. */
  storage: FileStorage | undefined;
  /** The beginning of the keys. It names the user, so no other user sends the files. */
  owner: () => Promise<string>;
}

export interface KeptFile {
  file: Blob;
  poster?: Blob | undefined;
}

/**
 * The files of unsent messages, which are kept for the next tab. If the storage is full or not permitted, files are still
 * sent while the tab is open.
 */
export class KeptFiles {
  readonly #options: KeptFilesOptions;

  constructor(options: KeptFilesOptions) {
    this.#options = options;
  }

  /** `id`: the client message id. */
  async get(id: string): Promise<KeptFile | undefined> {
    return this.#try(async (storage, owner) => {
      const file = await storage.getItem(`${owner} ${id}`);
      return file
        ? { file, poster: (await storage.getItem(`${owner} ${id} poster`)) ?? undefined }
        : undefined;
    });
  }

  async set(id: string, { file, poster }: Partial<KeptFile>): Promise<void> {
    await this.#try(async (storage, owner) => {
      if (poster !== undefined) await storage.setItem(`${owner} ${id} poster`, poster);
      if (file !== undefined) await storage.setItem(`${owner} ${id}`, file);
    });
  }

  async remove(id: string): Promise<void> {
    await this.#try((storage, owner) => removeFrom(storage, `${owner} ${id}`));
  }

  /** Removes files without a message: their tab was closed too early, or the app has cleared the storage of messages. */
  async sweep(messages: OutboxStorage): Promise<void> {
    await this.#try(async (storage) => {
      for (const key of await storage.keys()) {
        const [, owner, id] = /^(.+) ([0-9a-f]{32})(?: poster)?$/.exec(key) ?? [];
        if (owner === undefined || id === undefined) continue;
        if (!(await messages.getItem(owner))?.includes(id)) await removeFrom(storage, `${owner} ${id}`);
      }
    });
  }

  async #try<T>(act: (storage: FileStorage, owner: string) => Promise<T>): Promise<T | undefined> {
    const { storage, owner } = this.#options;
    try {
      return storage && (await act(storage, await owner()));
    } catch {
      return undefined;
    }
  }
}

async function removeFrom(storage: FileStorage, key: string): Promise<void> {
  await storage.removeItem(`${key} poster`);
  await storage.removeItem(key);
}
