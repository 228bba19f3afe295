/**
 * Completes package-lock.json after `npm install`: `npm ci` requires all optional packages in it, including those for other
 * platforms, but npm leaves out the ones that the configured registry does not carry. Their platform is derived from their
 * names. `npm run lock` runs this; a test reports when it is needed.
 */
import { readFileSync, writeFileSync } from 'node:fs';

interface Package {
  version: string;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
}

const SYSTEMS = ['darwin', 'linux', 'win32', 'android', 'freebsd', 'openharmony'];
const PROCESSORS = ['arm64', 'x64', 'arm', 'ppc64', 'riscv64', 's390x', 'ia32'];

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Package> };
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
writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`);
