/*
 * `npm run test:faults -- floods`: floods a server of 512 MiB, one kind after another. docs/reliability.md describes it. Exit code 1
 * when something is wrong.
 */
import { parseArgs } from 'node:util';
import { FLOOD_KINDS } from './floods.ts';
import { failuresOf, percentile } from './honest-user.ts';
import { PROXIES } from './proxies.ts';
import { type FloodReport, runFloods } from './rig.ts';

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    seconds: { type: 'string', default: '60' },
    connections: { type: 'string', default: '950' },
    through: { type: 'string', default: 'none' },
    kind: { type: 'string', multiple: true },
  },
});
const [seconds, connections] = [Number(values.seconds), Number(values.connections)];
const kinds = FLOOD_KINDS.filter((kind) => values.kind === undefined || values.kind.includes(kind));
const through = (['none', 'haproxy', 'nginx'] as const).find((name) => name === values.through);
if (!(seconds > 0) || !(connections > 0) || through === undefined || kinds.length === 0) {
  const names = FLOOD_KINDS.map((kind) => `'${kind}'`).join(', ');
  process.stderr.write(
    `--seconds and --connections are numbers, --through is ${Object.keys(PROXIES).join(', ')}, --kind is ${names}\n`,
  );
  process.exit(1);
}

const print = (line: string) => process.stdout.write(`${line}\n`);
const mib = (bytes: number) => `${Math.round(bytes / 1024 / 1024)}`;
const COLUMNS = [
  ...[
    'flood',
    'connections',
    'sent MiB',
    'p50, p99 before',
    'p50, p99, longest ms',
    'requests',
    'failed',
    'slowness',
  ],
  ...['held MiB', 'rss MiB', 'used MiB before, peak, after'],
];

function toRow({ kind, opened, sentBytes, before, during, memory, slowness }: FloodReport): string {
  const times = (of: FloodReport['before'], ...parts: number[]) =>
    parts.map((part) => percentile(of, part).toFixed(0)).join(', ');
  const failed = [...failuresOf(during).values()].reduce((sum, count) => sum + count, 0);
  const cells = [
    ...[kind, opened, mib(sentBytes), times(before, 50, 99), times(during, 50, 99, 100)],
    ...[during.length, failed, slowness.toFixed(1), mib(memory.peak.held), mib(memory.peak.rss)],
    [memory.before, memory.peak, memory.after].map(({ used }) => mib(used)).join(', '),
  ];
  return `| ${cells.join(' | ')} |`;
}

print(`| ${COLUMNS.join(' | ')} |\n|${COLUMNS.map(() => '---|').join('')}`);
const reports = await runFloods({
  ...{ kinds, seconds, connections, through, secondsBefore: Math.min(seconds, 10), judgesTime: true },
  onFlood(report) {
    print(toRow(report));
    for (const problem of report.problems) print(`  ${report.kind}: ${problem}`);
  },
});
const wrong = reports.filter(({ problems }) => problems.length > 0);
print(`\n${reports.length} floods through ${through}: ${wrong.length} with something wrong`);
process.exitCode = wrong.length === 0 ? 0 : 1;
