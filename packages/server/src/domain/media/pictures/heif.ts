import { ByteCursor } from '../byte-cursor.ts';
import { type Box, boxAt, freeBox } from '../iso-boxes.ts';
import { type Overwritable, OverwritableBuffer } from '../overwritable.ts';
import { cleanMovie } from '../recordings/movie.ts';
import { type CleanPicture, DamagedPicture } from './clean-picture.ts';

/*
 * An AVIF or HEIC file names its parts (items: pixels, EXIF, …) by their offsets, so nothing can be cut out. Instead, this overwrites with
 * zeros what does not belong to the pixels. Offsets stay right, and the pixels are not compressed a second time, which would take
 * seconds and a gigabyte of memory.
 */

/** Items with pixels, or that combine others to a picture. */
const PIXEL_ITEMS = new Set([
  ...['av01', 'hvc1', 'hev1', 'lhv1', 'avc1', 'vvc1', 'j2k1', 'unci', 'mski'],
  ...['grid', 'iovl', 'iden', 'tmap'],
]);
/** The outermost boxes of a picture: its type, its header and its pixels. */
const NEEDED = new Set(['ftyp', 'meta', 'mdat']);
const KEPT_IN_META = new Set(['hdlr', 'pitm', 'iinf', 'iref', 'iprp', 'iloc', 'idat', 'dinf', 'grpl']);
const KEPT_PROPERTIES = new Set([
  ...['ispe', 'pixi', 'av1C', 'colr', 'irot', 'imir', 'pasp', 'clap', 'auxC'],
  ...['hvcC', 'lhvC', 'avcC', 'vvcC', 'j2kH', 'cmpd', 'uncC', 'mskC', 'rloc', 'oinf', 'tols'],
  ...['a1op', 'a1lx', 'lsel', 'clli', 'mdcv', 'cclv', 'amve', 'ipma'],
]);
/** Boxes in a box, and extents of all items. Pictures have a few dozen. */
const MAX_PARTS = 10_000;
/** The header is read into memory. With the longest, a picture has all of its 10,000 parts, and a long colour profile. */
const MAX_HEADER_BYTES = 16 * 1024 * 1024;
/** A full box begins with its version and its flags. */
const VERSION_BYTES = 4;
/** The handler's name, which may be any text, comes after these. */
const HANDLER_BYTES = 24;

interface Range {
  start: number;
  end: number;
}

interface ItemLocation {
  id: number;
  /** Whether the offsets count from the start of the box `idat`, and not of the file. */
  inMeta: boolean;
  extents: Range[];
}

export function cleanAvif(source: Buffer): CleanPicture {
  const picture = new OverwritableBuffer(Buffer.from(source));
  cleanHeif(picture);
  // libheif applies the orientation; that of EXIF does not count.
  return { bytes: picture.bytes, orientation: 1, frames: 1 };
}

/** HEIC as well. A sequence of pictures has tracks, like a video. */
export function cleanHeif(file: Overwritable): void {
  const boxes = boxesOfFile(file);
  const [meta, second] = boxes.filter(({ type }) => type === 'meta');
  const isSequence = boxes.some(({ type }) => type === 'moov');
  if (isSequence && meta === undefined) {
    cleanMovie(file);
    return;
  }
  if (meta === undefined || second !== undefined) throw new DamagedPicture('does not have one header');
  if (meta.end - meta.start > MAX_HEADER_BYTES) throw new DamagedPicture('has too long a header');
  const header = file.read(meta.start, meta.end - meta.start);
  const { pixels, others } = cleanHeader(header);
  file.write(meta.start, header);
  for (const box of boxes) {
    // The tracks of a sequence say where its pictures are.
    if (box.type === 'mdat') blank(file, box, isSequence ? others : between(box, pixels));
    else if (box !== boxes[0] && box !== meta && box.type !== 'moov') freeBox(file, box);
  }
  file.truncate(boxes.at(-1)?.end ?? 0);
  if (isSequence) cleanMovie(file, ['meta']);
}

/** Overwrites what does not belong to the pixels, and returns the parts of the file with pixels, and with anything else. */
function cleanHeader(header: Buffer): { pixels: Range[]; others: Range[] } {
  const boxes = boxesIn(header, VERSION_BYTES, header.length);
  const pixelItems = cleanItems(header, boxes);
  const primary = boxes.find(({ type }) => type === 'pitm');
  if (primary === undefined || !pixelItems.has(primaryItem(header, primary)))
    throw new DamagedPicture('has no pixels of a known kind');
  const items = boxes.filter(({ type }) => type === 'iloc').flatMap((box) => locations(header, box));
  const extents = (inMeta: boolean, ofPixels: boolean) =>
    items
      .filter((item) => item.inMeta === inMeta && pixelItems.has(item.id) === ofPixels)
      .flatMap((item) => item.extents);
  for (const box of boxes) {
    if (box.type === 'idat') {
      const kept = extents(true, true).map(({ start, end }) => ({
        start: box.start + start,
        end: box.start + end,
      }));
      for (const { start, end } of between(box, kept)) header.fill(0, start, end);
    } else if (box.type === 'hdlr') header.fill(0, Math.min(box.start + HANDLER_BYTES, box.end), box.end);
    else if (box.type === 'iprp') cleanProperties(header, box);
    else if (!KEPT_IN_META.has(box.type)) free(header, box);
  }
  return { pixels: extents(false, true), others: extents(false, false) };
}

