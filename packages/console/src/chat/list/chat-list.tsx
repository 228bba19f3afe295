import type { Chat, ClientThread } from '@palaver/client';
import { Avatar } from '../ui/avatar.tsx';
import { senderName, shortTimeOf, summaryOf, threadName } from '../ui/format.ts';
import { usePresence } from '../use-readable.ts';

interface ChatListProps {
  chat: Chat;
  threads: readonly ClientThread[];
  /** The user's own `ext_user_id`. */
  me: string;
  openId: string | undefined;
  onOpen: (threadId: string) => void;
}

/** The chat list, latest first. */
export function ChatList({ chat, threads, me, openId, onOpen }: ChatListProps) {
  return (
    <ul className="chats" aria-label="Chats">
      {threads.map((thread) => (
        <li key={thread.id}>
          <button
            type="button"
            className="chat"
            aria-current={thread.id === openId ? 'true' : undefined}
            onClick={() => onOpen(thread.id)}
          >
            {thread.peer === null ? (
              <Avatar id={`group ${thread.id}`} name={thread.name} url={thread.avatar_url} />
            ) : (
              <PeerAvatar chat={chat} thread={thread} />
            )}
            <span className="chat-name">{threadName(thread)}</span>
            <small className="chat-time">
              {shortTimeOf(thread.last_message?.created_at ?? thread.created_at)}
            </small>
            <span className="chat-last">
              <span className="chat-line">{lastLine(thread, me)}</span>
              {thread.unread_count === 0 ? null : (
                <span className="badge">
                  {thread.unread_more ? '100+' : thread.unread_count}
                  <span className="unseen"> unread</span>
                </span>
              )}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function PeerAvatar({ chat, thread: { peer } }: { chat: Chat; thread: ClientThread }) {
  const { ext_user_id: id = '', avatar_url = '', type } = peer ?? {};
  const isOnline = usePresence(chat, id);
  const name = peer?.display_name || peer?.user_id || '';
  return <Avatar id={id} name={name} url={avatar_url} isOnline={type === 'user' ? isOnline : undefined} />;
}

function lastLine({ last_message: last, peer }: ClientThread, me: string): string {
  if (last === null) return 'No messages yet';
  if (last.sender.ext_user_id === me) return `You: ${summaryOf(last)}`;
  return peer === null ? `${senderName(last)}: ${summaryOf(last)}` : summaryOf(last);
}
