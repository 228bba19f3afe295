import type { ThreadId } from '@palaver/protocol/ids';
import type { SentMessages } from '@palaver/protocol/messages';

/** What a sender is told of a message that was stored. */
export type SentMessage = SentMessages['messages'][number];

export function toSentMessage(threadId: ThreadId, seq: number): SentMessage {
  return { id: `${threadId}.${seq}`, thread_id: threadId, seq };
}

/** The same in SQL, for the row of a stored message. */
export const SENT_MESSAGE = `json_build_object('id', thread_id || '.' || seq, 'thread_id', thread_id::text, 'seq', seq)`;
