import { useEffect, useState } from 'react';
import { Traffic } from '../network/traffic.ts';
import { BackEnd, type DemoPerson } from './back-end.ts';

/** `asking`: the server has not told yet whether there is one. */
export interface Demo {
  state: 'asking' | 'making' | 'ready' | 'none';
  people: readonly DemoPerson[];
}

const AGAIN_MS = 150;
/** The server makes it in seconds. */
const MAX_ASKS = 200;

/** The demo of the server: it makes one at its first start, while the page may be open already. */
export function useDemo(onLocked: () => void): Demo {
  const [demo, setDemo] = useState<Demo>({ state: 'asking', people: [] });
  useEffect(() => {
    // (It belongs to the page, not to what its users do.)
    const backEnd = new BackEnd('demo', new Traffic(), onLocked);
    let timer: ReturnType<typeof setTimeout>;
    let isWanted = true;
    const ask = async (asks: number): Promise<void> => {
      const found = await backEnd.findDemo().catch(() => NONE);
      if (!isWanted) return;
      const isLate = found.state === 'making' && asks === MAX_ASKS;
      setDemo(isLate ? NONE : found);
      if (found.state === 'making' && !isLate) timer = setTimeout(() => void ask(asks + 1), AGAIN_MS);
    };
    void ask(1);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [onLocked]);
  return demo;
}

const NONE: Demo & { state: 'none' } = { state: 'none', people: [] };
