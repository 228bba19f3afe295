import { type ChildProcess, spawn } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { verifyWebhook } from '../../../client/src/server/verify-webhook.ts';
import { cleanEnvironment, PALAVER, ROOT } from '../harness/command.ts';
import { freePort } from '../harness/free-port.ts';
import { type RunningPalaver, runPalaver, startPalaver } from '../harness/palaver.ts';
import { type Received, type Receiver, startReceiver, status } from '../harness/receiver.ts';
import { startTestServer } from '../harness/test-server.ts';

/** `palaver events` and `palaver listen`, beside a server. */

interface Running {
  process: ChildProcess;
  stdout: () => string;
  stderr: () => string;
  exited: Promise<number | NodeJS.Signals | null>;
}

/** Starts a command that runs until it is stopped. */
function startCommand(args: string[], environment: Record<string, string>): Running {
  const child = spawn(process.execPath, [PALAVER, ...args], {
    cwd: ROOT,
    env: { ...cleanEnvironment(), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk) => (stdout += String(chunk)));
  child.stderr.on('data', (chunk) => (stderr += String(chunk)));
  const exited = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.once('exit', (code, signal) => resolve(code ?? signal));
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exited;
  });
  return { process: child, stdout: () => stdout, stderr: () => stderr, exited };
}

