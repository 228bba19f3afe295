import { test } from 'vitest';
import { expectClean } from './short-campaign.ts';

test('answered effects survive a killed database', () =>
  expectClean([
    { moment: 'before the commit', victim: 'postmaster' },
    { moment: 'before the commit', victim: 'everything' },
  ]));
