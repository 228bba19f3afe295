import { expect, test } from 'vitest';
import { clockFinding } from '../../src/doctor/examine-database.ts';

test.each([
  [0, 5, 'ok'],
  [1_004, 5, 'ok'],
  [1_005, 5, 'warning'],
  [-30_004, 5, 'warning'],
  [-30_005, 5, 'problem'],
  [30_005, 5, 'problem'],
  // Nobody knows when within these five seconds it was read.
  [5_000, 5_000, 'ok'],
])('a clock that is %i ms off, read within %i ms, is %s', (differenceMs, tookMs, state) => {
  const finding = clockFinding(differenceMs, tookMs);
  expect(finding.state).toBe(state);
  if (state !== 'ok') expect(finding.text).toContain(differenceMs > 0 ? 'ahead of' : 'behind');
});
