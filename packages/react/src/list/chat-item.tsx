import type { ClientThread, Peer } from '@palaver/client';
import { memo } from 'react';
import { useMe } from '../hooks/use-chats.ts';
import { usePresence } from '../hooks/use-presence.ts';
import { type Language, useLanguage } from '../texts/language.ts';
import { Avatar } from '../ui/avatar.tsx';
import { replaceable } from '../ui/replaceable.tsx';

export interface ChatItemProps {
  thread: ClientThread;
  /** Whether it is the open one. */
  isOpen: boolean;
  onOpen: (threadId: string) => void;
}

/** One thread in the chat list. */
export const ChatItem = replaceable(
  'ChatItem',
  memo(function ChatItem({ thread, isOpen, onOpen }: ChatItemProps) {
    const me = useMe();
    const language = useLanguage();
    const { texts, threadName, shortTime, countOf } = language;
    return (
      <button
        type="button"
        className="pv-chat"
        aria-current={isOpen ? 'true' : undefined}
        onClick={() => onOpen(thread.id)}
      >
        {thread.peer === null ? (
          <Avatar id={`group ${thread.id}`} name={thread.name} url={thread.avatar_url} />
        ) : (
          <PeerAvatar {...thread.peer} />
        )}
        <span className="pv-chat-name">{threadName(thread)}</span>
        <small className="pv-chat-time">
          {shortTime(thread.last_message?.created_at ?? thread.created_at)}
        </small>
        <span className="pv-chat-last">
          <span className="pv-chat-line">{lastLine(thread, me, language)}</span>
          {thread.unread_count === 0 ? null : (
            <span className="pv-badge">
              {countOf(thread)}
              <span className="pv-unseen"> {texts.unread}</span>
            </span>
          )}
        </span>
      </button>
    );
  }),
);

function PeerAvatar(peer: Peer) {
  const { ext_user_id: id, avatar_url, type } = peer;
  const isOnline = usePresence(id);
  const name = peer.display_name || peer.user_id || '';
  return <Avatar id={id} name={name} url={avatar_url} isOnline={type === 'user' ? isOnline : undefined} />;
}

function lastLine({ last_message: last, peer }: ClientThread, me: string, language: Language): string {
  const { texts, senderName, summaryOf } = language;
  if (last === null) return texts.noMessagesYet;
  if (last.sender.ext_user_id === me) return texts.lastOf(texts.you, summaryOf(last));
  return peer === null ? texts.lastOf(senderName(last), summaryOf(last)) : summaryOf(last);
}
