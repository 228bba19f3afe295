import { expect, test } from 'vitest';
import { PLANTS } from './plants.ts';
import { roundWith } from './short-campaign.ts';

test('the rig finds a server with forgotten-keys', async () => {
  const round = await roundWith(PLANTS['forgotten-keys'], {
    moment: 'after the commit, before the answer',
    victim: 'Node',
  });
  expect(round.doubled).toBeGreaterThan(0);
});
