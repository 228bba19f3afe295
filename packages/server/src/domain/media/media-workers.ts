import { DEFAULT_PICTURE_LIMITS, type PictureLimits } from '@palaver/protocol/limits';
import { isCleanedInPlace } from './clean-in-place.ts';
import { fileTypeOf } from './file-type.ts';
import {
  type MediaFacts,
  type MediaKind,
  type PreparedFile,
  RefusedMedia,
  type RefusedMediaReason,
  type Thumbnail,
} from './media-facts.ts';
import { isPictureType } from './pictures/clean.ts';
import type { PictureFileTask, RecordingTask } from './task.ts';
import { WorkerPool } from './worker-pool.ts';
import { UnbearableFile } from './worker-process.ts';

export interface MediaWorkersOptions {
  /** The maximum size of a file of each kind, in bytes. A picture is read into the memory of its worker. */
  maxBytes: Readonly<Record<MediaKind, number>>;
  /** How many pixels a picture may have. */
  pictureLimits?: PictureLimits;
  /** A worker that has more memory is killed, and the file refused: {@link TaskLimits}. */
  memoryLimitBytes?: number;
  /**
   * The maximum number of worker processes for pictures, and of those for recordings. Each works on one file at a time. Pictures
   * need a core; a recording takes milliseconds, unless it is made to take longer, and then pictures need not wait for it.
   */
  count?: number;
  /** The maximum number of pictures that wait for a worker, and of recordings. */
  maxWaiting?: number;
  /** The same for a single owner. */
  maxWaitingPerOwner?: number;
  /** A worker that needs more of the processor's time for a file is killed. The dearest pictures need 8 s. Recordings have 10 s at most. */
  processorLimitMs?: number;
  /** A worker that needs longer is killed, too: the machine is overloaded. */
  timeLimitMs?: number;
  /** A worker that has had nothing to do for this long ends, and gives its memory back. */
  idleMs?: number;
}

/** What becomes of a picture that cannot be one. */
export type Fallback = 'file' | undefined;

export interface MediaWorkers {
  /**
   * Reads only the beginning of a file.
   *
   * @throws {RefusedMedia} if it has more bytes than files of its kind may have.
   */
  checkSize(path: string, name: string, fallback?: Fallback): Promise<void>;
  /**
   * Finds out what a file is, and prepares it for storage. Pictures: without metadata, upright, and with a thumbnail. New files are
   * created directly in `folder`, which must exist. Recordings and HEIC pictures lose their metadata where they are: the given file is
   * changed. If the call fails, the caller removes it, and what is in `folder`.
   *
   * @param name the file name that the sender gave; it decides only the label of an office document or a text.
   * @param fallback `file`: a picture that has more bytes or pixels than pictures may have, or that cannot be read, becomes a file
   *   without being decoded. It loses its metadata, too, except its orientation.
   * @param owner whose file it is. Owners take turns, so that none waits for all files of another.
   * @throws {RefusedMedia} if the file cannot be accepted.
   * @throws {MediaUnavailable} if it was not examined, and another try may succeed.
   * @throws errors of the file system.
   */
  prepare(
    owner: string,
    path: string,
    name: string,
    folder: string,
    fallback?: Fallback,
  ): Promise<PreparedFile>;
  /** A thumbnail of any picture, such as the poster that a client sends with a video. As `prepare` otherwise. */
  preparePoster(owner: string, path: string, folder: string): Promise<Thumbnail>;
  /** Kills the workers. Calls in progress fail with {@link MediaUnavailable}. */
  close(): Promise<void>;
}

/** The reader itself gives up earlier, except on a file that is made to keep it busy: a few bytes suffice for that. */
const RECORDING_PROCESSOR_LIMIT_MS = 10_000;
export const DEFAULT_MEDIA_MEMORY_BYTES = 1024 * 1024 * 1024;
const UNKNOWN_FACTS = { width: null, height: null, durationMs: null };

