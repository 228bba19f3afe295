import type { Log } from '../platform/log.ts';
import type { Bus, BusEvent } from './bus.ts';

/** The bus of a single node. */
export function openInProcessBus(log: Log): Bus {
  const listeners = new Set<(event: BusEvent) => void>();
  const deliver = (event: BusEvent) => {
    for (const listener of listeners) {
      try {
        listener(event);
      } catch (error) {
        log.error({ err: error, event: event.type }, 'a listener of the bus failed');
      }
    }
  };
  return {
    audience: new Set(),
    // A microtask runs after the publisher and before any network I/O.
    publish: (event) => queueMicrotask(() => deliver(event)),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    silenceMs: () => 0,
    close: async () => listeners.clear(),
  };
}
