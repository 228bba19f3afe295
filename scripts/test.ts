/*
 * `npm test`: the check and the tests, side by side. A check that fails says so at once, and again at the end, where one
 * looks.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

function passes(script: string, ...args: string[]): Promise<boolean> {
  const child = spawn(process.execPath, [script, ...args], { cwd: ROOT, stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code === 0));
  });
}

// A Ctrl-C goes to all three; the tests have something to clear away.
process.on('SIGINT', () => {});
const [isChecked, isTested] = await Promise.all([
  passes('scripts/check.ts'),
  passes('node_modules/vitest/vitest.mjs', 'run', ...process.argv.slice(2)),
]);
if (!isChecked) process.stderr.write('npm run check has failed: see above\n');
if (!isChecked || !isTested) process.exitCode = 1;
