import { useCallback, useEffect, useInsertionEffect, useLayoutEffect, useRef } from 'react';

/** A function that stays the same and runs the latest `run`: for handlers that effects add. (React 18 has no `useEffectEvent`.) */
export function useLatest<Args extends unknown[], Result>(run: (...args: Args) => Result) {
  const latest = useRef(run);
  useInsertionEffect(() => {
    latest.current = run;
  });
  return useCallback((...args: Args): Result => latest.current(...args), []);
}

/** `useLayoutEffect`, without the warning that React 18 writes on a server, where no effect runs. */
export const useBrowserLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect;
