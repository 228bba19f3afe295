import {
  ADTS,
  FilePathSource,
  FLAC,
  Input,
  type InputVideoTrack,
  MATROSKA,
  MP3,
  MP4,
  OGG,
  QTFF,
  WAVE,
  WEBM,
} from 'mediabunny';
import type { MediaFacts } from './media-facts.ts';

/** Only these: others, such as playlists, would make mediabunny read other files. */
const FORMATS = [MP4, QTFF, WEBM, MATROSKA, MP3, WAVE, OGG, ADTS, FLAC];
/** The types of containers that are audio if they have no video track. */
const AUDIO_ONLY: Record<string, string> = {
  'video/mp4': 'audio/mp4',
  'video/quicktime': 'audio/mp4',
  'video/webm': 'audio/webm',
};
/** Where the header does not say the duration, the whole file may have to be read. Others wait meanwhile. */
const MAX_READING_MS = 4_000;
/** Larger numbers are not from a recording. */
const MAX_NUMBER = 2 ** 31 - 1;

/**
 * Reads the size and the duration of a video or of audio from its container, without decoding it. Values that cannot be read stay
 * unknown: players manage with less than we need, and a damaged file is only one that does not play.
 *
 * @throws errors of the file system.
 */
export async function recordingFacts(
  path: string,
  kind: 'video' | 'audio',
  mimeType: string,
): Promise<MediaFacts> {
  const facts: MediaFacts = { kind, mimeType, width: null, height: null, durationMs: null };
  using input = new Input({ source: new FilePathSource(path), formats: FORMATS });
  // This ends all reading; what is known by then stays.
  const timer = setTimeout(() => input.dispose(), MAX_READING_MS);
  try {
    const tracks = await input.getTracks();
    const video = tracks.find((track) => track.isVideoTrack());
    if (kind === 'video' && video === undefined && tracks.some((track) => track.isAudioTrack())) {
      facts.kind = 'audio';
      facts.mimeType = AUDIO_ONLY[mimeType] ?? mimeType;
    }
    if (facts.kind === 'video' && video !== undefined) Object.assign(facts, await shownSize(video));
    facts.durationMs = await durationMs(input);
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) throw error;
  } finally {
    clearTimeout(timer);
  }
  return facts;
}

async function shownSize(video: InputVideoTrack): Promise<Pick<MediaFacts, 'width' | 'height'>> {
  const [width, height] = [await video.getDisplayWidth(), await video.getDisplayHeight()];
  const isSize = [width, height].every((side) => Number.isInteger(side) && side > 0 && side <= MAX_NUMBER);
  return isSize ? { width, height } : { width: null, height: null };
}

/** Recordings that were streamed do not say their duration. It is then computed from their last packets. */
async function durationMs(input: Input): Promise<number | null> {
  const seconds = (await input.getDurationFromMetadata()) ?? (await input.computeDuration());
  const ms = Math.round(seconds * 1000);
  return ms > 0 && ms <= MAX_NUMBER ? ms : null;
}
