import type { TestServer } from '../harness/test-server.ts';
import { RUNS } from './runs.ts';

export interface Plan {
  only: keyof typeof RUNS;
  /** The minimum number of steps. */
  steps: number;
  /** The seed of the first run; each run takes the next one. */
  seed: number;
  /** Stops the runs early. */
  signal?: AbortSignal;
  onSteps?: (steps: number) => void;
}

/**
 * Repeats runs until this many steps are taken; returns the number. The error of a failure says how to reproduce it.
 */
export async function takeSteps(server: TestServer, plan: Plan): Promise<number> {
  const { only, signal } = plan;
  const { lanes, take } = RUNS[only];
  let { seed } = plan;
  let begun = 0;
  let taken = 0;
  let hasFailed = false;
  const begin = (steps: number) => {
    begun += steps;
  };
  const lane = async () => {
    while (begun < plan.steps && !hasFailed && signal?.aborted !== true) {
      const own = seed;
      seed += 1;
      const steps = await take(server, own, begin).catch((cause: unknown) => {
        hasFailed = true;
        const again = `npm run test:model -- --only ${only} --seed ${own} --steps 1`;
        throw new Error(`${only}, seed ${own} (again: ${again})\n${publishEntries(cause)}`);
      });
      taken += steps;
      plan.onSteps?.(steps);
    }
  };
  while (taken < plan.steps && signal?.aborted !== true) {
    begun = taken;
    const ends = await Promise.allSettled(Array.from({ length: lanes }, lane));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  }
  return taken;
}

/** fast-check puts the failure into the cause. */
function publishEntries(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? publishEntries(error.cause) : error.message;
}
