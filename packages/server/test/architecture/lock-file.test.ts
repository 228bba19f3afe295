import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isDownloaded, LOCK_FILES, type LockedPackage } from '../../../../scripts/lock-files.ts';
import { ROOT } from '../harness/command.ts';

/** How the example for React Native installs the SDK of the repository. */
const SDK = 'file:../../packages/client';

function packagesOf(lock: string): Record<string, LockedPackage> {
  const { packages } = JSON.parse(readFileSync(join(ROOT, lock), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  return packages;
}

test('every lock file is completed and tested', () => {
  const files = execFileSync('git', ['ls-files', '--', '*package-lock.json'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  expect(files.trim().split('\n').sort()).toEqual(LOCK_FILES.toSorted());
});

test.for(LOCK_FILES)(
  '%s has the packages of every platform: `npm ci` needs them (see `npm run lock`)',
  (lock) => {
    const packages = packagesOf(lock);
    const missing = Object.values(packages)
      .flatMap(({ optionalDependencies }) => Object.entries(optionalDependencies ?? {}))
      // A range may be another package's optional peer; platform packages are pinned.
      .filter(([name, version]) => /^\d+\.\d+\.\d+/.test(version) && !(`node_modules/${name}` in packages))
      .map(([name]) => name);
    expect(missing).toEqual([]);
  },
);

test.for(LOCK_FILES)('%s names no registry', (lock) => {
  const named = Object.entries(packagesOf(lock)).filter(
    ([, { resolved, link }]) => resolved !== undefined && link !== true && resolved !== SDK,
  );
  expect(named.map(([path]) => path)).toEqual([]);
});

test.for(LOCK_FILES)(
  '%s has the integrity of each package that npm downloads (see `npm run lock`)',
  (lock) => {
    const without = Object.entries(packagesOf(lock))
      .filter(
        ([path, locked]) =>
          isDownloaded(path, locked) && !/^sha512-[\w+/]{86}==$/.test(locked.integrity ?? ''),
      )
      .map(([path]) => path);
    expect(without).toEqual([]);
  },
);

test('only what is never downloaded may lack an integrity', () => {
  const version = '1.0.0';
  expect(isDownloaded('node_modules/a', { version })).toBe(true);
  expect(isDownloaded('site/node_modules/a', { version, optional: true, os: ['win32'] })).toBe(true);
  expect(isDownloaded('', { version })).toBe(false);
  expect(isDownloaded('packages/client', { version })).toBe(false);
  expect(isDownloaded('node_modules/a', { version, link: true, resolved: 'packages/a' })).toBe(false);
  expect(isDownloaded('node_modules/a', { version, resolved: SDK })).toBe(false);
  expect(isDownloaded('node_modules/a/node_modules/b', { version, inBundle: true })).toBe(false);
});

test('every direct dependency is pinned to an exact version', () => {
  const manifests = [
    'package.json',
    'packages/protocol/package.json',
    'packages/server/package.json',
    'packages/client/package.json',
    'packages/react/package.json',
    'packages/react-18/package.json',
    'packages/testing/package.json',
    'packages/console/package.json',
    'examples/integrator-backend/package.json',
    'examples/marketplace/package.json',
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
