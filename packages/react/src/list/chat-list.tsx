import type { ClientThread } from '@palaver/client';
import { useChats, useMe } from '../hooks/use-chats.ts';
import { usePresence } from '../hooks/use-presence.ts';
import { type Language, useLanguage } from '../texts/language.ts';
import { Avatar } from '../ui/avatar.tsx';

export interface ChatListProps {
  /** The id of the thread that is open. */
  openId?: string | undefined;
  onOpen: (threadId: string) => void;
}

/** The chat list, latest first. */
export function ChatList({ openId, onOpen }: ChatListProps) {
  const threads = useChats();
  const me = useMe();
  const language = useLanguage();
  const { texts, threadName, shortTime } = language;
  if (threads.length === 0)
    return (
      <p className="pv-empty">
        <b>{texts.noChats}</b> {texts.noChatsHint}
      </p>
    );
  return (
    <ul className="pv-chats" aria-label={texts.chats}>
      {threads.map((thread) => (
        <li key={thread.id}>
          <button
            type="button"
            className="pv-chat"
            aria-current={thread.id === openId ? 'true' : undefined}
            onClick={() => onOpen(thread.id)}
          >
            {thread.peer === null ? (
              <Avatar id={`group ${thread.id}`} name={thread.name} url={thread.avatar_url} />
            ) : (
              <PeerAvatar thread={thread} />
            )}
            <span className="pv-chat-name">{threadName(thread)}</span>
            <small className="pv-chat-time">
              {shortTime(thread.last_message?.created_at ?? thread.created_at)}
            </small>
            <span className="pv-chat-last">
              <span className="pv-chat-line">{lastLine(thread, me, language)}</span>
              {thread.unread_count === 0 ? null : (
                <span className="pv-badge">
                  {thread.unread_more ? '100+' : thread.unread_count}
                  <span className="pv-unseen"> {texts.unread}</span>
                </span>
              )}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function PeerAvatar({ thread: { peer } }: { thread: ClientThread }) {
  const { ext_user_id: id = '', avatar_url = '', type } = peer ?? {};
  const isOnline = usePresence(id);
  const name = peer?.display_name || peer?.user_id || '';
  return <Avatar id={id} name={name} url={avatar_url} isOnline={type === 'user' ? isOnline : undefined} />;
}

function lastLine({ last_message: last, peer }: ClientThread, me: string, language: Language): string {
  const { texts, senderName, summaryOf } = language;
  if (last === null) return texts.noMessagesYet;
  if (last.sender.ext_user_id === me) return texts.lastOf(texts.you, summaryOf(last));
  return peer === null ? texts.lastOf(senderName(last), summaryOf(last)) : summaryOf(last);
}
