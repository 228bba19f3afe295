import { existsSync, rmSync } from 'node:fs';
import { isMainThread, threadName } from 'node:worker_threads';

/**
 * Loaded into a server (`--import`): a thread fails when a file with its name appears. There is no other way to end a thread of
 * another process.
 */

const folder = process.env.TEST_ENDS_FOLDER;
if (folder !== undefined && !isMainThread && threadName !== null && threadName !== '') {
  const file = `${folder}/${threadName}`;
  setInterval(() => {
    if (!existsSync(file)) return;
    rmSync(file);
    throw new Error('ended by a test');
  }, 20).unref();
}
