/*
 * Measures what the tests notice: plants faults of one line in the sources of a checkout, one after the other, and counts those
 * that its tests find.
 *
 *   node_modules/.bin/node scripts/plant-faults.ts <checkout> [--seed 1] [--count 60] [--faults faults.json]
 *
 * The checkout is another clone with its node_modules, because its sources change; nothing in it may be uncommitted. The file
 * keeps the faults, so that a second run plants the same ones in another commit. A fault is tried with the test files that reach its
 * statement, which one run of all tests finds out.
 */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Random } from '../packages/server/test/faults/random.ts';
import { type Fault, faultsIn } from './possible-faults.ts';

/** An equal part of the faults is in each. */
const ROOMS = [
  'packages/server/src/domain/operations packages/server/src/domain/rules',
  'packages/server/src/domain/records',
  'packages/server/src/realtime',
  'packages/server/src/http packages/server/src/edge',
  'packages/client/src/chat packages/client/src/http',
];
/** A test that takes longer has failed: the fault made it wait in vain. */
const TEST_TIMEOUT_MS = 60_000;
const MOST_MS = 600_000;
const [CONFIG, SETUP, HITS] = ['vitest.faults.config.ts', 'faults-setup.ts', 'fault-hits.jsonl'];

interface Planted extends Fault {
  file: string;
  /** The test files that reach it. */
  tests: string[];
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '60' },
    faults: { type: 'string', default: 'faults.json' },
  },
});
const [checkout = ''] = positionals;
const inCheckout = (path: string) => join(checkout, path);
const git = (...args: string[]) => execFileSync('git', args, { cwd: checkout, encoding: 'utf8' });
if (checkout === '' || git('status', '--porcelain') !== '')
  throw new Error('name a checkout in which nothing is uncommitted');

const chosen = existsSync(values.faults) ? readFaults() : choose(Number(values.seed), Number(values.count));
writeFileSync(values.faults, JSON.stringify(chosen, null, 2));
writeConfig();
try {
  const planted = await findTests(chosen);
  let found = 0;
  for (const [index, fault] of planted.entries()) {
    const isFound = await isNoticed(fault);
    if (isFound) found += 1;
    const where = `${fault.file}: ${fault.was.slice(0, 60)} → ${fault.becomes.slice(0, 60)}`;
    say(
      `${index + 1} ${isFound ? 'found' : `NOT FOUND by ${fault.tests.length} files`}: ${where.replaceAll(/\s+/g, ' ')}`,
    );
  }
  say(`${found} of ${planted.length} faults were found`);
} finally {
  git('checkout', '--quiet', '.');
  for (const name of [CONFIG, SETUP, HITS]) rmSync(inCheckout(name), { force: true });
}

/** The faults of the file, at their places in this checkout. */
function readFaults(): Omit<Planted, 'tests'>[] {
  const kept = JSON.parse(readFileSync(values.faults, 'utf8')) as Omit<Planted, 'tests'>[];
  return kept.map((fault) => {
    const source = readFileSync(inCheckout(fault.file), 'utf8');
    const same = faultsIn(source).find(
      ({ statement, was, becomes }) =>
        statement === fault.statement && was === fault.was && becomes === fault.becomes,
    );
    if (same === undefined) throw new Error(`${fault.file} no longer has: ${fault.statement}`);
    return { ...same, file: fault.file };
  });
}

function choose(seed: number, count: number): Omit<Planted, 'tests'>[] {
  const random = new Random(seed);
  return ROOMS.flatMap((room) => {
    const files = git('ls-files', ...room.split(' '))
      .split('\n')
      .filter((file) => file.endsWith('.ts'));
    const possible = files.flatMap((file) =>
      faultsIn(readFileSync(inCheckout(file), 'utf8')).map((fault) => ({ ...fault, file })),
    );
    return random.sample(possible, Math.ceil(count / ROOMS.length));
  }).slice(0, count);
}

function writeConfig(): void {
  writeFileSync(
    inCheckout(SETUP),
    `import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import { afterAll, expect } from 'vitest';
globalThis.faultHits = new Set();
afterAll(() => {
  const line = { file: relative(process.cwd(), expect.getState().testPath), hits: [...globalThis.faultHits] };
  appendFileSync('${HITS}', JSON.stringify(line) + '\\n');
});
`,
  );
  writeFileSync(
    inCheckout(CONFIG),
    `import config from './vitest.config.ts';
Object.assign(config.test, { setupFiles: ['${SETUP}'], testTimeout: ${TEST_TIMEOUT_MS}, hookTimeout: ${TEST_TIMEOUT_MS} });
export default config;
`,
  );
}

/** Runs all tests once, with a probe before the statement of each fault. */
async function findTests(faults: readonly Omit<Planted, 'tests'>[]): Promise<Planted[]> {
  for (const file of new Set(faults.map((fault) => fault.file))) {
    let source = readFileSync(inCheckout(file), 'utf8');
    const here = [...faults.entries()].filter(([, fault]) => fault.file === file);
    // From the last one on, so that the others keep their places.
    for (const [index, { statementStart }] of here.toSorted(
      ([, a], [, b]) => b.statementStart - a.statementStart,
    ))
      source = `${source.slice(0, statementStart)}globalThis.faultHits?.add(${index}); ${source.slice(statementStart)}`;
    writeFileSync(inCheckout(file), source);
  }
  if (!(await passes([]))) throw new Error('the tests fail without a fault');
  git('checkout', '--quiet', '.');
  const lines = readFileSync(inCheckout(HITS), 'utf8').split('\n').filter(Boolean);
  const reached = lines.map((line) => JSON.parse(line) as { file: string; hits: number[] });
  return faults.map((fault, index) => {
    const tests = reached.filter(({ hits }) => hits.includes(index)).map(({ file }) => file);
    return { ...fault, tests };
  });
}

async function isNoticed({ file, start, end, becomes, tests }: Planted): Promise<boolean> {
  if (tests.length === 0) return false;
  const source = readFileSync(inCheckout(file), 'utf8');
  writeFileSync(inCheckout(file), source.slice(0, start) + becomes + source.slice(end));
  try {
    return !(await passes(tests));
  } finally {
    writeFileSync(inCheckout(file), source);
  }
}

function passes(tests: readonly string[]): Promise<boolean> {
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--config', CONFIG, '--bail', '1', ...tests];
  const child = spawn(inCheckout('node_modules/.bin/node'), args, { cwd: checkout, stdio: 'ignore' });
  const timer = setTimeout(() => child.kill('SIGINT'), MOST_MS);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(timer);
      resolve(code === 0);
    });
  });
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
