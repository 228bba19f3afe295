/*
 * `npm run test:realtime`: any number of random sequences of changes, followed by connections, on its own PostgreSQL;
 * every other server has a bus that loses, repeats and reorders. Exit code 1 when the state from frames differs from a
 * fresh fetch; the error names the seed.
 */
import { parseArgs } from 'node:util';
import { startTestPostgres } from '../harness/postgres.ts';
import { createTestDatabase } from '../harness/test-database.ts';
import { startTestServer } from '../harness/test-server.ts';
import { BUSES, replaySequences } from './replay.ts';

const { values } = parseArgs({
  options: {
    sequences: { type: 'string', default: '1000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const sequences = Number(values.sequences);
const seed = Number(values.seed);
if (!Number.isInteger(sequences) || !Number.isInteger(seed)) {
  process.stderr.write('--sequences and --seed are whole numbers\n');
  process.exit(1);
}

const SEQUENCES_A_SERVER = 250;
const TOGETHER = 60;
const print = (line: string) => process.stdout.write(`${line}\n`);

let taken = 0;
let failed = 0;
print(`seed ${seed}, ${sequences} sequences`);
const postgres = await startTestPostgres();
try {
  for (let round = 0; taken < sequences; round += 1) {
    const count = Math.min(SEQUENCES_A_SERVER, sequences - taken);
    const { openBus, isSound } = BUSES[round % 2 === 0 ? 0 : 1];
    const database = createTestDatabase(postgres.templateDatabase, postgres.connection, postgres.serverRole);
    const server = await startTestServer({}, database, openBus);
    try {
      await replaySequences(server, { from: seed + taken, count, together: TOGETHER, isSound });
    } finally {
      await server.close();
    }
    taken += count;
    print(`${taken} sequences`);
  }
} catch (error) {
  failed = 1;
  print(error instanceof Error ? `${error.stack}\n${String(error.cause)}` : String(error));
} finally {
  await postgres.stop();
}
print(`${taken} passed, ${failed} failed`);
process.exitCode = failed;