/** A server with a thread of ann, and the environment of commands beside it. */
async function furnished() {
  const server = await startPalaver();
  const call = async (method: string, path: string, body: unknown) => {
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers: { 'x-api-key': server.key(), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(200);
    return ((await response.json()) as { data: { thread_id: string } }).data;
  };
  await call('PUT', '/user/v1.0/user/ann', {});
  const thread = { name: 'Order', owner_id: 'ann', member_ids: [], id_type: 2 };
  const { thread_id } = await call('POST', '/open-api/v1.0/chat/threads', thread);
  const send = (body: unknown) =>
    call('POST', '/open-api/v1.0/chat/messages', {
      sender: { user_id: 'ann' },
      target: { thread_id },
      body,
    });
  const say = (text: string) => send({ text, metadata: [{ type: 'text' }] });
  const enable = () => call('PUT', '/event/v1.0/stream', { enabled: true });
  return { server, call, send, say, enable, environment: beside(server) };
}

const beside = ({ url, dataDir }: RunningPalaver) => ({ PORT: new URL(url).port, DATA_DIR: dataDir });

const linesOf = (text: string) => text.split('\n').filter((line) => line !== '');

/** The response with all events. */
async function pulled({ url, key }: RunningPalaver): Promise<string> {
  const response = await fetch(`${url}/event/v1.0/events`, { headers: { 'x-api-key': key() } });
  return response.text();
}

test('events are printed as the server sends them, followed with --follow, and filtered', async () => {
  const { server, send, say, environment } = await furnished();
  const events = (...args: string[]) => runPalaver(['events', ...args], environment);

  const off = await events();
  expect(off).toMatchObject({ code: 1, stdout: '' });
  expect(off.stderr).toMatch(/^palaver: the event stream of this application is off.*--enable/);
  expect(await events('--enable')).toMatchObject({
    code: 0,
    stdout: '',
    stderr: expect.stringContaining('was off and is now on'),
  });

  const following = startCommand(['events', '--follow', '--types', 'message.created'], environment);
  const text = 'a "quote", a \\ and },{ — 12345678901234567890';
  await say(text);
  await send({ metadata: [{ type: 'custom_defined', custom_name: 'odd', payload: '{"a":1e400}' }] });
  await expect.poll(() => linesOf(following.stdout())).toHaveLength(2);
  const [line = ''] = linesOf(following.stdout());
  expect(JSON.parse(line)).toMatchObject({
    position: expect.any(Number),
    type: 'message.created',
    data: { entry: { message: { body: { text } } } },
  });
  following.process.kill('SIGTERM');
  expect(await following.exited).toBe(0);
  expect(following.stderr()).toBe('');

  const all = await events();
  expect(all).toMatchObject({ code: 0, stderr: '' });
  expect(await pulled(server)).toContain(`"data":[${linesOf(all.stdout).join(',')}]`);
  const { position } = JSON.parse(line) as { position: number };
  expect(linesOf((await events('--after', `${position}`)).stdout)).toHaveLength(1);
  expect(await events('--after', 'now')).toMatchObject({ code: 0, stdout: '', stderr: '' });
});

test('--follow waits while the server is away, and ends when nobody reads its output', async () => {
  const { server, say, enable, environment } = await furnished();
  await enable();
  const following = startCommand(['events', '--follow'], environment);
  await say('before');
  await expect.poll(following.stdout).toContain('before');
  server.process.kill('SIGTERM');
  await server.exited;
  await expect.poll(following.stderr).toContain('trying again until it is back');
  await startPalaver({ PORT: environment.PORT }, environment.DATA_DIR);
  await expect.poll(following.stderr).toContain('the server is back');
  await say('after');
  await expect.poll(following.stdout).toContain('after');
  const positions = linesOf(following.stdout()).map((line) => JSON.parse(line).position);
  expect(positions).toEqual(positions.map((_, index) => index + positions[0]));
  following.process.stdout?.destroy();
  await say('unread');
  expect(await following.exited).toBe(0);
});

test('events of another server, of one tenant, and after a gap', async () => {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  const url = await server.app.listen({ host: '127.0.0.1', port: 0 });
  await server.ok('PUT', '/event/v1.0/stream', { body: { enabled: true } });
  await server.users(3);
  await server.users(1, 'user', { tenant: 'acme' });
  await server.relayed();
  const events = async (...args: string[]) => {
    const done = await runPalaver(['events', '--url', url, ...args], { PALAVER_API_KEY: server.key });
    expect(done.code).toBe(0);
    const positions = linesOf(done.stdout).map((line) => JSON.parse(line).position);
    return { positions, stderr: done.stderr };
  };
  expect(await events()).toEqual({ positions: [1, 2, 3, 4], stderr: '' });
  expect(await events('--tenant', 'acme')).toEqual({ positions: [4], stderr: '' });
  await server.database.sql('update event_streams set dropped_through = 2');
  const { positions, stderr } = await events('--after', '1');
  expect(positions).toEqual([3, 4]);
  expect(stderr).toMatch(/^palaver: M41000: .* Continuing at position 3\.\n$/);
});

test('mistakes are reported in one line', async () => {
  const { server, environment } = await furnished();
  const refusals: [string[], string][] = [
    [['events', '--after', 'soon'], '--after takes a position such as 42, or now, not "soon"'],
    [['events', '--key', 'plv_live_wrong'], 'M40102'],
    [['events', '--key', 'a key'], '--key must be an API key'],
    [['events', '--types', 'message.sent'], 'types'],
    [['events', '--url', server.url], 'with --url, pass --key or set PALAVER_API_KEY'],
    [['events', '--url', 'palaver'], '--url must be an address'],
    [['listen'], "required option '--forward <url>' not specified"],
    [['listen', '--forward', '3000'], '--forward must be an address'],
    [['listen', '--forward', 'http://127.0.0.1:1', '--secret', 'hush'], '--secret must be whsec_'],
  ];
  for (const [args, message] of refusals) {
    const refused = await runPalaver(args, environment);
    expect(refused, args.join(' ')).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toMatch(/^palaver: /);
    expect(refused.stderr).toContain(message);
  }
  const environmentOfNobody = { ...environment, PORT: `${await freePort()}` };
  for (const args of [['events'], ['events', '--follow'], ['listen', '--forward', 'http://127.0.0.1:1']]) {
    const refused = await runPalaver(args, environmentOfNobody);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toMatch(/^palaver: no connection to http:\/\/127\.0\.0\.1:\d+/);
  }
});

/** `palaver listen` for this receiver, ready. */
async function listen(environment: Record<string, string>, receiver: Receiver, ...args: string[]) {
  const listening = startCommand(['listen', '--forward', `${receiver.url}/hook`, ...args], environment);
  await expect.poll(listening.stdout).toMatch(/^Secret: (whsec_\S+)$/m);
  const [, secret = ''] = /^Secret: (\S+)$/m.exec(listening.stdout()) ?? [];
  return { ...listening, secret };
}

async function receive(): Promise<Receiver> {
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  return receiver;
}

const verify = ({ body, headers }: Received, secret: string) => verifyWebhook(body, headers, secret);

const textsOf = ({ received }: Receiver) =>
  received.flatMap(({ event }) => event.data.entry?.message?.body.text ?? []);

test('listen switches the stream on and forwards new events, signed, as a webhook would', async () => {
  const { call, say, environment } = await furnished();
  const receiver = await receive();
  const listening = await listen(environment, receiver);
  expect(listening.stdout()).toContain('was off and is now on');
  const texts = Array.from({ length: 20 }, (_, n) => `${n}`);
  for (const text of texts) await say(text);
  await call('PUT', '/user/v1.0/user/cleo', {});
  await expect.poll(() => receiver.received).toHaveLength(21);
  expect(textsOf(receiver)).toEqual(texts);

  const [first] = receiver.received;
  if (first === undefined) throw new Error('nothing was received');
  const event = await verify(first, listening.secret);
  expect(Object.keys(event)).toEqual(['type', 'timestamp', 'data']);
  expect(first.headers).toMatchObject({
    'content-type': 'application/json',
    'webhook-id': expect.stringMatching(/^evt_\d+_[0-9a-z]+_listen$/),
  });
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(21);
  for (const one of receiver.received) await verify(one, listening.secret);
  expect(listening.stdout()).toMatch(/^\d\d:\d\d:\d\d {2}POST {2}user\.created {2}204 {2}\d+ ms/m);

  listening.process.kill('SIGTERM');
  expect(await listening.exited).toBe(0);
});

test('listen goes on when the program fails or is down, with the given secret and types', async () => {
  const { say, enable, environment } = await furnished();
  await enable();
  await say('earlier');
  const receiver = await receive();
  receiver.answer = status(500);
  const secret = 'whsec_c2VjcmV0';
  const args = ['--secret', secret, '--types', 'message.created,message.deleted'];
  const listening = await listen(environment, receiver, ...args);
  await say('failing');
  await expect.poll(listening.stdout, { timeout: 20_000 }).toContain('given up');
  expect(textsOf(receiver)).toEqual(['failing', 'failing', 'failing', 'failing']);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);

  const { port } = new URL(receiver.url);
  await receiver.close();
  await say('while it is down');
  await expect.poll(listening.stdout).toMatch(/ECONNREFUSED.*retrying in 0\.5 s/);
  const again = await startReceiver(Number(port));
  onTestFinished(() => again.close());
  await expect.poll(() => textsOf(again)).toEqual(['while it is down']);
  for (const one of again.received) await verify(one, secret);
  listening.process.kill('SIGINT');
  expect(await listening.exited).toBe(0);
});
