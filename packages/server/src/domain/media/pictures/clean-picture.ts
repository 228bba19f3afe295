import type { Orientation } from './orientation.ts';

/** A picture without anything but what is needed to show it. Its compressed pixels are the very bytes of the original. */
export interface CleanPicture {
  bytes: Buffer;
  /** What the removed metadata said. */
  orientation: Orientation;
  /** 1 for a still picture. */
  frames: number;
  /** Of a GIF: libvips does not believe in canvases that are larger than 2,048 pixels, browsers do. */
  canvas?: { width: number; height: number };
}

/** The picture is not as its format demands, in a way that matters to those who show it. */
export class DamagedPicture extends Error {
  override readonly name = 'DamagedPicture';
}

/** Far more than pictures have. Each takes memory of its own. */
const MAX_PIECES = 100_000;

/** Collects the pieces of a picture that are kept. */
export class Pieces {
  readonly #pieces: Buffer[] = [];

  add(piece: Buffer): void {
    if (this.#pieces.push(piece) > MAX_PIECES) throw new DamagedPicture('has too many parts');
  }

  join(): Buffer {
    return Buffer.concat(this.#pieces);
  }
}
