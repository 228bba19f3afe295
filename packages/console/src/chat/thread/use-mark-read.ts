import type { Thread, ThreadState } from '@palaver/client';
import { type RefObject, useEffect, useState } from 'react';

/** Marks the thread as read while its end is visible. */
export function useMarkRead(
  thread: Thread,
  { thread: summary }: ThreadState,
  isAtEnd: boolean,
  place: RefObject<HTMLElement | null>,
): void {
  const unread = summary?.unread_count ?? 0;
  const lastSeq = summary?.last_seq ?? 0;
  const isSeen = useIsSeen(place);
  useEffect(() => {
    // This fails offline. The messages are still unread on the next connection, and this runs again.
    if (unread > 0 && isAtEnd && isSeen) thread.markRead(lastSeq).catch(() => {});
  }, [thread, unread, lastSeq, isAtEnd, isSeen]);
}

/** Whether the page is in front and this element is visible: on a phone another pane may cover it. */
function useIsSeen(place: RefObject<HTMLElement | null>): boolean {
  const [isInFront, setIsInFront] = useState(document.visibilityState === 'visible');
  const [isInSight, setIsInSight] = useState(false);
  useEffect(() => {
    const look = () => setIsInFront(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  useEffect(() => {
    const observer = new IntersectionObserver((entries) =>
      setIsInSight(entries.at(-1)?.isIntersecting === true),
    );
    if (place.current !== null) observer.observe(place.current);
    return () => observer.disconnect();
  }, [place]);
  return isInFront && isInSight;
}
