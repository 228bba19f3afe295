import type { ClientThread } from '@palaver/client';
import { senderName, shortTimeOf, summaryOf, threadName } from './words';

/** What the chat list shows of a thread. */
export interface ChatRow {
  id: string;
  name: string;
  avatarUrl: string;
  /** The last message, in one line. */
  line: string;
  time: string;
  /** Empty if everything is read. */
  unread: string;
  /** The `ext_user_id` of the other user of a direct thread, for their presence. */
  peerId: string | undefined;
}

/** `me`: the `ext_user_id` of the signed-in user. */
export function chatRow(thread: ClientThread, me: string): ChatRow {
  const { id, peer, last_message, created_at, unread_count, unread_more } = thread;
  return {
    id,
    name: threadName(thread),
    avatarUrl: peer?.avatar_url ?? thread.avatar_url,
    line: lineOf(thread, me),
    time: shortTimeOf(last_message?.created_at ?? created_at),
    unread: unread_count === 0 ? '' : `${unread_count}${unread_more ? '+' : ''}`,
    peerId: peer?.type === 'user' ? peer.ext_user_id : undefined,
  };
}

function lineOf({ last_message: last, peer }: ClientThread, me: string): string {
  if (last === null) return 'No messages yet';
  if (last.sender.ext_user_id === me) return `You: ${summaryOf(last)}`;
  return peer === null ? `${senderName(last)}: ${summaryOf(last)}` : summaryOf(last);
}
