import { expect, inject } from 'vitest';
import { seedOfRun } from '../harness/seed.ts';
import { type CampaignOptions, type Round, runCampaign } from './campaign.ts';
import type { Fault } from './faults.ts';
import type { Plant } from './plants.ts';

/** Answered effects are stored once, whatever is killed (invariants 1 and 3): one round for each of these kills. */
export async function expectClean(faults: readonly Fault[]): Promise<void> {
  const rounds = await shortCampaign(faults);
  const problems = rounds.flatMap((round) => round.problems.map((problem) => ({ ...round.fault, problem })));
  expect(problems).toEqual([]);
  expect(rounds).toHaveLength(faults.length);
  expect(Math.min(...rounds.map(({ answered }) => answered))).toBeGreaterThan(0);
}

/** The problems that the rig detects in a server with this plant, by the kill that shows it at once. */
export async function roundWith(plant: Plant, fault: Fault): Promise<Round> {
  const [round] = await shortCampaign([fault], { plant });
  return round ?? expect.fail('there was no round');
}

function shortCampaign(
  faults: readonly Fault[],
  options: Pick<CampaignOptions, 'plant'> = {},
): Promise<Round[]> {
  const usedFolder = inject('usedFolder');
  return runCampaign({
    rounds: faults.length,
    seed: seedOfRun(),
    faults,
    clients: 16,
    usedFolder,
    ...options,
  });
}
