import { ByteCursor } from '../byte-cursor.ts';
import { type CleanPicture, DamagedPicture } from './clean-picture.ts';

/*
 * An AVIF file names its parts (items: pixels, EXIF, …) by their offsets, so nothing can be cut out. Instead, this overwrites with
 * zeros what does not belong to the pixels. Offsets stay right, and the pixels are not compressed a second time, which would take
 * seconds and a gigabyte of memory.
 */

/** Items with pixels, or that combine others to a picture. */
const PIXEL_ITEMS = new Set(['av01', 'grid', 'iovl', 'iden', 'tmap']);
/** The outermost boxes of a picture: its type, its header and its pixels. */
const NEEDED = new Set(['ftyp', 'meta', 'mdat']);
const KEPT_IN_META = new Set(['hdlr', 'pitm', 'iinf', 'iref', 'iprp', 'iloc', 'idat', 'dinf', 'grpl']);
const KEPT_PROPERTIES = new Set([
  ...['ispe', 'pixi', 'av1C', 'colr', 'irot', 'imir', 'pasp', 'clap', 'auxC'],
  ...['a1op', 'a1lx', 'lsel', 'clli', 'mdcv', 'cclv', 'amve', 'ipma'],
]);
/** The type of a box whose content does not matter. */
const FREE = 'free';
/** Boxes in a box, and extents of all items. Pictures have a few dozen. */
const MAX_PARTS = 10_000;
/** A full box begins with its version and its flags. */
const VERSION_BYTES = 4;
/** The handler's name, which may be any text, comes after these. */
const HANDLER_BYTES = 24;

interface Box {
  type: string;
  /** Offset of the type in the file. */
  typeAt: number;
  start: number;
  end: number;
}

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
  const boxes = boxesOfFile(source);
  const bytes = Buffer.from(source.subarray(0, boxes.at(-1)?.end));
  const [meta, second] = boxes.filter(({ type }) => type === 'meta');
  if (meta === undefined || second !== undefined) throw new DamagedPicture('does not have one header');
  const inMeta = boxesIn(bytes, meta.start + VERSION_BYTES, meta.end);
  const pixelItems = cleanItems(bytes, inMeta);
  const located = inMeta
    .filter(({ type }) => type === 'iloc')
    .flatMap((box) => locations(bytes, box))
    .filter(({ id }) => pixelItems.has(id));
  const extents = (ofMeta: boolean) =>
    located.flatMap((item) => (item.inMeta === ofMeta ? item.extents : []));
  for (const box of boxes) {
    if (box.type === 'mdat') blankOutside(bytes, box, extents(false));
    else if (box !== boxes[0] && box !== meta) free(bytes, box);
  }
  for (const box of inMeta) {
    if (box.type === 'idat')
      blankOutside(
        bytes,
        box,
        extents(true).map(({ start, end }) => ({ start: box.start + start, end: box.start + end })),
      );
    else if (box.type === 'hdlr') bytes.fill(0, Math.min(box.start + HANDLER_BYTES, box.end), box.end);
    else if (box.type === 'iprp') cleanProperties(bytes, box);
    else if (!KEPT_IN_META.has(box.type)) free(bytes, box);
  }
  // libheif applies the orientation; that of EXIF does not count.
  return { bytes, orientation: 1, frames: 1 };
}

/** The outermost boxes up to the last one that the picture needs. The format has no end, so anything may follow. */
function boxesOfFile(source: Buffer): Box[] {
  const boxes: Box[] = [];
  const cursor = new ByteCursor(source);
  try {
    while (cursor.left > 0) addBox(boxes, cursor);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return boxes.slice(0, boxes.findLastIndex(({ type }) => NEEDED.has(type)) + 1);
}

function boxesIn(bytes: Buffer, start: number, end: number): Box[] {
  const boxes: Box[] = [];
  const cursor = new ByteCursor(bytes.subarray(0, end));
  cursor.at = start;
  while (cursor.left > 0) addBox(boxes, cursor);
  return boxes;
}

function addBox(boxes: Box[], cursor: ByteCursor): void {
  const boxStart = cursor.at;
  const size = cursor.uint32BE();
  const typeAt = cursor.at;
  const type = cursor.text(4);
  const wholeSize =
    size === 1 ? Number(cursor.take(8).readBigUInt64BE()) : size || cursor.bytes.length - boxStart;
  const start = cursor.at;
  cursor.take(boxStart + wholeSize - start);
  if (boxes.push({ type, typeAt, start, end: cursor.at }) > MAX_PARTS)
    throw new DamagedPicture('has too many parts');
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

function free(bytes: Buffer, { typeAt, start, end }: Box): void {
  bytes.write(FREE, typeAt, 'latin1');
  bytes.fill(0, start, end);
}

function blankOutside(bytes: Buffer, box: Box, kept: readonly Range[]): void {
  let at = box.start;
  for (const { start, end } of kept.toSorted((a, b) => a.start - b.start)) {
    if (start > at) bytes.fill(0, at, Math.min(start, box.end));
    at = Math.min(Math.max(at, end), box.end);
  }
  bytes.fill(0, at, box.end);
}
