import type { ThreadId } from '@palaver/protocol/ids';
import type { SentMessages } from '@palaver/protocol/messages';

/** What a sender is told of a message that was stored. */
export type SentMessage = SentMessages['messages'][number];

export function toSentMessage(threadId: ThreadId, seq: number): SentMessage {
  return { id: `${threadId}.${seq}`, thread_id: threadId, seq };
}
