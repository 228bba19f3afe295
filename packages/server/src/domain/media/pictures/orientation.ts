/** The values of EXIF: how the stored pixels must be turned or mirrored to be shown upright. 1 is upright. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

const ORIENTATIONS: readonly number[] = [1, 2, 3, 4, 5, 6, 7, 8];
const ORIENTATION_TAG = 0x01_12;
const SHORT = 3;
const ENTRY_BYTES = 12;

/** Reads the orientation from EXIF (in TIFF's format), 1 if there is none. Damaged EXIF is none: it is removed in any case. */
export function orientationOf(exif: Buffer): Orientation {
  const tiff = exif.toString('latin1', 0, 6) === 'Exif\0\0' ? exif.subarray(6) : exif;
  const isLittleEndian = tiff.toString('latin1', 0, 2) === 'II';
  const uint16 = (at: number) => (isLittleEndian ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  try {
    const directory = isLittleEndian ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
    const entries = uint16(directory);
    for (let entry = 0; entry < entries; entry += 1) {
      const at = directory + 2 + entry * ENTRY_BYTES;
      if (uint16(at) === ORIENTATION_TAG && uint16(at + 2) === SHORT) {
        const value = uint16(at + 8);
        return isOrientation(value) ? value : 1;
      }
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return 1;
}

function isOrientation(value: number): value is Orientation {
  return ORIENTATIONS.includes(value);
}

/** Whether width and height change places. */
export function isTurned(orientation: Orientation): boolean {
  return orientation >= 5;
}
