import type { ExtUserId, ThreadId } from '@palaver/protocol/ids';
import type { EntryType } from '@palaver/protocol/log';
import type { PublishingTransaction, PublishingTransactor } from '../../../bus/publishing-database.ts';
import { enqueue } from '../../../jobs/job-queue.ts';
import { clearExpiredBans, clearExpiredMutes } from '../../records/members.ts';
import { appendEntry, lockHeads } from '../../records/thread-log.ts';

/**
 * The end of a mute or ban. The status follows the clock by itself (see member_status()); the log is told by a job soon
 * after, or by the next change of the member, whichever is first.
 */
export const END_SANCTIONS = 'end_sanctions';

export interface SanctionedMember {
  threadId: ThreadId;
  extUserId: ExtUserId;
}

/** Has the log told when the sanction ends; not of one without an end. */
export async function scheduleSanctionEnd(
  tx: PublishingTransaction,
  member: SanctionedMember,
  until: Date | null,
): Promise<void> {
  if (until !== null) await enqueue(tx, END_SANCTIONS, member, until);
}

/** The job. A sanction that was lifted or prolonged meanwhile is none of its business. */
export async function endSanctions(
  db: PublishingTransactor,
  { threadId, extUserId }: SanctionedMember,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockHeads(tx, [threadId]);
    await settleExpired(tx, threadId, [extUserId]);
  });
}

/** Ends what has expired of these members' sanctions. The head of the thread must be locked. */
export async function settleExpired(
  tx: PublishingTransaction,
  threadId: ThreadId,
  extUserIds: readonly ExtUserId[],
): Promise<void> {
  const append = async (type: EntryType, members: readonly ExtUserId[]) => {
    if (members.length === 0) return;
    const change = { expired: true, members: members.map((ext_user_id) => ({ ext_user_id })) };
    await appendEntry(tx, [threadId], { type, actor: null, change });
  };
  await append('member.unbanned', await clearExpiredBans(tx, threadId, extUserIds));
  await append('member.unmuted', await clearExpiredMutes(tx, threadId, extUserIds));
}
