import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { REALTIME_PATH } from '@palaver/protocol/realtime';
import { describe, expect, test } from 'vitest';
import { MESSAGES } from '../harness/api.ts';
import { isHaProxyMissing, startHaProxy } from '../harness/haproxy.ts';
import { type RunningPalaver, startPalaver } from '../harness/palaver.ts';
import { open, type TestSocket } from '../harness/realtime.ts';
import { recount } from '../harness/recount.ts';
import { urlOf } from '../harness/test-database.ts';
import { startTestServer, type TestServer, textTo } from '../harness/test-server.ts';
import { until } from '../harness/until.ts';

const CLIENTS = 16;
const SOCKETS = 40;

/** Sends requests, half of them on new connections, and counts the statuses and connection errors. */
function startLoad(url: string, { key }: TestServer, threadId: string) {
  const kept = new Agent({ keepAlive: true });
  const answers = new Map<string, number>();
  let isOver = false;
  const ask = (method: string, path: string, agent: Agent | false, body?: unknown): Promise<string> => {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const { promise, resolve } = Promise.withResolvers<string>();
    const sent = request(url + path, { method, headers, agent }, (response) => {
      text(response).then(
        (body) => resolve(response.statusCode === 200 ? '200' : `${response.statusCode} ${body}`),
        (error: Error) => resolve(error.message),
      );
    });
    sent.on('error', (error) => resolve(error.message));
    sent.end(body === undefined ? undefined : JSON.stringify(body));
    return promise;
  };
  const clients = Array.from({ length: CLIENTS }, async (_, client) => {
    const agent = client % 4 < 2 && kept;
    for (let round = client; !isOver; round += 1) {
      const answer =
        round % 2 === 0
          ? await ask('GET', `/open-api/v1.0/chat/threads/${threadId}`, agent)
          : await ask('POST', MESSAGES, agent, textTo(threadId, 'user1'));
      answers.set(answer, (answers.get(answer) ?? 0) + 1);
    }
  });
  return {
    answers,
    end: async () => {
      isOver = true;
      await Promise.all(clients);
      kept.destroy();
    },
  };
}

describe.skipIf(isHaProxyMissing)('behind HAProxy, as documented (needs haproxy)', () => {
  test('a rolling restart fails no request, and WebSockets are told to leave one after another', async ({
    onTestFinished,
  }) => {
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
    const load = startLoad(proxy.url, server, threadId);

    for (const node of nodes) {
      const sockets = await Promise.all(
        users.map(async (user) => openSocket(node.url, await server.token(user))),
      );
      const before = load.answers.get('200') ?? 0;
      node.process.kill('SIGTERM');
      // When the first one is told to leave, others still get answers; when half of them are, the node still serves.
      await first(1, sockets);
      const answered = await Promise.allSettled(sockets.map((socket) => socket.expectAlive()));
      expect(answered.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(SOCKETS / 2);
      await first(SOCKETS / 2, sockets);
      expect((await fetch(`${node.url}/health/ready`)).status).toBe(503);
      const ends = await Promise.all(sockets.map(({ ended }) => ended));
      expect(ends.map(({ code }) => code)).toEqual(ends.map(() => 1012));
      expect(await node.exited).toBe(0);
      expect(load.answers.get('200') ?? 0).toBeGreaterThan(before);
      await start(new URL(node.url).port);
      await until(async () => (await proxy.countReady()) === nodes.length || undefined, 60);
    }
    await load.end();
    expect([...load.answers.keys()]).toEqual(['200']);
    expect(await recount(server.database)).toEqual([]);
  });
});

/** Resolves when `count` of the connections have ended. */
function first(count: number, sockets: readonly TestSocket[]): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let ended = 0;
  for (const socket of sockets)
    void socket.ended.then(() => {
      ended += 1;
      if (ended === count) resolve();
    });
  return promise;
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
