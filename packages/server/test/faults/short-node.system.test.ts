import { test } from 'vitest';
import { expectClean } from './short-campaign.ts';

// With short-database.system.test.ts this is the short form of `npm run test:faults`, which makes all kills many times.
test('answered effects survive a killed Node process', () =>
  expectClean([
    { moment: 'at a random moment', victim: 'Node' },
    { moment: 'between the writes of a batch', victim: 'Node' },
    { moment: 'after the commit, before the answer', victim: 'process group of Node' },
  ]));
