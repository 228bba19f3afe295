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

/** The chat list, latest first. */
export const ChatList = replaceable('ChatList', function ChatList({ openId, onOpen }: ChatListProps) {
  const threads = useChats();
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
    <ul className="pv-chats" aria-label={texts.chats}>
      {threads.map((thread) => (
        <li key={thread.id}>
          <ChatItem thread={thread} isOpen={thread.id === openId} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  );
});
