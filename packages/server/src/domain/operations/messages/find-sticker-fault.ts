import type { Fault } from '@palaver/protocol/errors';
import type { Metadata } from '@palaver/protocol/message-kinds';
import type { Context } from '../../context.ts';
import { isUsableSticker } from '../../records/sticker-packs.ts';

/**
 * Returns a fault if the space cannot use the sticker. The sticker is checked before the message is stored, without a lock: if
 * it is deleted a moment later, the message is like any other whose sticker was deleted afterwards.
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
