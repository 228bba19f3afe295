import { isUtf8 } from 'node:buffer';
import { open } from 'node:fs/promises';
import { extname } from 'node:path';
import { audioTypeOf, id3Length } from './audio-signatures.ts';
import { ebmlType, isoMediaType } from './container-types.ts';
import type { MediaKind } from './media-facts.ts';
import { pictureTypeOf } from './picture-signatures.ts';

export interface FileType {
  kind: MediaKind;
  mimeType: string;
  /** In bytes. */
  size: number;
}

/** How much of a file is read to find its type. */
const HEAD_BYTES = 64 * 1024;
/** Programs that do not find a tag in audio put another one before it. */
const MAX_TAGS = 4;

/** Documents that are zip archives, by the extension of their name. */
const ZIP_DOCUMENTS: Record<string, string> = {
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.pptx': 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  '.odt': 'application/vnd.oasis.opendocument.text',
  '.ods': 'application/vnd.oasis.opendocument.spreadsheet',
  '.odp': 'application/vnd.oasis.opendocument.presentation',
  '.epub': 'application/epub+zip',
};
/** Documents in Microsoft's older container. */
const OLE_DOCUMENTS: Record<string, string> = {
  '.doc': 'application/msword',
  '.xls': 'application/vnd.ms-excel',
  '.ppt': 'application/vnd.ms-powerpoint',
};
/** HTML and SVG are not among them: a browser must never take a file for a page of ours. */
const TEXTS: Record<string, string> = {
  '.csv': 'text/csv',
  '.json': 'application/json',
  '.md': 'text/markdown',
};
const UNKNOWN = 'application/octet-stream';

const ZIP_START = Buffer.from('PK\x03\x04', 'latin1');
const OLE_START = Buffer.from('d0cf11e0a1b11ae1', 'hex');
/** Control characters, except those that texts have. */
const CONTROL = /[^\P{Cc}\t\n\f\r]/u;

/**
 * Detects the type of a file from its beginning. A file that begins like several types has that of its first bytes. The extension
 * of the name is looked at only where the content leaves the label open.
 */
export async function fileTypeOf(path: string, name: string): Promise<FileType> {
  await using file = await open(path);
  const { size } = await file.stat();
  const read = async (position: number): Promise<Buffer> => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, position);
    return buffer.subarray(0, bytesRead);
  };
  const head = await read(0);
  let audioHead = head;
  for (let tags = 0, at = 0; tags < MAX_TAGS && id3Length(audioHead) > 0; tags += 1) {
    at += id3Length(audioHead);
    audioHead = await read(at);
  }
  const audio = audioTypeOf(audioHead);
  const mimeType =
    audio ?? pictureTypeOf(head) ?? isoMediaType(head) ?? ebmlType(head) ?? documentType(head, name, size);
  return { kind: kindOf(mimeType), mimeType, size };
}

/** Pictures and videos that few browsers show are files, to be downloaded. */
function kindOf(mimeType: string): MediaKind {
  if (mimeType === 'image/heic' || mimeType === 'video/x-matroska') return 'file';
  const [family = ''] = mimeType.split('/');
  return family === 'image' || family === 'video' || family === 'audio' ? family : 'file';
}

function documentType(head: Buffer, name: string, size: number): string {
  const extension = extname(name).toLowerCase();
  if (head.toString('latin1', 0, 5) === '%PDF-') return 'application/pdf';
  if (head.subarray(0, 4).equals(ZIP_START)) return ZIP_DOCUMENTS[extension] ?? 'application/zip';
  if (head.subarray(0, 8).equals(OLE_START)) return OLE_DOCUMENTS[extension] ?? UNKNOWN;
  return isText(head, size) ? (TEXTS[extension] ?? 'text/plain') : UNKNOWN;
}

/** UTF-8 without control characters, as far as was read. */
function isText(head: Buffer, size: number): boolean {
  // The last character may be cut.
  const whole = size > head.length ? head.subarray(0, lastCharacterStart(head)) : head;
  return whole.length > 0 && isUtf8(whole) && !CONTROL.test(whole.toString());
}

function lastCharacterStart(text: Buffer): number {
  let start = text.length - 1;
  while (start > text.length - 4 && ((text[start] ?? 0) & 0xc0) === 0x80) start -= 1;
  return start;
}
