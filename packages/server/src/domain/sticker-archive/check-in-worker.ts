import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ArchiveCheck, ArchiveLimits } from './check-archive.ts';
import type { Work } from './worker.ts';

/** Limited because each check may keep a core busy for seconds, and the server needs one itself. */
const MAX_CONCURRENT = 2;
/** The memory limit of a check, about ten times what it needs. */
const MEMORY_MB = 256;

let running = 0;
/** Callers that wait for their turn, in order of arrival. */
const waiting: (() => void)[] = [];

/**
 * Runs `checkArchive` in a worker thread, so that a large archive does not block the event loop, and an unforeseen one crashes
 * only its own check. At most two checks run at a time; others wait for their turn.
 *
 * @param memoryMb a check that uses more memory than this is stopped with the fault `size`.
 */
export async function checkArchiveInWorker(
  path: string,
  limits: ArchiveLimits,
  memoryMb = MEMORY_MB,
): Promise<ArchiveCheck> {
  await waitForTurn();
  try {
    return await check({ path, limits }, memoryMb);
  } finally {
    // The turn goes directly to the next waiting caller, so that a new caller cannot take it.
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}

async function waitForTurn(): Promise<void> {
  if (running < MAX_CONCURRENT) {
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
        Promise.reject(new Error('checking an archive ended without a result')),
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
