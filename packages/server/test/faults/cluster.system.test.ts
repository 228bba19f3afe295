import { describe, expect, test } from 'vitest';
import { isHaProxyMissing } from '../harness/haproxy.ts';
import { isNatsMissing } from '../harness/nats.ts';
import { isPgBouncerMissing } from '../harness/pgbouncer.ts';
import { isReplicationMissing } from '../harness/replicated-postgres.ts';
import { seedOfRun } from '../harness/seed.ts';
import { momentComes } from '../harness/waits.ts';
import { Cluster, FAULTS, type Fault } from './cluster.ts';
import { Random } from './random.ts';

/** Each fault once; `CLUSTER_ROUNDS=20 npm run test:system -- cluster` takes turns for longer. */
const ALL = Object.keys(FAULTS) as Fault[];
const ROUNDS = Number(process.env.CLUSTER_ROUNDS ?? ALL.length);
const isMissing = isHaProxyMissing || isNatsMissing || isPgBouncerMissing || isReplicationMissing;

describe.skipIf(isMissing)('three nodes (needs haproxy, nats-server, pgbouncer, postgresql)', () => {
  test('lose nothing, whatever fails: each client has each entry once and in order, and webhooks and notifications are complete', {
    timeout: 120_000 + ROUNDS * 120_000,
  }, async () => {
    const seed = seedOfRun();
    const cluster = await Cluster.start(new Random(seed));
    for (let round = 0; round < ROUNDS; round += 1) {
      const fault = ALL[round % ALL.length] ?? 'a node is killed';
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
