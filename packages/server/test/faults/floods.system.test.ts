import { expect, inject, test } from 'vitest';
import { roundsOf, seedOfRun } from '../harness/seed.ts';
import { FLOOD_KINDS } from './floods/floods.ts';
import { runFloods } from './floods/rig.ts';
import { Random } from './random.ts';

/** The number of kinds, chosen by the seed. */
const KINDS = roundsOf('FLOOD_KINDS', { whole: FLOOD_KINDS.length, short: 2 });

// The short form of `npm run test:faults -- floods`.
test('a small server survives floods, serves others meanwhile, and holds nothing afterwards', async () => {
  const kinds = new Random(seedOfRun()).sample(FLOOD_KINDS, KINDS);
  const reports = await runFloods({
    ...{ kinds, seconds: 3, secondsBefore: 0.5, connections: 200, judgesTime: false },
    usedFolder: inject('usedFolder'),
  });
  const problems = reports.flatMap(({ kind, problems: of }) => of.map((problem) => `${kind}: ${problem}`));
  expect(problems).toEqual([]);
  expect(reports.map(({ kind }) => kind)).toEqual(kinds);
});
