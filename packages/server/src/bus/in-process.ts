import type { Log } from '../platform/log.ts';
import type { Bus, News } from './bus.ts';

/** The bus of a single node. */
export function openInProcessBus(log: Log): Bus {
  const listeners = new Set<(news: News) => void>();
  const deliver = (news: News) => {
    for (const listener of listeners) {
      try {
        listener(news);
      } catch (error) {
        log.error({ err: error, news: news.type }, 'a listener of the bus failed');
      }
    }
  };
  return {
    audience: new Set(),
    // A microtask is later than the publisher, and sooner than whatever waits for the network.
    publish: (news) => queueMicrotask(() => deliver(news)),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: async () => listeners.clear(),
  };
}
