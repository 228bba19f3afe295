/** How far a delay may be from what the schedule says, so that what has failed together does not come again together. */
const JITTER = 0.1;

/** Delays between the tries of a delivery, in milliseconds: after the last one it is given up. */
export type Schedule = readonly number[];

/** How long to wait after so many tries have failed, 1 or more; undefined: it is given up. */
export function delayAfter(schedule: Schedule, tries: number, random = Math.random()): number | undefined {
  const delay = schedule[tries - 1];
  return delay === undefined ? undefined : Math.round(delay * (1 - JITTER + 2 * JITTER * random));
}

/** All delays together, at their longest: who has waited longer without one try will have none. */
export function lengthOf(schedule: Schedule): number {
  return schedule.reduce((sum, delay) => sum + delay * (1 + JITTER), 0);
}
