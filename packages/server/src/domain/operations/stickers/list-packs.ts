import type { StickerPack } from '@palaver/protocol/stickers';
import type { Context } from '../../context.ts';
import { pagePacks } from '../../records/sticker-packs.ts';

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
