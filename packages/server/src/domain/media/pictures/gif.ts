import { ByteCursor } from '../byte-cursor.ts';
import { type CleanPicture, DamagedPicture, Pieces } from './clean-picture.ts';

const EXTENSION = 0x21;
const IMAGE = 0x2c;
const END = 0x3b;
/** How the next image is shown: its delay, its transparent colour, and what becomes of it. */
const GRAPHIC_CONTROL = 0xf9;
const APPLICATION = 0xff;
/** The only applications that have to do with showing: they say how often the animation repeats. */
const LOOPS = ['NETSCAPE2.0', 'ANIMEXTS1.0'];

export function cleanGif(source: Buffer): CleanPicture {
  const cursor = new ByteCursor(source);
  cursor.take(6);
  let width = cursor.uint16LE();
  let height = cursor.uint16LE();
  skipColours(cursor, cursor.take(3).readUInt8());
  const kept = new Pieces();
  kept.add(source.subarray(0, cursor.at));
  /** Kept only together with the image that it belongs to. */
  let control: Buffer | undefined;
  let frames = 0;
  for (let block = cursor.uint8(); block !== END; block = cursor.uint8()) {
    const start = cursor.at - 1;
    if (block === IMAGE) {
      const image = readImage(cursor);
      // Some browsers enlarge the canvas for an image that reaches beyond it.
      width = Math.max(width, image.right);
      height = Math.max(height, image.bottom);
      frames += 1;
      if (control !== undefined) kept.add(control);
      kept.add(source.subarray(start, cursor.at));
      control = undefined;
    } else if (block === EXTENSION) {
      const label = cursor.uint8();
      const data = subBlocks(cursor);
      if (label === GRAPHIC_CONTROL && data[0]?.length === 4)
        control = Buffer.concat([Buffer.of(EXTENSION, label, 4), data[0], Buffer.of(0)]);
      if (label === APPLICATION) kept.add(loop(data));
    } else throw new DamagedPicture('has bytes between its blocks');
  }
  if (frames === 0) throw new DamagedPicture('has no frame');
  kept.add(Buffer.of(END));
  return { bytes: kept.join(), orientation: 1, frames, canvas: { width, height } };
}

function skipColours(cursor: ByteCursor, flags: number): void {
  if ((flags & 0x80) !== 0) cursor.take(3 * 2 ** ((flags & 7) + 1));
}

/** Skips an image, and returns where it ends on the canvas. */
function readImage(cursor: ByteCursor): { right: number; bottom: number } {
  const [left, top, width, height] = [
    cursor.uint16LE(),
    cursor.uint16LE(),
    cursor.uint16LE(),
    cursor.uint16LE(),
  ];
  skipColours(cursor, cursor.uint8());
  cursor.take(1);
  for (let length = cursor.uint8(); length > 0; length = cursor.uint8()) cursor.take(length);
  return { right: left + width, bottom: top + height };
}

/** At most the first two: more are not needed. */
function subBlocks(cursor: ByteCursor): Buffer[] {
  const blocks: Buffer[] = [];
  for (let length = cursor.uint8(); length > 0; length = cursor.uint8()) {
    const block = cursor.take(length);
    if (blocks.length < 2) blocks.push(block);
  }
  return blocks;
}

/** The number of repetitions, in the shortest form; nothing for another application. */
function loop([application, data]: Buffer[]): Buffer {
  const name = application?.toString('latin1') ?? '';
  if (!LOOPS.includes(name) || data?.length !== 3 || data[0] !== 1) return Buffer.alloc(0);
  return Buffer.concat([
    Buffer.of(EXTENSION, APPLICATION, name.length),
    Buffer.from(name, 'latin1'),
    Buffer.of(3),
    data,
    Buffer.of(0),
  ]);
}
