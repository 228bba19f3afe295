/*
 * A setup file of the system tests. The error of a failed test says what it waited for, and this says what was in the browsers
 * instead. It is the only trace of a test that fails once in a hundred runs.
 */
import { afterEach } from 'vitest';
import { describePages } from './watched-pages.ts';

afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  const pages = await describePages(task.result.startTime ?? 0);
  if (pages.length > 0)
    process.stdout.write(`\nPages in the failed test "${task.name}":\n${pages.join('\n\n')}\n`);
});
