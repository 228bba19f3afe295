/* The worker process of `worker-process.ts`: reads files of strangers, one at a time. */
import { flushCompileCache } from 'node:module';
import { setPriority } from 'node:os';
import { RefusedMedia } from './media-facts.ts';
import type { Answer, Results, Task } from './task.ts';

/** Chat goes first: pictures take what the server leaves of the processor. */
const NICENESS = 5;

try {
  setPriority(NICENESS);
} catch {
  // A sandbox may forbid it: then files are examined at the priority of the server.
}
// The server is gone.
process.once('disconnect', () => process.exit());
process.on('message', (task: Task) => void serve(task));

async function serve(task: Task): Promise<void> {
  process.send?.(await answer(task));
  // Node writes it when a process ends by itself, which this one does not.
  flushCompileCache();
}

async function answer(task: Task): Promise<Answer> {
  try {
    return { done: await perform(task) };
  } catch (error) {
    if (error instanceof RefusedMedia) {
      const { reason, kind, message } = error;
      return { refused: { reason, kind, message } };
    }
    const { message, code } = error as NodeJS.ErrnoException;
    return { failed: { message, code } };
  }
}

/** Libraries are loaded when they are needed: each takes a tenth of a second, and memory. */
async function perform(task: Task): Promise<Results[Task['task']]> {
  if (task.task === 'recording') {
    const { recordingFacts } = await import('./recording-facts.ts');
    return recordingFacts(task.path, task.kind, task.mimeType);
  }
  if (task.task === 'cleaning') {
    const { cleanInPlace } = await import('./clean-in-place.ts');
    return cleanInPlace(task.path, task.mimeType);
  }
  if (task.task === 'picture-file') {
    const { preparePictureFile } = await import('./prepare-picture-file.ts');
    return preparePictureFile(task);
  }
  const { preparePicture, preparePoster } = await import('./prepare-picture.ts');
  return task.task === 'picture' ? preparePicture(task) : preparePoster(task);
}
