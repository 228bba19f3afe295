import type { Thread } from '@palaver/client';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Deletions } from '../context/thread-context.ts';
import { useReport } from '../ui/notices.tsx';

/** For how long a deletion can be undone. */
const UNDO_MS = 5_000;

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
  const removeNow = useCallback(
    (seq: number) => {
      clearTimeout(timers.current.get(seq));
      report(thread.delete(seq).finally(() => end(seq)));
    },
    [thread, report, end],
  );
  const remove = useCallback(
    (seq: number) => {
      timers.current.set(
        seq,
        setTimeout(() => removeNow(seq), UNDO_MS),
      );
      setPending((before) => new Set([...before, seq]));
    },
    [removeNow],
  );
  useEffect(() => {
    const { current: waiting } = timers;
    const removeAll = () => {
      for (const seq of waiting.keys()) removeNow(seq);
    };
    // A phone can end a hidden page without another event. Firefox can end a script while the page goes away, so one event is not enough; a
    // message that is deleted twice is deleted.
    const removeAllIfHidden = () => {
      if (document.hidden) removeAll();
    };
    addEventListener('pagehide', removeAll);
    document.addEventListener('visibilitychange', removeAllIfHidden);
    return () => {
      removeEventListener('pagehide', removeAll);
      document.removeEventListener('visibilitychange', removeAllIfHidden);
      removeAll();
    };
  }, [removeNow]);
  const has = useCallback((seq: number) => pending.has(seq), [pending]);
  return { has, remove, undo: end };
}
