/*
 * Runs the steps of the gate: `.ci/run`, those whose inputs have changed; `.ci/all` (`--all`), every one. `--plan` only shows what would
 * run. Goes on after a failed step, so that one run shows all that is wrong. Ends with the time of each step; those of the test files are in
 * node_modules/.cache/gate/.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { changedPaths, PASSED } from './inputs.ts';
import { currentHashes, type PlannedStep, planSteps, seedOfTree } from './plan.ts';
import { ROOT } from './steps.ts';

const TIMES = join(ROOT, 'node_modules/.cache/gate');
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
  const runInTurn = async (steps: readonly PlannedStep[] = []) => {
    for (const one of steps) if (one.command !== undefined) finished.push(await run(one, one.command));
  };
  const { none, ...lanes } = Object.groupBy(planned, ({ step }) => step.lane ?? 'none');
  await runInTurn(none);
  await Promise.all(Object.values(lanes).map(runInTurn));
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

async function run({ step }: PlannedStep, command: readonly string[]): Promise<Finished> {
  const { name, environment, lane, short } = step;
  const [program = '', ...args] = command;
  say(`\n=== ${name}: ${[program, ...args].join(' ')}`);
  const begun = performance.now();
  const cpuTimes = join(TIMES, `${name}.times`);
  const env = {
    ...process.env,
    ...environment,
    CI: 'true',
    ALL_CASES: short !== undefined && !isWhole ? '0' : '1',
    ...(isWhole ? { ALL_ROUNDS: '1' } : {}),
    SEED: seed,
    TEST_TIMES: join(TIMES, `${name}.jsonl`),
  };
  const timed = ['-c', '"$@"; code=$?; times >"$0"; exit $code', cpuTimes, program, ...args];
  const child = spawn('bash', timed, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let end = '';
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ] as const) {
    // (Of two steps at the same time, each line says whose it is.)
    const write = lane === undefined ? (text: string) => to.write(text) : byLine(name, to);
    from.setEncoding('utf8').on('data', (text: string) => {
      write(text);
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
  return { name, hasPassed: code === 0, wallSeconds, cpuSeconds: secondsOf(cpuTimes), end };
}

/** Writes each line that has come whole with `name` before it. */
function byLine(name: string, to: NodeJS.WriteStream): (text: string) => void {
  let begun = '';
  return (text) => {
    const lines = (begun + text).split('\n');
    begun = lines.pop() ?? '';
    for (const line of lines) to.write(`${name} | ${line}\n`);
  };
}

/** The sum of what the builtin `times` of bash has written: user and system time, as `1m2.345s`, of the shell and of its children. */
function secondsOf(path: string): number {
  // (None if the step was killed.)
  const times = (existsSync(path) ? readFileSync(path, 'utf8') : '').matchAll(/(\d+)m([\d.]+)s/g);
  return times.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0);
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
