import type { FileId } from '@palaver/protocol/files';

/** Where the bytes of uploaded files are, and their addresses. */

/** Whether the text may be the id of a file: 16 random bytes in hex, which are also a part of the keys of its objects. */
export const isFileId = (text: string): text is FileId => /^[0-9a-f]{32}$/.test(text);

/** The folder with everything that is stored of a file. */
export const fileFolder = (id: FileId) => `files/${id.slice(0, 2)}/${id}`;
export const contentKey = (id: FileId) => `${fileFolder(id)}/content`;
export const thumbnailKey = (id: FileId) => `${fileFolder(id)}/thumbnail`;

export const FILE_PATH = '/file/v1.0/file';

/** The path of a file. Its name is there for users who save the file; the server finds it by its id. */
export const filePath = (id: FileId, name: string) => `${FILE_PATH}/${id}/${encodeURIComponent(name)}`;
export const thumbnailPath = (id: FileId) => `${FILE_PATH}/${id}/thumbnail/thumbnail.webp`;

const UPLOADED_PICTURE = /\/file\/v1\.0\/file\/[0-9a-f]{32}\/thumbnail\/thumbnail\.webp$/;

/** Whether the picture at this address is an uploaded file, which is read with a key or a ticket only. */
export const isUploadedPicture = (url: string) => UPLOADED_PICTURE.test(url);

const MAX_NAME_CHARS = 255;

/**
 * Characters that no file has in its name, or that make a name look like another one; halves of surrogate pairs, which are no text.
 * Words of Persian and scripts of India need U+200C and U+200D, and so do emoji.
 */
const UNSUITABLE = /[[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>:"\|?*]--[\u200c\u200d]]/gv;
/** Names of which nothing would be seen, or that stand for a folder. */
const EMPTY = /^(?:[.\s]|\u200c|\u200d)*$/;

/** A name that can be saved anywhere, from what a client said: without folders, and never empty. */
export function fileNameOf(given: string): string {
  const last = given.split(/[/\\]/).at(-1) ?? '';
  const name = last.replace(UNSUITABLE, '_').trim().replace(EMPTY, '');
  return Array.from(name).slice(0, MAX_NAME_CHARS).join('') || 'file';
}
