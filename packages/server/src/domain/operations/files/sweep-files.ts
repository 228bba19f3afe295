import type { FileId } from '@palaver/protocol/files';
import type { Log } from '../../../platform/log.ts';
import type { Database } from '../../../storage/database.ts';
import type { Objects } from '../../../storage/objects/objects.ts';
import { claimExpired, forgetFiles } from '../../records/files.ts';
import { fileFolder } from '../../rules/file-paths.ts';

/** The bytes of so many files are removed at the same time. */
const MAX_CLAIMED = 20;

/** Notes that the bytes of a file are gone, or why they are not. */
export type NoteRemoval = (id: FileId, failure?: Error) => void;

const throwFailure: NoteRemoval = (_, failure) => {
  if (failure !== undefined) throw failure;
};

/**
 * Removes the bytes of files that no message names any more, or never has, and then their rows. After a kill, or while the store is
 * away, the rows remain, and a later sweep goes on. A file whose bytes cannot be removed ends this sweep, and does not hold up the
 * others in the next one.
 */
export async function sweepFiles(
  db: Database,
  objects: Objects,
  signal: AbortSignal,
  note: NoteRemoval = throwFailure,
): Promise<void> {
  while (!signal.aborted) {
    const ids = await claimExpired(db, MAX_CLAIMED);
    const failures = new Map<FileId, Error>();
    await Promise.all(
      ids.map((id) =>
        objects.removeAll(fileFolder(id)).catch((error: Error) => void failures.set(id, error)),
      ),
    );
    await forgetFiles(
      db,
      ids.filter((id) => !failures.has(id)),
    );
    for (const id of ids) note(id, failures.get(id));
    if (failures.size > 0 || ids.length < MAX_CLAIMED) return;
  }
}

/** Logs when bytes cannot be removed, and when they can again: not each of the tries in between. */
export function logRemovals(log: Log): NoteRemoval {
  /** The first file that failed. */
  let stuck: FileId | undefined;
  return (id, failure) => {
    if (failure !== undefined && stuck === undefined) {
      stuck = id;
      log.warn({ err: failure }, 'the bytes of deleted files cannot be removed; Palaver keeps trying');
    } else if (failure === undefined && stuck === id) {
      stuck = undefined;
      log.info({}, 'the bytes of deleted files can be removed again');
    }
  };
}
