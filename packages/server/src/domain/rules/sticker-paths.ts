import { STICKER_KINDS, type StickerKind } from '@palaver/protocol/stickers';

/** The keys of a pack's files in the object store, and their public paths. */

export const PACKS_FOLDER = 'sticker-packs';

export const archiveKey = (folder: string) => `${PACKS_FOLDER}/${folder}/archive.zip`;
export const iconKey = (folder: string) => `${PACKS_FOLDER}/${folder}/icon.png`;
export const stickerKey = (folder: string, position: number, kind: StickerKind) =>
  `${PACKS_FOLDER}/${folder}/${position}.${kind}`;

/** The paths need no API key, because an `<img>` sends none: a folder cannot be guessed. */
export const FILES_PATH = '/sticker/v1.0/file';
export const iconPath = (folder: string) => `${FILES_PATH}/${folder}/icon.png`;
export const stickerPath = (folder: string, position: number, kind: StickerKind) =>
  `${FILES_PATH}/${folder}/${position}.${kind}`;

const MEDIA_TYPES: Record<StickerKind, string> = {
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  json: 'application/json',
};

const FOLDER = /^[0-9a-f-]{36}$/;
const FILE = new RegExp(`^(?:icon\\.(png)|[1-9][0-9]{0,5}\\.(${STICKER_KINDS.join('|')}))$`);

/** The object and the media type behind an address; undefined when there cannot be one. */
export function findFile(folder: string, file: string): { key: string; mediaType: string } | undefined {
  const match = FILE.exec(file);
  if (match === null || !FOLDER.test(folder)) return undefined;
  const kind = (match[1] ?? match[2]) as StickerKind;
  return { key: `${PACKS_FOLDER}/${folder}/${file}`, mediaType: MEDIA_TYPES[kind] };
}
