import type { ThreadListItem } from '@palaver/protocol/threads';
import type { Context } from '../../context.ts';
import { pageThreads } from '../../records/threads.ts';

/** Threads of the space by ascending id (interface §2). */
export async function listThreads(
  ctx: Context,
  page: { lastId: string; limit: number; onlyPublic: boolean },
): Promise<ThreadListItem[]> {
  return pageThreads(ctx.db, ctx.space, page);
}
