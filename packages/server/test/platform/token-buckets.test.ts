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

test('tells how many whole tokens are left, and when the bucket is full', () => {
  const buckets = new TokenBuckets(3, 1_000);
  const state = (now: number) => [buckets.left('a', now), Math.round(buckets.msUntilFull('a', now))];
  expect(state(0)).toEqual([3, 0]);
  buckets.take('a', 1, 0);
  expect(state(0)).toEqual([2, 333]);
  expect(state(332)).toEqual([2, 1]);
  expect(state(334)).toEqual([3, 0]);
  buckets.charge('b', 5, 0);
  expect([buckets.left('b', 0), buckets.left('b', 600), buckets.left('b', 1_001)]).toEqual([0, 0, 1]);
});

test.each([1, 3, 7, 200])(
  'of %i per second, all can be taken in one moment of a server that runs for months',
  (size) => {
    const buckets = new TokenBuckets(size, 1_000);
    const now = 1e10 + 1 / 3;
    for (let taken = 0; taken < size; taken += 1) {
      if (buckets.take('a', 1, now) !== 0) expect.fail(`only ${taken} were taken`);
    }
    expect(buckets.take('a', 1, now)).toBeGreaterThan(0);
    expect(buckets.left('a', now)).toBe(0);
  },
);
