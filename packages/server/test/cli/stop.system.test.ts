import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { startPalaver } from '../harness/palaver.ts';

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

test('an answered message survives kill -9 and a restart', async () => {
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
  // "100 Continue" shows that the request was accepted; its body is sent after the signal.
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
