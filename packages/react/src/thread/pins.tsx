import { useState } from 'react';
import { useThread } from '../context/thread-context.ts';
import { useLanguage } from '../texts/language.ts';
import { Icon, IconButton } from '../ui/icon.tsx';
import { useReport } from '../ui/notices.tsx';
import { replaceable } from '../ui/replaceable.tsx';

/** The latest pinned message. A press jumps to it; the next one, to the one before it. */
export const Pins = replaceable('Pins', function Pins() {
  const {
    thread,
    summary,
    state: { pinned },
    jump,
  } = useThread();
  const { texts, senderName, summaryOf } = useLanguage();
  const [turn, setTurn] = useState(0);
  const report = useReport();
  const shown = pinned.at(-1 - (turn % Math.max(pinned.length, 1)));
  if (shown === undefined) return null;
  const show = () => {
    jump(shown.seq);
    setTurn(turn + 1);
  };
  return (
    <div className="pv-pins">
      <button type="button" className="pv-link" onClick={show}>
        <Icon name="pin" /> <b>{senderName(shown)}:</b> {summaryOf(shown)}
      </button>
      <small>
        {summary.pin_message_count > 1
          ? texts.placeOf((turn % pinned.length) + 1, summary.pin_message_count)
          : ''}
      </small>
      {summary.me.role === 'member' ? null : (
        <IconButton icon="close" label={texts.unpin} onClick={() => report(thread.unpin(shown.seq))} />
      )}
    </div>
  );
});
