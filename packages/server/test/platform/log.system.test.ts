import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { cleanEnvironment } from '../harness/command.ts';

/** The lines of a turn are written together: none may be lost if the process ends in this turn. */

const CREATE_LOG = `import { createLog, plainLog } from ${JSON.stringify(
  new URL('../../src/platform/log.ts', import.meta.url).href,
)};`;

/** What a process logs that runs this code. */
async function logOf(code: string): Promise<string> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    env: cleanEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [stderr] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return stderr;
}

const ENDS = {
  exits: 'process.exit();',
  throws: 'throw new Error("lost");',
  'rejects a promise': 'await Promise.reject(new Error("lost"));',
  'has nothing more to do': '',
};

test.each(Object.entries(ENDS))('a process that %s right after a line has written it', async (_how, end) => {
  const log = await logOf(`${CREATE_LOG}
    const log = createLog('info');
    plainLog(log).info({ n: 1 }, 'first');
    createLog('info').info({ n: 2 }, 'last');
    ${end}`);
  const lines = log.split('\n').filter((line) => line.startsWith('{'));
  expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual(['first', 'last']);
});

test.each(Object.entries(ENDS))('so has a thread that %s', async (_how, end) => {
  const thread = `${CREATE_LOG} createLog('info').info('of the thread'); ${end}`;
  const log = await logOf(`
    import { Worker } from 'node:worker_threads';
    const url = new URL('data:text/javascript,' + encodeURIComponent(${JSON.stringify(thread)}));
    new Worker(url).on('error', () => {});`);
  expect(log).toContain('of the thread');
});

test('control characters are escaped, and secrets are redacted, except in a plain log', async () => {
  const log = await logOf(`${CREATE_LOG}
    const log = createLog('info');
    for (const one of [log, plainLog(log)]) one.info({ password: 'p', text: '\\u009b2J' }, 'line');`);
  expect(log).not.toContain('\u009b');
  expect(
    log
      .split('\n')
      .slice(0, -1)
      .map((line) => (JSON.parse(line) as { password: string }).password),
  ).toEqual(['[redacted]', 'p']);
});
