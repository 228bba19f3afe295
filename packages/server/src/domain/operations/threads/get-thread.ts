import type { ThreadId } from '@palaver/protocol/ids';
import type { Thread } from '@palaver/protocol/threads';
import type { Context } from '../../context.ts';
import { findThread } from '../../records/threads.ts';
import { Refusal } from '../../refusal.ts';

/** One thread (interface §3). Refuses with M40401 if it is not in this space. */
export async function getThread(ctx: Context, id: ThreadId): Promise<Thread> {
  const thread = await findThread(ctx.db, ctx.space, id);
  if (thread === undefined) throw new Refusal('M40401');
  return thread;
}
