/*
 * `npm run check`: types, lint and formatting, side by side. Each keeps to one core: left to themselves the compilers
 * start as many checkers as there are cores or more, and every one of them works out the same types again, which takes
 * three times the work.
 */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Where the compilers remember unchanged files, so that they check only the others. */
const CACHE = 'node_modules/.cache/tsc';

/** The longest first. */
const CHECKS = [
  'oxlint --type-aware --deny-warnings packages examples bench scripts',
  typesOf('tsconfig.json'),
  typesOf('examples/integrator-backend/tsconfig.json'),
  typesOf('packages/console/tsconfig.json'),
  typesOf('packages/client/tsconfig.json'),
  'biome ci .',
  typesOf('packages/client/tsconfig.build.json'),
];

function typesOf(project: string): string {
  // (Seen from the root, where each check runs: the path of the root may have spaces.)
  const known = `${CACHE}/${project.replaceAll('/', '-')}.tsbuildinfo`;
  return `tsc --noEmit --checkers 1 -p ${project} --incremental --tsBuildInfoFile ${known}`;
}

/** Shows what it has to say if it fails. */
async function passes(check: string): Promise<boolean> {
  const [command = '', ...args] = check.split(' ');
  // oxlint has its types from a compiler in Go, which takes no other advice.
  const env = { ...process.env, GOMAXPROCS: '1' };
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
