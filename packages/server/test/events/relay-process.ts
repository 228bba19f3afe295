/**
 * A process that only relays, in the database that `CONNECTION` names, to the consumers that `CONSUMERS` names: each stores the
 * positions of its events in the table of its name.
 */
import { openInProcessBus } from '../../src/bus/in-process.ts';
import { PublishingDatabase } from '../../src/bus/publishing-database.ts';
import type { Consumer } from '../../src/events/consumer.ts';
import { Relay } from '../../src/events/relay.ts';
import { createLog } from '../../src/platform/log.ts';
import { Leases } from '../../src/storage/lease.ts';

const names = (process.env.CONSUMERS ?? '').split(',').filter((name) => name !== '');
const consumers = names.map(
  (name): Consumer => ({
    name,
    expand: async (tx, events) => {
      await tx.query(`insert into ${name} select unnest($1::bigint[])`, [
        events.map(({ position }) => position),
      ]);
    },
  }),
);
const log = createLog('fatal');
const bus = openInProcessBus(log);
const db = new PublishingDatabase(JSON.parse(process.env.CONNECTION ?? ''), { poolSize: 4, log, bus });
const relay = new Relay({ db, bus, consumers, keptMs: 1e12, upkeepMs: 60_000, log });
const stop = new Leases({ db, log }).whileHolding('events', (lease) => relay.run(lease), names);
process.on('SIGTERM', () => {
  void stop().then(() => process.exit(0));
});
