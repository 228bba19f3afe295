import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import {
  measure,
  median,
  processorMicroseconds,
  type Row,
  ratio,
  type Subject,
  stopSubject,
} from '../harness.ts';
import { type Palaver, startNode } from '../palaver.ts';
import { prepareSends } from './sends.ts';

const ROUNDS = 5;
const SECONDS = 3;
const WARM_UP_SECONDS = 5;

/**
 * What several serving threads change (`PALAVER_THREADS`): sends per second, and how much of the processor's time a send takes in a
 * serving thread, in the main thread, and in PostgreSQL. From these follows what limits a machine with more cores.
 */
export async function cores(palaver: Palaver): Promise<Row[]> {
  const load = await prepareSends(palaver);
  const cores = availableParallelism();
  const counts = [1, 2, 4, 8].filter((count) => count <= Math.max(2, cores));
  const subjects = new Map<number, Subject>();
  for (const count of counts)
    subjects.set(count, await startNode(palaver, { PALAVER_THREADS: String(count) }, { name: `${count}` }));
  const sends = new Map<number, number[]>(counts.map((count) => [count, []]));
  const costs: Costs[] = [];
  let failures = 0;
  try {
    for (const subject of subjects.values()) await measure(subject, load, WARM_UP_SECONDS);
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [count, subject] of subjects) {
        const before = look(palaver, subject);
        const run = await measure(subject, load, SECONDS);
        failures += run.failures;
        sends.get(count)?.push(run.perSecond);
        if (count > 1) costs.push(costsOf(before, look(palaver, subject), run.perSecond * SECONDS));
      }
  } finally {
    for (const subject of subjects.values()) await stopSubject(subject);
  }
  const perSecond = (count: number) => median(sends.get(count) ?? []);
  const cost = (of: keyof Costs) => median(costs.map((one) => one[of]));
  const microseconds = (figure: string, value: number): Row => ({
    figure,
    value: value.toFixed(0),
    target: '',
  });
  return [
    { figure: 'cores of this machine', value: String(cores), target: '' },
    { figure: 'sends/s with 1 thread', value: perSecond(1).toFixed(0), target: '' },
    ...counts
      .slice(1)
      .map((count) => ratio(`with ${count} serving threads ÷ with 1`, perSecond(count), perSecond(1), '')),
    microseconds('serving threads, µs a send', cost('serving')),
    microseconds('main thread, µs a send', cost('main')),
    microseconds('PostgreSQL, µs a send', cost('postgres')),
    {
      figure: 'threads that one main thread can serve',
      value: (cost('serving') / cost('main')).toFixed(1),
      target: '',
    },
    { figure: 'answers that were not M200', value: String(failures), target: '0' },
  ];
}

/** Processor time in µs. */
interface Costs {
  serving: number;
  main: number;
  postgres: number;
}

function look(palaver: Palaver, { process: { pid } }: Subject): Costs {
  const tasks = `${pid}/task`;
  const named = Map.groupBy(readdirSync(`/proc/${tasks}`), (task) =>
    readFileSync(`/proc/${tasks}/${task}/comm`, 'utf8').trim().replace(/ \d+$/, ''),
  );
  const timeOf = (name: string) =>
    processorMicroseconds((named.get(name) ?? []).map((task) => `${tasks}/${task}`));
  return {
    serving: timeOf('serving'),
    main: timeOf('node-MainThread'),
    postgres: processorMicroseconds(palaver.postgresPids()),
  };
}

function costsOf(before: Costs, after: Costs, sent: number): Costs {
  return {
    serving: (after.serving - before.serving) / sent,
    main: (after.main - before.main) / sent,
    postgres: (after.postgres - before.postgres) / sent,
  };
}
