import { createHash } from 'node:crypto';
import { Random } from '../faults/random.ts';

/** Of the cases of a matrix, `npm test` runs one in so many. */
const SHARE = 4;
const isWhole = process.env.ALL_CASES === '1';

/**
 * The seed of what a run of tests chooses at random. The run prints it at its start, and `SEED=…` repeats it; vitest.config.ts
 * makes a new one. In the gate it changes with the files of the commit.
 */
export function seedOfRun(): number {
  return Number(process.env.SEED);
}

/**
 * How many rounds a rig takes that searches at random, as it does with kills: the whole number in `.ci/all`, which sets `ALL_ROUNDS=1`,
 * and otherwise the short one. The environment variable of this name sets another number.
 */
export function roundsOf(variable: string, { whole, short }: { whole: number; short: number }): number {
  return Number(process.env[variable] ?? (process.env.ALL_ROUNDS === '1' ? whole : short));
}

/**
 * Some cases of a matrix, by the seed of the run and the matrix's name. For matrices whose cases all reach the same few lines, so that
 * one of them finds most faults. `ALL_CASES=1`, which the gate sets, runs them all.
 */
export function sampled<T>(name: string, cases: readonly T[]): T[] {
  if (isWhole) return [...cases];
  const seed = createHash('sha256').update(`${seedOfRun()} ${name}`).digest().readUInt32LE();
  return new Random(seed).sample(cases, Math.ceil(cases.length / SHARE));
}

/** How many of so many cases that are made at random are tried: as many as of a matrix. */
export function someOf(count: number): number {
  return isWhole ? count : Math.ceil(count / SHARE);
}
