/**
 * Guards the cost of a send (`npm run bench:send-cost`): fails when a send does more than `send-cost.json` says. Palaver runs as a
 * user starts it, with the default settings and a log file, because what every installation does is part of the cost.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Load } from './harness.ts';
import { type Palaver, startPalaver } from './palaver.ts';
import { prepareSends } from './scenarios/sends.ts';
import { countCalls, INSPECTABLE } from './send-cost/calls.ts';
import { type Counts, countOneSend } from './send-cost/counts.ts';
import { leaveSearchToAnother, measureRatios, type Ratios } from './send-cost/ratios.ts';
import { type Agreed, judgeCalls, judgeCounts, judgeRatios, type Verdict } from './send-cost/verdict.ts';

const agreed = JSON.parse(readFileSync(new URL('send-cost.json', import.meta.url), 'utf8')) as Agreed;

const MOST_MEASURED = 8;

/** Settings of the shell would not be the default ones. */
function forgetSettings(): void {
  for (const name of Object.keys(process.env))
    if (/^(PALAVER_|OTEL_|DATABASE_)/.test(name)) delete process.env[name];
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function printCounts(title: string, counts: Counts): void {
  print(title);
  for (const [what, times] of Object.entries(counts)) print(`  ${String(times).padStart(2)}  ${what}`);
}

async function checkCounts(palaver: Palaver, load: Load): Promise<Verdict> {
  const counted = await countOneSend(palaver, load);
  printCounts('The transaction of one send:', counted.transaction);
  printCounts('Other transactions for it:', counted.others);
  return judgeCounts(agreed, counted);
}

/** A busy machine makes a ratio larger, never smaller: while one is too large, both are measured again, and the smaller ones count. */
async function checkRatios(palaver: Palaver, load: Load): Promise<Verdict> {
  const least: Ratios = { node: Infinity, postgres: Infinity };
  for (let measured = 1; ; measured += 1) {
    const { node, postgres } = await printRatios(palaver, load);
    least.node = Math.min(least.node, node);
    least.postgres = Math.min(least.postgres, postgres);
    const verdict = judgeRatios(agreed, least);
    if (verdict.failures.length === 0 || measured === MOST_MEASURED) return verdict;
    print('A ratio is too large; measuring again.');
  }
}

async function checkCalls(palaver: Palaver, load: Load): Promise<Verdict> {
  const calls = await countCalls(palaver, load);
  print(`Calls of functions: ${calls.all.toFixed(0)}`);
  const places = Object.entries(calls.byPlace).toSorted(([, one], [, other]) => other - one);
  for (const [place, count] of places.filter(([, each]) => each >= 1))
    print(`  ${count.toFixed(0).padStart(4)}  ${place}`);
  return judgeCalls(agreed, calls);
}

async function printRatios(palaver: Palaver, load: Load): Promise<Ratios> {
  const { ratios, microseconds } = await measureRatios(palaver, load);
  const times = Object.entries(microseconds).map(([what, time]) => `${what} ${time.toFixed(0)} µs`);
  print(
    `Processor time: ratio of Node ${ratios.node.toFixed(2)}, of PostgreSQL ${ratios.postgres.toFixed(2)}`,
  );
  print(`  (at least: ${times.join(', ')})`);
  return ratios;
}

/** In the gate it is a failure, because nobody would read a remark. */
function withoutWrk(): Verdict {
  const missing = 'wrk is missing, so no processor time was measured: apt-get install wrk';
  return process.env.CI === undefined
    ? { failures: [], remarks: [missing] }
    : { failures: [missing], remarks: [] };
}

forgetSettings();
// (By default the number of threads depends on the machine, and with it the cost.)
const palaver = await startPalaver({ PALAVER_THREADS: '1', ...INSPECTABLE }, { hasLimits: true });
try {
  const load = await prepareSends(palaver);
  const hasWrk = spawnSync('wrk', ['--version']).error === undefined;
  const counts = await checkCounts(palaver, load);
  await leaveSearchToAnother(palaver);
  const verdicts = [
    counts,
    hasWrk ? await checkRatios(palaver, load) : withoutWrk(),
    await checkCalls(palaver, load),
  ];
  for (const remark of verdicts.flatMap(({ remarks }) => remarks)) print(`Note: ${remark}`);
  for (const failure of verdicts.flatMap(({ failures }) => failures)) {
    process.stderr.write(`${failure}\n`);
    process.exitCode = 1;
  }
} finally {
  await palaver.stop();
}
