import { type DeskReading, MAX_OPEN_READINGS, type OpenReading } from '@palaver/protocol/desk';
import type { ThreadId } from '@palaver/protocol/ids';
import type { PublishingTransaction } from '../../../bus/publishing-database.ts';
import type { SignedInContext } from '../../context.ts';
import { countOpenReadings, openReading as openReadingOf } from '../../records/desk.ts';
import { findThread } from '../../records/threads.ts';
import { findAndLockActiveUser } from '../../records/users.ts';
import { Refusal } from '../../refusal.ts';
import { publishUserEvent } from '../users/publish-user-event.ts';
import { accessDesk, notOnDesk } from './access-desk.ts';

/**
 * Opens a direct thread to a user of the support desk for an hour, and records it with their reason. Refuses with M40306, M40401 (no
 * such thread), M40003 (it is not direct), M40005 (too many readings are open), and M40111 if the user is no longer active.
 */
export async function openReading(ctx: SignedInContext, input: OpenReading): Promise<DeskReading> {
  return ctx.db.transaction(async (tx) => {
    const { extUserId, userId } = ctx.actingUser;
    // (The lock makes two requests count one after another.)
    const user = await findAndLockActiveUser(tx, ctx.space, { extUserId });
    if (user === undefined) throw new Refusal('M40111');
    const { direct_threads } = await accessDesk(tx, ctx);
    if (!direct_threads) throw notOnDesk('is of a user of the support desk who may not read direct threads');
    const threadId = await accessDirectThread(tx, ctx, input.thread_id);
    if ((await countOpenReadings(tx, user)) >= MAX_OPEN_READINGS) {
      const message = `names one thread too many: at most ${MAX_OPEN_READINGS} readings are open at a time`;
      throw new Refusal('M40005', [{ field: 'thread_id', rule: 'max_items', message }]);
    }
    const reading = await openReadingOf(tx, user, threadId, input.reason);
    await publishUserEvent(tx, ctx.space, 'desk.reading_opened', userId, { reading });
    return reading;
  });
}

/** Every thread of the space exists for the desk, but only direct ones need a reading. */
async function accessDirectThread(
  tx: PublishingTransaction,
  { space }: SignedInContext,
  named: ThreadId,
): Promise<ThreadId> {
  const thread = await findThread(tx, space, named);
  if (thread === undefined) throw new Refusal('M40401');
  if (thread.type === 'direct') return thread.id;
  const message = 'names a group, which the support desk reads without a reading';
  throw new Refusal('M40003', [{ field: 'thread_id', rule: 'direct', message }]);
}
