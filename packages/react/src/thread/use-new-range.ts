import type { ClientThread, ShownMessage } from '@palaver/client';
import { type Dispatch, type SetStateAction, useEffect, useRef } from 'react';
import { useLatest } from '../hooks/use-latest.ts';

/** Messages of others are new if their numbers are after `after`, up to `upTo`. */
export interface NewRange {
  after: number;
  upTo: number;
}

interface Reading {
  summary: ClientThread;
  /** Whether a message in the range is loaded. */
  hasNew: boolean;
  /** Whether the list is visible. */
  isSeen: boolean;
  /** Whether the latest messages are in sight. */
  isAtEnd: boolean;
  /** The key of the message that the user is sending. */
  written: string | undefined;
}

/**
 * Keeps the range of new messages: first those that are unread when the list opens; later those that arrive while the list, or its end, is out of
 * sight. Messages that arrive while the user looks at the end are not new. New messages stay new until the user leaves the page or writes.
 */
export function useNewRange(
  setRange: Dispatch<SetStateAction<NewRange>>,
  { summary, hasNew, isSeen, isAtEnd, written }: Reading,
): void {
  const { last_seq: lastSeq, me } = summary;
  const wasReading = useRef(false);
  useEffect(() => {
    const isReading = isSeen && isAtEnd;
    if (isReading === wasReading.current) return;
    wasReading.current = isReading;
    if (isReading) setRange((range) => ({ after: startOf(range, me.read_seq), upTo: lastSeq }));
    else if (!isSeen || !hasNew) setRange({ after: lastSeq, upTo: Number.POSITIVE_INFINITY });
  }, [setRange, isSeen, isAtEnd, hasNew, lastSeq, me.read_seq]);
  const end = useLatest(() => setRange({ after: lastSeq, upTo: lastSeq }));
  useEffect(() => {
    if (written !== undefined) end();
  }, [written, end]);
}

/** (The user may have read what arrived meanwhile on another device.) */
function startOf({ after, upTo }: NewRange, readSeq: number): number {
  return Number.isFinite(upTo) ? after : Math.max(after, readSeq);
}

/** Whether a message is new. */
export function isNew(message: ShownMessage, { after, upTo }: NewRange, me: string): boolean {
  return (
    message.state === 'sent' &&
    message.sender.ext_user_id !== me &&
    message.seq > after &&
    message.seq <= upTo
  );
}
