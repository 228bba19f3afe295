import type { Thread } from '@palaver/client';
import { useEffect, useState } from 'react';
import { useClient } from '../context/chat-context.ts';

/** A thread that stays open while the component is mounted; undefined at first. */
export function useOpenThread(threadId: string): Thread | undefined {
  const client = useClient();
  const [thread, setThread] = useState<Thread>();
  useEffect(() => {
    const opened = client.open(threadId);
    setThread(opened);
    return () => opened.close();
  }, [client, threadId]);
  return thread?.id === threadId ? thread : undefined;
}
