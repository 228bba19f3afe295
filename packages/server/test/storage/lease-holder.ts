/*
 * A process that writes rows as long as it holds the lease `work`: `node lease-holder.ts <connection as JSON> [open]`. With
 * `open` it leaves its first transaction open. It reports on standard output: `holds`, `open`, `refused`.
 */
import { once } from 'node:events';
import type { ClientConfig } from 'pg';
import { createLog } from '../../src/platform/log.ts';
import { Database, LeaseLostError, type Queryable } from '../../src/storage/database.ts';
import { Leases } from '../../src/storage/lease.ts';

const [connection = '', mode] = process.argv.slice(2);
const log = createLog('fatal');
const db = new Database(JSON.parse(connection) as ClientConfig, { poolSize: 3, log });
const say = (what: string) => process.stdout.write(`${what}\n`);
const insertRow = (to: Queryable) => to.query('insert into written (pid) values ($1)', [process.pid]);

new Leases({ db, log }).whileHolding('work', async (lease) => {
  say('holds');
  if (mode === 'open') {
    await db
      .transaction(async (tx) => {
        await lease.check(tx);
        await insertRow(tx);
        say('open');
        await once(lease.lost, 'abort');
      })
      .catch(() => say('refused'));
  }
  for (;;) {
    try {
      await insertRow(lease);
    } catch (error) {
      if (error instanceof LeaseLostError) say('refused');
      if (lease.ending.aborted) return;
    }
  }
});
