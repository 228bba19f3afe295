import { expect, test } from 'vitest';
import { runCampaign } from './campaign.ts';
import type { Fault } from './faults.ts';
import { PLANTS } from './plants.ts';

/** For each plant the kill that shows it at once. */
const SHOWN_BY: Readonly<Record<string, Fault>> = {
  'answer-before-commit': { moment: 'before the commit', victim: 'everything' },
  'missing-flush': { moment: 'at a random moment', victim: 'everything' },
  'forgotten-keys': { moment: 'after the commit, before the answer', victim: 'Node' },
};

test('every plant is tried here', () => {
  expect(Object.keys(SHOWN_BY)).toEqual(Object.keys(PLANTS));
});

for (const [name, plant] of Object.entries(PLANTS)) {
  test(`the rig finds a server with ${name}`, { timeout: 60_000 }, async () => {
    const fault = SHOWN_BY[name];
    const faults = fault === undefined ? [] : [fault];
    const [round] = await runCampaign({ rounds: 1, seed: Date.now(), faults, plant, clients: 16 });
    const wrong = name === 'forgotten-keys' ? round?.doubled : round?.lost;
    expect(wrong).toBeGreaterThan(0);
  });
}
