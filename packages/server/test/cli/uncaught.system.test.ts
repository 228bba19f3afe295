import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { cleanEnvironment, PALAVER, ROOT } from '../harness/command.ts';
import { newDataDir } from '../harness/palaver.ts';
import { pause } from '../harness/waits.ts';

const source = (path: string) => JSON.stringify(new URL(`../../src/${path}`, import.meta.url).href);

/** A process that serves until it is asked to stop, then runs `stop`; meanwhile `failure` happens. */
async function run(failure: string, stop = '') {
  const script = `
    import { listenForStop, stopWhenUncaught } from ${source('cli/stopping.ts')};
    import { createLog } from ${source('platform/log.ts')};
    const stopping = listenForStop();
    stopWhenUncaught(createLog('info'), stopping, 200);
    const serving = setInterval(() => {}, 1_000);
    setTimeout(() => { ${failure} }, 0);
    process.stdout.write(await stopping.asked);
    ${stop}
    clearInterval(serving);
  `;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    env: cleanEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ]);
  return { code, stdout, stderr };
}

test.each([
  ['an error in an event', 'throw new Error("lost")'],
  ['a rejection', 'void Promise.reject(new Error("lost"))'],
])('an uncaught %s is logged, and the process stops cleanly with 1', async (_name, failure) => {
  const { code, stdout, stderr } = await run(failure);
  expect([code, stdout]).toEqual([1, 'an uncaught error']);
  const line: unknown = JSON.parse(stderr.trim().split('\n').at(-1) ?? '');
  expect(line).toMatchObject({ level: 60, err: { message: 'lost' } });
});

test('a process that can no longer stop cleanly still exits', async () => {
  const { code } = await run('throw new Error("lost")', 'await new Promise(() => {});');
  expect(code).toBe(1);
});

test('a process that has stopped writes the rest of its log before it exits', async () => {
  const script = `
    import { exitAfterStop } from ${source('cli/stopping.ts')};
    process.stderr.write('x'.repeat(300_000) + 'the last line');
    // A lookup would keep the process alive like this.
    setInterval(() => {}, 1_000);
    exitAfterStop();
  `;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    env: cleanEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = once(child, 'exit');
  // A slow reader: more is written than fits into the pipe.
  await pause(300);
  expect(await text(child.stderr)).toMatch(/^x{300000}the last line$/);
  expect(await exited).toEqual([0, null]);
});

test('a server whose code cannot be loaded says so, closes its database and exits', async () => {
  const damage = `import { registerHooks } from 'node:module';
    registerHooks({ load: (url, context, next) => {
      if (url.endsWith('/src/app.ts')) throw new Error('app.ts is damaged');
      return next(url, context);
    } });`;
  const dataDir = newDataDir();
  const child = spawn(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(damage)}`, PALAVER, 'start'],
    {
      cwd: ROOT,
      env: { ...cleanEnvironment(), DATA_DIR: dataDir, PORT: '0' },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect(code).toBe(1);
  expect(stderr).toMatch(/palaver: .*app\.ts is damaged/);
  expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false);
});
