import type { ClientThread } from '@palaver/client';
import { useState } from 'react';
import { useClient } from '../context/chat-context.ts';
import { useChats } from '../hooks/use-chats.ts';
import { useReadable } from '../hooks/use-readable.ts';
import { useTexts } from '../texts/language.ts';
import { replaceable } from '../ui/replaceable.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { ChatItem } from './chat-item.tsx';

export interface ChatListProps {
  /** The id of the thread that is open. */
  openId?: string | undefined;
  onOpen: (threadId: string) => void;
}

/** How long after the release of a finger its click may come. */
const CLICK_MS = 100;

/** The chat list, latest first. */
export const ChatList = replaceable('ChatList', function ChatList({ openId, onOpen }: ChatListProps) {
  const [pressed, setPressed] = useState<readonly ClientThread[]>();
  const latest = useChats();
  // A click needs press and release in the same place, so no row moves meanwhile.
  const threads = pressed ?? latest;
  const release = () => setTimeout(() => setPressed(undefined), CLICK_MS);
  const { state } = useReadable(useClient().connection);
  const texts = useTexts();
  // Before the first connection nobody knows whether there are any.
  if (threads.length === 0 && state !== 'online') return <Skeleton of="chats" />;
  if (threads.length === 0)
    return (
      <p className="pv-empty">
        <b>{texts.noChats}</b> {texts.noChatsHint}
      </p>
    );
  return (
    <ul
      className="pv-chats"
      aria-label={texts.chats}
      onPointerDown={() => setPressed(latest)}
      onPointerUp={release}
      onPointerLeave={release}
      onContextMenu={release}
    >
      {threads.map((thread) => (
        <li key={thread.id}>
          <ChatItem thread={thread} isOpen={thread.id === openId} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  );
});
