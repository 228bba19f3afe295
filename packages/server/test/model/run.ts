/*
 * `npm run test:model`: the model test with any number of steps, on its own PostgreSQL. Exit code 1 when a rule is
 * broken; the error names the seed and the commands.
 */
import { parseArgs } from 'node:util';
import { startTestPostgres } from '../harness/postgres.ts';
import { recount } from '../harness/recount.ts';
import { createTestDatabase } from '../harness/test-database.ts';
import { startTestServer } from '../harness/test-server.ts';
import { RUNS } from './runs.ts';
import { takeSteps } from './steps.ts';

type Name = keyof typeof RUNS;
const NAMES = Object.keys(RUNS) as Name[];

const { values } = parseArgs({
  options: {
    steps: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string' },
  },
});
const steps = Number(values.steps);
const seed = Number(values.seed);
const names = NAMES.filter((name) => values.only === undefined || values.only === name);
if (!Number.isInteger(steps) || !Number.isInteger(seed) || names.length === 0) {
  process.stderr.write(`--steps and --seed are whole numbers, --only is ${NAMES.join(', ')}\n`);
  process.exit(1);
}

/** Each server gets a new database after this many steps, so that its tables stay as small as in a test. */
const STEPS_A_SERVER = 12_000;
const PROGRESS_MS = 5_000;

const stopping = new AbortController();
// The runs in progress are finished, so that nothing is left behind.
process.once('SIGINT', () => stopping.abort());
process.once('SIGTERM', () => stopping.abort());
process.stdout.on('error', () => {});
const print = (line: string) => process.stdout.write(`${line}\n`);

let taken = 0;
let failed = 0;
print(`seed ${seed}, ${steps} steps`);
const startedAtMs = performance.now();
const progress = setInterval(() => {
  const perSecond = Math.round((taken / (performance.now() - startedAtMs)) * 1_000);
  print(`${taken} steps, ${perSecond} a second`);
}, PROGRESS_MS);
const postgres = await startTestPostgres();
try {
  while (taken < steps && !stopping.signal.aborted) await takeRound();
} catch (error) {
  failed = 1;
  print(error instanceof Error ? error.message : String(error));
} finally {
  clearInterval(progress);
  await postgres.stop();
}
print(`${taken} passed, ${failed} failed`);
process.exitCode = failed;

/** Some steps of every kind on one server. */
async function takeRound(): Promise<void> {
  const round = Math.min(steps - taken, STEPS_A_SERVER);
  const first = seed + taken;
  const server = await startTestServer(
    {},
    createTestDatabase(postgres.templateDatabase, postgres.connection, postgres.serverRole),
  );
  try {
    for (const only of names) {
      await takeSteps(server, {
        only,
        steps: Math.ceil(round / names.length),
        seed: first,
        signal: stopping.signal,
        onSteps: (some) => {
          taken += some;
        },
      });
    }
    const found = await recount(server.database);
    if (found.length > 0) throw new Error(`seed ${first}: palaver verify finds\n${found.join('\n')}`);
  } finally {
    await server.close();
  }
}
