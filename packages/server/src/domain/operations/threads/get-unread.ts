import type { UnreadTotal } from '@palaver/protocol/client-threads';
import type { SignedInContext } from '../../context.ts';
import { unreadTotals } from '../../records/unread.ts';

/** How many messages the signed-in user has not read, in all threads of the chat list. */
export async function getUnread({ db, actingUser }: SignedInContext): Promise<UnreadTotal> {
  const totals = await unreadTotals(db, [actingUser.extUserId]);
  const { threads, messages } = totals.get(actingUser.extUserId) ?? { threads: 0, messages: 0 };
  return { unread_threads: threads, unread_messages: messages };
}
