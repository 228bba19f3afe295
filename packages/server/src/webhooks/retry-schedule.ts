/** Relative jitter of delays, so that deliveries that failed together are not retried together. */
const JITTER = 0.1;

/** Delays between the tries of a delivery, in milliseconds. When the last retry fails, the delivery is given up. */
export type Schedule = readonly number[];

/** The delay after this many failed tries (1 or more); undefined if the delivery is given up. */
export function delayAfter(schedule: Schedule, tries: number, random = Math.random()): number | undefined {
  const delay = schedule[tries - 1];
  return delay === undefined ? undefined : Math.round(delay * (1 - JITTER + 2 * JITTER * random));
}

/** The longest possible sum of all delays: a delivery without a try for longer than this gets no more tries. */
export function lengthOf(schedule: Schedule): number {
  return schedule.reduce((sum, delay) => sum + delay * (1 + JITTER), 0);
}
