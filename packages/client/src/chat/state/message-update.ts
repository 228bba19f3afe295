import type { ClientMessage, LogEntry } from '../../api.ts';

/**
 * Applies an entry that brings only the reactions or the pin of a message. Returns the same object if the entry is about
 * anything else.
 */
export function updatedBy<Message extends ClientMessage>(
  message: Message,
  { message_seq, reactions, pinned_at }: LogEntry,
): Message {
  if (message.seq !== message_seq) return message;
  if (reactions !== undefined) return { ...message, reactions };
  return pinned_at === undefined ? message : { ...message, pinned_at };
}
