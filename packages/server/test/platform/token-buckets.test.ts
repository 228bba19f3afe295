import { expect, test } from 'vitest';
import { TokenBuckets } from '../../src/platform/token-buckets.ts';

const MINUTE_MS = 60_000;

test("requests beyond the bucket's size must wait: n-1, n, n+1", () => {
  const buckets = new TokenBuckets(1_000, MINUTE_MS);
  expect(buckets.take('a', 999, 0)).toBe(0);
  expect(buckets.take('a', 1, 0)).toBe(0);
  expect(buckets.take('a', 1, 0)).toBeCloseTo(60);
  expect(buckets.take('b', 1_000, 0)).toBe(0);
});

test('a bucket refills evenly, up to its size', () => {
  const buckets = new TokenBuckets(60, MINUTE_MS);
  expect(buckets.take('a', 60, 0)).toBe(0);
  expect(buckets.take('a', 10, 9_999)).toBeCloseTo(1);
  expect(buckets.take('a', 10, 10_000)).toBe(0);
  expect(buckets.take('a', 60, 10 * MINUTE_MS)).toBe(0);
  expect(buckets.take('a', 1, 10 * MINUTE_MS)).toBeCloseTo(1_000);
});

test('a request for more than the size is served by a full bucket, which then owes tokens', () => {
  const buckets = new TokenBuckets(10, MINUTE_MS);
  expect(buckets.take('a', 1, 0)).toBe(0);
  expect(buckets.take('a', 25, 0)).toBeCloseTo(6_000);
  expect(buckets.take('a', 25, 6_000)).toBe(0);
  // 15 of 25 tokens are owed, and one is requested.
  expect(buckets.take('a', 1, 6_000)).toBeCloseTo(96_000);
  expect(buckets.take('a', 1, 102_000)).toBe(0);
});
