import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { hashOf, isInput, PASSED } from '../../../../scripts/gate/inputs.ts';
import { ROOT, STEPS, type Step } from '../../../../scripts/gate/steps.ts';

const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' })
  .split('\0')
  .filter(Boolean);
const step: Step = { name: 'docs', command: ['true'], inputs: ['docs/', 'README.md'] };
const file = (path: string, hash = 'a') => ({ path, line: `100644 blob ${hash}\t${path}` });

test('each file of the repository is an input of a step', () => {
  const isCovered = (path: string) => STEPS.some((one) => isInput(one, path));
  expect(tracked.filter((path) => path !== PASSED && !isCovered(path))).toEqual([]);
});

test('each input of a step exists', () => {
  const exists = (input: string) =>
    tracked.some((path) => (input.endsWith('/') ? path.startsWith(input) : path === input));
  const missing = STEPS.flatMap(({ name, inputs }) =>
    inputs.filter((input) => !exists(input)).map((input) => `${name}: ${input}`),
  );
  expect(missing).toEqual([]);
});

test('the programs of the steps are among their inputs', () => {
  for (const one of STEPS) {
    const programs = [...one.command, ...(one.short ?? [])].filter((word) => word.startsWith('.ci/'));
    for (const program of programs) expect(isInput(one, program), `${one.name}: ${program}`).toBe(true);
  }
});

test('each file of system tests belongs to a step', () => {
  const arguments_ = STEPS.filter(({ environment }) => environment === undefined).flatMap(
    ({ command: [program, script, ...paths] }) =>
      program === '.ci/tests' && script === 'test:system' ? paths : [],
  );
  const left = tracked.filter(
    (path) => path.endsWith('.system.test.ts') && !arguments_.some((one) => path.includes(one)),
  );
  expect(left).toEqual([]);
});

test('each file of tests of a page runs in one of both browsers, whatever the share', () => {
  const [pages, firefox] = ['system-pages', 'firefox'].map((name) => STEPS.find((one) => one.name === name));
  expect(firefox?.command).toEqual(pages?.command);
  expect([pages?.shares, firefox?.shares]).toEqual([2, 2]);
  expect((pages?.shift ?? 0) % 2).not.toBe((firefox?.shift ?? 0) % 2);
});

/** The files that these import, and those that they name by `new URL`. */
function reachedFrom(files: readonly string[]): Set<string> {
  const known = new Set(tracked);
  const reached = new Set<string>();
  const waiting = [...files];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    if (!/\.tsx?$/.test(path)) continue;
    const source = readFileSync(join(ROOT, path), 'utf8');
    for (const [, imported, named] of source.matchAll(
      /(?:from|import|import\() ?'(\.[^']+)'|new URL\('(\.[^']+)'/g,
    )) {
      const found = normalize(join(dirname(path), imported ?? named ?? ''));
      if (known.has(found)) waiting.push(found);
    }
  }
  return reached;
}

test('what the tests of a step import is among its inputs', () => {
  const missing = STEPS.flatMap((one) => {
    const at = one.command.findIndex((word) => word === 'test' || word === 'test:system');
    if (at === -1 || one.name === 'tests') return [];
    const [script, ...paths] = one.command.slice(at);
    const tests = tracked.filter(
      (path) =>
        /\.test\.ts$/.test(path) &&
        path.endsWith('.system.test.ts') === (script === 'test:system') &&
        paths.some((part) => path.includes(part)),
    );
    expect(tests, one.name).not.toEqual([]);
    const files = [...reachedFrom(tests)].filter((path) => !isInput(one, path));
    // (Without the server: see the step.)
    return files
      .filter((path) => one.name !== 'firefox' || !path.startsWith('packages/server/'))
      .map((path) => `${one.name}: ${path}`);
  });
  expect(missing).toEqual([]);
});

test('a step has another hash once one of its inputs differs, appears or goes, and only then', () => {
  const files = [file('README.md'), file('docs/a.md'), file('src/a.ts')];
  const hash = hashOf(step, files);
  expect(hashOf(step, [file('README.md'), file('docs/a.md'), file('src/a.ts', 'b')])).toBe(hash);
  expect(hashOf(step, [file('README.md', 'b'), file('docs/a.md')])).not.toBe(hash);
  expect(hashOf(step, [...files, file('docs/b.md')])).not.toBe(hash);
  expect(hashOf(step, [file('README.md'), file('src/a.ts')])).not.toBe(hash);
  expect(hashOf({ ...step, command: ['false'] }, files)).not.toBe(hash);
  expect(hashOf({ ...step, environment: { BROWSER: 'firefox' } }, files)).not.toBe(hash);
});

test('a file that a step leaves out of its inputs does not change its hash', () => {
  const tests: Step = { ...step, inputs: ['src/'], except: /\.system\.test\.ts$/ };
  const hash = hashOf(tests, [file('src/a.test.ts')]);
  expect(hashOf(tests, [file('src/a.test.ts'), file('src/a.system.test.ts')])).toBe(hash);
  expect(hashOf(tests, [file('src/a.test.ts', 'b')])).not.toBe(hash);
});

test('no test imports from a file of tests, so that steps need not look at those of others', () => {
  const tests = tracked.filter((path) => /\.test\.tsx?$/.test(path));
  const importing = tests.filter((path) =>
    /from '[^']+\.test\.tsx?'/.test(readFileSync(join(ROOT, path), 'utf8')),
  );
  expect(importing).toEqual([]);
});

test('CONTRIBUTING.md describes each step', () => {
  const text = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8');
  const rows = [...text.matchAll(/^\| `([\w-]+)` \| /gm)].map(([, name]) => name);
  expect(rows).toEqual(STEPS.map(({ name }) => name));
});
