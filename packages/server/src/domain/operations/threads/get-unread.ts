import type { UnreadTotal } from '@palaver/protocol/client-threads';
import type { SignedInContext } from '../../context.ts';
import { type CountedThreads, unreadTotals } from '../../records/unread.ts';

/** How many messages the signed-in user has not read, in all threads that count. */
export async function getUnread(
  { db, actingUser }: SignedInContext,
  counted: CountedThreads,
): Promise<UnreadTotal> {
  const totals = await unreadTotals(db, [actingUser.extUserId], counted);
  const { threads, messages } = totals.get(actingUser.extUserId) ?? { threads: 0, messages: 0 };
  return { unread_threads: threads, unread_messages: messages };
}
