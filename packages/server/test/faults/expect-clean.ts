import { expect } from 'vitest';
import { runCampaign } from './campaign.ts';
import type { Fault } from './faults.ts';

/** What was answered is stored, once, whoever is killed (invariants 1 and 3): a round for each of these kills. */
export async function expectClean(faults: readonly Fault[]): Promise<void> {
  const rounds = await runCampaign({ rounds: faults.length, seed: Date.now(), faults, clients: 16 });
  const problems = rounds.flatMap((round) => round.problems.map((problem) => ({ ...round.fault, problem })));
  expect(problems).toEqual([]);
  expect(rounds).toHaveLength(faults.length);
  expect(Math.min(...rounds.map(({ answered }) => answered))).toBeGreaterThan(0);
}
