/*
 * `npm run check`: types, lint, formatting and prose in parallel. Each uses one core: by default the compilers start as many
 * checkers as there are cores or more, and each of them computes the same types again, which triples the work.
 */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Caches of the compilers, which then check only changed files. */
const CACHE = 'node_modules/.cache/tsc';

/** The longest first. */
const CHECKS = [
  'oxlint --type-aware --deny-warnings packages examples bench scripts site',
  typesOf('tsconfig.json'),
  typesOf('examples/integrator-backend/tsconfig.json'),
  typesOf('examples/marketplace/tsconfig.json'),
  // (Without its views: only `.ci/checks-react-native` installs their types.)
  typesOf('examples/react-native/test/tsconfig.json'),
  typesOf('packages/console/tsconfig.json'),
  typesOf('packages/react/tsconfig.json'),
  typesOf('packages/react/test/tsconfig.json'),
  typesOf('packages/client/tsconfig.json'),
  typesOf('packages/testing/test/tsconfig.json'),
  'biome ci .',
  'node scripts/prose.ts',
  typesOf('packages/client/tsconfig.build.json'),
  typesOf('packages/client/service-worker/tsconfig.json'),
];

function typesOf(project: string): string {
  // (Relative to the root, where each check runs, because the root's path may contain spaces.)
  const known = `${CACHE}/${project.replaceAll('/', '-')}.tsbuildinfo`;
  return `tsc --noEmit --checkers 1 -p ${project} --incremental --tsBuildInfoFile ${known}`;
}

/** Prints the output of a failed check. */
async function passes(check: string): Promise<boolean> {
  const [command = '', ...args] = check.split(' ');
  // oxlint gets its types from a compiler in Go, which has no other setting. (Through a pipe, Biome would colour each character.)
  const env = { ...process.env, GOMAXPROCS: '1', ...(process.stderr.isTTY ? {} : { NO_COLOR: '1' }) };
  const child = spawn(join(ROOT, 'node_modules/.bin', command), args, { cwd: ROOT, env });
  const exited = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const [code, stdout, stderr] = await Promise.all([exited, text(child.stdout), text(child.stderr)]);
  if (code === 0) return true;
  process.stderr.write(`${check}\n${stdout}${stderr}\n`);
  return false;
}

async function takeTurns(): Promise<void> {
  for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
    if (!(await passes(check))) process.exitCode = 1;
  }
}

const waiting = [...CHECKS];
await Promise.all(Array.from({ length: availableParallelism() }, takeTurns));
