/*
 * Runs the steps of the gate: `.ci/run`, those whose inputs have changed; `.ci/all` (`--all`), every one. `--plan` only shows what would
 * run. Goes on after a failed step, so that one run shows all that is wrong. Ends with the time of each step; those of the test files are in
 * node_modules/.cache/gate/.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { changedPaths, PASSED } from './inputs.ts';
import { currentHashes, type PlannedStep, planSteps, seedOfTree } from './plan.ts';
import { ROOT } from './steps.ts';

const TIMES = join(ROOT, 'node_modules/.cache/gate');
/** In hundredths of a second, on every Linux. */
const TICKS_PER_SECOND = 100;
/** Of what a failed step has printed last, in characters: the errors of a few tests. */
const SHOWN_AGAIN = 8_000;
/** How long the output of a step that has ended is waited for. */
const REST_MS = 5_000;

interface Finished {
  name: string;
  hasPassed: boolean;
  wallSeconds: number;
  /** Of the step's processes that have ended, as far as their parents waited for them. */
  cpuSeconds: number;
  /** The end of what it has printed. */
  end: string;
}

const { values } = parseArgs({ options: { all: { type: 'boolean' }, plan: { type: 'boolean' } } });
const { all: isWhole = false, plan: isPlan = false } = values;
const planned = planSteps(isWhole);
const seed = process.env.SEED ?? String(seedOfTree());
for (const { step, reason, command } of planned)
  say(`${command === undefined ? 'leaves out' : 'runs'} ${step.name}: ${reason}`);
say(`SEED=${seed}`);
if (!isPlan) await runAll();

async function runAll(): Promise<void> {
  rmSync(TIMES, { recursive: true, force: true });
  mkdirSync(TIMES, { recursive: true });
  // The hashes of what is tested, even if a commit is made meanwhile.
  const [hashes, isClean] = [currentHashes(), changedPaths().length === 0];
  const finished: Finished[] = [];
  for (const one of planned) {
    if (one.command === undefined) continue;
    finished.push(await run(one, one.command));
  }
  const failed = finished.filter(({ hasPassed }) => !hasPassed);
  // Again, so that the end of a log says what is wrong.
  for (const { name, end } of failed) say(`\n=== ${name} has printed last:\n${end}`);
  for (const line of timesOf(finished)) say(line);
  for (const { name } of failed) say(`The step ${name} has failed.`);
  const leftOut = planned.length - finished.length;
  say(`Steps: ${finished.length - failed.length} passed, ${failed.length} failed, ${leftOut} skipped`);
  if (failed.length > 0) process.exitCode = 1;
  else say('The gate is open.');
  if (!isWhole) return;
  // (A failed step has no hash: it runs again.)
  const passed = finished.filter(({ hasPassed }) => hasPassed).map(({ name }) => [name, hashes[name]]);
  if (isClean) writeFileSync(join(ROOT, PASSED), `${JSON.stringify(Object.fromEntries(passed), null, 2)}\n`);
  else say(`${PASSED} was not written: there are uncommitted changes.`);
}

async function run({ step }: PlannedStep, [program = '', ...args]: readonly string[]): Promise<Finished> {
  const { name, environment } = step;
  say(`\n=== ${name}: ${[program, ...args].join(' ')}`);
  const [begun, before] = [performance.now(), childSeconds()];
  const env = {
    ...process.env,
    ...environment,
    CI: 'true',
    ALL_CASES: '1',
    ...(isWhole ? { ALL_ROUNDS: '1' } : {}),
    SEED: seed,
    TEST_TIMES: join(TIMES, `${name}.jsonl`),
  };
  const child = spawn(program, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let end = '';
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ] as const) {
    from.setEncoding('utf8').on('data', (text: string) => {
      to.write(text);
      end = (end + text).slice(-SHOWN_AGAIN);
    });
  }
  const closed = once(child, 'close');
  const [code] = (await once(child, 'exit')) as [number | null];
  // The rest of its output. (A process that the step has left behind keeps it open.)
  await Promise.race([closed, sleep(REST_MS, undefined, { ref: false })]);
  child.stdout.destroy();
  child.stderr.destroy();
  const wallSeconds = (performance.now() - begun) / 1_000;
  return { name, hasPassed: code === 0, wallSeconds, cpuSeconds: childSeconds() - before, end };
}

/** The processor time of the ended children of this process, with theirs. */
function childSeconds(): number {
  const stat = readFileSync('/proc/self/stat', 'utf8');
  // `cutime` and `cstime`; the second field is a name in parentheses, which may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND;
}

function timesOf(finished: readonly Finished[]): string[] {
  const sum = (key: 'wallSeconds' | 'cpuSeconds') => finished.reduce((total, one) => total + one[key], 0);
  const row = (name: string, wall: number, cpu: number) =>
    `${name.padEnd(28)}${wall.toFixed(0).padStart(8)}${cpu.toFixed(0).padStart(12)}`;
  return [
    `\n${'step'.padEnd(28)}${'wall s'.padStart(8)}${'processor s'.padStart(12)}`,
    ...finished.map(({ name, wallSeconds, cpuSeconds }) => row(name, wallSeconds, cpuSeconds)),
    row('all', sum('wallSeconds'), sum('cpuSeconds')),
  ];
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
