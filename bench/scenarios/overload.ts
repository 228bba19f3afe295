import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { CONNECTIONS, generate, median, type Row, ratio } from '../harness.ts';
import type { OpenLoopFigures } from '../open-loop.ts';
import type { Palaver } from '../palaver.ts';
import { prepareSends } from './sends.ts';

const ROUNDS = 5;
const SECONDS = 10;
const WARM_UP_SECONDS = 3;
const TIMES = 10;
/** As many as one address may have that have not shown a key yet. */
const MOST_CONNECTIONS = 1_000;

/**
 * Ten times as many sends as the server can take, from a generator that does not wait for it, compared with the best that the server
 * can do for the same generator. The generator has the last core, the server and PostgreSQL have the others.
 */
export async function overload(palaver: Palaver): Promise<Row[]> {
  const last = availableParallelism() - 1;
  for (const pid of [palaver.subject.process.pid ?? 0, ...palaver.postgresPids()])
    execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', `0-${Math.max(0, last - 1)}`, `${pid}`]);
  const { method, path, headers, bodies = [] } = await prepareSends(palaver);
  const times = { warmUpSeconds: WARM_UP_SECONDS, seconds: SECONDS };
  const load = { ...times, port: palaver.subject.port, method, path, headers, bodies };
  const best: OpenLoopFigures[] = [];
  const overloaded: OpenLoopFigures[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const now = await generate({ ...load, connections: CONNECTIONS, rate: null }, last);
    best.push(now);
    const rate = Math.round(TIMES * perSecond(now));
    overloaded.push(await generate({ ...load, connections: MOST_CONNECTIONS, rate }, last));
  }
  const middle = (runs: readonly OpenLoopFigures[], of: (run: OpenLoopFigures) => number) =>
    median(runs.map(of));
  const number = (figure: string, value: number, target = ''): Row => ({
    figure,
    value: value.toFixed(0),
    target,
  });
  const inRounds = (of: (run: OpenLoopFigures) => number) =>
    median(overloaded.map((run, round) => of(run) / of(best[round] ?? run)));
  return [
    number(`best: sends/s over ${CONNECTIONS} connections`, middle(best, perSecond)),
    number(
      'best: p99, ms',
      middle(best, ({ p99Ms }) => p99Ms),
    ),
    number(
      `overload: offered/s, up to ${MOST_CONNECTIONS} connections`,
      middle(overloaded, (run) => run.offered / run.seconds),
    ),
    number(
      'overload: refused/s',
      middle(overloaded, (run) => run.refused / run.seconds),
    ),
    number(
      'overload: held back/s',
      middle(overloaded, (run) => run.heldBack / run.seconds),
    ),
    ratio('overload: accepted ÷ best', inRounds(perSecond), 1, '≥ 0.9'),
    ratio(
      'overload: p99 of accepted ÷ best',
      inRounds(({ p99Ms }) => p99Ms),
      1,
      '≤ 2',
    ),
    number(
      'failures',
      [...best, ...overloaded].reduce((sum, { failures }) => sum + failures, 0),
      '0',
    ),
  ];
}

function perSecond({ accepted, seconds }: OpenLoopFigures): number {
  return accepted / seconds;
}
