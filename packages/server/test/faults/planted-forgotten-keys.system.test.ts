import { expect, test } from 'vitest';
import { PLANTS } from './plants.ts';
import { roundWith } from './short-campaign.ts';

// The commit before the kill may be a signed-in user's message, which has no key: then nothing is doubled.
test('the rig detects a server with forgotten-keys', { retry: 5 }, async () => {
  const round = await roundWith(PLANTS['forgotten-keys'], {
    moment: 'after the commit, before the answer',
    victim: 'Node',
  });
  expect(round.doubled).toBeGreaterThan(0);
});
