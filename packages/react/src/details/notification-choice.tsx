import type { Thread, ThreadNotifications } from '@palaver/client';
import { useEffect, useState } from 'react';
import { useLanguage } from '../texts/language.ts';
import { useReport } from '../ui/notices.tsx';

const LEVELS = ['default', 'all', 'mentions', 'none'] as const;
const HOUR_MS = 3_600_000;
/** A pause without an end, as the server writes it. */
const FOR_EVER = 253_402_300_799_999;

/** Which messages of a thread notify the user, and a pause. */
export function NotificationChoice({ thread }: { thread: Thread }) {
  const report = useReport();
  const { texts, exactTime } = useLanguage();
  const [choice, setChoice] = useState<ThreadNotifications>();
  useEffect(() => {
    let isShown = true;
    report(thread.notifications.get().then((now) => isShown && setChoice(now)));
    return () => {
      isShown = false;
    };
  }, [thread, report]);
  if (choice === undefined) return null;
  const { level, muted_until } = choice;
  const change = (work: Promise<ThreadNotifications>) => report(work.then(setChoice));
  const pause =
    muted_until === null
      ? { label: texts.pauseForHour, run: () => thread.notifications.mute(Date.now() + HOUR_MS) }
      : { label: texts.endPause, run: () => thread.notifications.unmute() };
  return (
    <div className="pv-notification-choice">
      <label>
        {texts.notifyMe}{' '}
        <select
          value={level}
          onChange={({ target }) =>
            change(
              thread.notifications.set({
                level: target.value as typeof level,
                ...(muted_until && { muted_until }),
              }),
            )
          }
        >
          {LEVELS.map((one) => (
            <option key={one} value={one}>
              {texts.notifyLevels[one]}
            </option>
          ))}
        </select>
      </label>
      <button type="button" className="pv-link" onClick={() => change(pause.run())}>
        {pause.label}
      </button>
      {muted_until === null || muted_until === FOR_EVER ? null : (
        <small>{texts.pausedUntil(exactTime(muted_until))}</small>
      )}
    </div>
  );
}
