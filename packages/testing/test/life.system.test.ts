import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { isAlive } from '../../server/src/storage/embedded/processes.ts';
import { until } from '../../server/test/harness/until.ts';
import { connectPalaver, startPalaver, type TestServer } from '../src/index.ts';

/** How servers begin and end, and what they leave behind: nothing. */

const PATIENT = { timeoutMs: 60_000 };

async function started(...options: Parameters<typeof startPalaver>): Promise<TestServer> {
  const server = await startPalaver(...options);
  onTestFinished(() => server.stop());
  return server;
}

/** What a server with this endpoint has on the machine: its folder, and the processes of itself and its database. */
function traces(endpoint: string): { folder: string; pids: number[] } {
  const folder = dirname(endpoint);
  const [, own] = /^palaver-testing-\d+-(\d+)-/.exec(basename(folder)) ?? [];
  const [postgres] = readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n');
  return { folder, pids: [Number(own), Number(postgres)] };
}

async function expectGone({ folder, pids }: ReturnType<typeof traces>): Promise<void> {
  await until(async () => !pids.some(isAlive) || undefined);
  await until(async () => !existsSync(folder) || undefined);
}

test('a server that was stopped is gone, and so are its data', async () => {
  const server = await startPalaver();
  const found = traces(server.endpoint);
  expect(found.pids.map(isAlive)).toEqual([true, true]);
  await server.stop();
  expect(found.pids.map(isAlive)).toEqual([false, false]);
  expect(existsSync(found.folder)).toBe(false);
  await expect(connectPalaver(server.endpoint)).rejects.toThrow();
});

const INDEX = join(import.meta.dirname, '../src/index.ts');

/** A process that starts a server, and then runs `code`. */
async function startInProcess(code: string): Promise<{ child: ChildProcess; endpoint: string }> {
  const script = `
    import { startPalaver } from ${JSON.stringify(INDEX)};
    const server = await startPalaver();
    console.log(server.endpoint);
    ${code}`;
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`it ended with ${code}`)));
  const [endpoint] = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended]);
  ended.catch(() => {});
  return { child, endpoint };
}

test.for(['SIGKILL', 'SIGTERM', 'SIGINT'] as const)(
  'a server is gone soon after %s for the process that has started it',
  async (signal) => {
    const { child, endpoint } = await startInProcess('setInterval(() => {}, 1_000);');
    const found = traces(endpoint);
    child.kill(signal);
    await expectGone(found);
  },
);

test('a process that forgets to stop its server ends nevertheless', async () => {
  const { child, endpoint } = await startInProcess(
    'await server.reset(); await new Promise((go) => setTimeout(go, 1_000));',
  );
  const found = traces(endpoint);
  expect(await once(child, 'exit')).toEqual([0, null]);
  await expectGone(found);
});

test('other processes of a suite share a server', async () => {
  const server = await started();
  const other = await connectPalaver(server.endpoint);
  expect({ url: other.url, apiKey: other.apiKey }).toEqual({ url: server.url, apiKey: server.apiKey });
  const put = (path: string, body: object, method = 'PUT') =>
    fetch(`${server.url}${path}`, {
      method,
      headers: { 'x-api-key': server.apiKey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  await put('/webhook/v1.0/endpoint', { url: server.webhooks.url, event_types: ['user.updated'] }, 'POST');
  await put('/user/v1.0/user/ann', { display_name: 'Ann' });
  await put('/user/v1.0/user/ann', { display_name: 'Anna' });
  const ids = [await server.webhooks.next(undefined, PATIENT), await other.webhooks.next(undefined, PATIENT)];
  expect(ids[0]?.id).toBe(ids[1]?.id);
  await other.reset();
  await other.stop();
  expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
  await expect(other.reset()).rejects.toThrow('has ended');
});

test('settings that the server does not take are reported', async () => {
  const start = startPalaver({ settings: { PALAVER_WEBHOOK_SCHEDULE: 'soon' } });
  await expect(start).rejects.toThrow(/Palaver did not start: .*PALAVER_WEBHOOK_SCHEDULE/);
});

test('settings in the environment have no effect', async () => {
  const names = ['DATABASE_URL', 'PORT', 'PALAVER_WEBHOOK_SCHEDULE'];
  for (const name of names) process.env[name] = 'nonsense';
  onTestFinished(() => {
    for (const name of names) delete process.env[name];
  });
  const server = await started();
  expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
});

test('a clock goes forward only, by up to ten years', async () => {
  const { clock } = await started();
  const most = 3_650;
  for (const days of [-1, Number.NaN, most + 1, Number.POSITIVE_INFINITY])
    await expect(clock.advance({ days })).rejects.toThrow(RangeError);
  await clock.advance({ days: most });
  expect(await clock.now()).toBeGreaterThan(Date.now() + (most - 1) * 86_400_000);
  await clock.advance({});
});
