import { FILE_KINDS, type FileId, type FileKind, type UploadedFile } from '@palaver/protocol/files';
import type { Metadata, SentMetadata } from '@palaver/protocol/message-kinds';
import { parseKeepingNumbers } from '../../platform/json.ts';
import { filePath, thumbnailPath } from './file-paths.ts';

/** A file that is stored. */
export interface StoredFile {
  id: FileId;
  kind: FileKind;
  name: string;
  mimeType: string;
  /** In bytes. */
  size: number;
  /** In bytes; null: it has no thumbnail. */
  thumbnailSize: number | null;
  /** In pixels; null: it has none, or it is unknown. */
  width: number | null;
  height: number | null;
  durationMs: number | null;
  /** A picture with more than one frame. */
  isAnimated: boolean;
}

/** The file as the response to its upload shows it. `baseUrl` is that of the server, without a slash at its end. */
export function shownFile(file: StoredFile, baseUrl: string): UploadedFile {
  return {
    file_id: file.id,
    kind: file.kind,
    name: file.name,
    size: file.size,
    mime_type: file.mimeType,
    width: file.width,
    height: file.height,
    duration_ms: file.durationMs,
    source_url: `${baseUrl}${filePath(file.id, file.name)}`,
    source_thumb_url: file.thumbnailSize !== null ? `${baseUrl}${thumbnailPath(file.id)}` : null,
    ...(file.isAnimated && { is_animated: true }),
  };
}

/** Metadata of a kind that may name a file. */
export type SentFileMetadata = Extract<SentMetadata, { file_id?: FileId }>;

const KINDS_WITH_FILES: ReadonlySet<string> = new Set<SentFileMetadata['type']>(FILE_KINDS);

/** Whether metadata names an uploaded file. (Metadata of other kinds may have a field of this name, too.) */
export function namesFile(metadata: SentMetadata): metadata is SentFileMetadata & { file_id: FileId } {
  return KINDS_WITH_FILES.has(metadata.type) && 'file_id' in metadata && metadata.file_id !== undefined;
}

/**
 * Metadata as a request sends it, without its `is_gone`: only the server knows which files are gone. It does not know either of files
 * that are stored elsewhere. (Other kinds may have a field of this name.)
 */
export function withoutIsGone(metadata: SentMetadata): SentMetadata {
  if (!KINDS_WITH_FILES.has(metadata.type) || !('is_gone' in metadata)) return metadata;
  const { is_gone: _, ...others } = metadata;
  return others;
}

/** Stored metadata (JSON) of a message whose file is gone. It keeps what it says of the file, so that clients show what it was. */
export function withIsGone(metadata: string): string {
  return JSON.stringify({ ...(parseKeepingNumbers(metadata) as object), is_gone: true });
}

/** Whether a message of this kind may show the file. Anything can be sent as a file. */
export function suits(kind: SentFileMetadata['type'], file: Pick<StoredFile, 'kind'>): boolean {
  return kind === 'file' || kind === file.kind;
}

/** What images and videos have. */
type PictureFields = Pick<Extract<Metadata, { type: 'image' }>, 'width' | 'height' | 'source_thumb_url'>;

/**
 * What a message stores and shows of its file. The server knows better than the client; the name, and what cannot be found
 * out, may be the client's. Other fields stay.
 */
export function withFile(sent: SentFileMetadata, file: StoredFile, baseUrl: string): Metadata {
  const shown = shownFile(file, baseUrl);
  const common = {
    file_id: file.id,
    name: sent.name ?? file.name,
    size: file.size,
    source_url: shown.source_url,
  };
  const pictured = ({
    width,
    height,
    source_thumb_url: thumbnail,
  }: Partial<PictureFields>): PictureFields => ({
    width: file.width ?? width ?? 0,
    height: file.height ?? height ?? 0,
    source_thumb_url: shown.source_thumb_url ?? thumbnail ?? shown.source_url,
  });
  switch (sent.type) {
    case 'image': {
      const { is_animated: _, ...still } = sent;
      const animated = file.isAnimated ? { is_animated: true } : {};
      return { ...still, ...common, ...pictured(sent), ...animated };
    }
    case 'video':
      return { ...sent, ...common, ...pictured(sent) };
    case 'audio':
      return {
        ...sent,
        ...common,
        mime_type: file.mimeType,
        duration_ms: file.durationMs ?? sent.duration_ms ?? 0,
      };
    case 'file':
      return { ...sent, ...common, mime_type: file.mimeType };
  }
}
