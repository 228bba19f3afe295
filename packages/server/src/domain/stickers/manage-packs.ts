import type { PackId, StickerPack, StickerPackWithStickers } from '@palaver/protocol/stickers';
import { enqueue } from '../../jobs/jobs.ts';
import type { Context } from '../context.ts';
import { accessPack, deletePackRow, pagePacks } from './queries.ts';
import { REMOVE_FILES } from './store-pack.ts';

/**
 * Sticker packs by ascending id (interface §7): without a tenant the global ones; with one that tenant's own, and the
 * global ones as well when `includeGlobal` is set. `limit` null: all.
 */
export async function listPacks(
  ctx: Context,
  page: { lastId: string; limit: number | null; includeGlobal: boolean },
  baseUrl: string,
): Promise<StickerPack[]> {
  return pagePacks(ctx.db, ctx.space, page, baseUrl);
}

/** One pack that the space may use, with its stickers; M40404 when there is none. */
export async function getPack(ctx: Context, id: PackId, baseUrl: string): Promise<StickerPackWithStickers> {
  return accessPack(ctx.db, ctx.space, id, baseUrl);
}

/**
 * Deletes a pack where it was made; its files go soon after. Messages that show one of its stickers stay. M40404 when
 * there is none.
 */
export async function deletePack(ctx: Context, id: PackId): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const folder = await deletePackRow(tx, ctx.space, id);
    await enqueue(tx, REMOVE_FILES, { folder });
  });
}
