import type { Fault } from '@palaver/protocol/errors';
import type { Metadata } from '@palaver/protocol/message-kinds';
import type { Context } from '../../context.ts';
import { isUsableSticker } from '../../records/sticker-packs.ts';

/**
 * The fault of a sticker that the space cannot use. It is looked up before the message is stored, and not locked: a
 * message whose sticker is deleted a moment later is like one whose sticker is deleted tomorrow.
 */
export async function findStickerFault(
  { db, space }: Pick<Context, 'db' | 'space'>,
  metadata: Metadata | undefined,
): Promise<Fault | undefined> {
  if (metadata?.type !== 'sticker') return undefined;
  if (await isUsableSticker(db, space, metadata.pack_id, metadata.sticker_id)) return undefined;
  return {
    code: 'M40404',
    field: 'body.metadata[0].sticker_id',
    rule: 'exists',
    message: 'names no sticker of an uploaded pack',
  };
}
