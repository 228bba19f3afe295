import type { StickerKind } from '@palaver/protocol/stickers';
import { LottieReader } from './lottie-reader.ts';

/** A PNG's signature and first chunk, the longest header that `kindOfFile` needs. */
const HEAD_BYTES = 33;

const PNG_START = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1');
const GIF_HEAD_BYTES = 13;

/**
 * Detects the kind of a file from its content; its name does not matter. An image is detected from its header and not decoded,
 * because programs that display it must handle damaged images anyway. A Lottie animation is read to its end.
 *
 * @throws {BadArchive} if the file is of no known kind.
 */
export async function kindOfContent(content: AsyncIterable<Buffer>): Promise<StickerKind> {
  let image: StickerKind | undefined;
  let lottie: LottieReader | undefined;
  for await (const piece of withWholeHead(content)) {
    if (image === undefined && lottie === undefined) {
      image = kindOfFile(piece);
      if (image === undefined) lottie = new LottieReader();
    }
    lottie?.write(piece);
  }
  lottie?.end();
  return image ?? 'json';
}

/** Merges the first chunks, so that the first piece has all the bytes that `kindOfFile` needs, or the whole content. */
async function* withWholeHead(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let head: Buffer | undefined = Buffer.alloc(0);
  for await (const chunk of content) {
    const piece: Buffer = head === undefined ? chunk : Buffer.concat([head, chunk]);
    if (piece.length < HEAD_BYTES && head !== undefined) {
      head = piece;
    } else {
      head = undefined;
      yield piece;
    }
  }
  if (head !== undefined) yield head;
}

/** Detects an image from its first 33 bytes (or all, if it has fewer); undefined if its kind is unknown. */
export function kindOfFile(head: Buffer): Exclude<StickerKind, 'json'> | undefined {
  if (head.length >= HEAD_BYTES && head.subarray(0, PNG_START.length).equals(PNG_START)) {
    const width = head.readUInt32BE(16);
    const height = head.readUInt32BE(20);
    if (width > 0 && height > 0) return 'png';
  }
  const text = head.toString('latin1', 0, HEAD_BYTES);
  if (/^GIF8[79]a/u.test(text) && head.length >= GIF_HEAD_BYTES) return 'gif';
  if (/^RIFF.{4}WEBPVP8[ LX]/su.test(text)) return 'webp';
  return undefined;
}
