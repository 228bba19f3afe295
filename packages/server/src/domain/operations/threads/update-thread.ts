import type { ThreadId } from '@palaver/protocol/ids';
import type { Thread, UpdateThread } from '@palaver/protocol/threads';
import type { Context } from '../../context.ts';
import { findThread, setFields, type ThreadFields } from '../../records/threads.ts';
import { Refusal } from '../../refusal.ts';
import { changeThread } from './change-thread.ts';

/**
 * Changes the name and other fields of a thread; returns the thread. Undefined fields keep their value, and an empty name
 * keeps the name of a group. Refuses with M40401, M40304 and M40306 (the actor), M40903 (a direct thread has no name and no
 * description).
 */
export async function updateThread(ctx: Context, threadId: ThreadId, changes: UpdateThread): Promise<Thread> {
  return changeThread(ctx, threadId, undefined, async (tx, thread) => {
    thread.checkPermission('thread.update', 'thread');
    if (thread.type === 'direct') refuseNaming(changes);
    const before = await findThread(tx, ctx.space, thread.id);
    if (before === undefined) throw new Error('a locked thread has disappeared');
    const after: ThreadFields = {
      name: changes.name || before.name,
      description: changes.description ?? before.description,
      avatar_url: changes.avatar_url ?? before.avatar_url,
      metadata: changes.metadata ?? before.metadata,
    };
    const fields = (Object.keys(after) as (keyof ThreadFields)[]).filter((key) => after[key] !== before[key]);
    if (fields.length > 0) {
      await setFields(tx, thread.id, after);
      await thread.append({ type: 'thread.updated', change: { fields } });
    }
    return { ...before, ...after };
  });
}

function refuseNaming(changes: UpdateThread): void {
  const named = (['name', 'description'] as const).filter((field) => changes[field]);
  if (named.length === 0) return;
  const message = 'stays empty: this is a direct thread';
  throw new Refusal(
    'M40903',
    named.map((field) => ({ field, rule: 'group', message })),
  );
}
