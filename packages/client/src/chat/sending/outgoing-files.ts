import type { UploadedFile } from '../../api.ts';
import { PalaverError } from '../../error.ts';
import { backoffMs, wait } from '../../http/wait.ts';
import type { UploadProgress } from '../connection/upload-progress.ts';
import type { UploadOptions, UploadSession } from '../files/upload-options.ts';
import { nameIn, type SendFileOptions } from './file-message.ts';
import type { FileStorage } from './file-storage.ts';
import { type KeptFile, KeptFiles } from './kept-files.ts';
import type { OutboxStorage, OutgoingMessage } from './outgoing-message.ts';
import { TabClaims } from './tab-claims.ts';
import { posterOf } from './video-poster.ts';

/** A file on its way. */
export type OutgoingFile = KeptFile & Pick<SendFileOptions, 'onProgress' | 'onFallback'>;

export interface OutgoingFilesOptions {
  /** Names the user, so that no other user gets the files. Rejects without a token. */
  owner: () => Promise<string>;
  /** Undefined: files do not survive the tab. */
  storage: FileStorage | undefined;
  /** Makes one attempt. Rejects with a {@link PalaverError}, or with the reason of the signal. */
  upload: (
    threadId: string,
    file: Blob,
    options: UploadOptions,
    session: UploadSession,
  ) => Promise<UploadedFile>;
  /** Removes an unfinished upload from the server. */
  abandon: (uploadId: string) => void;
}

/** What an upload learns from the outbox, and tells it. */
export interface UploadControl {
  /** Resolves when the connection is online. */
  online: () => Promise<void>;
  /** The upload has begun on the server. */
  onBegin: (uploadId: string) => void;
  onProgress: (progress: UploadProgress) => void;
}

const MAX_UPLOADS = 3;
const SHOW_PROGRESS_EVERY_MS = 100;
/** In a row. */
const MAX_SERVER_ERRORS = 3;

/**
 * The files of messages that wait for them. A few are uploaded at a time, in the order of sending; each upload is retried
 * until the server stores or refuses the file. A file that the server repeatedly fails on is left to the user, because
 * others wait for it.
 */
export class OutgoingFiles {
  readonly #options: OutgoingFilesOptions;
  readonly #kept: KeptFiles;
  readonly #claims: TabClaims;
  /** By client message id. */
  readonly #files = new Map<string, OutgoingFile>();
  readonly #running = new Map<string, AbortController>();
  readonly #turns = new Turns(MAX_UPLOADS);
  #isClosed = false;

  constructor(options: OutgoingFilesOptions) {
    this.#options = options;
    this.#kept = new KeptFiles(options);
    this.#claims = new TabClaims(options.owner);
  }

