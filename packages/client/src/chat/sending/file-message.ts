import type { SentFileMetadata, UploadedFile } from '../../api.ts';
import type { UploadOptions } from '../files/upload-options.ts';
import type { OutgoingMessage } from './outgoing-message.ts';
import type { UnsentUpload } from './unsent-message.ts';

/** Options of `thread.sendFile()`. */
export interface SendFileOptions extends UploadOptions {
  /** A text that is shown with the file. */
  text?: string | undefined;
  /** The number of the message that it replies to. */
  reply_to?: number | undefined;
  /** `ext_user_id`s of the members that the text mentions. */
  mentions?: string[] | undefined;
  /** Further fields of the metadata, such as the `waveform` of a voice message. */
  metadata?: object | undefined;
  /**
   * Called when the server could not store the picture as one, and it is sent as a file: `too_many_bytes` and `picture_too_large` (the
   * limits are in `chat.limits`), or `picture_unreadable`. The next page, which continues an upload, does not call it.
   */
  onFallback?: ((reason: NonNullable<UploadedFile['fallback_reason']>) => void) | undefined;
  /** Removes the message, as `thread.discard()` does. */
  signal?: AbortSignal | undefined;
}

/** The message for a file that is not uploaded yet. Its metadata say what is known. */
export function messageFor(
  file: Blob,
  { name, text = '', reply_to, mentions, metadata }: SendFileOptions,
): Pick<OutgoingMessage, 'request' | 'upload' | 'awaits_file'> {
  const known = {
    type: kindOf(file),
    name: name ?? ((file as Partial<File>).name || 'file'),
    size: file.size,
    ...(file.type && { mime_type: file.type }),
  };
  const request = {
    body: { text, metadata: [{ ...metadata, ...known }] },
    ...(reply_to === undefined ? {} : { reply_to }),
    ...(mentions === undefined ? {} : { mentions }),
  };
  return { request, upload: uploadOf(file, request), awaits_file: true };
}

/** What a message shows of its file. */
export function uploadOf(file: Blob, request: OutgoingMessage['request']): UnsentUpload {
  return { file, kind: kindOf(file), name: nameIn(request), sent: 0, total: file.size };
}

export function nameIn({ body }: OutgoingMessage['request']): string {
  return String(body.metadata?.[0]?.name);
}

/** The request that names the uploaded file. The server adds everything that it knows about the file. */
export function naming(
  { kind, file_id }: UploadedFile,
  { body, ...others }: OutgoingMessage['request'],
): OutgoingMessage['request'] {
  const [shown]: readonly Partial<SentFileMetadata>[] = (body.metadata ?? []) as SentFileMetadata[];
  const { type: _type, name: _name, size: _size, mime_type: _mime, ...own } = shown ?? {};
  return { ...others, body: { ...body, metadata: [{ ...own, type: kind, file_id }] } };
}

/** A guess, for display. The server decides by the content. */
function kindOf({ type }: Blob): UnsentUpload['kind'] {
  if (/^image\/(?:png|jpeg|gif|webp|avif)/.test(type)) return 'image';
  if (/^video\/(?:mp4|webm|quicktime)/.test(type)) return 'video';
  return type.startsWith('audio/') ? 'audio' : 'file';
}
