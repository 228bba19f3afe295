import { existsSync, readFileSync, rmSync } from 'node:fs';
import { isMainThread, threadName } from 'node:worker_threads';

/**
 * Loaded into a server (`--import`): when a file with the name of a thread appears (`main`, `serving 1`), the thread is busy for as many
 * milliseconds as it says, or fails if it is empty. There is no other way to do this to a thread of another process.
 */

const folder = process.env.TEST_FAULTS_FOLDER;
const name = isMainThread ? 'main' : threadName;
if (folder !== undefined && name) {
  const file = `${folder}/${name}`;
  setInterval(() => {
    if (!existsSync(file)) return;
    const busyMs = readFileSync(file, 'utf8');
    rmSync(file);
    if (busyMs === '') throw new Error('ended by a test');
    for (const endsAt = performance.now() + Number(busyMs); performance.now() < endsAt; );
  }, 20).unref();
}
