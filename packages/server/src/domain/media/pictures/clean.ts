import type { PictureType } from '../picture-signatures.ts';
import { type CleanPicture, DamagedPicture } from './clean-picture.ts';
import { cleanGif } from './gif.ts';
import { cleanAvif } from './heif.ts';
import { cleanJpeg } from './jpeg.ts';
import { cleanPng } from './png.ts';
import { cleanWebp } from './webp.ts';

export type PictureMimeType = PictureType | 'image/avif';

const CLEANERS: Record<PictureMimeType, (source: Buffer) => CleanPicture> = {
  'image/png': cleanPng,
  'image/jpeg': cleanJpeg,
  'image/gif': cleanGif,
  'image/webp': cleanWebp,
  'image/avif': cleanAvif,
};

export function isPictureType(mimeType: string): mimeType is PictureMimeType {
  return mimeType in CLEANERS;
}

/**
 * Removes everything from a picture that is not needed to show it: EXIF (with the place where it was taken), XMP, comments,
 * previews, unknown parts, and bytes after its end. The rest is copied as it is, so a picture without any of these stays
 * byte for byte the same, and colour profiles and animations are kept.
 *
 * @throws {DamagedPicture} if the picture is truncated, or its parts are not where they must be. Pixels are not decoded.
 */
export function cleanPicture(mimeType: PictureMimeType, source: Buffer): CleanPicture {
  try {
    return CLEANERS[mimeType](source);
  } catch (error) {
    throw error instanceof RangeError ? new DamagedPicture('is truncated') : error;
  }
}
