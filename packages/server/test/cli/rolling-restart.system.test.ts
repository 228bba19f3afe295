import { REALTIME_PATH } from '@palaver/protocol/realtime';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isHaProxyMissing, startHaProxy } from '../harness/haproxy.ts';
import { type RunningPalaver, startPalaver } from '../harness/palaver.ts';
import { open, type TestSocket } from '../harness/realtime.ts';
import { recount } from '../harness/recount.ts';
import { startRequestLoad } from '../harness/request-load.ts';
import { urlOf } from '../harness/test-database.ts';
import { startTestServer } from '../harness/test-server.ts';
import { until } from '../harness/until.ts';

const SOCKETS = 40;

describe.skipIf(isHaProxyMissing)('behind HAProxy, as documented (needs haproxy)', () => {
  test('a rolling restart fails no request, and tells WebSockets before it closes them', async () => {
    const { server, users, threadId, start, nodes, proxy } = await startBehindHaProxy();
    const load = startRequestLoad(proxy.url, { key: server.key, threadId, sender: 'user1', clients: 16 });

    for (const node of nodes) {
      const sockets = await Promise.all(
        users.map(async (user) => openSocket(node.url, await server.token(user))),
      );
      const before = load.outcomes.get('200') ?? 0;
      node.process.kill('SIGTERM');
      // All connections still get answers after the first `leaving` frame.
      await Promise.any(sockets.map((socket) => socket.next('leaving')));
      expect((await fetch(`${node.url}/health/ready`)).status).toBe(503);
      const answered = await Promise.allSettled(sockets.map((socket) => socket.expectAlive()));
      expect(answered.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(SOCKETS / 2);
      const ends = await Promise.all(sockets.map(({ ended }) => ended));
      expect(ends.map(({ code }) => code)).toEqual(ends.map(() => 1012));
      expect(await node.exited).toBe(0);
      expect(load.outcomes.get('200') ?? 0).toBeGreaterThan(before);
      await start(new URL(node.url).port);
      await until(async () => (await proxy.countReady()) === nodes.length || undefined, 60);
    }
    await load.end();
    expect([...load.outcomes.keys()]).toEqual(['200']);
    expect(load.resent()).toBe(0);
    expect(await recount(server.database)).toEqual([]);
  });

  test('a killed node fails no reading request, and none with an idempotency key', async () => {
    const { server, threadId, nodes, proxy } = await startBehindHaProxy();
    const load = startRequestLoad(proxy.url, {
      ...{ key: server.key, threadId, sender: 'user1', clients: 16 },
      kinds: ['read', 'send with a key'],
    });
    for (const before of [200, 400]) {
      await until(async () => (load.outcomes.get('200') ?? 0) > before || undefined);
      if (before === 200) nodes[0]?.process.kill('SIGKILL');
    }
    await load.end();
    expect([...load.outcomes.keys()]).toEqual(['200']);
    expect(load.resent()).toBe(0);
    expect(await recount(server.database)).toEqual([]);
  });
});

/** Two nodes. `start` starts another one, on a port. */
async function startBehindHaProxy() {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  const users = await server.users(SOCKETS);
  const threadId = await server.group(users.slice(0, 2));
  const start = (port?: string): Promise<RunningPalaver> =>
    startPalaver({
      DATABASE_URL: urlOf(server.database.connection),
      PALAVER_TRUSTED_PROXIES: '127.0.0.1',
      PALAVER_DRAIN_DELAY_MS: '5000',
      ...(port === undefined ? {} : { PORT: port }),
    });
  const nodes = await Promise.all([start(), start()]);
  const proxy = await startHaProxy(nodes.map(({ url }) => url));
  onTestFinished(proxy.close);
  return { server, users, threadId, start, nodes, proxy };
}

async function openSocket(url: string, token: string): Promise<TestSocket> {
  const socket = await open(url.replace('http', 'ws') + REALTIME_PATH);
  socket.send({ type: 'authenticate', token });
  await socket.next('authenticated');
  return socket;
}

test('a second signal ends a draining server at once; Ctrl-C does not drain', async () => {
  const [hurried, interrupted] = await Promise.all(
    [1, 2].map(() => startPalaver({ PALAVER_DRAIN_DELAY_MS: '3600000' })),
  );
  hurried?.process.kill('SIGTERM');
  await until(async () => hurried?.stderr().includes('draining') || undefined);
  expect((await fetch(`${hurried?.url}/health/ready`)).status).toBe(503);
  expect((await fetch(`${hurried?.url}/health/live`)).status).toBe(200);
  // (Signals within a second of each other count as one.)
  await until(async () => {
    hurried?.process.kill('SIGTERM');
    return hurried?.process.exitCode ?? undefined;
  });
  expect(await hurried?.exited).toBe(1);
  // A Ctrl-C in a terminal arrives twice: from the terminal, and from npm.
  interrupted?.process.kill('SIGINT');
  interrupted?.process.kill('SIGINT');
  expect(await interrupted?.exited).toBe(0);
});