/** Starts the workers when the first file comes that needs one. */
export function startMediaWorkers({
  maxBytes,
  pictureLimits: limits = DEFAULT_PICTURE_LIMITS,
  memoryLimitBytes = DEFAULT_MEDIA_MEMORY_BYTES,
  count = 1,
  maxWaiting = 1_000,
  maxWaitingPerOwner = 100,
  processorLimitMs = 20_000,
  timeLimitMs = 60_000,
  idleMs = 60_000,
}: MediaWorkersOptions): MediaWorkers {
  const options = {
    ...{ count, maxWaiting, maxWaitingPerOwner, idleMs },
    ...{ processorLimitMs, timeLimitMs, memoryLimitBytes },
  };
  const pictures = new WorkerPool(options);
  const recordings = new WorkerPool({
    ...options,
    processorLimitMs: Math.min(processorLimitMs, RECORDING_PROCESSOR_LIMIT_MS),
  });

  function checkKind(kind: MediaKind, size: number): void {
    if (size > maxBytes[kind])
      throw new RefusedMedia('too-many-bytes', kind, `has more than ${maxBytes[kind]} bytes`);
  }

  return {
    async checkSize(path, name, fallback) {
      const { kind, size } = await fileTypeOf(path, name);
      checkKind(kind === 'image' ? (fallback ?? kind) : kind, size);
    },

    async prepare(owner, path, name, folder, fallback) {
      const { kind, mimeType, size } = await fileTypeOf(path, name);
      if (isPictureType(mimeType)) {
        const picture = { path, mimeType, folder, limits };
        try {
          checkKind(kind, size);
          return await readPicture(() => pictures.run(owner, { task: 'picture', ...picture }));
        } catch (error) {
          if (!(error instanceof RefusedMedia) || fallback === undefined) throw error;
          checkKind(fallback, size);
          return preparePictureFile(pictures, owner, { path, mimeType, folder }, error.reason);
        }
      }
      checkKind(kind, size);
      const cleaned = isCleanedInPlace(mimeType) ? await clean(recordings, owner, path, mimeType) : { size };
      const facts = { ...UNKNOWN_FACTS, kind, mimeType };
      if (kind === 'video' || kind === 'audio')
        Object.assign(
          facts,
          await recordingFacts(recordings, owner, { task: 'recording', path, kind, mimeType }),
        );
      // A video may have turned out to have only sound.
      checkKind(facts.kind, cleaned.size);
      return { ...facts, path, ...cleaned, thumbnail: null };
    },

    async preparePoster(owner, path, folder) {
      const { mimeType, size } = await fileTypeOf(path, '');
      if (!isPictureType(mimeType)) throw new RefusedMedia('not-a-picture', 'image', 'is not a picture');
      checkKind('image', size);
      return readPicture(() => pictures.run(owner, { task: 'poster', path, mimeType, folder, limits }));
    },

    async close() {
      await Promise.all([pictures.close(), recordings.close()]);
    },
  };
}

/** Not decoded. `reason`: why it is not shown as a picture. */
async function preparePictureFile(
  workers: WorkerPool,
  owner: string,
  file: Omit<PictureFileTask, 'task'>,
  reason: RefusedMediaReason,
): Promise<PreparedFile> {
  const stored = await readPicture(() => workers.run(owner, { task: 'picture-file', ...file }));
  const facts = { ...UNKNOWN_FACTS, kind: 'file', mimeType: file.mimeType } as const;
  return { ...facts, ...stored, thumbnail: null, refusedAsPicture: reason };
}

/** A recording whose facts are not found is accepted all the same: what plays it may know more. */
async function recordingFacts(
  workers: WorkerPool,
  owner: string,
  task: RecordingTask,
): Promise<Partial<MediaFacts>> {
  try {
    return await workers.run(owner, task);
  } catch (error) {
    if (error instanceof UnbearableFile) return {};
    throw error;
  }
}

const readPicture = <T>(work: () => Promise<T>) => refusedIfUnbearable('picture-unreadable', work);

/** Unlike a recording whose facts are unknown, one that may still name places is not stored. */
function clean(workers: WorkerPool, owner: string, path: string, mimeType: string) {
  const reason = mimeType === 'image/heic' ? 'picture-unreadable' : 'recording-unreadable';
  return refusedIfUnbearable(reason, () => workers.run(owner, { task: 'cleaning', path, mimeType }));
}

async function refusedIfUnbearable<T>(reason: RefusedMediaReason, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const kind = reason === 'picture-unreadable' ? 'image' : 'file';
    if (error instanceof UnbearableFile) throw new RefusedMedia(reason, kind, error.message);
    throw error;
  }
}
