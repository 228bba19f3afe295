import type { ErrorCode, Fault } from '@palaver/protocol/errors';
import type { MemberStatus } from '@palaver/protocol/members';
import type { SendMessage } from '@palaver/protocol/message-requests';
import type { ResolvedUser } from '../../records/users.ts';
import { userNotFound } from '../../refusal.ts';

/** Who a request says the sender is (interface §5 rule 1). */
export function namedSender({ sender }: Pick<SendMessage, 'sender'>): { kind: 'user' | 'bot'; id: string } {
  return sender.user_id ? { kind: 'user', id: sender.user_id } : { kind: 'bot', id: sender.bot_id ?? '' };
}

/** The fault of a sender that does not exist, is deactivated, or is of the other kind: M40402, M40403. */
export function senderFault(
  kind: 'user' | 'bot',
  found: Pick<ResolvedUser, 'kind' | 'is_active'> | undefined,
): Fault | undefined {
  if (found?.kind === kind && found.is_active) return undefined;
  if (kind === 'user') return userNotFound('sender.user_id');
  return { code: 'M40403', field: 'sender.bot_id', rule: 'exists', message: 'names no bot' };
}

export const THREAD_NOT_FOUND: Fault = {
  code: 'M40401',
  field: 'target.thread_id',
  rule: 'exists',
  message: 'names no thread',
};

const SILENCED: Record<Exclude<MemberStatus, 'active'>, ErrorCode> = {
  removed: 'M40303',
  muted: 'M40304',
  banned: 'M40305',
};

/** A user who sends must be an active member; undefined is somebody who never was one. A bot needs no membership. */
export function membershipRefusal(
  kind: 'user' | 'bot',
  status: MemberStatus | undefined,
): ErrorCode | undefined {
  if (kind === 'bot' || status === 'active') return undefined;
  return SILENCED[status ?? 'removed'];
}
