/*
 * Prints what test files took: those of the last run of the gate, or of the files given, which `TEST_TIMES=<file> npm test` writes.
 * First the sums of folders, then the longest files.
 */
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { TestFileTimes } from '../../packages/server/test/harness/measure-file.ts';
import { ROOT } from './steps.ts';

const MOST = 40;
const FIGURES = ['wallMs', 'ownCpuMs', 'childCpuMs'] as const;
type Figures = Pick<TestFileTimes, (typeof FIGURES)[number]>;

const given = process.argv.slice(2);
for (const list of given.length > 0
  ? given
  : globSync(join(ROOT, 'node_modules/.cache/gate/*.jsonl')).toSorted())
  show(list);

function show(list: string): void {
  const files = readFileSync(list, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as TestFileTimes);
  const folders = Map.groupBy(files, ({ file }) => dirname(file));
  print(
    `\n${basename(list)}: seconds by the wall, of the worker's processor, of its child processes' processors`,
  );
  print(row('all', sumOf(files)));
  for (const [folder, sum] of longest([...folders].map(([name, those]) => [name, sumOf(those)])))
    print(row(folder, sum));
  print('');
  for (const [file, times] of longest(files.map((one) => [one.file, one])).slice(0, MOST))
    print(row(file, times));
}

function longest(rows: [string, Figures][]): [string, Figures][] {
  return rows.toSorted(([, a], [, b]) => b.wallMs - a.wallMs);
}

function sumOf(files: readonly Figures[]): Figures {
  const sum = (key: keyof Figures) => files.reduce((total, file) => total + file[key], 0);
  return { wallMs: sum('wallMs'), ownCpuMs: sum('ownCpuMs'), childCpuMs: sum('childCpuMs') };
}

function row(name: string, times: Figures): string {
  return name.padEnd(76) + FIGURES.map((key) => (times[key] / 1_000).toFixed(1).padStart(9)).join('');
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
