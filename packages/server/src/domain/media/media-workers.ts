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
import type { RecordingTask } from './task.ts';
import { WorkerPool } from './worker-pool.ts';
import { UnbearableFile } from './worker-process.ts';

export interface MediaWorkersOptions {
  /** The maximum size of a file of each kind, in bytes. A picture is read into the memory of its worker. */
  maxBytes: Readonly<Record<MediaKind, number>>;
  /**
   * The maximum number of worker processes for pictures, and of those for recordings. Each works on one file at a time. Pictures
   * need a core; a recording takes milliseconds, unless it is made to take longer, and then pictures need not wait for it.
   */
  count?: number;
  /** The maximum number of pictures that wait for a worker, and of recordings. */
  maxWaiting?: number;
  /** The same for a single owner. */
  maxWaitingPerOwner?: number;
  /** A worker that needs more of the processor's time for a file is killed. The dearest pictures need 3 s. Recordings have 10 s at most. */
  processorLimitMs?: number;
  /** A worker that needs longer is killed, too: the machine is overloaded. */
  timeLimitMs?: number;
  /** A worker that has had nothing to do for this long ends, and gives its memory back. */
  idleMs?: number;
}

export interface MediaWorkers {
  /**
   * Reads only the beginning of a file.
   *
   * @throws {RefusedMedia} if it has more bytes than files of its kind may have.
   */
  checkSize(path: string, name: string): Promise<void>;
  /**
   * Finds out what a file is, and prepares it for storage. Pictures: without metadata, upright, and with a thumbnail. New files are
   * created directly in `folder`, which must exist. Recordings and HEIC pictures lose their metadata where they are: the given file is
   * changed. If the call fails, the caller removes it, and what is in `folder`.
   *
   * @param name the file name that the sender gave; it decides only the label of an office document or a text.
   * @param owner whose file it is. Owners take turns, so that none waits for all files of another.
   * @throws {RefusedMedia} if the file cannot be accepted.
   * @throws {MediaUnavailable} if it was not examined, and another try may succeed.
   * @throws errors of the file system.
   */
  prepare(owner: string, path: string, name: string, folder: string): Promise<PreparedFile>;
  /** A thumbnail of any picture, such as the poster that a client sends with a video. As `prepare` otherwise. */
  preparePoster(owner: string, path: string, folder: string): Promise<Thumbnail>;
  /** Kills the workers. Calls in progress fail with {@link MediaUnavailable}. */
  close(): Promise<void>;
}

/** The reader itself gives up earlier, except on a file that is made to keep it busy: a few bytes suffice for that. */
const RECORDING_PROCESSOR_LIMIT_MS = 10_000;
const UNKNOWN_FACTS = { width: null, height: null, durationMs: null };

/** Starts the workers when the first file comes that needs one. */
export function startMediaWorkers({
  maxBytes,
  count = 1,
  maxWaiting = 1_000,
  maxWaitingPerOwner = 100,
  processorLimitMs = 20_000,
  timeLimitMs = 60_000,
  idleMs = 60_000,
}: MediaWorkersOptions): MediaWorkers {
  const options = { count, maxWaiting, maxWaitingPerOwner, processorLimitMs, timeLimitMs, idleMs };
  const pictures = new WorkerPool(options);
  const recordings = new WorkerPool({
    ...options,
    processorLimitMs: Math.min(processorLimitMs, RECORDING_PROCESSOR_LIMIT_MS),
  });

  function checkKind(kind: MediaKind, size: number): void {
    if (size > maxBytes[kind])
      throw new RefusedMedia('too-many-bytes', kind, `has more than ${maxBytes[kind]} bytes`);
  }

  /** A recording whose facts are not found is accepted all the same: what plays it may know more. */
  async function recordingFacts(owner: string, task: RecordingTask): Promise<Partial<MediaFacts>> {
    try {
      return await recordings.run(owner, task);
    } catch (error) {
      if (error instanceof UnbearableFile) return {};
      throw error;
    }
  }

  return {
    async checkSize(path, name) {
      const { kind, size } = await fileTypeOf(path, name);
      checkKind(kind, size);
    },

    async prepare(owner, path, name, folder) {
      const { kind, mimeType, size } = await fileTypeOf(path, name);
      checkKind(kind, size);
      if (isPictureType(mimeType))
        return refusedIfUnbearable('picture-unreadable', () =>
          pictures.run(owner, { task: 'picture', path, mimeType, folder }),
        );
      const cleaned = isCleanedInPlace(mimeType) ? await clean(recordings, owner, path, mimeType) : { size };
      const facts = { ...UNKNOWN_FACTS, kind, mimeType };
      if (kind === 'video' || kind === 'audio')
        Object.assign(facts, await recordingFacts(owner, { task: 'recording', path, kind, mimeType }));
      // A video may have turned out to have only sound.
      checkKind(facts.kind, cleaned.size);
      return { ...facts, path, ...cleaned, thumbnail: null };
    },

    async preparePoster(owner, path, folder) {
      const { mimeType, size } = await fileTypeOf(path, '');
      if (!isPictureType(mimeType)) throw new RefusedMedia('not-a-picture', 'image', 'is not a picture');
      checkKind('image', size);
      return refusedIfUnbearable('picture-unreadable', () =>
        pictures.run(owner, { task: 'poster', path, mimeType, folder }),
      );
    },

    async close() {
      await Promise.all([pictures.close(), recordings.close()]);
    },
  };
}

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
