/*
 * A process with an embedded database, for tests that kill it: it reports in lines of JSON, and SIGTERM stops it
 * properly.
 */
import { startEmbeddedPostgres, useEmbeddedPostgres } from '../../src/storage/embedded/embedded-postgres.ts';
import type { ChildOptions, ChildReport } from './embedded-harness.ts';

function report(what: ChildReport): void {
  process.stdout.write(`${JSON.stringify(what)}\n`);
}

const { as, ...given } = JSON.parse(process.argv[2] ?? '') as ChildOptions;
const log = { info: () => {}, warn: () => {}, error: () => {} };
const options = { holder: `test ${as}`, runAs: undefined, log, ...given };
try {
  const postgres =
    as === 'server'
      ? await startEmbeddedPostgres({ ...options, onFatal: (error) => report({ fatal: error.message }) })
      : await useEmbeddedPostgres(options);
  process.once('SIGTERM', () => {
    void postgres.stop().then(() => process.exit());
  });
  const { connection, admin, clusterDir, role } = postgres;
  report({ ready: { connection, admin, clusterDir, role } });
} catch (error) {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  report({ failed: { name, message } });
}
