import { ByteCursor } from '../byte-cursor.ts';
import { type CleanPicture, DamagedPicture, Pieces } from './clean-picture.ts';
import { type Orientation, orientationOf } from './orientation.ts';

const START = 0xd8;
const END = 0xd9;
const SCAN = 0xda;
const APP0 = 0xe0;
const APP1 = 0xe1;
const APP2 = 0xe2;
const APP14 = 0xee;
const DHT = 0xc4;
const DAC = 0xcc;
const JPG = 0xc8;
/** Tables of quantisation, the number of lines, and the restart interval. */
const TABLES = new Set([0xdb, 0xdc, 0xdd, DHT, DAC]);
/** Lengths without what may follow: a preview in JFIF. */
const JFIF_BYTES = 14;
const ADOBE_BYTES = 12;

export function cleanJpeg(source: Buffer): CleanPicture {
  const cursor = new ByteCursor(source);
  const kept = new Pieces();
  kept.add(cursor.take(2));
  let orientation: Orientation = 1;
  for (let marker = START; marker !== END; ) {
    marker = nextMarker(cursor);
    if (marker === END) break;
    const data = cursor.take(cursor.uint16BE() - 2);
    if (marker === APP1 && data.toString('latin1', 0, 6) === 'Exif\0\0') orientation = orientationOf(data);
    const content = contentToKeep(marker, data);
    if (content !== undefined) kept.add(segment(marker, content));
    if (marker === SCAN) kept.add(scanData(cursor));
  }
  kept.add(Buffer.of(0xff, END));
  return { bytes: kept.join(), orientation, frames: 1 };
}

/** A marker may follow any number of fill bytes. */
function nextMarker(cursor: ByteCursor): number {
  if (cursor.uint8() !== 0xff) throw new DamagedPicture('has bytes between its segments');
  let marker = 0xff;
  while (marker === 0xff) marker = cursor.uint8();
  if (marker === 0 || (marker >= 0xd0 && marker <= START)) throw new DamagedPicture('has a misplaced marker');
  return marker;
}

function isFrame(marker: number): boolean {
  return (marker & 0xf0) === 0xc0 && marker !== DHT && marker !== JPG && marker !== DAC;
}

/** What a segment needs to have for the picture to be shown as it was; undefined if that is nothing. */
function contentToKeep(marker: number, data: Buffer): Buffer | undefined {
  if (TABLES.has(marker) || isFrame(marker) || marker === SCAN) return data;
  const text = data.toString('latin1', 0, 12);
  if (marker === APP2 && text === 'ICC_PROFILE\0') return data;
  // The colour model.
  if (marker === APP14 && text.startsWith('Adobe')) return data.subarray(0, ADOBE_BYTES);
  // The version and the resolution, and a preview of 0 × 0 pixels.
  if (marker === APP0 && text.startsWith('JFIF\0') && data.length >= JFIF_BYTES)
    return Buffer.concat([data.subarray(0, JFIF_BYTES - 2), Buffer.alloc(2)]);
  return undefined;
}

function segment(marker: number, content: Buffer): Buffer {
  const length = content.length + 2;
  return Buffer.concat([Buffer.of(0xff, marker, length >>> 8, length & 0xff), content]);
}

/** The compressed pixels: all bytes up to the next marker. Restarts, and `ff` that is followed by a zero byte, are not markers. */
function scanData(cursor: ByteCursor): Buffer {
  const { bytes, at } = cursor;
  for (let end = bytes.indexOf(0xff, at); end !== -1; end = bytes.indexOf(0xff, end + 1)) {
    const next = bytes[end + 1] ?? 0;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next < START)) return cursor.take(end - at);
  }
  throw new RangeError('unexpected end');
}
