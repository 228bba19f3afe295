/**
 * Compares sends of this checkout with those of another one, both as they are installed, with a log file: `npm run bench:against -- <folder>`. Settings may follow, such as
 * `PALAVER_SEND_LANES=2`; they are those of this checkout only, so with `.` as the folder they are what is compared.
 *
 * The speed of a shared machine may change by half within seconds. Therefore the two servers take turns of two seconds,
 * each turn is divided by the one beside it, and the median of these ratios counts.
 */
import { measure, median, processorMicroseconds } from './harness.ts';
import { type Palaver, startPalaver } from './palaver.ts';
import { prepareSends } from './scenarios/sends.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 60);
const SECONDS = 2;
const WARM_UP_SECONDS = 8;

const FIGURES = {
  perSecond: 'durable sends/s',
  node: 'processor time of Node, µs a send',
  postgres: 'processor time of PostgreSQL, µs a send',
  p99Ms: 'p99, ms',
} as const;
type Turn = Record<keyof typeof FIGURES, number>;

async function turn(palaver: Palaver, load: Awaited<ReturnType<typeof prepareSends>>): Promise<Turn> {
  const look = () => ({
    node: processorMicroseconds([palaver.subject.process.pid ?? 0]),
    postgres: processorMicroseconds(palaver.postgresPids()),
  });
  const before = look();
  const { perSecond, p99Ms, failures } = await measure(palaver.subject, load, SECONDS);
  if (failures > 0) throw new Error(`${failures} responses were not M200`);
  const after = look();
  const sent = perSecond * SECONDS;
  return {
    perSecond,
    node: (after.node - before.node) / sent,
    postgres: (after.postgres - before.postgres) / sent,
    p99Ms,
  };
}

/** Each is `NAME=value`. */
const environmentOf = (settings: readonly string[]) =>
  Object.fromEntries(settings.map((setting) => setting.split(/=(.*)/s, 2)) as [string, string][]);

const [folder, ...settings] = process.argv.slice(2);
if (folder === undefined) throw new Error('name the folder of another checkout with its node_modules');
const others = await startPalaver({}, { root: folder });
const ours = await startPalaver(environmentOf(settings));
try {
  const subjects = [];
  for (const palaver of [others, ours]) subjects.push({ palaver, load: await prepareSends(palaver) });
  for (const { palaver, load } of subjects) await measure(palaver.subject, load, WARM_UP_SECONDS);
  const rounds: Turn[][] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    // The order alternates, in case the first turn of a round influences the second.
    const order = round % 2 === 0 ? subjects : subjects.toReversed();
    const turns = [];
    for (const { palaver, load } of order) turns.push(await turn(palaver, load));
    rounds.push(round % 2 === 0 ? turns : turns.toReversed());
  }
  for (const [key, figure] of Object.entries(FIGURES)) {
    const pairs = rounds.map((turns) => turns.map((figures) => figures[key as keyof Turn]));
    const ratios = pairs.map(([theirs = 0, mine = 0]) => mine / theirs).toSorted((a, b) => a - b);
    const at = (share: number) => ratios[Math.floor(ratios.length * share)]?.toFixed(2);
    const medians = [0, 1].map((side) => median(pairs.map((pair) => pair[side] ?? 0)).toFixed(0));
    process.stdout.write(
      `${figure.padEnd(42)} ${medians.join(' → ').padEnd(14)} ratio ${at(0.5)} (quartiles ${at(0.25)}, ${at(0.75)})\n`,
    );
  }
} finally {
  await ours.stop();
  await others.stop();
}
