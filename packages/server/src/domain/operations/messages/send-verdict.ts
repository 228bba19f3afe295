import { type Fault, firstCode } from '@palaver/protocol/errors';
import type { MemberStatus } from '@palaver/protocol/members';
import type { SendMessage } from '@palaver/protocol/message-requests';
import type { Outcome } from '../../../storage/group-commit.ts';
import type { FoundSend, Receipt, Send, StoredSend } from '../../records/sends.ts';
import type { ResolvedUser } from '../../records/users.ts';
import { Refusal, refusalOf, userNotFound } from '../../refusal.ts';
import { ownSendRefusal, sendRefusal } from '../../rules/role-permissions.ts';
import type { IdempotentResult } from '../idempotency/run-once.ts';
import { FILE_NOT_FOUND } from './resolve-metadata.ts';
import { type SentMessage, toSentMessage } from './sent-message.ts';

/** Decides the outcome of a send from what was found for it. Nothing here waits or writes. */

/** The sender that a request names (interface §5 rule 1). */
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

/** Refuses a send to several threads, with the first of their codes in the error table. */
export function refuseSilenced(kind: 'user' | 'bot', statuses: readonly MemberStatus[]): void {
  const [first, ...others] = statuses.flatMap((status) => sendRefusal(kind, status) ?? []);
  if (first !== undefined) throw new Refusal(firstCode([first, ...others]));
}

/** The result of a send. */
export interface SendResult extends IdempotentResult<SentMessage[]> {
  /** Present if a signed-in user sent the message, or its thread has subscribers on this node. */
  receipt?: Receipt;
}

/** The outcome of one send of a batch, from what the batch stored or found. */
export function outcomeOf(send: Send, stored: StoredSend | undefined): Outcome<SendResult> {
  if (stored === undefined) throw new Error('a send of the batch has no outcome');
  const { threadId } = send;
  if (typeof stored === 'number') {
    return { result: { data: [toSentMessage(threadId, stored)], isReplay: false } };
  }
  if ('seq' in stored) {
    return { result: { data: [toSentMessage(threadId, stored.seq)], isReplay: false, receipt: stored } };
  }
  return explain(send, stored);
}

/** Explains why a send was not stored, in the order of the stages: replay, existence, permission. */
function explain({ threadId, sender }: Send, found: FoundSend): Outcome<SendResult> {
  const { has_key, remembered, twin, has_thread, has_head, status } = found;
  if (!has_key) return 'blocked';
  const first = remembered ?? twin;
  if (first?.is_same === false) return { failure: new Refusal('M42201') };
  if (remembered !== null) return { result: { data: remembered.data, isReplay: true } };
  if (twin !== null) return { result: { data: [toSentMessage(threadId, twin.seq)], isReplay: true } };
  if (sender.extUserId !== undefined) return explainToUser(found);
  const threadFault = has_thread ? undefined : THREAD_NOT_FOUND;
  const fileFault = found.has_file ? undefined : FILE_NOT_FOUND;
  const faults = [threadFault, senderFault(sender.kind, found.sender ?? undefined), fileFault];
  const [fault, ...others] = faults.filter((one) => one !== undefined);
  if (fault !== undefined) return { failure: refusalOf([fault, ...others]) };
  if (!has_head) return 'blocked';
  const code = sendRefusal(sender.kind, status ?? undefined);
  if (code === undefined) throw new Error('a send was neither stored nor refused');
  return { failure: new Refusal(code) };
}

/** The same for a signed-in user, who does not learn of threads of others. */
function explainToUser({ sender, has_thread, has_file, has_head, status }: FoundSend): Outcome<SendResult> {
  if (sender?.is_active !== true) return { failure: new Refusal('M40111') };
  if (!has_thread) return { failure: new Refusal('M40401') };
  if (!has_head) return 'blocked';
  const code = ownSendRefusal(status ?? undefined);
  if (code !== undefined) return { failure: new Refusal(code) };
  if (has_file) throw new Error('a send was neither stored nor refused');
  return { failure: refusalOf([FILE_NOT_FOUND]) };
}
