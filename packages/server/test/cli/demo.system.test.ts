import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newDataDir, runPalaver, startPalaver } from '../harness/palaver.ts';

const apps = async (environment: Record<string, string>) =>
  (JSON.parse((await runPalaver(['app', 'list', '--json'], environment)).stdout) as { id: string }[]).map(
    ({ id }) => id,
  );

test('the first start makes the demo after it is ready; commands remove it and make it again', async () => {
  const palaver = await startPalaver({ PALAVER_DEMO: '1' });
  const environment = { DATA_DIR: palaver.dataDir, PORT: new URL(palaver.url).port };
  const keyFile = join(palaver.dataDir, 'demo-key');
  await expect.poll(() => existsSync(keyFile), { timeout: 60_000 }).toBe(true);
  expect(statSync(keyFile).mode & 0o777).toBe(0o600);
  expect(await apps(environment)).toEqual(['demo', 'tour']);
  // The application for real use is empty.
  const users = await fetch(`${palaver.url}/user/v1.0/users`, { headers: { 'x-api-key': palaver.key() } });
  expect(await users.json()).toMatchObject({ data: [] });
  const demo = (command: string, others = {}) => runPalaver(['demo', command], { ...environment, ...others });
  expect(await demo('create')).toEqual({ code: 0, stdout: 'The demo is there already.\n', stderr: '' });
  const doctor = await runPalaver(['doctor'], environment);
  expect(doctor.stdout).toContain('the application tour has it');
  expect((await demo('remove')).stdout).toMatch(/^Removed the demo\. /);
  expect(existsSync(keyFile)).toBe(false);
  expect(await apps(environment)).toEqual(['demo']);
  expect((await demo('remove')).stdout).toBe('There is no demo.\n');
  expect((await demo('create')).stdout).toMatch(/^Made the demo/);
  expect(await apps(environment)).toEqual(['demo', 'tour']);
  palaver.process.kill('SIGTERM');
  expect(await palaver.exited).toBe(0);
  expect(palaver.stderr()).not.toContain('could not be made');
  // Also without a server, which only making it needs.
  expect(await demo('create')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('no server responds at http'),
  });
  expect((await demo('remove')).code).toBe(0);
  expect((await runPalaver(['verify'], environment)).stdout).toContain('Looked at: threads 0, messages 0');
});

test('a server that stops while it makes the demo stops at once, and the next start makes it', async () => {
  const dataDir = newDataDir();
  const first = await startPalaver({ PALAVER_DEMO: '1' }, dataDir);
  await expect.poll(() => existsSync(join(dataDir, 'demo-key.new')), { interval: 5 }).toBe(true);
  first.process.kill('SIGINT');
  expect(await first.exited).toBe(0);
  expect(existsSync(join(dataDir, 'demo-key.new'))).toBe(false);
  expect(first.stderr()).not.toMatch(/"level":[56]0/);
  await startPalaver({ PALAVER_DEMO: '1' }, dataDir);
  await expect.poll(() => existsSync(join(dataDir, 'demo-key')), { timeout: 60_000 }).toBe(true);
});

test('the demo is for the embedded database, and for a server that serves the playground', async () => {
  const DATABASE_URL = 'postgres://127.0.0.1:1/palaver';
  for (const command of ['create', 'remove'])
    expect(await runPalaver(['demo', command], { DATABASE_URL })).toEqual({
      code: 1,
      stdout: '',
      stderr: 'palaver: the demo is for the embedded database, but DATABASE_URL names another one\n',
    });
  const palaver = await startPalaver({ PALAVER_DEMO: '1', PALAVER_PLAYGROUND: '0' });
  expect(await apps({ DATA_DIR: palaver.dataDir })).toEqual(['demo']);
  expect(existsSync(join(palaver.dataDir, 'demo-key.new'))).toBe(false);
});
