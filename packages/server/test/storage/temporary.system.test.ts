import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { DiskRoom } from '../../src/storage/disk-room.ts';
import { Temporary } from '../../src/storage/temporary.ts';
import { scratchFolder } from '../harness/scratch.ts';

/** In seconds: older than anything in use. */
const LONG_AGO = 1_000_000;

test('a leftover folder that cannot be removed does not keep the others', async (context) => {
  const root = scratchFolder();
  onTestFinished(() => rmSync(root, { recursive: true }));
  const names = ['work-1', 'work-2', 'work-3', 'work-new'];
  for (const name of names) mkdirSync(join(root, name));
  const stuck = join(root, 'work-2');
  try {
    // Not even root can remove the place of a file system in use.
    execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', stuck], { stdio: 'pipe' });
  } catch (error) {
    if (process.env.CI) throw error;
    return context.skip('no file system can be mounted here');
  }
  onTestFinished(() => void execFileSync('umount', ['--lazy', stuck]));
  for (const name of names.slice(0, 3)) utimesSync(join(root, name), LONG_AGO, LONG_AGO);
  const temporary = new Temporary(root, new DiskRoom(root, 0));
  await expect(temporary.sweep()).rejects.toMatchObject({
    message: 'leftover temporary folders cannot be removed: 1',
    cause: { code: 'EBUSY' },
  });
  expect(readdirSync(root)).toEqual(['work-2', 'work-new']);
});
