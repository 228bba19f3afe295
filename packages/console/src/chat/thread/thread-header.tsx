import type { Chat, ClientThread } from '@palaver/client';
import { threadName } from '../ui/format.ts';
import { IconButton } from '../ui/icon.tsx';
import { usePresence } from '../use-readable.ts';

interface ThreadHeaderProps {
  chat: Chat;
  summary: ClientThread;
  onBack: () => void;
  onSearch: () => void;
  isDetailed: boolean;
  onDetails: () => void;
}

/** The name of a thread, and the number of members or the presence of the peer. */
export function ThreadHeader({ chat, summary, onBack, onSearch, isDetailed, onDetails }: ThreadHeaderProps) {
  return (
    <header className="thread-header">
      <IconButton icon="back" label="Back to the chats" onClick={onBack} />
      <div className="thread-title">
        <h2>{threadName(summary)}</h2>
        {summary.peer === null ? (
          <small>{summary.member_count === 1 ? '1 member' : `${summary.member_count} members`}</small>
        ) : (
          <PeerPresence chat={chat} extUserId={summary.peer.ext_user_id} type={summary.peer.type} />
        )}
      </div>
      <IconButton icon="search" label="Search in this chat" onClick={onSearch} />
      <IconButton icon="info" label="Members and settings" isPressed={isDetailed} onClick={onDetails} />
    </header>
  );
}

interface PeerPresenceProps {
  chat: Chat;
  extUserId: string;
  type: 'user' | 'bot';
}

function PeerPresence({ chat, extUserId, type }: PeerPresenceProps) {
  const isOnline = usePresence(chat, extUserId);
  if (type === 'bot') return <small>Bot</small>;
  // (A non-breaking space keeps the line's height, so that nothing below it moves.)
  if (isOnline === undefined) return <small>&nbsp;</small>;
  return <small data-online={isOnline}>{isOnline ? 'Online' : 'Away'}</small>;
}
