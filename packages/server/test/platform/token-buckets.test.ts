import { expect, test } from 'vitest';
import { TokenBuckets } from '../../src/platform/token-buckets.ts';

const MINUTE_MS = 60_000;

test('a bucket holds so many, and one more has to wait for it: n-1, n, n+1', () => {
  const buckets = new TokenBuckets(1_000, MINUTE_MS);
  expect(buckets.take('a', 999, 0)).toBe(0);
  expect(buckets.take('a', 1, 0)).toBe(0);
  expect(buckets.take('a', 1, 0)).toBeCloseTo(60);
  expect(buckets.take('b', 1_000, 0)).toBe(0);
});

test('it fills evenly, and no further than to its size', () => {
  const buckets = new TokenBuckets(60, MINUTE_MS);
  expect(buckets.take('a', 60, 0)).toBe(0);
  expect(buckets.take('a', 10, 9_999)).toBeCloseTo(1);
  expect(buckets.take('a', 10, 10_000)).toBe(0);
  expect(buckets.take('a', 60, 10 * MINUTE_MS)).toBe(0);
  expect(buckets.take('a', 1, 10 * MINUTE_MS)).toBeCloseTo(1_000);
});

test('more than it holds is taken when it is full, and made up for', () => {
  const buckets = new TokenBuckets(10, MINUTE_MS);
  expect(buckets.take('a', 1, 0)).toBe(0);
  expect(buckets.take('a', 25, 0)).toBeCloseTo(6_000);
  expect(buckets.take('a', 25, 6_000)).toBe(0);
  // Of 25 tokens 15 are lacking, and one is asked for.
  expect(buckets.take('a', 1, 6_000)).toBeCloseTo(96_000);
  expect(buckets.take('a', 1, 102_000)).toBe(0);
});
