import { useEffect, useState } from 'react';
import { dayKey } from '../text/format.ts';

/** A device that has slept wakes up with the rest of its timers still to come. */
const LONGEST_MS = 60_000;

/** The current day. The component is rendered again when it turns. */
export function useToday(): string {
  const [today, setToday] = useState(() => dayKey(Date.now()));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const look = () => {
      const now = Date.now();
      setToday(dayKey(now));
      timer = setTimeout(look, Math.min(LONGEST_MS, new Date(now).setHours(24, 0, 0, 0) - now));
    };
    look();
    return () => clearTimeout(timer);
  }, []);
  return today;
}
