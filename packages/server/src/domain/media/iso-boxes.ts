import type { Overwritable } from './overwritable.ts';

/* The boxes of ISO base media files: MP4, QuickTime, HEIC, AVIF. A box has a size, a type, and content, which may be boxes. */

export interface Box {
  type: string;
  /** Offset of the box in the file. */
  at: number;
  /** Offset of its content. */
  start: number;
  end: number;
}

/** The types of boxes whose content does not matter. */
const UNUSED = ['free', 'skip', 'wide'];
const HEAD_BYTES = 8;

/**
 * The boxes from `start` to `end`. A box that claims to be longer is cut there. If no box begins at a position, the rest is overwritten: nothing
 * that shows the file reads it.
 */
export function* boxesBetween(bytes: Overwritable, start: number, end: number): Generator<Box> {
  for (let at = start; at < end; ) {
    const box = boxAt(bytes, at, end);
    if (box === undefined) {
      bytes.blank(at, end);
      return;
    }
    yield box;
    at = box.end;
  }
}

/** Undefined if no box begins there. */
export function boxAt(bytes: Overwritable, at: number, end: number): Box | undefined {
  if (at + HEAD_BYTES > end) return undefined;
  const head = bytes.read(at, HEAD_BYTES);
  const size = head.readUInt32BE(0);
  const type = head.toString('latin1', 4);
  if (size === 0) return { type, at, start: at + HEAD_BYTES, end };
  const start = at + HEAD_BYTES + (size === 1 ? 8 : 0);
  if (start > end) return undefined;
  const wholeSize = size === 1 ? Number(bytes.read(at + HEAD_BYTES, 8).readBigUInt64BE()) : size;
  return at + wholeSize < start ? undefined : { type, at, start, end: Math.min(at + wholeSize, end) };
}

/** Of a box in a box in a box…: the first of its type each time. */
export function findBox(bytes: Overwritable, box: Box, ...path: string[]): Box | undefined {
  const [type, ...rest] = path;
  if (type === undefined) return box;
  for (let at = box.start; at < box.end; ) {
    const inner = boxAt(bytes, at, box.end);
    if (inner === undefined) return undefined;
    if (inner.type === type) return findBox(bytes, inner, ...rest);
    at = inner.end;
  }
  return undefined;
}

/** Makes the box one that is skipped; the offsets of all others stay. */
export function freeBox(bytes: Overwritable, { type, at, start, end }: Box): void {
  if (!UNUSED.includes(type)) bytes.write(at + 4, Buffer.from('free', 'latin1'));
  bytes.blank(start, end);
}
