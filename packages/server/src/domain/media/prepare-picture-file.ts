import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type PreparedFile, RefusedMedia } from './media-facts.ts';
import { cleanPicture } from './pictures/clean.ts';
import { DamagedPicture } from './pictures/clean-picture.ts';
import { writeOrientation } from './pictures/write-orientation.ts';
import type { PictureFileTask } from './task.ts';

/**
 * Makes the file to store of a picture that cannot be shown: without metadata except its orientation, and not decoded.
 *
 * @throws {RefusedMedia} if its metadata cannot be found: it may still name places.
 */
export async function preparePictureFile({
  path,
  mimeType,
  folder,
}: PictureFileTask): Promise<Pick<PreparedFile, 'path' | 'size'>> {
  const source = await readFile(path);
  const { bytes, orientation } = clean();
  const picture = writeOrientation(mimeType, bytes, orientation);
  if (picture.equals(source)) return { path, size: source.length };
  const storedPath = join(folder, 'picture');
  await writeFile(storedPath, picture);
  return { path: storedPath, size: picture.length };

  function clean() {
    try {
      return cleanPicture(mimeType, source);
    } catch (error) {
      if (error instanceof DamagedPicture)
        throw new RefusedMedia('picture-unreadable', 'image', error.message);
      throw error;
    }
  }
}
