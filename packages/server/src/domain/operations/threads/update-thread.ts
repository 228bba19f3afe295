import type { ThreadId } from '@palaver/protocol/ids';
import type { Thread, UpdateMyThread, UpdateThread } from '@palaver/protocol/threads';
import type { Transaction } from '../../../storage/database.ts';
import type { Context, SignedInContext } from '../../context.ts';
import { setPicture } from '../../records/pictures.ts';
import { findThread, setFields, type ThreadFields } from '../../records/threads.ts';
import { Refusal, refusalOf } from '../../refusal.ts';
import { pictureNotFound, resolvePicture } from '../pictures/resolve-picture.ts';
import { changeThread, type LockedThread } from './change-thread.ts';

/**
 * Changes the name and other fields of a thread; returns the thread. Undefined fields keep their value, and an empty name
 * keeps the name of a group. Refuses with M40401, M40304 and M40306 (the actor), M40903 (a direct thread has no name and no
 * description).
 */
export function updateThread(ctx: Context, threadId: ThreadId, changes: UpdateThread): Promise<Thread> {
  return changeThread(ctx, threadId, undefined, async (tx, thread) => {
    const changed = await change(tx, ctx, thread, changes);
    // The address of a back end takes the place of an uploaded picture.
    if (changed.fields.includes('avatar_url')) await setPicture(tx, { threadId: thread.id }, null);
    return changed.thread;
  });
}

const FIELD = 'avatar_file_id';
const NONE = { picture: undefined, fault: undefined };

/**
 * The same for a signed-in user, whose picture for the thread is a file that they have uploaded; an empty id removes the picture. Also
 * refuses with M40411 (file) and M40003 (a file that is no picture).
 */
export function updateMyThread(
  ctx: SignedInContext,
  threadId: ThreadId,
  { avatar_file_id: id, ...changes }: UpdateMyThread,
  baseUrl: string,
): Promise<Thread> {
  return changeThread(ctx, threadId, undefined, async (tx, thread) => {
    const { picture, fault } = id ? await resolvePicture(tx, ctx, { id, field: FIELD, baseUrl }) : NONE;
    if (fault !== undefined) throw refusalOf([fault]);
    const avatar = id === undefined ? {} : { avatar_url: picture?.url ?? '' };
    const changed = await change(tx, ctx, thread, { ...changes, ...avatar });
    const isSet =
      id === undefined || (await setPicture(tx, { threadId: thread.id }, picture?.fileId ?? null));
    if (!isSet) throw refusalOf([pictureNotFound(FIELD)]);
    return changed.thread;
  });
}

async function change(
  tx: Transaction,
  ctx: Context,
  thread: LockedThread,
  changes: UpdateThread,
): Promise<{ thread: Thread; fields: string[] }> {
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
  return { thread: { ...before, ...after }, fields };
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
