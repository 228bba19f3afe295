import { test } from 'vitest';
import { expectClean } from './short-campaign.ts';

// With short-database.system.test.ts the short form of `npm run test:faults`, which tries all kills, many times.
test('what was answered survives a killed Node', () =>
  expectClean([
    { moment: 'at a random moment', victim: 'Node' },
    { moment: 'between the writes of a batch', victim: 'Node' },
    { moment: 'after the commit, before the answer', victim: 'process group of Node' },
  ]));
