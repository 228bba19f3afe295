import type { StickerKind } from '@palaver/protocol/stickers';
import { LottieReader } from './lottie-reader.ts';

/** A PNG's signature and its first chunk, the longest of what has to be seen at once. */
const HEAD_BYTES = 33;

const PNG_START = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1');
const GIF_HEAD_BYTES = 13;

/**
 * What a file is, by its content; its name is not asked. An image is known by its head and not decoded: a program
 * that shows it has to be careful in any case. A Lottie animation is read to its end.
 *
 * @throws {BadArchive} when it is none of them.
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

/** The same content, with a first piece that has all that `kindOfFile` looks at, or all there is. */
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

/** The kind of an image by its first 33 bytes, or all that it has; undefined when it is none that we know. */
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
