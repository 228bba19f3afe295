import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PictureLimits } from '@palaver/protocol/limits';
import sharp, { type Sharp } from 'sharp';
import {
  MAX_ANIMATION_PIXELS,
  MAX_FRAMES,
  MAX_TURNED_PIXELS,
  type PreparedFile,
  RefusedMedia,
  THUMBNAIL_PIXELS,
  type Thumbnail,
} from './media-facts.ts';
import { cleanPicture, type PictureMimeType } from './pictures/clean.ts';
import { type CleanPicture, DamagedPicture } from './pictures/clean-picture.ts';
import { isTurned, type Orientation } from './pictures/orientation.ts';
import { writeOrientation } from './pictures/write-orientation.ts';
import type { PictureTask } from './task.ts';

// A picture at a time, and nothing kept of the last one.
sharp.cache(false);
sharp.concurrency(1);
// libvips reads many formats; some, such as SVG and PDF, are programs.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Png', 'Jpeg', 'Nsgif', 'Webp', 'Heif'].map((format) => `VipsForeignLoad${format}Buffer`),
});

/** How the pixels are mirrored left to right, and then turned clockwise, to be upright. */
const UPRIGHT: Record<Orientation, { degrees: number; mirrored: boolean }> = {
  1: { degrees: 0, mirrored: false },
  2: { degrees: 0, mirrored: true },
  3: { degrees: 180, mirrored: false },
  4: { degrees: 180, mirrored: true },
  5: { degrees: 270, mirrored: true },
  6: { degrees: 90, mirrored: false },
  7: { degrees: 90, mirrored: true },
  8: { degrees: 270, mirrored: false },
};

interface MeasuredPicture extends CleanPicture {
  mimeType: PictureMimeType;
  width: number;
  height: number;
}

/**
 * Makes the picture to store and its thumbnail. The given file is stored if it is upright and has no metadata. If metadata must be
 * removed, the pixels stay the same. Only a picture that must be turned is compressed again; a JPEG for which that would take too
 * much keeps its orientation as its only metadata.
 *
 * @throws {RefusedMedia} if the picture is too large, or cannot be read.
 */
export async function preparePicture({
  path,
  mimeType,
  folder,
  limits,
}: Omit<PictureTask, 'task'>): Promise<PreparedFile> {
  const source = await readFile(path);
  const picture = await measured(source, mimeType, limits);
  const thumbnail = await writeThumbnail(picture, folder);
  const bytes = needsTurn(picture) ? await turned(picture) : picture.bytes;
  const storedPath = bytes.equals(source) ? path : join(folder, 'picture');
  if (storedPath !== path) await writeFile(storedPath, bytes);
  return {
    kind: 'image',
    mimeType,
    ...shownSize(picture),
    durationMs: null,
    isAnimated: picture.frames > 1,
    path: storedPath,
    size: bytes.length,
    thumbnail,
  };
}

/** The thumbnail alone. @throws {RefusedMedia} as `preparePicture`. */
export async function preparePoster({
  path,
  mimeType,
  folder,
  limits,
}: Omit<PictureTask, 'task'>): Promise<Thumbnail> {
  return writeThumbnail(await measured(await readFile(path), mimeType, limits), folder);
}

/** libvips gets the picture only without its metadata, so what is hidden there never reaches it. */
async function measured(
  source: Buffer,
  mimeType: PictureMimeType,
  limits: PictureLimits,
): Promise<MeasuredPicture> {
  const clean = await readable(async () => cleanPicture(mimeType, source));
  const { width, height } =
    clean.canvas ?? (await readable(() => sharp(clean.bytes, { limitInputPixels: false }).metadata()));
  const maxPixels = mimeType === 'image/avif' ? Math.min(limits.avifPixels, limits.pixels) : limits.pixels;
  if (Math.max(width, height) > limits.side) throw tooLarge(`has more than ${limits.side} pixels on a side`);
  if (width * height > maxPixels) throw tooLarge(`has more than ${maxPixels} pixels`);
  if (clean.frames > MAX_FRAMES) throw tooLarge(`has more than ${MAX_FRAMES} frames`);
  if (clean.frames > 1 && clean.frames * width * height > MAX_ANIMATION_PIXELS)
    throw tooLarge(`has more than ${MAX_ANIMATION_PIXELS} pixels in all its frames`);
  return { ...clean, mimeType, width, height };
}

function tooLarge(message: string): RefusedMedia {
  return new RefusedMedia('picture-too-large', 'image', message);
}

/** What our own readers and libvips object to is a fault of the picture. */
async function readable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DamagedPicture) throw new RefusedMedia('picture-unreadable', 'image', error.message);
    if (!(error instanceof Error) || 'syscall' in error) throw error;
    throw new RefusedMedia('picture-unreadable', 'image', 'is damaged');
  }
}

/** Frames of an animation cannot be turned, and browsers do not turn them either. */
function needsTurn({ orientation, frames }: CleanPicture): boolean {
  return orientation !== 1 && frames === 1;
}

function shownSize(picture: MeasuredPicture): { width: number; height: number } {
  const { width, height, orientation } = picture;
  return needsTurn(picture) && isTurned(orientation) ? { width: height, height: width } : { width, height };
}

/** The first frame. Reading it also proves that it is whole. (`measured` has limited its pixels.) */
function decoded(picture: MeasuredPicture): Sharp {
  return sharp(picture.bytes, { failOn: 'error', limitInputPixels: false });
}

function upright(image: Sharp, picture: MeasuredPicture): Sharp {
  if (!needsTurn(picture)) return image;
  const { degrees, mirrored } = UPRIGHT[picture.orientation];
  return image.rotate(degrees).flop(mirrored);
}

/** Turned only when it is small: a JPEG is decoded in the size that is needed, and a turn needs all pixels at once. */
async function writeThumbnail(picture: MeasuredPicture, folder: string): Promise<Thumbnail> {
  const path = join(folder, 'thumbnail');
  const { data, info } = await readable(async () => {
    const small = await decoded(picture)
      .resize(THUMBNAIL_PIXELS, THUMBNAIL_PIXELS, { fit: 'inside', withoutEnlargement: true })
      .raw()
      .toBuffer({ resolveWithObject: true });
    return upright(sharp(small.data, { raw: small.info }), picture)
      .webp()
      .toBuffer({ resolveWithObject: true });
  });
  await writeFile(path, data);
  return { path, size: data.length, width: info.width, height: info.height };
}

/** Compresses the picture again. (GIF has no orientation, and that of AVIF is part of the picture.) */
async function turned(picture: MeasuredPicture): Promise<Buffer> {
  const { mimeType, width, height, bytes, orientation } = picture;
  if (mimeType === 'image/jpeg' && width * height > MAX_TURNED_PIXELS)
    return writeOrientation(mimeType, bytes, orientation);
  const image = upright(decoded(picture), picture).keepIccProfile();
  const encoders: Partial<Record<PictureMimeType, () => Sharp>> = {
    'image/png': () => image.png(),
    'image/webp': () => image.webp({ quality: 90 }),
  };
  const encode = encoders[mimeType] ?? (() => image.jpeg({ quality: 90 }));
  return readable(() => encode().toBuffer());
}
