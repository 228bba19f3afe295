/**
 * Completes the lock files after `npm install`. `npm run lock` runs this; a test reports when it is needed.
 *
 * - `npm ci` requires all optional packages in package-lock.json, including those for other platforms, but npm leaves out the
 *   ones that the configured registry does not carry. Their platform is derived from their names.
 * - npm writes no `integrity` for a package that it has not looked up; `npm ci` would then install whatever the registry sends.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { isDownloaded, LOCK_FILES, type LockedPackage } from './lock-files.ts';

interface Lock {
  packages: Record<string, LockedPackage>;
}

const SYSTEMS = ['darwin', 'linux', 'win32', 'android', 'freebsd', 'openharmony'];
const PROCESSORS = ['arm64', 'x64', 'arm', 'ppc64', 'riscv64', 's390x', 'ia32'];

for (const path of LOCK_FILES) {
  const before = readFileSync(path, 'utf8');
  const lock = JSON.parse(before) as Lock;
  if (path === 'package-lock.json') addPlatforms(lock);
  addIntegrity(lock);
  const after = `${JSON.stringify(lock, null, 2)}\n`;
  if (after !== before) writeFileSync(path, after);
}

function addPlatforms(lock: Lock): void {
  for (const parent of Object.values(lock.packages)) {
    for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
      const path = `node_modules/${name}`;
      if (path in lock.packages || !/^\d+\.\d+\.\d+/.test(version)) continue;
      const words = name.split(/[/-]/);
      const libc = words.find((word) => /^(musl|gnu)/.test(word));
      lock.packages[path] = {
        version,
        cpu: PROCESSORS.filter((processor) => words.includes(processor)),
        ...(parent.dev === true ? { dev: true } : {}),
        ...(libc === undefined ? {} : { libc: [libc.startsWith('musl') ? 'musl' : 'glibc'] }),
        optional: true,
        os: SYSTEMS.filter((system) => words.includes(system)),
      };
    }
  }
  lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Asks the registry. Throws if it does not carry a package. */
function addIntegrity(lock: Lock): void {
  for (const [path, locked] of Object.entries(lock.packages)) {
    if (!isDownloaded(path, locked) || locked.integrity !== undefined) continue;
    const name = locked.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const exact = `${name}@${locked.version}`;
    const integrity = execFileSync('npm', ['view', exact, 'dist.integrity'], { encoding: 'utf8' }).trim();
    if (!integrity.startsWith('sha512-')) throw new Error(`the registry knows no sha512 of ${exact}`);
    // (In npm's order.)
    const { version, resolved, ...rest } = locked;
    lock.packages[path] = { version, ...(resolved === undefined ? {} : { resolved }), integrity, ...rest };
  }
}
