/*
 * A setup file of the system tests. The error of a failed test says what it waited for, and this says what was in the browsers
 * instead. It is the only trace of a test that fails once in a hundred runs. The pages that the test leaves are closed, so that they have no
 * effect on the tests after it.
 */
import { afterEach } from 'vitest';
import { closePages, describePages } from './watched-pages.ts';

afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  const startedAt = task.result.startTime ?? 0;
  const pages = await describePages(startedAt);
  if (pages.length > 0)
    process.stdout.write(`\nPages in the failed test "${task.name}":\n${pages.join('\n\n')}\n`);
  // (Tests that run at once may share a browser.)
  if (task.concurrent !== true) await closePages(startedAt);
});
