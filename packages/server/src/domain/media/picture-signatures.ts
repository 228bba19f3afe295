export type PictureType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';

/** The longest header that `pictureTypeOf` needs: a PNG's signature and first chunk. */
export const PICTURE_HEAD_BYTES = 33;

const PNG_START = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1');
const GIF_HEAD_BYTES = 13;

/** Detects a picture from its first 33 bytes (or all, if it has fewer). AVIF is a container: see `container-types.ts`. */
export function pictureTypeOf(head: Buffer): PictureType | undefined {
  if (head.length >= PICTURE_HEAD_BYTES && head.subarray(0, PNG_START.length).equals(PNG_START)) {
    const width = head.readUInt32BE(16);
    const height = head.readUInt32BE(20);
    if (width > 0 && height > 0) return 'image/png';
  }
  const text = head.toString('latin1', 0, PICTURE_HEAD_BYTES);
  if (/^GIF8[79]a/u.test(text) && head.length >= GIF_HEAD_BYTES) return 'image/gif';
  if (/^RIFF.{4}WEBPVP8[ LX]/su.test(text)) return 'image/webp';
  return text.startsWith('\xff\xd8\xff') ? 'image/jpeg' : undefined;
}
