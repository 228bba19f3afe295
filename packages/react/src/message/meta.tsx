import type { ShownMessage } from '@palaver/client';
import { useLanguage } from '../texts/language.ts';
import { Icon, type IconName } from '../ui/icon.tsx';

interface MetaProps {
  message: ShownMessage;
  isMine: boolean;
  /** Whether somebody else has read it. */
  isSeen: boolean;
  /** The names of the members whose last read message this is. */
  seenBy: string;
}

/** When a message was sent, and what has become of it. */
export function Meta({ message, isMine, ...seen }: MetaProps) {
  const { texts, time, exactTime } = useLanguage();
  const isSent = message.state === 'sent';
  return (
    <small className="pv-meta">
      {isSent && message.pinned_at !== null ? <Icon name="pin" label={texts.pinned} /> : null}
      {isSent && message.edited_at !== null && message.deleted_at === null ? (
        <span>{texts.edited}</span>
      ) : null}
      <time dateTime={new Date(message.created_at).toISOString()} title={exactTime(message.created_at)}>
        {time(message.created_at)}
      </time>
      {isMine ? <Progress state={message.state} {...seen} /> : null}
    </small>
  );
}

function Progress({
  state,
  isSeen,
  seenBy,
}: Omit<MetaProps, 'message' | 'isMine'> & Pick<ShownMessage, 'state'>) {
  const { texts } = useLanguage();
  const shown: Record<typeof state, readonly [IconName, string]> = {
    sent: isSeen ? ['checks', seenBy === '' ? texts.seen : texts.seenBy(seenBy)] : ['check', texts.sent],
    sending: ['clock', texts.waiting],
    failed: ['alert', texts.notSent],
  };
  const [icon, label] = shown[state];
  return (
    <span className="pv-progress" data-state={isSeen ? 'seen' : state} title={label}>
      <Icon name={icon} label={label} />
    </span>
  );
}
