import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { createLog } from '../../src/platform/log.ts';
import { startEmbeddedPostgres } from '../../src/storage/embedded/embedded-postgres.ts';
import { whileLeader } from '../../src/webhooks/leadership.ts';
import { createMachine } from '../harness/network-namespace.ts';
import { usedDataDir } from '../harness/palaver.ts';
import { connect } from '../harness/test-database.ts';

const LEADER = fileURLToPath(new URL('leader-elsewhere.ts', import.meta.url));
const log = createLog('warn');

test('a leader whose machine vanishes without a word is replaced', async (context) => {
  const machine = createMachine();
  if (machine === undefined) return context.skip('no network namespace can be made here');
  onTestFinished(machine.remove);
  const postgres = await startEmbeddedPostgres({
    dataDir: usedDataDir(),
    holder: 'this test',
    log,
    runAs: undefined,
    settings: { listen_addresses: machine.host },
    onFatal: (error) => {
      throw error;
    },
  });
  onTestFinished(() => postgres.stop());
  appendFileSync(join(postgres.clusterDir, 'pg_hba.conf'), `host all all ${machine.network} scram-sha-256\n`);
  const admin = await connect(postgres.admin);
  await admin.query('select pg_reload_conf()');
  const [program, ...args] = machine.command;
  const elsewhere = { ...postgres.connection, host: machine.host };
  const first = spawn(program, [...args, process.execPath, LEADER, JSON.stringify(elsewhere)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => {
    first.kill('SIGKILL');
  });
  await once(first.stdout, 'data');

  // The leader holds the lock; the other node tries to take it once a second.
  const { promise: leads, resolve } = Promise.withResolvers<void>();
  const lead = async (signal: AbortSignal) => {
    resolve();
    await once(signal, 'abort');
  };
  onTestFinished(whileLeader(postgres.connection, 'webhooks', lead, log));
  machine.cut();
  const cutAt = performance.now();
  // The cable is cut, so nobody learns of its end.
  first.kill('SIGKILL');
  const locks = `select from pg_locks where locktype = 'advisory' and granted`;
  expect((await admin.query(locks)).rowCount).toBeGreaterThan(0);
  await leads;
  await context.annotate(`replaced after ${((performance.now() - cutAt) / 1_000).toFixed(1)} s`);
});
