import { createHash } from 'node:crypto';
import { Random } from '../faults/random.ts';

/** Of the cases of a matrix, `npm test` runs one in so many. */
const SHARE = 4;

/**
 * The seed of what a run of tests chooses at random. The run prints it at its start, and `SEED=…` repeats it; vitest.config.ts
 * makes a new one. In the gate it changes with the files of the commit.
 */
export function seedOfRun(): number {
  return Number(process.env.SEED);
}

/**
 * Some cases of a matrix, by the seed of the run and the matrix's name. For matrices whose cases all reach the same few lines, so that
 * one of them finds most faults. `ALL_CASES=1`, which the gate sets, runs them all.
 */
export function sampled<T>(name: string, cases: readonly T[]): T[] {
  if (process.env.ALL_CASES === '1') return [...cases];
  const seed = createHash('sha256').update(`${seedOfRun()} ${name}`).digest().readUInt32LE();
  return new Random(seed).sample(cases, Math.ceil(cases.length / SHARE));
}
