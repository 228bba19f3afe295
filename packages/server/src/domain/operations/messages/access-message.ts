import type { MessageSeq } from '@palaver/protocol/ids';
import type { Message } from '@palaver/protocol/messages';
import type { Transaction } from '../../../storage/database.ts';
import { findMessage, type StoredMessage } from '../../records/messages.ts';
import { Refusal } from '../../refusal.ts';
import type { ActionTarget } from '../../rules/role-permissions.ts';
import type { LockedThread } from '../threads/change-thread.ts';

/** Reads a message of a thread that is open for a change. Refuses with M40405. */
export async function accessMessage(
  tx: Transaction,
  thread: LockedThread,
  seq: MessageSeq,
): Promise<StoredMessage> {
  const message = await findMessage(tx, thread.id, seq, thread.actor?.extUserId ?? null);
  if (message === undefined) throw new Refusal('M40405');
  return message;
}

/** The target of an action on a message: the actor, or the thread. */
export function targetOf(thread: LockedThread, message: Message): ActionTarget {
  return message.sender.ext_user_id === thread.actor?.extUserId ? 'self' : 'thread';
}

/** Refuses changes of a deleted message with M40903. */
export function refuseDeleted(message: Message): void {
  if (message.deleted_at === null) return;
  throw new Refusal('M40903', [{ field: 'seq', rule: 'transition', message: 'names a deleted message' }]);
}