  /** Adds the file of a new message, and keeps it for the next tab as soon as the message is `stored`. */
  add(id: string, file: OutgoingFile, stored: Promise<void>): void {
    this.#files.set(id, file);
    if (!this.#isClosed) void this.#claims.take(id);
    void stored.then(async () => {
      await this.#kept.set(id, file);
      if (!this.#files.has(id)) await this.#kept.remove(id);
    });
  }

  /** Resolves to true when no other tab uploads the file, and to false if this tab has asked before. */
  claim(id: string): Promise<boolean> {
    return this.#claims.take(id);
  }

  release(id: string): void {
    this.#claims.release(id);
  }

  /** The file, which an earlier tab may have kept. */
  async restore(id: string): Promise<Blob | undefined> {
    const kept = this.#files.get(id) ?? (await this.#kept.get(id));
    if (kept !== undefined) this.#files.set(id, kept);
    return kept?.file;
  }

  /** Forgets the file of a message that is removed. The next tab may look for it until the removal is `stored`. */
  forget(id: string, stored: Promise<void>): void {
    this.#files.delete(id);
    void stored.then(() => this.#kept.remove(id)).then(() => this.#claims.release(id));
  }

  /** The same for a message that is discarded before its file is uploaded: ends the upload. */
  end({ client_message_id: id, upload_id }: OutgoingMessage, stored: Promise<void>): void {
    this.#running.get(id)?.abort();
    if (upload_id !== undefined) this.#options.abandon(upload_id);
    this.forget(id, stored);
  }

  /** Removes kept files that belong to nobody. */
  sweep(messages: OutboxStorage): Promise<void> {
    return this.#kept.sweep(messages);
  }

  /** Ends all uploads. The next tab continues them. */
  close(): void {
    this.#isClosed = true;
    for (const stop of this.#running.values()) stop.abort();
    this.#claims.releaseAll();
  }

  /** Resolves to undefined if the upload has been ended. Rejects with a {@link PalaverError} if it cannot succeed. */
  async upload(message: OutgoingMessage, control: UploadControl): Promise<UploadedFile | undefined> {
    if (this.#isClosed) return undefined;
    const stop = new AbortController();
    this.#running.set(message.client_message_id, stop);
    try {
      return await this.#turns.take(() => this.#persist(message, control, stop.signal));
    } catch (error) {
      if (stop.signal.aborted) return undefined;
      throw error;
    } finally {
      this.#running.delete(message.client_message_id);
    }
  }

  async #persist(
    { client_message_id: id, thread_id, request, upload_id, lost_files }: OutgoingMessage,
    { online, onBegin, onProgress }: UploadControl,
    signal: AbortSignal,
  ): Promise<UploadedFile> {
    signal.throwIfAborted();
    const outgoing = this.#files.get(id) ?? missing();
    outgoing.poster ??= await this.#makePoster(id, outgoing);
    const show = atIntervals(onProgress);
    const tell = (progress: UploadProgress) => {
      show(progress);
      outgoing.onProgress?.(progress);
    };
    const { poster } = outgoing;
    const options = { name: nameIn(request), poster, fallback: 'file', signal, onProgress: tell } as const;
    // With the same key, the server may return the file that it has removed since.
    const key = lost_files === undefined ? id : `${id}-${lost_files}`;
    const session = { key, uploadId: upload_id, onBegin };
    for (let failures = 0, serverErrors = 0; ; failures += 1) {
      await online();
      signal.throwIfAborted();
      try {
        const file = await this.#options.upload(thread_id, outgoing.file, options, session);
        const { fallback_reason: reason } = file;
        // (If it throws, the file is stored nevertheless.)
        if (reason !== undefined) queueMicrotask(() => outgoing.onFallback?.(reason));
        return file;
      } catch (error) {
        if (!(error instanceof PalaverError) || !error.retryable) throw error;
        serverErrors = error.status === 500 ? serverErrors + 1 : 0;
        if (serverErrors === MAX_SERVER_ERRORS) throw error;
        await wait(backoffMs(failures, error.retryAfterMs), signal);
      }
    }
  }

  /** It is kept before it is uploaded, because the next tab must make the same request. */
  async #makePoster(id: string, { file }: OutgoingFile): Promise<Blob | undefined> {
    const poster = await posterOf(file);
    await this.#kept.set(id, { poster });
    return poster;
  }
}

function missing(): never {
  const message = 'The file is no longer on this device: the browser did not keep it';
  throw new PalaverError({ code: 'file', message });
}

/** Passes on the first progress, the last one, and one in each interval between. */
function atIntervals(show: (progress: UploadProgress) => void): (progress: UploadProgress) => void {
  let shownAt = Number.NEGATIVE_INFINITY;
  return (progress) => {
    const now = performance.now();
    if (now - shownAt < SHOW_PROGRESS_EVERY_MS && progress.sent < progress.total) return;
    shownAt = now;
    show(progress);
  };
}

/** Lets a few tasks run at a time; the others wait in the order of their calls. */
class Turns {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  async take<T>(run: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await run();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }
}
