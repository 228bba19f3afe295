import type { MessageSeq } from '@palaver/protocol/ids';
import type { Message } from '@palaver/protocol/messages';
import type { Transaction } from '../../../storage/database.ts';
import { findMessage, type StoredMessage } from '../../records/messages.ts';
import { Refusal } from '../../refusal.ts';
import type { Target } from '../../rules/permissions.ts';
import type { OpenThread } from '../threads/change-thread.ts';

/**
 * Messages that are there: read, edited, deleted, pinned. Each refuses with M40401 (thread) and M40405 (message), and
 * each change with M40304 and M40306 (who acts). The same action twice is a success without a change.
 */

export async function accessMessage(
  tx: Transaction,
  thread: OpenThread,
  seq: MessageSeq,
): Promise<StoredMessage> {
  const message = await findMessage(tx, thread.id, seq, thread.actor?.extUserId ?? null);
  if (message === undefined) throw new Refusal('M40405');
  return message;
}

export function targetOf(thread: OpenThread, message: Message): Target {
  return message.sender.ext_user_id === thread.actor?.extUserId ? 'self' : 'thread';
}

export function refuseDeleted(message: Message): void {
  if (message.deleted_at === null) return;
  throw new Refusal('M40903', [{ field: 'seq', rule: 'transition', message: 'names a deleted message' }]);
}
