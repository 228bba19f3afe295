import type { ThreadId } from '@palaver/protocol/ids';
import type { WholeEntry } from '@palaver/protocol/log';
import type { Message, SentMessages } from '@palaver/protocol/messages';
import { toMessage } from '../../records/messages.ts';
import type { Receipt, Send } from '../../records/sends.ts';

/** The response to a sender about a stored message. */
export type SentMessage = SentMessages['messages'][number];

export function toSentMessage(threadId: ThreadId, seq: number): SentMessage {
  return { id: `${threadId}.${seq}`, thread_id: threadId, seq };
}

/** Builds the message that was just stored without reading it back: it has no reactions yet. */
export function toWholeMessage(
  { threadId, sender, content, clientMessageId, asSupport }: Omit<Send, 'space' | 'idempotency'>,
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
    as_support: asSupport ?? null,
  });
}

/** Builds its log entry, as `readEntries` would read it now. */
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
