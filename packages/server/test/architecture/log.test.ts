import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { ROOT } from '../harness/command.ts';
import { HOSTILE_NAME, OBEYED } from '../harness/terminal-commands.ts';

test("the log has an error's message and code, but not its other properties", () => {
  const script = `
    import { createLog } from './packages/server/src/platform/log.ts';
    const error = new Error('lost', { cause: Object.assign(new Error('why'), { password: 'hush' }) });
    Object.assign(error, { code: '57P01', client: { secretKey: 42, connectionParameters: { password: 'hush' } } });
    createLog('info').warn({ err: error, headers: { 'x-api-key': 'hush' } }, 'a connection broke');`;
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const entry = JSON.parse(stderr) as { err: { cause: unknown } };
  expect(entry).toMatchObject({
    msg: 'a connection broke',
    err: { type: 'Error', message: 'lost', code: '57P01' },
  });
  expect(entry.err.cause).toMatchObject({ message: 'why' });
  for (const secret of ['hush', 'secretKey', 'connectionParameters']) expect(stderr).not.toContain(secret);
});

test.each(['main', 'serving'])(
  'what a terminal obeys is escaped in a line, and the line has the same values (%s thread)',
  (thread) => {
    const module = pathToFileURL(join(ROOT, 'packages/server/src/platform/log.ts')).href;
    const code = `
      import { createLog } from '${module}';
      const name = ${JSON.stringify(HOSTILE_NAME)};
      createLog('info').fatal({ commandId: name, [name]: 1, err: new Error(name) }, name);`;
    const url = JSON.stringify(`data:text/javascript,${encodeURIComponent(code)}`);
    const script =
      thread === 'main' ? code : `import { Worker } from 'node:worker_threads'; new Worker(new URL(${url}));`;
    const { stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    expect(stderr).not.toMatch(OBEYED);
    expect(JSON.parse(stderr)).toMatchObject({
      ...{ msg: HOSTILE_NAME, commandId: HOSTILE_NAME, [HOSTILE_NAME]: 1 },
      err: { message: HOSTILE_NAME },
    });
  },
);
