import { expect, test } from 'vitest';
import { PLANTS } from './plants.ts';
import { roundWith } from './short-campaign.ts';

// PostgreSQL writes of its own accord every ten seconds, and that may be the moment before the kill: then nothing is lost.
test('the rig finds a server with missing-flush', { retry: 5 }, async () => {
  const round = await roundWith(PLANTS['missing-flush'], {
    moment: 'at a random moment',
    victim: 'everything',
  });
  expect(round.lost).toBeGreaterThan(0);
});
