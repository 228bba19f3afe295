import type { Readable } from '@palaver/client';
import { useSyncExternalStore } from 'react';

/** The value of a readable of the SDK; the component is rendered again when it changes. */
export function useReadable<T>({ subscribe, getSnapshot }: Readable<T>): T {
  return useSyncExternalStore(subscribe, getSnapshot, getSnapshot);
}
