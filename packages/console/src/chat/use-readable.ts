import type { Chat, Readable, Thread, ThreadState } from '@palaver/client';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';

/** Subscribes to a readable of the SDK. */
export function useReadable<T>({ subscribe, getSnapshot }: Readable<T>): T {
  return useSyncExternalStore(subscribe, getSnapshot);
}

/**
 * Whether a user is online; undefined while our own connection is down. Users beyond the server's limit of watched users
 * count as away.
 */
export function usePresence(chat: Chat, extUserId: string): boolean | undefined {
  const { state } = useReadable(chat.connection);
  const isOnline = useReadable(useMemo(() => presenceOf(chat, extUserId), [chat, extUserId]));
  return state === 'online' ? isOnline : undefined;
}

/** Beyond the limit of watched users the SDK throws, either here or on subscribing. */
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

/** A thread that stays open while the component is mounted. */
export function useOpenThread(chat: Chat, threadId: string): Thread | undefined {
  const [thread, setThread] = useState<Thread>();
  useEffect(() => {
    const opened = chat.open(threadId);
    setThread(opened);
    return () => opened.close();
  }, [chat, threadId]);
  return thread?.id === threadId ? thread : undefined;
}

/** Current members: former ones stay in the list, because their messages do. */
export function presentMembers(members = NO_MEMBERS): ThreadState['members'] {
  return members.filter(({ status }) => status === 'active' || status === 'muted');
}
