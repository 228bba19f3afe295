import type { Thread } from '@palaver/client';
import { useCallback, useEffect, useState } from 'react';
import type { JumpTarget } from '../context/thread-context.ts';
import { useTexts } from '../texts/language.ts';
import { useReport } from '../ui/notices.tsx';

/** How long the message is marked. */
const FLASH_MS = 2_500;

/**
 * Loads the messages around the target: the given one, or the one of the last call of `jump`. `found`: the target once it is there, for as
 * long as it is marked. `isPending`: the thread was opened at it, and it is not there yet.
 */
export function useJump(thread: Thread, given: JumpTarget | undefined) {
  const [target, setTarget] = useState(given);
  const [last, setLast] = useState(given);
  if (last !== given) {
    setLast(given);
    setTarget(given);
  }
  const jump = useCallback((seq: number) => setTarget({ threadId: thread.id, seq }), [thread]);
  const [found, setFound] = useState<JumpTarget>();
  const [isPending, setIsPending] = useState(given !== undefined);
  const report = useReport();
  const { messageGone } = useTexts();
  useEffect(() => {
    if (target === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isWanted = true;
    const show = async () => {
      const isThere = await thread.loadAround(target.seq);
      if (!isWanted) return;
      if (!isThere) throw new Error(messageGone);
      setFound(target);
      timer = setTimeout(() => setFound(undefined), FLASH_MS);
    };
    report(show().finally(() => isWanted && setIsPending(false)));
    return () => {
      isWanted = false;
      clearTimeout(timer);
      setFound(undefined);
    };
  }, [thread, target, report, messageGone]);
  return { found, isPending, jump };
}
