import type { PackId } from '@palaver/protocol/stickers';
import { enqueue } from '../../../jobs/job-queue.ts';
import type { Context } from '../../context.ts';
import { deletePackRow } from '../../records/sticker-packs.ts';
import { REMOVE_FILES } from './remove-files.ts';

/**
 * Deletes a pack of exactly this space; a job removes its files soon after. Messages that show one of its stickers stay.
 * Refuses with M40404.
 */
export async function deletePack(ctx: Context, id: PackId): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const folder = await deletePackRow(tx, ctx.space, id);
    await enqueue(tx, REMOVE_FILES, { folder });
  });
}
