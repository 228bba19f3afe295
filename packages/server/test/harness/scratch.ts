import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '../../src/storage/embedded/processes.ts';

/*
 * The folder for files that need not survive a power cut: in memory, if there is room. A database has 330 files.
 * Creating them takes 450 ms on ext4, which searches recently deleted files first, and 40 ms in memory. Programs cannot
 * be run there, because containers forbid it.
 */
const IN_MEMORY = '/dev/shm';
const ROOM_BYTES = 2 ** 31;
const SCRATCH = hasRoom(IN_MEMORY) ? IN_MEMORY : tmpdir();
const NAME = /^palaver-scratch-(\d+)-/;

/**
 * A new folder that every user may enter, because under root the database runs as another user. The caller removes it.
 */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(SCRATCH, `palaver-scratch-${process.pid}-`));
  chmodSync(folder, 0o711);
  return folder;
}

/** Removes the leftovers of killed processes. */
export function removeLeftovers(): void {
  for (const name of readdirSync(SCRATCH)) {
    const maker = NAME.exec(name)?.[1];
    if (maker !== undefined && !isAlive(Number(maker))) {
      rmSync(join(SCRATCH, name), { recursive: true, force: true });
    }
  }
}

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= ROOM_BYTES;
  } catch {
    return false; // Linux only
  }
}
