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
const waiting = new Set<() => void>();

/**
 * `checkArchive` in a thread of its own, so that a large archive holds up nobody else, and one that we did not think
 * of takes down only its own check. Two run at once; the others wait their turn.
 *
 * @param signal ends the check, or the wait for it; the promise is then rejected with its reason.
 * @param memoryMb what a check may use before it is ended with the fault `size`.
 */
export async function checkArchiveInWorker(
  path: string,
  limits: ArchiveLimits,
  signal?: AbortSignal,
  memoryMb = MEMORY_MB,
): Promise<ArchiveCheck> {
  signal?.throwIfAborted();
  await myTurn(signal);
  try {
    return await check({ path, limits }, memoryMb, signal);
  } finally {
    // The place is handed on, so that nobody who comes just now can take it.
    const [next] = waiting;
    if (next === undefined) running -= 1;
    else {
      waiting.delete(next);
      next();
    }
  }
}

async function myTurn(signal: AbortSignal | undefined): Promise<void> {
  if (running < MAX_AT_ONCE) {
    running += 1;
    return;
  }
  const turn = Promise.withResolvers<void>();
  const giveUp = () => {
    waiting.delete(turn.resolve);
    turn.reject(signal?.reason);
  };
  waiting.add(turn.resolve);
  signal?.addEventListener('abort', giveUp);
  try {
    await turn.promise;
  } finally {
    signal?.removeEventListener('abort', giveUp);
  }
}

async function check(work: Work, memoryMb: number, signal: AbortSignal | undefined): Promise<ArchiveCheck> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: work,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  try {
    const [result] = (await Promise.race([
      once(worker, 'message', { signal }),
      once(worker, 'exit').then(() =>
        Promise.reject(new Error('the check of an archive ended without a result')),
      ),
    ])) as [ArchiveCheck];
    return result;
  } catch (error) {
    signal?.throwIfAborted();
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'ERR_WORKER_OUT_OF_MEMORY')
      throw error;
    return { faults: [{ file: '', rule: 'size', message: 'needs too much memory to be checked' }] };
  } finally {
    await worker.terminate();
  }
}
