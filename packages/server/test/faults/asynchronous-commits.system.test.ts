import { expect, test } from 'vitest';
import type { Plant } from './plants.ts';
import { roundWith } from './short-campaign.ts';

/** As an operator might configure it, with WAL writes so late that a kill would show the loss. */
const UNFLUSHED: Plant = {
  nodeArguments: [],
  sql: [
    `alter system set synchronous_commit = off`,
    `alter system set wal_writer_delay = '10s'`,
    `alter system set wal_writer_flush_after = '1GB'`,
    'select pg_reload_conf()',
  ],
};

test('no answered message is lost even if PostgreSQL is configured with asynchronous commits', async () => {
  for (let kill = 0; kill < 2; kill += 1) {
    const round = await roundWith(UNFLUSHED, { moment: 'at a random moment', victim: 'everything' });
    expect(round.problems).toEqual([]);
    expect(round.lost).toBe(0);
    expect(round.answered).toBeGreaterThan(0);
  }
});
