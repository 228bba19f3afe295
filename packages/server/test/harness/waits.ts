/*
 * The only waits by a timer. A test that waits for a state polls for it instead (`until`, `expect.poll`): it then waits as long as a
 * busy machine needs, and no longer. Each function here is a reason why a fixed time is right, and lint refuses timers in tests.
 */
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Lets time pass in which nothing may happen: a test then asserts that nothing did. Such a test cannot fail on a busy machine,
 * but finds a fault only if the fault needs less time.
 */
export const quietFor = (ms: number): Promise<void> => sleep(ms);

/** Lets a period pass that the server measures itself: a rate limit, a lifetime, a heartbeat, a cache. */
export const periodPasses = (ms: number): Promise<void> => sleep(ms);

/** Waits until the moment of a fault that may come at any time: a kill, a cut, a deletion beside another. */
export const momentComes = (ms: number): Promise<void> => sleep(ms);

/** The pause between two steps of a load, or of a slow reader or server that the test plays. */
export const pause = (ms: number): Promise<void> => sleep(ms);
