import type { Thread, ThreadState } from '@palaver/client';
import { useEffect } from 'react';

/** Marks the thread as read while its end is visible. */
export function useMarkRead(thread: Thread, { thread: summary }: ThreadState, isEndSeen: boolean): void {
  const unread = summary?.unread_count ?? 0;
  const lastSeq = summary?.last_seq ?? 0;
  useEffect(() => {
    // This fails offline. The messages are still unread on the next connection, and this runs again.
    if (unread > 0 && isEndSeen) thread.markRead(lastSeq).catch(() => {});
  }, [thread, unread, lastSeq, isEndSeen]);
}
