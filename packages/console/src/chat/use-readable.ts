import type { Chat, Readable, Thread, ThreadState } from '@palaver/client';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';

/** What something of the SDK shows, and again whenever that has changed. */
export function useReadable<T>({ subscribe, getSnapshot }: Readable<T>): T {
  return useSyncExternalStore(subscribe, getSnapshot);
}

/**
 * Whether somebody is online; undefined: nobody tells, because one's own connection is away. Of more people than the server
 * tells about at a time, the rest count as away.
 */
export function usePresence(chat: Chat, extUserId: string): boolean | undefined {
  const { state } = useReadable(chat.connection);
  const isOnline = useReadable(useMemo(() => presenceOf(chat, extUserId), [chat, extUserId]));
  return state === 'online' ? isOnline : undefined;
}

/** The SDK refuses when all whom it can watch are watched, be it now or when somebody subscribes. */
function presenceOf(chat: Chat, extUserId: string): Readable<boolean> {
  const attempt = <T>(work: () => T, otherwise: T): T => {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return otherwise;
    }
  };
  const away: Readable<boolean> = { getSnapshot: () => false, subscribe: () => () => {} };
  const { getSnapshot, subscribe } = attempt(() => chat.presence(extUserId), away);
  return {
    getSnapshot,
    subscribe: (run) =>
      attempt(
        () => subscribe(run),
        () => {},
      ),
  };
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
