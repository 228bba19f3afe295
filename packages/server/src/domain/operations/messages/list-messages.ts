import type { ThreadId } from '@palaver/protocol/ids';
import type { Message } from '@palaver/protocol/messages';
import { type Context, viewerOf } from '../../context.ts';
import type { Page } from '../../page.ts';
import { type MessagesPage, pageMessages } from '../../records/message-pages.ts';
import { Refusal } from '../../refusal.ts';

/** Messages of a thread by ascending seq; deleted ones are included, empty. */
export async function listMessages(
  ctx: Context,
  threadId: ThreadId,
  page: MessagesPage,
): Promise<Page<Message>> {
  const messages = await pageMessages(ctx.db, ctx.space, threadId, page, viewerOf(ctx));
  if (messages === undefined) throw new Refusal('M40401');
  return messages;
}
