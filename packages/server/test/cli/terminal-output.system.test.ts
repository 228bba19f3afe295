import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { cleanEnvironment, PALAVER } from '../harness/command.ts';
import { newDataDir, runPalaver, startPalaver } from '../harness/palaver.ts';
import { hasPython, openPty } from '../harness/pty.ts';
import { startReceiver } from '../harness/receiver.ts';
import { HOSTILE_NAME, OBEYED } from '../harness/terminal-commands.ts';
import { until } from '../harness/until.ts';

/** Names and texts of users give an operator's terminal no commands, and programs get their values. */

/** A server with a user of this name, whose chat token is `token`. */
async function furnished() {
  const server = await startPalaver();
  const call = async (method: string, path: string, body: unknown) => {
    const response = await fetch(server.url + path, {
      method,
      headers: { 'x-api-key': server.key(), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(200);
    return ((await response.json()) as { data: { token: string; thread_id: string } }).data;
  };
  await call('PUT', '/event/v1.0/stream', { enabled: true });
  await call('PUT', '/user/v1.0/user/ann', { display_name: HOSTILE_NAME });
  const group = { name: HOSTILE_NAME, owner_id: 'ann', member_ids: [], id_type: 2 };
  const { thread_id } = await call('POST', '/open-api/v1.0/chat/threads', group);
  const say = (text: string) =>
    call('POST', '/open-api/v1.0/chat/messages', {
      sender: { user_id: 'ann' },
      target: { thread_id },
      body: { text, metadata: [{ type: 'text' }] },
    });
  const { token } = await call('POST', '/user/v1.0/user/ann/token', {});
  const environment = { PORT: new URL(server.url).port, DATA_DIR: server.dataDir };
  return { server, say, token, environment };
}

test('events are printed without what a terminal obeys, and have the same values', async () => {
  const { server, say, environment } = await furnished();
  await say(HOSTILE_NAME);
  const { stdout } = await runPalaver(['events'], environment);
  expect(stdout).not.toMatch(OBEYED);
  const lines = stdout.split('\n').slice(0, -1);
  const response = await fetch(`${server.url}/event/v1.0/events`, { headers: { 'x-api-key': server.key() } });
  const { data } = (await response.json()) as { data: unknown[] };
  expect(JSON.stringify(data)).toContain(JSON.stringify(HOSTILE_NAME).slice(1, -1));
  expect(lines.map((line) => JSON.parse(line))).toEqual(data);
  if (!hasPython) return;
  const terminal = openPty([process.execPath, PALAVER, 'events'], { ...cleanEnvironment(), ...environment });
  expect(await terminal.exited).toBe(0);
  expect(terminal.output().replaceAll('\r\n', '\n')).toBe(stdout);
});

test('listen prints nothing that a terminal obeys, whatever a server sends', async () => {
  const type = `user.created${HOSTILE_NAME}\nPOST`;
  const event = { position: 1, type, timestamp: new Date(0).toISOString(), data: { name: HOSTILE_NAME } };
  const receiver = await startReceiver();
  const server = createServer(({ url = '' }, response) => {
    if (url.startsWith('/event/v1.0/stream')) {
      response.end(JSON.stringify({ data: { enabled: true, last_position: 0 } }));
    } else if (url.includes('after=0')) {
      response.end(JSON.stringify({ data: [event], next_after: 1, epoch: 'e' }));
    } else {
      response.statusCode = 400;
      response.end(JSON.stringify({ message_code: 'M40000', message: HOSTILE_NAME }));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await receiver.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { stdout, stderr } = await runPalaver(['listen', '--url', url, '--forward', `${receiver.url}/hook`], {
    PALAVER_API_KEY: 'plv_live_test',
  });
  expect(stdout).toContain('user.created');
  expect(stderr).toContain('Ann');
  expect(`${stdout}${stderr}`).not.toMatch(OBEYED);
  expect(stdout).not.toMatch(/^POST/m);
  // The receiver gets the event as it is.
  expect(receiver.received.map(({ body }) => body)).toEqual([
    JSON.stringify({ ...event, position: undefined }),
  ]);
});

test('the log escapes the id of a command, which its client chooses', async () => {
  const { server, token } = await furnished();
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/client/v1.0/realtime`);
  onTestFinished(() => socket.close());
  socket.once('open', () => {
    socket.send(JSON.stringify({ type: 'authenticate', token }));
    socket.send(JSON.stringify({ type: 'read', id: HOSTILE_NAME, thread_id: '4711', seq: 1 }));
  });
  const act = await until(async () =>
    server
      .stderr()
      .split('\n')
      .slice(0, -1)
      .find((line) => line.includes('"commandId"')),
  );
  expect(JSON.parse(act)).toMatchObject({ commandId: HOSTILE_NAME, code: 'M40401' });
  expect(server.stderr()).not.toMatch(OBEYED);
});

test('tables show a name on one line, JSON has its value', async () => {
  const environment = { DATA_DIR: newDataDir() };
  const name = `${HOSTILE_NAME}\nroot  root  2026`;
  await runPalaver(['app', 'create', 'shop', '--name', name], environment);
  const table = await runPalaver(['app', 'list'], environment);
  expect(table.stdout).not.toMatch(OBEYED);
  expect(table.stdout.split('\n').filter((line) => line.includes('root'))).toEqual([
    expect.stringMatching(/^shop .*\\u000aroot/),
  ]);
  const { stdout } = await runPalaver(['app', 'list', '--json'], environment);
  expect(stdout).not.toMatch(OBEYED);
  expect(JSON.parse(stdout)).toContainEqual(expect.objectContaining({ id: 'shop', name }));
  const refused = await runPalaver(['app', 'create', 'a\u009b31m\u202e'], environment);
  expect(refused.stderr).not.toMatch(OBEYED);
});
