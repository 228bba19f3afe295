import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ArchiveCheck, ArchiveLimits } from './check-archive.ts';
import type { Work } from './worker.ts';

/** Each may keep a core busy for seconds; the server needs one for itself. */
const MAX_AT_ONCE = 2;
/** A check needs a tenth of it. */
const MEMORY_MB = 256;

let running = 0;
/** In the order of their arrival. */
const waiting: (() => void)[] = [];

/**
 * `checkArchive` in a thread of its own, so that a large archive holds up nobody else, and one that we did not think
 * of takes down only its own check. Two run at once; the others wait their turn.
 *
 * @param memoryMb what a check may use before it is ended with the fault `size`.
 */
export async function checkArchiveInWorker(
  path: string,
  limits: ArchiveLimits,
  memoryMb = MEMORY_MB,
): Promise<ArchiveCheck> {
  await myTurn();
  try {
    return await check({ path, limits }, memoryMb);
  } finally {
    // The place is handed on, so that nobody who comes just now can take it.
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}

async function myTurn(): Promise<void> {
  if (running < MAX_AT_ONCE) {
    running += 1;
    return;
  }
  await new Promise<void>((resolve) => {
    waiting.push(resolve);
  });
}

async function check(work: Work, memoryMb: number): Promise<ArchiveCheck> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: work,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  try {
    const [result] = (await Promise.race([
      once(worker, 'message'),
      once(worker, 'exit').then(() =>
        Promise.reject(new Error('the check of an archive ended without a result')),
      ),
    ])) as [ArchiveCheck];
    return result;
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'ERR_WORKER_OUT_OF_MEMORY')
      throw error;
    return { faults: [{ file: '', rule: 'size', message: 'needs too much memory to be checked' }] };
  } finally {
    await worker.terminate();
  }
}
