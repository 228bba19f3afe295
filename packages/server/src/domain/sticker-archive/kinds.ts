import type { StickerKind } from '@palaver/protocol/stickers';
import { PICTURE_HEAD_BYTES, type PictureType, pictureTypeOf } from '../media/picture-signatures.ts';
import { LottieReader } from './lottie-reader.ts';

const KINDS: Partial<Record<PictureType, Exclude<StickerKind, 'json'>>> = {
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
};

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
    if (piece.length < PICTURE_HEAD_BYTES && head !== undefined) {
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
  const type = pictureTypeOf(head);
  return type && KINDS[type];
}
