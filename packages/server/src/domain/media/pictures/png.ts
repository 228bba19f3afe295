import { crc32, inflateSync } from 'node:zlib';
import { ByteCursor } from '../byte-cursor.ts';
import { type CleanPicture, DamagedPicture, Pieces } from './clean-picture.ts';
import { type Orientation, orientationOf } from './orientation.ts';

const SIGNATURE_BYTES = 8;
/** Pixels, colours and frames (APNG). All others are texts, times and the like. */
const KEPT = new Set([
  'IHDR',
  'PLTE',
  'IDAT',
  'IEND',
  'tRNS',
  'cHRM',
  'gAMA',
  'iCCP',
  'sBIT',
  'sRGB',
  'cICP',
  'mDCV',
  'cLLI',
  'bKGD',
  'pHYs',
  'acTL',
  'fcTL',
  'fdAT',
]);
/** Unpacked. Larger profiles exist, but only for print. */
const MAX_PROFILE_BYTES = 4 * 1024 * 1024;

export function cleanPng(source: Buffer): CleanPicture {
  const cursor = new ByteCursor(source);
  const kept = new Pieces();
  kept.add(cursor.take(SIGNATURE_BYTES));
  let orientation: Orientation = 1;
  let frames = 0;
  for (let type = ''; type !== 'IEND'; ) {
    const start = cursor.at;
    const length = cursor.uint32BE();
    type = cursor.text(4);
    const data = cursor.take(length);
    if (crc32(source.subarray(start + 4, cursor.at)) !== cursor.uint32BE()) {
      if (KEPT.has(type)) throw new DamagedPicture('has a wrong checksum');
      continue;
    }
    if (type === 'eXIf') orientation = orientationOf(data);
    if (type === 'fcTL') frames += 1;
    if (KEPT.has(type) && (type !== 'iCCP' || isProfile(data))) kept.add(source.subarray(start, cursor.at));
  }
  return { bytes: kept.join(), orientation, frames: Math.max(frames, 1) };
}

/** A colour profile that unpacks to a reasonable size. A few bytes could unpack to gigabytes. */
function isProfile(data: Buffer): boolean {
  // A name that ends with a zero byte, and the method of the compression.
  const packed = data.subarray(data.indexOf(0) + 2);
  try {
    return inflateSync(packed, { maxOutputLength: MAX_PROFILE_BYTES }).length > 0;
  } catch {
    return false;
  }
}
