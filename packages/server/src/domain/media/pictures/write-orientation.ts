import { crc32 } from 'node:zlib';
import type { PictureMimeType } from './clean.ts';
import type { Orientation } from './orientation.ts';

/**
 * Writes EXIF with nothing but the orientation into a picture that has lost its metadata, so that it is still shown upright. (GIF has no
 * orientation, and that of AVIF is part of the picture.)
 */
export function writeOrientation(
  mimeType: PictureMimeType,
  picture: Buffer,
  orientation: Orientation,
): Buffer {
  const write = orientation === 1 ? undefined : WRITERS[mimeType];
  return write === undefined ? picture : write(picture, tiffOf(orientation));
}

const WRITERS: Partial<Record<PictureMimeType, (picture: Buffer, exif: Buffer) => Buffer>> = {
  'image/jpeg': intoJpeg,
  'image/png': intoPng,
  'image/webp': intoWebp,
};

/** A directory of one entry. */
function tiffOf(orientation: Orientation): Buffer {
  return Buffer.from(`4d4d002a000000080001011200030000000100${hex(orientation)}000000000000`, 'hex');
}

const hex = (byte: number) => byte.toString(16).padStart(2, '0');

/** After the start, and after JFIF if it is there: both want to be first. */
function intoJpeg(picture: Buffer, exif: Buffer): Buffer {
  const isJfif = picture.readUInt16BE(2) === 0xff_e0;
  const at = isJfif ? 4 + picture.readUInt16BE(4) : 2;
  const content = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exif]);
  const head = Buffer.of(0xff, 0xe1, 0, content.length + 2);
  return Buffer.concat([picture.subarray(0, at), head, content, picture.subarray(at)]);
}

/** The signature and the first chunk, which is the header. */
const PNG_HEAD_BYTES = 33;

function intoPng(picture: Buffer, exif: Buffer): Buffer {
  const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from('eXIf', 'latin1'), exif, Buffer.alloc(4)]);
  chunk.writeUInt32BE(exif.length);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4);
  return Buffer.concat([picture.subarray(0, PNG_HEAD_BYTES), chunk, picture.subarray(PNG_HEAD_BYTES)]);
}

const EXIF_FLAG = 0x08;
/** After `RIFF`, its size, `WEBP`, and the name and size of the first chunk. */
const WEBP_FLAGS_AT = 20;

/** Only the extended format has EXIF. */
function intoWebp(picture: Buffer, exif: Buffer): Buffer {
  if (picture.toString('latin1', 12, 16) !== 'VP8X') return picture;
  const head = Buffer.from('EXIF\0\0\0\0', 'latin1');
  head.writeUInt32LE(exif.length, 4);
  const written = Buffer.concat([picture, head, exif]);
  written.writeUInt32LE(written.length - 8, 4);
  written.writeUInt8(written.readUInt8(WEBP_FLAGS_AT) | EXIF_FLAG, WEBP_FLAGS_AT);
  return written;
}
