import { expect, test } from 'vitest';
import { PLANTS } from './plants.ts';
import { roundWith } from './short-campaign.ts';

// PostgreSQL flushes by itself every ten seconds. If that happens just before the kill, nothing is lost.
test('the rig detects a server with missing-flush', { retry: 5 }, async () => {
  const round = await roundWith(PLANTS['missing-flush'], {
    moment: 'at a random moment',
    victim: 'everything',
  });
  expect(round.lost).toBeGreaterThan(0);
});
