import type { Bus, News } from '../../src/bus/bus.ts';
import { openInProcessBus } from '../../src/bus/in-process.ts';
import type { Log } from '../../src/platform/log.ts';

/** What a bus may do to a message, and how often this one does each. */
const SHARE = 0.3;
const MAX_DELAY_MS = 300;

/** A bus that loses, repeats and delays (so reorders) 30 % each. */
export function openLossyBus(log: Log): Bus {
  const bus = openInProcessBus(log);
  const happens = () => Math.random() < SHARE;
  const deliver = (news: News) => {
    if (!happens()) bus.publish(news);
    else setTimeout(() => bus.publish(news), Math.random() * MAX_DELAY_MS).unref();
  };
  return {
    ...bus,
    publish: (news) => {
      if (happens()) return;
      deliver(news);
      if (happens()) deliver(news);
    },
  };
}
