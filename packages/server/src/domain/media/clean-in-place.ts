import { RefusedMedia } from './media-facts.ts';
import { type Overwritable, OverwritableFile } from './overwritable.ts';
import { DamagedPicture } from './pictures/clean-picture.ts';
import { cleanHeif } from './pictures/heif.ts';
import { cleanFlac, cleanFrames, cleanWave } from './recordings/audio-tags.ts';
import { DamagedRecording } from './recordings/damaged-recording.ts';
import { cleanMatroska } from './recordings/matroska.ts';
import { cleanMovie } from './recordings/movie.ts';
import { cleanOgg } from './recordings/ogg.ts';

const CLEANERS: Readonly<Record<string, (file: Overwritable) => void>> = {
  'image/heic': cleanHeif,
  'video/mp4': cleanMovie,
  'video/quicktime': cleanMovie,
  'audio/mp4': cleanMovie,
  'video/webm': cleanMatroska,
  'video/x-matroska': cleanMatroska,
  'audio/ogg': cleanOgg,
  'audio/mpeg': cleanFrames,
  'audio/aac': cleanFrames,
  'audio/flac': cleanFlac,
  'audio/wav': cleanWave,
};

export const isCleanedInPlace = (mimeType: string) => Object.hasOwn(CLEANERS, mimeType);

/**
 * Overwrites what a recording or a HEIC picture says about places, people and devices, and returns its size, which may be smaller. The
 * pictures and the sound stay as they are. A recording that is damaged is cleaned as far as it can be read.
 *
 * @throws {RefusedMedia} if it cannot be cleaned.
 */
export function cleanInPlace(path: string, mimeType: string): { size: number } {
  using file = new OverwritableFile(path);
  try {
    CLEANERS[mimeType]?.(file);
  } catch (error) {
    if (mimeType === 'image/heic' && (error instanceof DamagedPicture || error instanceof RangeError))
      throw new RefusedMedia('picture-unreadable', 'image', `is damaged`);
    if (error instanceof DamagedRecording)
      throw new RefusedMedia('recording-unreadable', 'file', error.message);
    if (!(error instanceof RangeError)) throw error;
  }
  return { size: file.size };
}
