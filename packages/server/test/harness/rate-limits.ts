import { expect } from 'vitest';
import type { Answer } from './calls.ts';
import { inParallel } from './in-parallel.ts';

/**
 * Makes twice as many requests at once as `limit` (per second), and again until one is refused. Returns all answers. Fails
 * unless those admitted are what a full bucket and its refill during this time allow.
 */
export async function exhaust(limit: number, ask: (index: number) => Promise<Answer>): Promise<Answer[]> {
  const since = performance.now();
  const answers: Answer[] = [];
  for (let tries = 0; refusedOf(answers).length === 0; tries += 1) {
    if (tries === 100) throw new Error('no request was refused');
    answers.push(...(await inParallel(2 * limit, ask)));
  }
  const refill = (limit * (performance.now() - since)) / 1_000;
  const admitted = answers.length - refusedOf(answers).length;
  expect(admitted).toBeGreaterThanOrEqual(limit);
  expect(admitted).toBeLessThanOrEqual(limit + refill);
  expect(Math.max(...answers.map(remainingOf))).toBe(limit - 1);
  return answers;
}

export const refusedOf = (answers: readonly Answer[]) => answers.filter(({ status }) => status === 429);

const remainingOf = ({ headers }: Answer) => Number(headers['ratelimit-remaining']);

/** Fails unless the caller had not used any of its limit before. */
export function expectFullLimit(answer: Answer): void {
  expect(remainingOf(answer)).toBe(Number(answer.headers['ratelimit-limit']) - 1);
}

/** The `RateLimit-…` headers of a refusal. */
export const usedUp = (limit: number) => ({
  'ratelimit-limit': String(limit),
  'ratelimit-remaining': '0',
  'ratelimit-reset': '1',
  'retry-after': '1',
});
