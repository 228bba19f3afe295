import { expect, test } from 'vitest';
import { runCampaign } from './campaign.ts';
import type { Fault } from './faults.ts';

/** `npm run test:faults` tries all of them, many times. */
const SOME: readonly Fault[] = [
  { moment: 'at a random moment', victim: 'Node' },
  { moment: 'between the writes of a batch', victim: 'Node' },
  { moment: 'before the commit', victim: 'postmaster' },
  { moment: 'before the commit', victim: 'everything' },
  { moment: 'after the commit, before the answer', victim: 'process group of Node' },
];

test('what was answered is stored, once, whoever is killed (invariants 1 and 3)', {
  timeout: 120_000,
}, async () => {
  const rounds = await runCampaign({ rounds: SOME.length, seed: Date.now(), faults: SOME, clients: 16 });
  expect(rounds.flatMap(({ fault, problems }) => problems.map((problem) => ({ ...fault, problem })))).toEqual(
    [],
  );
  expect(rounds).toHaveLength(SOME.length);
  expect(Math.min(...rounds.map(({ answered }) => answered))).toBeGreaterThan(0);
});
