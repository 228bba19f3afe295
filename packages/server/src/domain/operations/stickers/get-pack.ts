import type { PackId, StickerPackWithStickers } from '@palaver/protocol/stickers';
import type { Context } from '../../context.ts';
import { accessPack } from '../../records/sticker-packs.ts';

/** One pack that the space may use, with its stickers. Refuses with M40404. */
export async function getPack(ctx: Context, id: PackId, baseUrl: string): Promise<StickerPackWithStickers> {
  return accessPack(ctx.db, ctx.space, id, baseUrl);
}
