/*
 * The kills of `npm run test:faults`; docs/reliability.md describes them. Exit code 1 when something is wrong; with --plant, when
 * nothing was detected.
 */
import { parseArgs } from 'node:util';
import { type Round, runCampaign } from './campaign.ts';
import { PLANTS } from './plants.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    plant: { type: 'string' },
  },
});
const rounds = Number(values.rounds);
const seed = Number(values.seed);
const plant = Object.entries(PLANTS).find(([name]) => name === values.plant)?.[1];
if (
  !Number.isInteger(rounds) ||
  !Number.isInteger(seed) ||
  (values.plant !== undefined && plant === undefined)
) {
  process.stderr.write(
    `--rounds and --seed are whole numbers, --plant is ${Object.keys(PLANTS).join(', ')}\n`,
  );
  process.exit(1);
}

const MOST_PROBLEMS = 10;
const stopping = new AbortController();
// The round in progress is finished, so that nothing is left behind.
process.once('SIGINT', () => stopping.abort());
process.once('SIGTERM', () => stopping.abort());

// The reader of our output may go away; the servers must be stopped then too.
process.stdout.on('error', () => {});

const print = (line: string) => process.stdout.write(`${line}\n`);
print(`seed ${seed}, ${rounds} rounds${plant === undefined ? '' : `, planted: ${values.plant}`}`);
const startedAtMs = performance.now();
const done = await runCampaign({
  rounds,
  seed,
  ...(plant === undefined ? {} : { plant }),
  signal: stopping.signal,
  onRound(round) {
    print(toLine(round));
    for (const problem of round.problems.slice(0, MOST_PROBLEMS)) print(`       ${problem}`);
    const more = round.problems.length - MOST_PROBLEMS;
    if (more > 0) print(`       … and ${more} more`);
    if (plant !== undefined && round.problems.length > 0) stopping.abort();
  },
});
print('');
for (const line of toTable(done)) print(line);
const minutes = ((performance.now() - startedAtMs) / 60_000).toFixed(1);
const wrong = done.filter(({ problems }) => problems.length > 0);
print(`\n${done.length} rounds in ${minutes} minutes, seed ${seed}: ${wrong.length} with something wrong`);
if (plant !== undefined) {
  print(wrong.length > 0 ? `${values.plant} was caught` : `${values.plant} was NOT caught`);
}
process.exitCode = wrong.length > 0 === (plant !== undefined) ? 0 : 1;

function toLine({ number, fault, answered, retries, replays, backAfterMs, lost, doubled }: Round): string {
  const what = `${fault.moment}: ${fault.victim}`;
  const counts = `${answered} answered, ${retries} retries, ${replays} replays, lost ${lost}, doubled ${doubled}`;
  return `${String(number).padStart(4)}  ${what.padEnd(58)} ${counts}, back in ${inSeconds(backAfterMs)}`;
}

/** One row for each kind of round, and a total. */
function toTable(all: readonly Round[]): string[] {
  const kinds = Map.groupBy(all, ({ fault }) => `${fault.moment}: ${fault.victim}`);
  const rows = [...kinds]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([kind, of]) => [kind, ...cells(of)]);
  const header = [
    'kill',
    'rounds',
    'answered',
    'retries',
    'replays',
    'lost',
    'doubled',
    'wrong',
    'back',
    'gone',
  ];
  const table = [header, header.map(() => '---'), ...rows, ['all', ...cells(all)]];
  const widths = header.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  return table.map(
    (row) => `| ${row.map((cell, column) => pad(cell, column, widths[column] ?? 0)).join(' | ')} |`,
  );
}

function cells(of: readonly Round[]): string[] {
  const sum = (value: (round: Round) => number) => of.reduce((total, round) => total + value(round), 0);
  const longest = (value: (round: Round) => number) => inSeconds(Math.max(0, ...of.map(value)));
  return [
    String(of.length),
    String(sum(({ answered }) => answered)),
    String(sum(({ retries }) => retries)),
    String(sum(({ replays }) => replays)),
    String(sum(({ lost }) => lost)),
    String(sum(({ doubled }) => doubled)),
    String(sum(({ problems }) => Math.min(1, problems.length))),
    longest(({ backAfterMs }) => backAfterMs),
    longest(({ goneAfterMs }) => goneAfterMs),
  ];
}

function pad(cell: string, column: number, width: number): string {
  if (cell === '---') return '-'.repeat(width);
  return column === 0 ? cell.padEnd(width) : cell.padStart(width);
}

function inSeconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}
