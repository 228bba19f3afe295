import { useCallback, useState } from 'react';

/**
 * Whether the browser could not show what is at an address, the handler that notes it, and a function that tries again. Another address is
 * always tried.
 */
export function useBroken(address: string | undefined) {
  const [broken, setBroken] = useState<string>();
  const retry = useCallback(() => setBroken(undefined), []);
  return {
    isBroken: address !== undefined && address === broken,
    onError: () => setBroken(address),
    retry,
  };
}
