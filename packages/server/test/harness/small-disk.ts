import { execFileSync } from 'node:child_process';
import { chmodSync, closeSync, constants, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { newDataDir } from './palaver.ts';

/** A file system so small that a test can fill it; removed with the test. */
export interface SmallDisk {
  path: string;
  /** Fills the disk up to at most this many free bytes. */
  fill: (leaveBytes?: number) => void;
  empty: () => void;
  /** In bytes. */
  space: () => { total: number; free: number };
}

/** Undefined where this user or system may not mount one; with `CI` set, that is an error. */
export function createSmallDisk(bytes: number): SmallDisk | undefined {
  const path = newDataDir();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes},mode=711`, 'tmpfs', path], { stdio: 'pipe' });
  } catch (error) {
    if (process.env.CI) throw error;
    return undefined;
  }
  // Lazily, because an ending process may keep a file open for a moment.
  onTestFinished(() => void execFileSync('umount', ['--lazy', path]));
  chmodSync(path, 0o711);
  const ballast = join(path, 'ballast');
  return {
    path,
    fill: (leaveBytes = 0) => fillUp(path, ballast, leaveBytes),
    empty: () => rmSync(ballast),
    space: () => spaceOf(path),
  };
}

const BLOCK_BYTES = 4_096;

function fillUp(disk: string, file: string, leaveBytes: number): void {
  const block = Buffer.alloc(BLOCK_BYTES);
  const descriptor = openSync(file, constants.O_CREAT | constants.O_WRONLY | constants.O_APPEND);
  try {
    while (spaceOf(disk).free >= leaveBytes + BLOCK_BYTES) writeSync(descriptor, block);
  } finally {
    closeSync(descriptor);
  }
}

function spaceOf(disk: string): { total: number; free: number } {
  const { bavail, blocks, bsize } = statfsSync(disk);
  return { total: blocks * bsize, free: bavail * bsize };
}
