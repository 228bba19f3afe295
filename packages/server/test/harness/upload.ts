import type { UploadedFile } from '@palaver/protocol/files';
import type { Answer, CallOptions } from './calls.ts';
import type { TestServer } from './test-server.ts';

/** The parts of a form; a part that is null is left out. */
export interface UploadParts {
  content?: Buffer | string | null;
  /** In the part `file`. */
  fileName?: string;
  name?: string;
  poster?: Buffer;
  /** Further texts of the form. */
  fields?: Record<string, string>;
}

export function uploadForm({
  content = 'some bytes',
  fileName = 'notes.bin',
  name,
  poster,
  fields = {},
}: UploadParts = {}) {
  const form = new FormData();
  if (name !== undefined) form.append('name', name);
  for (const [field, text] of Object.entries(fields)) form.append(field, text);
  if (content !== null) form.append('file', new Blob([new Uint8Array(Buffer.from(content))]), fileName);
  if (poster !== undefined) form.append('poster', new Blob([new Uint8Array(poster)]), 'poster.png');
  return form;
}

/** Uploads by API key, or with `threadId` as a signed-in user to this thread. */
export function tryUpload(
  server: Pick<TestServer, 'call'>,
  parts: UploadParts = {},
  { threadId, ...options }: CallOptions & { threadId?: string } = {},
): Promise<Answer> {
  const url = threadId === undefined ? '/file/v1.0/file' : `/client/v1.0/threads/${threadId}/files`;
  return server.call('POST', url, { ...options, body: uploadForm(parts) });
}

/** The same; fails the test unless the file is stored. */
export async function upload(
  server: Pick<TestServer, 'call'>,
  parts?: UploadParts,
  options?: CallOptions & { threadId?: string },
): Promise<UploadedFile> {
  const { body } = await tryUpload(server, parts, options);
  if (body.message_code !== 'M200') throw new Error(`the upload failed: ${JSON.stringify(body)}`);
  return body.data;
}
