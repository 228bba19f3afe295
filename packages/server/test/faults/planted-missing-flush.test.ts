import { expect, test } from 'vitest';
import { runCampaign } from './campaign.ts';
import { PLANTS } from './plants.ts';

test('the rig finds a server with missing-flush', { timeout: 60_000 }, async () => {
  const [round] = await runCampaign({
    rounds: 1,
    seed: Date.now(),
    // The kill that shows it at once.
    faults: [{ moment: 'at a random moment', victim: 'everything' }],
    plant: PLANTS['missing-flush'],
    clients: 16,
  });
  expect(round?.lost).toBeGreaterThan(0);
});
