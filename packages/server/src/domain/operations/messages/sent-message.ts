import type { ThreadId } from '@palaver/protocol/ids';
import type { WholeEntry } from '@palaver/protocol/log';
import type { Message, SentMessages } from '@palaver/protocol/messages';
import { toMessage } from '../../records/messages.ts';
import type { Receipt, Send } from '../../records/sends.ts';

/** What a sender is told of a message that was stored. */
export type SentMessage = SentMessages['messages'][number];

export function toSentMessage(threadId: ThreadId, seq: number): SentMessage {
  return { id: `${threadId}.${seq}`, thread_id: threadId, seq };
}

/** The message that has just been stored, without reading it back: nobody has reacted to it yet. */
export function toWholeMessage(
  { threadId, sender, content, clientMessageId }: Omit<Send, 'space' | 'idempotency'>,
  receipt: Receipt,
): Message {
  const { kind, text, metadata, replyTo, mentions } = content;
  return toMessage({
    ...receipt,
    thread_id: threadId,
    kind,
    text,
    metadata,
    sender_kind: sender.kind,
    user_id: sender.id,
    client_message_id: clientMessageId?.id ?? '',
    reply_to: replyTo,
    mentions: [...mentions],
    reactions: [],
    pinned_at: null,
    edited_at: null,
    deleted_at: null,
  });
}

/** Its log entry, as `readEntries` would find it now. */
export function toWholeEntry(
  send: Omit<Send, 'space' | 'idempotency'>,
  receipt: Receipt,
  counters: NonNullable<WholeEntry['counters']>,
): WholeEntry {
  const { seq, created_at: at, ext_user_id: actor } = receipt;
  const { threadId: thread_id } = send;
  const message = toWholeMessage(send, receipt);
  return {
    thread_id,
    seq,
    type: 'message.created',
    at,
    actor,
    message_seq: seq,
    change: null,
    counters,
    message,
  };
}
