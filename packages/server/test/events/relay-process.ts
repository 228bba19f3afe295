/** A process that only relays, in the database that `CONNECTION` names. */
import { openInProcessBus } from '../../src/bus/in-process.ts';
import { PublishingDatabase } from '../../src/bus/publishing-database.ts';
import { Relay } from '../../src/events/relay.ts';
import { createLog } from '../../src/platform/log.ts';
import { Leases } from '../../src/storage/lease.ts';

const log = createLog('fatal');
const bus = openInProcessBus(log);
const db = new PublishingDatabase(JSON.parse(process.env.CONNECTION ?? ''), { poolSize: 4, log, bus });
const relay = new Relay({ db, bus, consumers: [], keptMs: 1e12, upkeepMs: 60_000, log });
new Leases({ db, log }).whileHolding('events', (lease) => relay.run(lease));
