import { describe, expect, test } from 'vitest';
import { isQuiet, quietMsLeft } from '../../src/notifications/next-step.ts';

describe('quiet hours', () => {
  const at = (time: string) => new Date(`2026-11-23T${time}:00Z`);
  const hours = (start: string, end: string, time_zone = 'UTC') => ({ start, end, time_zone });

  test.each([
    [
      'within a day',
      hours('09:00', '17:00'),
      { '08:59': false, '09:00': true, '16:59': true, '17:00': false },
    ],
    [
      'over midnight',
      hours('22:00', '07:00'),
      { '21:59': false, '22:00': true, '00:00': true, '06:59': true, '07:00': false },
    ],
    [
      'in another time zone',
      hours('09:00', '10:00', 'Asia/Ho_Chi_Minh'),
      { '01:59': false, '02:00': true, '02:59': true, '03:00': false },
    ],
    ['of no length', hours('09:00', '09:00'), { '08:59': false, '09:00': false, '09:01': false }],
    [
      'in a zone that is no longer known, which counts as UTC',
      hours('09:00', '10:00', 'Mars/Olympus'),
      { '09:30': true, '10:30': false },
    ],
  ])('%s', (_, quiet, expected) => {
    for (const [time, is] of Object.entries(expected)) expect(isQuiet(quiet, at(time)), time).toBe(is);
  });
});

test.each([
  ['22:00', '07:00', 'UTC', '2026-11-23T23:30:20Z', 7 * 60 + 30],
  ['22:00', '07:00', 'UTC', '2026-11-23T06:59:20Z', 1],
  ['00:00', '23:59', 'UTC', '2026-11-23T00:00:20Z', 23 * 60 + 59],
  ['22:00', '07:00', 'Asia/Kolkata', '2026-11-23T17:00:20Z', 8 * 60 + 30],
])('quiet hours from %s to %s (%s) at %s last for %d minutes', (start, end, time_zone, at, minutes) => {
  const hours = { start, end, time_zone };
  const now = new Date(at);
  expect(isQuiet(hours, now)).toBe(true);
  expect(quietMsLeft(hours, now)).toBe((minutes * 60 - 20) * 1_000);
  expect(isQuiet(hours, new Date(now.getTime() + quietMsLeft(hours, now)))).toBe(false);
});
