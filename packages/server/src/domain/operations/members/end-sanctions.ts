import type { ExtUserId, ThreadId } from '@palaver/protocol/ids';
import type { PublishingTransaction, PublishingTransactor } from '../../../bus/publishing-database.ts';
import { enqueue } from '../../../jobs/job-queue.ts';
import type { Transaction } from '../../../storage/database.ts';
import { clearExpired, type EndedSanction } from '../../records/members.ts';
import { appendEntry, lockHeads, type NewEntry } from '../../records/thread-log.ts';

/**
 * The end of a mute or ban. The status follows the clock by itself (see member_status()). A job logs the end soon after, or
 * the next change of the member does, whichever comes first.
 */
export const END_SANCTIONS = 'end_sanctions';

export interface SanctionedMember {
  threadId: ThreadId;
  extUserId: ExtUserId;
}

/** Schedules the job that logs the end of a sanction; does nothing if it has no end. */
export async function scheduleSanctionEnd(
  tx: Transaction,
  member: SanctionedMember,
  until: Date | null,
): Promise<void> {
  if (until !== null) await enqueue(tx, END_SANCTIONS, member, until);
}

/** The job. It ignores sanctions that were lifted or prolonged meanwhile. */
export async function endSanctions(
  db: PublishingTransactor,
  { threadId, extUserId }: SanctionedMember,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockHeads(tx, [threadId]);
    await settleExpired(tx, threadId, [extUserId]);
  });
}

/**
 * Clears and logs the expired sanctions of these members, those that began silently as silent ones. The caller holds the lock of the
 * thread's head.
 */
export async function settleExpired(
  tx: PublishingTransaction,
  threadId: ThreadId,
  extUserIds: readonly ExtUserId[],
): Promise<void> {
  const append = async (type: NewEntry['type'], ended: readonly EndedSanction[]) => {
    for (const [isSilent, of] of Map.groupBy(ended, ({ is_silent }) => is_silent)) {
      const change = { expired: true, members: of.map(({ ext_user_id }) => ({ ext_user_id })) };
      await appendEntry(tx, [threadId], { type, actor: null, change, isSilent });
    }
  };
  await append('member.unbanned', await clearExpired(tx, threadId, extUserIds, 'ban'));
  await append('member.unmuted', await clearExpired(tx, threadId, extUserIds, 'mute'));
}