/** The outermost boxes up to the last one that the picture needs. The format has no end, so anything may follow. */
function boxesOfFile(file: Overwritable): Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at < file.size; ) {
    const box = boxAt(file, at, file.size);
    if (box === undefined) break;
    addBox(boxes, box);
    at = box.end;
  }
  return boxes.slice(0, boxes.findLastIndex(({ type }) => NEEDED.has(type)) + 1);
}

/** @throws {RangeError} if a box is cut. */
function boxesIn(bytes: Buffer, start: number, end: number): Box[] {
  const boxes: Box[] = [];
  const cursor = new ByteCursor(bytes.subarray(0, end));
  cursor.at = start;
  while (cursor.left > 0) {
    const at = cursor.at;
    const size = cursor.uint32BE();
    const type = cursor.text(4);
    const wholeSize = size === 1 ? Number(cursor.take(8).readBigUInt64BE()) : size || end - at;
    const contentStart = cursor.at;
    cursor.take(at + wholeSize - contentStart);
    addBox(boxes, { type, at, start: contentStart, end: cursor.at });
  }
  return boxes;
}

function addBox(boxes: Box[], box: Box): void {
  if (boxes.push(box) > MAX_PARTS) throw new DamagedPicture('has too many parts');
}

/** Removes the names of the items, and returns the ids of those with pixels. */
function cleanItems(bytes: Buffer, inMeta: readonly Box[]): Set<number> {
  const ids = new Set<number>();
  for (const box of inMeta.filter(({ type }) => type === 'iinf')) {
    const countBytes = bytes.readUInt8(box.start) === 0 ? 2 : 4;
    for (const item of boxesIn(bytes, box.start + VERSION_BYTES + countBytes, box.end)) {
      const version = bytes.readUInt8(item.start);
      if (item.type !== 'infe' || version < 2 || version > 3) throw new DamagedPicture('has an unknown item');
      const idAt = item.start + VERSION_BYTES;
      const id = version === 2 ? bytes.readUInt16BE(idAt) : bytes.readUInt32BE(idAt);
      // The id and an index come before the type.
      const typeAt = idAt + (version === 2 ? 4 : 6);
      if (PIXEL_ITEMS.has(bytes.toString('latin1', typeAt, typeAt + 4))) ids.add(id);
      bytes.fill(0, Math.min(typeAt + 4, item.end), item.end);
    }
  }
  return ids;
}

function primaryItem(header: Buffer, { start }: Box): number {
  const at = start + VERSION_BYTES;
  return header.readUInt8(start) === 0 ? header.readUInt16BE(at) : header.readUInt32BE(at);
}

function locations(bytes: Buffer, box: Box): ItemLocation[] {
  const cursor = new ByteCursor(bytes.subarray(0, box.end));
  cursor.at = box.start;
  const version = cursor.uint8();
  cursor.take(VERSION_BYTES - 1);
  const sizes = cursor.uint16BE();
  const uint = (size: number) =>
    size === 8 ? Number(cursor.take(8).readBigUInt64BE()) : size === 4 ? cursor.uint32BE() : 0;
  const [offsetSize, lengthSize, baseSize] = [sizes >>> 12, (sizes >>> 8) & 15, (sizes >>> 4) & 15];
  const indexSize = version === 0 ? 0 : sizes & 15;
  const count = version < 2 ? cursor.uint16BE() : cursor.uint32BE();
  const items: ItemLocation[] = [];
  let extentCount = 0;
  for (let item = 0; item < count; item += 1) {
    const id = version < 2 ? cursor.uint16BE() : cursor.uint32BE();
    const method = version === 0 ? 0 : cursor.uint16BE() & 15;
    const isElsewhere = cursor.uint16BE() !== 0;
    if (method > 1 || isElsewhere) throw new DamagedPicture('has a part in an unknown place');
    const base = uint(baseSize);
    const extents: Range[] = [];
    for (let left = cursor.uint16BE(); left > 0; left -= 1) {
      // An extent may take no bytes, so the size of the file does not limit their number.
      if (++extentCount > MAX_PARTS) throw new DamagedPicture('has too many parts');
      uint(indexSize);
      const start = base + uint(offsetSize);
      extents.push({ start, end: start + uint(lengthSize) });
    }
    items.push({ id, inMeta: method === 1, extents });
  }
  return items;
}

function cleanProperties(bytes: Buffer, box: Box): void {
  for (const inner of boxesIn(bytes, box.start, box.end))
    for (const property of inner.type === 'ipco' ? boxesIn(bytes, inner.start, inner.end) : [inner])
      if (!KEPT_PROPERTIES.has(property.type)) free(bytes, property);
}

function free(header: Buffer, box: Box): void {
  freeBox(new OverwritableBuffer(header), box);
}

function blank(file: Overwritable, box: Box, ranges: readonly Range[]): void {
  for (const { start, end } of ranges) file.blank(Math.max(start, box.start), Math.min(end, box.end));
}

/** The parts of a box that are not kept. */
function between(box: Box, kept: readonly Range[]): Range[] {
  const ranges: Range[] = [];
  let at = box.start;
  for (const { start, end } of kept.toSorted((a, b) => a.start - b.start)) {
    if (start > at) ranges.push({ start: at, end: Math.min(start, box.end) });
    at = Math.min(Math.max(at, end), box.end);
  }
  ranges.push({ start: at, end: box.end });
  return ranges;
}
