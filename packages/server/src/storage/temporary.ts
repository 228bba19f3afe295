import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** A folder of its own, which goes when it is disposed of. */
export interface TemporaryFolder extends AsyncDisposable {
  path: string;
}

/** Older ones are left over from a process that was killed. */
const LEFT_OVER_MS = 60 * 60 * 1000;

/**
 * Files that are needed for the time of a request or a job. They lie beside the data, because the system's folder for
 * temporary files may be small, or memory.
 */
export class Temporary {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  async folder(): Promise<TemporaryFolder> {
    await mkdir(this.#root, { recursive: true, mode: 0o700 });
    const path = await mkdtemp(join(this.#root, 'work-'));
    return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
  }

  /** Removes what others have left. */
  async sweep(): Promise<void> {
    for (const name of await readdir(this.#root).catch(() => [])) {
      const path = join(this.#root, name);
      const changedAt = (await stat(path).catch(() => undefined))?.mtimeMs ?? Date.now();
      if (Date.now() - changedAt > LEFT_OVER_MS) await rm(path, { recursive: true, force: true });
    }
  }
}
