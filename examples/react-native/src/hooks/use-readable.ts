import type { Readable } from '@palaver/client';
import { useSyncExternalStore } from 'react';

/** The value of something that can be observed; the component is rendered again when it changes. */
export function useReadable<T>({ subscribe, getSnapshot }: Readable<T>): T {
  return useSyncExternalStore(subscribe, getSnapshot);
}
