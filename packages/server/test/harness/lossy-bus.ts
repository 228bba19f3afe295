import type { Bus, BusEvent } from '../../src/bus/bus.ts';
import { openInProcessBus } from '../../src/bus/in-process.ts';
import type { Log } from '../../src/platform/log.ts';

/** The probability of each fault: loss, repetition and delay. */
const SHARE = 0.3;
const MAX_DELAY_MS = 300;

/** A bus that loses, repeats and delays (and so reorders) 30 % of the events each. */
export const openLossyBus = (log: Log): Bus => makeLossy(openInProcessBus(log));

/** Loses, repeats and delays what is published on this bus. */
export function makeLossy(bus: Bus): Bus {
  const happens = () => Math.random() < SHARE;
  const deliver = (event: BusEvent) => {
    if (!happens()) bus.publish(event);
    else setTimeout(() => bus.publish(event), Math.random() * MAX_DELAY_MS).unref();
  };
  return {
    ...bus,
    publish: (event) => {
      if (happens()) return;
      deliver(event);
      if (happens()) deliver(event);
    },
  };
}
