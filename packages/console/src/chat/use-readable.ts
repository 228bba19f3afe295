import type { Chat, Readable, Thread, ThreadState } from '@palaver/client';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';

/** What something of the SDK shows, and again whenever that has changed. */
export function useReadable<T>({ subscribe, getSnapshot }: Readable<T>): T {
  return useSyncExternalStore(subscribe, getSnapshot);
}

/** Whether somebody is online. */
export function usePresence(chat: Chat, extUserId: string): boolean {
  return useReadable(useMemo(() => chat.presence(extUserId), [chat, extUserId]));
}

const NO_MEMBERS: ThreadState['members'] = [];

/** A thread that is open for as long as this is shown. */
export function useOpenThread(chat: Chat, threadId: string): Thread | undefined {
  const [thread, setThread] = useState<Thread>();
  useEffect(() => {
    const opened = chat.open(threadId);
    setThread(opened);
    return () => opened.close();
  }, [chat, threadId]);
  return thread?.id === threadId ? thread : undefined;
}

/** Present members: those who have left stay in the list, because their messages do. */
export function presentMembers(members = NO_MEMBERS): ThreadState['members'] {
  return members.filter(({ status }) => status === 'active' || status === 'muted');
}
