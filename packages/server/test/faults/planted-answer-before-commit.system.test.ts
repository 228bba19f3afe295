import { expect, test } from 'vitest';
import { PLANTS } from './plants.ts';
import { roundWith } from './short-campaign.ts';

test('the rig detects a server with answer-before-commit', async () => {
  const round = await roundWith(PLANTS['answer-before-commit'], {
    moment: 'before the commit',
    victim: 'everything',
  });
  expect(round.lost).toBeGreaterThan(0);
});
