/* The comments of Vorbis, Opus, Speex and FLAC: the maker's name, a number, and that many comments, each with its length before it. */

/** How the block with the comments begins, and whether a byte follows that must be 1. */
const FRAMES = {
  vorbis: { head: 7, hasEnd: true },
  opus: { head: 8, hasEnd: false },
  speex: { head: 0, hasEnd: false },
  flac: { head: 4, hasEnd: false },
};
const LENGTH_BYTES = 4;

/** A block of the same length without comments: blanks as the maker's name fill it. A block that is too short has none, and stays. */
export function emptiedComments(block: Buffer, codec: keyof typeof FRAMES): Buffer {
  const { head, hasEnd } = FRAMES[codec];
  const nameLength = block.length - head - 2 * LENGTH_BYTES - (hasEnd ? 1 : 0);
  if (nameLength < 0) return block;
  const emptied = Buffer.alloc(block.length, ' ');
  block.copy(emptied, 0, 0, head);
  emptied.writeUInt32LE(nameLength, head);
  emptied.writeUInt32LE(0, head + LENGTH_BYTES + nameLength);
  if (hasEnd) emptied[block.length - 1] = 1;
  return emptied;
}
