import type { UploadedFile } from '../../api.ts';
import { PalaverError } from '../../error.ts';
import { fileForm, nameOf } from '../../http/multipart.ts';
import { randomId } from '../../http/random-id.ts';
import type { Rest } from '../connection/rest.ts';
import { abandonUpload, ResumableUpload } from './resumable-upload.ts';
import type { UploadOptions, UploadSession } from './upload-options.ts';

/** A larger file is uploaded in pieces, so that a lost connection costs little. */
const MAX_WHOLE_BYTES = 4 * 1024 * 1024;

/**
 * Uploads a file and stores it at `path`. A later call with the same `session` continues after a failure. Rejects with a
 * {@link PalaverError}, or with the reason of the signal.
 */
export async function uploadFile(
  rest: Rest,
  path: string,
  file: Blob,
  options: UploadOptions,
  session?: UploadSession,
): Promise<UploadedFile> {
  const current = session ?? { key: randomId() };
  const { name = nameOf(file), poster, fallback, signal } = options;
  const store = (content: Blob | string, onProgress?: UploadOptions['onProgress']) => {
    const payload = fileForm(content, { name, poster, fallback });
    const headers = { 'idempotency-key': current.key };
    return rest.transfer<UploadedFile>({ method: 'POST', path, payload, headers }, { signal, onProgress });
  };
  try {
    if (file.size <= MAX_WHOLE_BYTES) return await store(file, options.onProgress);
    return await new ResumableUpload(rest, file, options, current).run(store);
  } catch (error) {
    if (session === undefined && current.uploadId !== undefined) void abandonUpload(rest, current.uploadId);
    await checkReadable(file, error);
    throw error;
  }
}

/** A file that was changed or removed since it was chosen looks like a failure of the network. */
async function checkReadable(file: Blob, error: unknown): Promise<void> {
  // (The blobs of React Native cannot be read.)
  if (!(error instanceof PalaverError) || error.code !== 'network' || !('arrayBuffer' in file)) return;
  try {
    await file.slice(0, 1).arrayBuffer();
  } catch (cause) {
    throw new PalaverError({ code: 'file', message: 'The file can no longer be read', cause });
  }
}
