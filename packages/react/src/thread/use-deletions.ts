import type { Thread } from '@palaver/client';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useReport } from '../ui/notices.tsx';

/** For how long a deletion can be undone. */
const UNDO_MS = 5_000;

/** The messages that the user has deleted a moment ago, by `seq`. Until they are, the user can change their mind. */
export interface Deletions {
  has: (seq: number) => boolean;
  remove: (seq: number) => void;
  undo: (seq: number) => void;
}

/** Deletes messages of a thread after a while, or when the thread is left. */
export function useDeletions(thread: Thread): Deletions {
  const [pending, setPending] = useState<ReadonlySet<number>>(new Set());
  const timers = useRef(new Map<number, ReturnType<typeof setTimeout>>());
  const report = useReport();

  const end = useCallback((seq: number) => {
    clearTimeout(timers.current.get(seq));
    timers.current.delete(seq);
    setPending((before) => new Set([...before].filter((one) => one !== seq)));
  }, []);
  const remove = useCallback(
    (seq: number) => {
      const timer = setTimeout(() => report(thread.delete(seq).finally(() => end(seq))), UNDO_MS);
      timers.current.set(seq, timer);
      setPending((before) => new Set([...before, seq]));
    },
    [thread, report, end],
  );
  useEffect(() => {
    const { current: waiting } = timers;
    const deleteAll = () => {
      for (const [seq, timer] of waiting) {
        clearTimeout(timer);
        report(thread.delete(seq));
      }
      waiting.clear();
    };
    addEventListener('pagehide', deleteAll);
    return () => {
      removeEventListener('pagehide', deleteAll);
      deleteAll();
    };
  }, [thread, report]);
  const has = useCallback((seq: number) => pending.has(seq), [pending]);
  return { has, remove, undo: end };
}
