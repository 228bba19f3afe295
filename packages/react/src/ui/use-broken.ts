import { useState } from 'react';

/** Whether the browser could not show what is at an address, and the handler that notes it. Another address is tried again. */
export function useBroken(address: string | undefined): { isBroken: boolean; onError: () => void } {
  const [broken, setBroken] = useState<string>();
  return { isBroken: address !== undefined && address === broken, onError: () => setBroken(address) };
}
