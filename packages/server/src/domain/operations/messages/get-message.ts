import type { MessageSeq, ThreadId } from '@palaver/protocol/ids';
import type { Message } from '@palaver/protocol/messages';
import { type Context, viewerOf } from '../../context.ts';
import { findMessage } from '../../records/messages.ts';
import { accessReadableThread } from '../../records/threads.ts';
import { Refusal } from '../../refusal.ts';

/** A message of a thread that the caller may see. Refuses with M40401 and M40405. */
export async function getMessage(ctx: Context, threadId: ThreadId, seq: MessageSeq): Promise<Message> {
  const { id } = await accessReadableThread(ctx.db, ctx, threadId);
  const message = await findMessage(ctx.db, id, seq, viewerOf(ctx));
  if (message === undefined) throw new Refusal('M40405');
  return message.shown;
}

/** A message that was sent before, as it is now. Refuses with M40401 if the sender no longer sees the thread. */
export async function showSent(ctx: Context, threadId: ThreadId, seq: number): Promise<Message> {
  await accessReadableThread(ctx.db, ctx, threadId);
  const message = await findMessage(ctx.db, threadId, seq, viewerOf(ctx));
  if (message === undefined) throw new Error('a sent message has disappeared');
  return message.shown;
}
