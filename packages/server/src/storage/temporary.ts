import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DiskRoom } from './disk-room.ts';

/** A temporary folder, which is removed on disposal. */
export interface TemporaryFolder extends AsyncDisposable {
  path: string;
}

/** Older folders were left behind by killed processes: no upload takes so long. */
const LEFT_OVER_MS = 3 * 60 * 60 * 1000;

/**
 * Temporary files of requests and jobs. They lie beside the data, because the temporary folder of the system may be small, or
 * held in memory.
 */
export class Temporary {
  readonly #root: string;
  /** The room of their disk. Writers of files take their room from it. */
  readonly room: DiskRoom;

  constructor(root: string, room: DiskRoom) {
    this.#root = root;
    this.room = room;
  }

  async folder(): Promise<TemporaryFolder> {
    await mkdir(this.#root, { recursive: true, mode: 0o700 });
    const path = await mkdtemp(join(this.#root, 'work-'));
    return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
  }

  /** Removes leftover folders. If some cannot be removed, it removes the others, and then rejects. */
  async sweep(): Promise<void> {
    const failures: unknown[] = [];
    for (const name of await readdir(this.#root).catch(() => [])) {
      const path = join(this.#root, name);
      const changedAt = (await stat(path).catch(() => undefined))?.mtimeMs ?? Date.now();
      if (Date.now() - changedAt <= LEFT_OVER_MS) continue;
      await rm(path, { recursive: true, force: true }).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) {
      const [cause] = failures;
      throw new Error(`leftover temporary folders cannot be removed: ${failures.length}`, { cause });
    }
  }
}
