import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newDataDir, runPalaver, startPalaver } from '../harness/palaver.ts';

test('the first start creates a key that only its owner can read, and prints a working command', async () => {
  const palaver = await startPalaver({}, newDataDir());
  expect(statSync(join(palaver.dataDir, 'api-key')).mode & 0o777).toBe(0o600);
  expect(palaver.stdout()).toContain(`data      ${palaver.dataDir}`);
  // Output to other than a terminal ends in logs, so neither stream has the key itself.
  expect(palaver.stdout() + palaver.stderr()).not.toContain(palaver.key());
  const curl = /^ {2}(curl .*)$/m.exec(palaver.stdout())?.[1] ?? '';
  expect(curl).toContain(palaver.url);
  if (spawnSync('curl', ['--version']).status !== 0) return;
  const printed = execFileSync('bash', ['-c', curl], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  expect(JSON.parse(printed)).toEqual({ message_code: 'M200', message: 'Success', data: [] });
});

test("the playground's secret address is in an owner-only file, never in the output, and is removed with the server", async () => {
  // The playground is served by default.
  const palaver = await startPalaver();
  const file = join(palaver.dataDir, 'playground-address');
  expect(palaver.stdout()).toContain(`chat      the address in ${file}\n`);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const { origin, pathname, hash } = new URL(readFileSync(file, 'utf8').trim());
  expect([origin, pathname]).toEqual([palaver.url, '/playground']);
  expect(await (await fetch(`${origin}${pathname}`)).text()).toContain('<title>Palaver playground</title>');
  const token = new URLSearchParams(hash.slice(1)).get('token') ?? '';
  const signIn = (headers: Record<string, string>) =>
    fetch(`${palaver.url}/playground/sign-in`, { method: 'POST', headers, body: '{"user_id": "ann"}' });
  expect((await signIn({})).status).toBe(401);
  // Signing in created her.
  expect((await signIn({ 'x-playground-token': token })).status).toBe(200);
  palaver.process.kill('SIGTERM');
  expect(await palaver.exited).toBe(0);
  expect(palaver.stdout() + palaver.stderr()).not.toContain(token);
  expect(existsSync(file)).toBe(false);
});

test('the log has one JSON object per line', async () => {
  const palaver = await startPalaver({ PALAVER_LOG_LEVEL: 'debug', PALAVER_TYPO: '1' });
  await fetch(`${palaver.url}/open-api/v1.0/chat/threads`, { headers: { 'x-api-key': palaver.key() } });
  palaver.process.kill('SIGTERM');
  expect(await palaver.exited).toBe(0);
  const entries = palaver
    .stderr()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { msg: string });
  const messages = entries.map(({ msg }) => msg);
  expect(messages).toEqual(expect.arrayContaining(['ready', 'request', 'draining', 'stopped']));
  expect(messages).toContain('PALAVER_TYPO is not a setting of Palaver');
  expect(palaver.stderr()).not.toContain(palaver.key());
});

test('all unusable settings are named, and nothing is started', async () => {
  const refused = await runPalaver(['start'], {
    DATA_DIR: newDataDir(),
    PORT: '99999',
    PALAVER_MAX_NESTING: 'deep',
    DATABASE_URL_FILE: '/nowhere/to/be/found',
  });
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('PORT must be a whole number from 0 to 65535');
  expect(refused.stderr).toContain('PALAVER_MAX_NESTING must be a whole number');
  expect(refused.stderr).toContain('DATABASE_URL_FILE');
});
