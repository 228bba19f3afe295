import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '../../src/storage/embedded/processes.ts';

/*
 * Where tests keep what need not outlive a power cut: in memory, if there is room. A database is 330 files. On ext4,
 * which looks through everything that was deleted in the last minutes before it makes a file, they take 450 ms; in
 * memory 40. Nothing can be run there: containers forbid it.
 */
const IN_MEMORY = '/dev/shm';
const ROOM_BYTES = 2 ** 31;
const SCRATCH = hasRoom(IN_MEMORY) ? IN_MEMORY : tmpdir();
const NAME = /^palaver-scratch-(\d+)-/;

/** A new folder that every user may pass: as root the database runs as another. Who asks for it removes it. */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(SCRATCH, `palaver-scratch-${process.pid}-`));
  chmodSync(folder, 0o711);
  return folder;
}

/** Removes what processes that were killed have left. */
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
    return false; // only Linux has it
  }
}
