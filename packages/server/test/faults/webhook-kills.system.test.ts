import { expect, test } from 'vitest';
import { Random } from './random.ts';
import { killWhileDelivering, type Victim } from './webhook-kills.ts';

/** Invariant 7, the short form. `WEBHOOK_KILLS=20 WEBHOOK_EVENTS=2000` before the test command sets the numbers. */
const KILLS = Number(process.env.WEBHOOK_KILLS ?? 2);
const EVENTS = Number(process.env.WEBHOOK_EVENTS ?? 320);

test('kill -9 of server and worker: each event arrives at least once, with first attempts in thread order', {
  timeout: 60_000 + KILLS * 20_000,
}, async () => {
  const victims: Victim[] = Array.from({ length: KILLS }, (_, index) =>
    index % 2 === 0 ? 'server' : 'worker',
  );
  expect(await killWhileDelivering({ victims, events: EVENTS, threads: 8, random: new Random(7) })).toEqual(
    [],
  );
});
