import { execFileSync, spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runPalaver, startPalaver, temporaryDataDir } from '../harness/palaver.ts';

const MESSAGE = {
  sender: { user_id: 'ann' },
  target: { user_ids: ['bob'] },
  body: { text: 'still there?', metadata: [{ type: 'text' }] },
};

async function post(url: string, key: string, body: unknown): Promise<{ message_code: string }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (await response.json()) as { message_code: string };
}

async function threads(url: string, key: string): Promise<{ message_count: number }[]> {
  const response = await fetch(`${url}/open-api/v1.0/chat/threads`, { headers: { 'x-api-key': key } });
  return ((await response.json()) as { data: { message_count: number }[] }).data;
}

test('the first start makes a key that only its owner can read, and prints a command that works', async () => {
  const palaver = await startPalaver();
  expect(statSync(join(palaver.dataDir, 'api-key')).mode & 0o777).toBe(0o600);
  expect(palaver.stdout()).toContain(`data      ${palaver.dataDir}`);
  // Output that is no terminal ends in logs: the key itself is in neither stream.
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

test('the log is one JSON object a line', async () => {
  const palaver = await startPalaver({ PALAVER_LOG_LEVEL: 'debug', PALAVER_TYPO: '1' });
  await threads(palaver.url, palaver.key());
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

test('an answered message is there after kill -9 and a new start', async () => {
  const first = await startPalaver();
  const key = first.key();
  const users = { users: [{ user_id: 'ann' }, { user_id: 'bob' }] };
  expect((await post(`${first.url}/user/v1.0/users/batch`, key, users)).message_code).toBe('M200');
  expect((await post(`${first.url}/open-api/v1.0/chat/messages`, key, MESSAGE)).message_code).toBe('M200');
  first.process.kill('SIGKILL');
  await first.exited;

  const second = await startPalaver({}, first.dataDir);
  expect(second.key()).toBe(key);
  expect(await threads(second.url, key)).toMatchObject([{ message_count: 1 }]);
});

test('a second server on the same data folder says who has it', async () => {
  const first = await startPalaver();
  const second = await runPalaver(['start'], { DATA_DIR: first.dataDir, PORT: '0' });
  expect(second.code).toBe(1);
  expect(second.stderr).toContain(`in use by palaver start (pid ${first.process.pid})`);
  expect(await threads(first.url, first.key())).toEqual([]);
});

test('SIGTERM lets a request in progress finish, and exits with 0', async () => {
  const palaver = await startPalaver();
  const body = JSON.stringify({ users: [{ user_id: 'late' }] });
  const socket = connect(Number(new URL(palaver.url).port), '127.0.0.1');
  const head = [
    'POST /user/v1.0/users/batch HTTP/1.1',
    'host: localhost',
    `x-api-key: ${palaver.key()}`,
    'expect: 100-continue',
    `content-length: ${body.length}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  // "100 Continue" says that the request has been accepted; its body comes after the signal.
  let answer = '';
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    answer += String(chunk);
    if (answer.includes('100 Continue')) break;
  }
  palaver.process.kill('SIGTERM');
  await expect.poll(() => palaver.stderr()).toContain('draining');
  socket.write(body);
  for await (const chunk of socket) answer += String(chunk);
  expect(answer).toContain('"user_id":"late"');
  expect(await palaver.exited).toBe(0);
});

test('settings that cannot be used are named, all of them, and nothing is started', async () => {
  const refused = await runPalaver(['start'], {
    DATA_DIR: temporaryDataDir(),
    PORT: '99999',
    PALAVER_MAX_NESTING: 'deep',
    DATABASE_URL_FILE: '/nowhere/to/be/found',
  });
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('PORT must be a whole number from 0 to 65535');
  expect(refused.stderr).toContain('PALAVER_MAX_NESTING must be a whole number');
  expect(refused.stderr).toContain('DATABASE_URL_FILE');
});

test('a port that is taken is said, and the database is not left behind', async () => {
  const first = await startPalaver();
  const dataDir = temporaryDataDir();
  const second = await runPalaver(['start'], { DATA_DIR: dataDir, PORT: new URL(first.url).port });
  expect(second.code).toBe(1);
  expect(second.stderr).toContain('EADDRINUSE');
  const third = await runPalaver(['app', 'list'], { DATA_DIR: dataDir });
  expect(third.stdout).toContain('demo');
});
