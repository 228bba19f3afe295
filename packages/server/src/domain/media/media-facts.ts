/* What the room `media` tells its callers about a file. */

export type MediaKind = 'image' | 'video' | 'audio' | 'file';

/** What a file is, found from its bytes; from its name only the label of an office document or a text. */
export interface MediaFacts {
  kind: MediaKind;
  /** Never `text/html` or `image/svg+xml`. */
  mimeType: string;
  /** In pixels as shown, with the orientation applied; for pictures and videos, null if unknown. */
  width: number | null;
  height: number | null;
  /** For videos and audio, null if unknown. */
  durationMs: number | null;
}

export interface Thumbnail {
  /** A still WebP of at most `THUMBNAIL_PIXELS` a side, also of an animated picture. It is never larger than the picture. */
  path: string;
  size: number;
  width: number;
  height: number;
}

export interface PreparedFile extends MediaFacts {
  /** The file to store: the given one, from which metadata may have been removed, or a new one without metadata in the given folder. */
  path: string;
  /** In bytes. */
  size: number;
  /** Only of pictures. */
  thumbnail: Thumbnail | null;
  /** A picture with more than one frame. */
  isAnimated?: boolean;
  /** Of a picture that became a file: why it is not shown as a picture. */
  refusedAsPicture?: RefusedMediaReason;
}

/** A larger JPEG is not turned, but says how to turn it: to decode and compress one of 120 megapixels would take 10 s and 1.2 GiB. */
export const MAX_TURNED_PIXELS = 50_000_000;
/** Of an animation; its pixels count once for each frame. Clients decode them again in every loop. */
export const MAX_FRAMES = 2_000;
export const MAX_ANIMATION_PIXELS = 1_000_000_000;
export const THUMBNAIL_PIXELS = 400;

/**
 * | Reason | The file |
 * |---|---|
 * | `too-many-bytes` | is larger than files of its kind may be |
 * | `picture-too-large` | has too many pixels: on a side, in all, or in all frames |
 * | `picture-unreadable` | begins like a picture, but is damaged, truncated, or takes too much of the processor's time or of memory |
 * | `recording-unreadable` | is a recording whose metadata cannot be found, or that takes too much of the processor's time or of memory |
 * | `not-a-picture` | was given as a poster, and is no picture |
 */
export type RefusedMediaReason =
  | 'too-many-bytes'
  | 'picture-too-large'
  | 'picture-unreadable'
  | 'recording-unreadable'
  | 'not-a-picture';

/** A file that cannot be accepted; trying again would not help. */
export class RefusedMedia extends Error {
  override readonly name = 'RefusedMedia';
  readonly reason: RefusedMediaReason;
  readonly kind: MediaKind;

  /** @param message the rest of a sentence whose subject is the file: `is damaged`. */
  constructor(reason: RefusedMediaReason, kind: MediaKind, message: string) {
    super(message);
    this.reason = reason;
    this.kind = kind;
  }
}

/** The file was not examined: too many are waiting, the machine is overloaded, or the worker process was killed. Another try may succeed. */
export class MediaUnavailable extends Error {
  override readonly name = 'MediaUnavailable';
}
