import type { FileUsage, UploadedFile, UploadFileBody } from '../api.ts';
import type { CallOptions } from '../http/call.ts';
import { fileForm, type UploadFile } from '../http/multipart.ts';
import type { BackEnd, PostOptions } from './back-end.ts';

/** Options of an upload. */
export interface FileUploadOptions extends PostOptions, UploadFileBody {
  /** A picture to show in place of the file, such as a frame of a video. Ignored if the file is a picture itself. */
  poster?: UploadFile | undefined;
}

/** Files that messages can name. */
export class Files {
  readonly #backEnd: BackEnd;

  constructor(backEnd: BackEnd) {
    this.#backEnd = backEnd;
  }

  /**
   * Uploads a file, which messages then name by its `file_id`. Its content decides what it is: send it in a message of its
   * `kind`. Without `name`, a `File` keeps its name. The SDK streams the file; the call has no timeout unless you set
   * `timeoutMs`. The SDK cannot retry an upload from a bare stream: pass a function that opens the stream, or a `Blob`.
   *
   * @example
   * ```ts
   * const icon = await openAsBlob('examples/stickers/icon.png');
   * const { kind, file_id } = await palaver.files.upload(icon, { name: 'sun.png' });
   * await palaver.messages.send({
   *   sender: { user_id: 'ann' },
   *   target: { thread_id: threadId },
   *   body: { text: 'A sun for you', metadata: [{ type: kind, file_id }] },
   * });
   * ```
   */
  upload(file: UploadFile, options: FileUploadOptions = {}): Promise<UploadedFile> {
    const payload = fileForm(file, options);
    return this.#backEnd.post({ path: '/file/v1.0/file', payload }, { timeoutMs: 0, ...options });
  }

  /**
   * Gets the number and size of the files of the tenant, and how much they may take.
   *
   * @example
   * ```ts
   * const { bytes, quota_bytes } = await palaver.files.usage();
   * console.log(`${bytes} of ${quota_bytes ?? 'any number of'} bytes`);
   * ```
   */
  usage(options?: CallOptions): Promise<FileUsage> {
    return this.#backEnd.get('/file/v1.0/usage', {}, options);
  }
}
