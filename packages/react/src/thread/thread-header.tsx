import { useThread } from '../context/thread-context.ts';
import { usePresence } from '../hooks/use-presence.ts';
import { useLanguage, useTexts } from '../texts/language.ts';
import { IconButton } from '../ui/icon.tsx';
import { replaceable } from '../ui/replaceable.tsx';

/** The name of a thread, and the number of members or the presence of the peer. */
export const ThreadHeader = replaceable('ThreadHeader', function ThreadHeader() {
  const { texts, threadName } = useLanguage();
  const { summary, onBack, onSearch, isDetailed, setIsDetailed } = useThread();
  return (
    <header className="pv-thread-header">
      {onBack === undefined ? null : (
        <span className="pv-back">
          <IconButton icon="back" label={texts.backToChats} onClick={onBack} />
        </span>
      )}
      <div className="pv-thread-title">
        <h2>{threadName(summary)}</h2>
        {summary.peer === null ? (
          <small>{texts.members(summary.member_count)}</small>
        ) : (
          <PeerPresence extUserId={summary.peer.ext_user_id} type={summary.peer.type} />
        )}
      </div>
      {onSearch === undefined ? null : (
        <IconButton icon="search" label={texts.searchHere} onClick={onSearch} />
      )}
      <IconButton
        icon="info"
        label={texts.membersAndSettings}
        isPressed={isDetailed}
        onClick={() => setIsDetailed(!isDetailed)}
      />
    </header>
  );
});

function PeerPresence({ extUserId, type }: { extUserId: string; type: 'user' | 'bot' }) {
  const texts = useTexts();
  const isOnline = usePresence(extUserId);
  if (type === 'bot') return <small>{texts.bot}</small>;
  // (A non-breaking space keeps the line's height, so that nothing below it moves.)
  if (isOnline === undefined) return <small>&nbsp;</small>;
  return <small data-online={isOnline}>{isOnline ? texts.online : texts.away}</small>;
}
