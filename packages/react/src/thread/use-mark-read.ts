import type { Thread, ThreadState } from '@palaver/client';
import { type RefObject, useEffect, useState } from 'react';
import { useIsSeen } from './use-is-seen.ts';

/** Marks the thread as read while its end is visible. */
export function useMarkRead(
  thread: Thread,
  { thread: summary }: ThreadState,
  isAtEnd: boolean,
  place: RefObject<HTMLElement | null>,
): void {
  const unread = summary?.unread_count ?? 0;
  const lastSeq = summary?.last_seq ?? 0;
  const [element, setElement] = useState<HTMLElement | null>(null);
  useEffect(() => setElement(place.current), [place]);
  const isSeen = useIsSeen(element);
  useEffect(() => {
    // This fails offline. The messages are still unread on the next connection, and this runs again.
    if (unread > 0 && isAtEnd && isSeen) thread.markRead(lastSeq).catch(() => {});
  }, [thread, unread, lastSeq, isAtEnd, isSeen]);
}
