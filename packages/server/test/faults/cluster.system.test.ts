import { describe, expect, test } from 'vitest';
import { isHaProxyMissing } from '../harness/haproxy.ts';
import { isNatsMissing } from '../harness/nats.ts';
import { isPgBouncerMissing } from '../harness/pgbouncer.ts';
import { isReplicationMissing } from '../harness/replicated-postgres.ts';
import { roundsOf, seedOfRun } from '../harness/seed.ts';
import { momentComes } from '../harness/waits.ts';
import { Cluster, FAULTS, type Fault } from './cluster.ts';
import { Random } from './random.ts';

const ALL = Object.keys(FAULTS) as Fault[];
/** One fault each; `CLUSTER_ROUNDS=20 npm run test:system -- cluster` takes turns for longer. */
const ROUNDS = roundsOf('CLUSTER_ROUNDS', { whole: ALL.length, short: ALL.length / 2 });
const isMissing = isHaProxyMissing || isNatsMissing || isPgBouncerMissing || isReplicationMissing;

describe.skipIf(isMissing)('three nodes (needs haproxy, nats-server, pgbouncer, postgresql)', () => {
  test('lose nothing, whatever fails: each client has each entry once and in order, and webhooks and notifications are complete', {
    timeout: 120_000 + ROUNDS * 120_000,
  }, async () => {
    const seed = seedOfRun();
    const random = new Random(seed);
    const faults = random.shuffle(ALL);
    const cluster = await Cluster.start(random);
    for (let round = 0; round < ROUNDS; round += 1) {
      const fault = faults[round % ALL.length] ?? 'a node is killed';
      const end = cluster.load();
      await momentComes(1_000);
      await FAULTS[fault](cluster);
      await cluster.isWhole();
      await momentComes(1_000);
      await end();
      expect(await cluster.complaints(), `round ${round + 1}, seed ${seed}: ${fault}`).toEqual([]);
    }
  });
});
