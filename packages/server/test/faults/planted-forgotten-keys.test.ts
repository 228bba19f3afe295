import { expect, test } from 'vitest';
import { runCampaign } from './campaign.ts';
import { PLANTS } from './plants.ts';

test('the rig finds a server with forgotten-keys', { timeout: 60_000 }, async () => {
  const [round] = await runCampaign({
    rounds: 1,
    seed: Date.now(),
    // The kill that shows it at once.
    faults: [{ moment: 'after the commit, before the answer', victim: 'Node' }],
    plant: PLANTS['forgotten-keys'],
    clients: 16,
  });
  expect(round?.doubled).toBeGreaterThan(0);
});
