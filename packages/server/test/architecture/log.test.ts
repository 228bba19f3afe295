import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { ROOT } from '../harness/command.ts';

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
