import type { UploadProgress } from '../connection/upload-progress.ts';

/** Options of `thread.upload()`. */
export interface UploadOptions {
  /** Name of the file. */
  name?: string | undefined;
  /** A picture to show in place of the file, such as a frame of a video. Ignored if the file is a picture itself. */
  poster?: Blob | undefined;
  /**
   * Called while the file is being sent. A retry of a small file starts again at 0; that of a file of more than 4 MiB, at
   * what the server has received. If the platform does not report the progress (Node, or with your own `fetch`), it is
   * called after each 8 MiB and at the end.
   */
  onProgress?: ((progress: UploadProgress) => void) | undefined;
  /**
   * `file`: a picture that is larger than the server shows, or that it cannot read, is stored as a file in place of being refused. Its
   * `kind` is `file` then, and its `fallback_reason` says why. `thread.sendFile()` always does so.
   */
  fallback?: 'file' | undefined;
  /** Ends the upload, which then rejects with the reason of the signal. */
  signal?: AbortSignal | undefined;
}

/** An upload that can be continued. */
export interface UploadSession {
  /** The idempotency key of the file: two uploads with the same key store one file. */
  readonly key: string;
  /** The upload of a large file on the server, if it has begun. */
  uploadId?: string | undefined;
  /** Called with the `uploadId`. */
  readonly onBegin?: (uploadId: string) => void;
}
