import { expect, test } from 'vitest';
import { PLANTS } from './plants.ts';
import { roundWith } from './short-campaign.ts';

test('the rig finds a server with missing-flush', { timeout: 60_000 }, async () => {
  const round = await roundWith(PLANTS['missing-flush'], {
    moment: 'at a random moment',
    victim: 'everything',
  });
  expect(round.lost).toBeGreaterThan(0);
});
