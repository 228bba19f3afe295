import type { ShownMessage } from '@palaver/client';
import { useCallback, useMemo, useState } from 'react';

/**
 * New messages that mention the user and were not in sight yet: their numbers, oldest first, and a function that notes that one is in sight.
 * Of a thread with many unread messages these are those that are loaded.
 */
export function useMentions(messages: readonly ShownMessage[], me: string, unreadAfter: number) {
  const [seen, setSeen] = useState<ReadonlySet<number>>(new Set());
  const waiting = useMemo(
    () =>
      messages.flatMap((message) => {
        if (message.state !== 'sent' || message.seq <= unreadAfter || seen.has(message.seq)) return [];
        return message.deleted_at === null && message.mentions.includes(me) ? [message.seq] : [];
      }),
    [messages, me, unreadAfter, seen],
  );
  const note = useCallback((seq: number) => setSeen((before) => new Set([...before, seq])), []);
  return { waiting, note };
}

export type Mentions = ReturnType<typeof useMentions>;
