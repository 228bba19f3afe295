import type { Log } from '../../../platform/log.ts';
import type { Objects } from '../../../storage/objects/objects.ts';

/** Removes folders of objects at the same time, and returns why some of them are still there. */
export async function removeFolders(
  objects: Objects,
  folders: readonly string[],
): Promise<Map<string, Error>> {
  const failures = new Map<string, Error>();
  await Promise.all(
    folders.map((folder) =>
      objects.removeAll(folder).catch((error: Error) => void failures.set(folder, error)),
    ),
  );
  return failures;
}

/** Notes that a folder of objects is gone, or why it is not. */
export type NoteRemoval = (folder: string, failure?: Error) => void;

/** Rejects with the first failure. */
export const throwFailure: NoteRemoval = (_, failure) => {
  if (failure !== undefined) throw failure;
};

/** Logs when bytes cannot be removed, and when they can again: not each of the tries in between. */
export function logRemovals(log: Log): NoteRemoval {
  /** The first folder that failed. */
  let stuck: string | undefined;
  return (folder, failure) => {
    if (failure !== undefined && stuck === undefined) {
      stuck = folder;
      log.warn({ err: failure }, 'the bytes of deleted files cannot be removed; Palaver keeps trying');
    } else if (failure === undefined && stuck === folder) {
      stuck = undefined;
      log.info({}, 'the bytes of deleted files can be removed again');
    }
  };
}
