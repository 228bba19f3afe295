import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../harness/command.ts';

interface Package {
  resolved?: string;
  link?: boolean;
  optionalDependencies?: Record<string, string>;
}

/** The others are for steps of the gate, the names of emoji, the documentation's site, and an example that only the gate installs. */
const LOCKS = [
  'package-lock.json',
  '.ci/prism/package-lock.json',
  '.ci/redocly/package-lock.json',
  '.ci/helm/package-lock.json',
  'packages/react/emoji-data/package-lock.json',
  'site/package-lock.json',
  'examples/react-native/package-lock.json',
];

/** How that example installs the SDK of the repository. */
const SDK = 'file:../../packages/client';

function packagesOf(lock: string): Record<string, Package> {
  const { packages } = JSON.parse(readFileSync(join(ROOT, lock), 'utf8')) as {
    packages: Record<string, Package>;
  };
  return packages;
}

test.for(LOCKS)('%s has the packages of every platform: `npm ci` needs them (see `npm run lock`)', (lock) => {
  const packages = packagesOf(lock);
  const missing = Object.values(packages)
    .flatMap(({ optionalDependencies }) => Object.entries(optionalDependencies ?? {}))
    // A range may be another package's optional peer; platform packages are pinned.
    .filter(([name, version]) => /^\d+\.\d+\.\d+/.test(version) && !(`node_modules/${name}` in packages))
    .map(([name]) => name);
  expect(missing).toEqual([]);
});

test.for(LOCKS)('%s names no registry', (lock) => {
  const named = Object.entries(packagesOf(lock)).filter(
    ([, { resolved, link }]) => resolved !== undefined && link !== true && resolved !== SDK,
  );
  expect(named.map(([path]) => path)).toEqual([]);
});

test('every direct dependency is pinned to an exact version', () => {
  const manifests = [
    'package.json',
    'packages/protocol/package.json',
    'packages/server/package.json',
    'packages/client/package.json',
    'packages/react/package.json',
    'packages/react-18/package.json',
    'packages/console/package.json',
    'examples/integrator-backend/package.json',
    'examples/react-native/package.json',
    '.ci/prism/package.json',
    '.ci/redocly/package.json',
    '.ci/helm/package.json',
    'packages/react/emoji-data/package.json',
    'site/package.json',
  ];
  const versions = manifests.flatMap((path) => {
    const manifest = JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as Record<
      string,
      Record<string, string>
    >;
    return ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((kind) =>
      Object.entries(manifest[kind] ?? {}),
    );
  });
  expect(versions.length).toBeGreaterThan(20);
  expect(
    versions.filter(([, version]) => version !== SDK && !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)),
  ).toEqual([]);
});
