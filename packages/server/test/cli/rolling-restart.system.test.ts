import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { MESSAGES } from '../harness/api.ts';
import { type RunningPalaver, startPalaver } from '../harness/palaver.ts';
import { recount } from '../harness/recount.ts';
import { urlOf } from '../harness/test-database.ts';
import { startTestServer, textTo } from '../harness/test-server.ts';
import { until } from '../harness/until.ts';

/** A load balancer: keeps connections open and polls each node's readiness. */
class Balancer {
  readonly #nodes: { url: string; agent: Agent; isReady: boolean }[];
  #next = 0;
  #isClosed = false;

  constructor(urls: readonly string[]) {
    this.#nodes = urls.map((url) => ({ url, agent: new Agent({ keepAlive: true }), isReady: false }));
    for (const node of this.#nodes) void this.#watch(node);
  }

  async #watch(node: { url: string; isReady: boolean }): Promise<void> {
    while (!this.#isClosed) {
      node.isReady = await fetch(`${node.url}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
      await sleep(100);
    }
  }

  isReady(url: string): boolean {
    return this.#nodes.some((node) => node.url === url && node.isReady);
  }

  /** The status, or the connection error. */
  async send(method: string, path: string, key: string, body?: unknown): Promise<string> {
    const ready = this.#nodes.filter(({ isReady }) => isReady);
    this.#next += 1;
    const node = ready[this.#next % ready.length];
    if (node === undefined) return 'nobody is ready';
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const { promise, resolve } = Promise.withResolvers<string>();
    const sent = request(node.url + path, { method, headers, agent: node.agent }, (response) => {
      text(response).then(
        () => resolve(String(response.statusCode)),
        (error: Error) => resolve(error.message),
      );
    });
    sent.on('error', (error) => resolve(error.message));
    sent.end(body === undefined ? undefined : JSON.stringify(body));
    return promise;
  }

  close(): void {
    this.#isClosed = true;
    for (const { agent } of this.#nodes) agent.destroy();
  }
}

test('a rolling restart of two nodes under load fails no request, and closes sockets with 1012', async ({
  onTestFinished,
}) => {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  const threadId = await server.group(await server.users(2));
  const start = (port?: string): Promise<RunningPalaver> =>
    startPalaver({
      DATABASE_URL: urlOf(server.database.connection),
      PALAVER_DRAIN_DELAY_MS: '1500',
      ...(port === undefined ? {} : { PORT: port }),
    });
  const nodes = [await start(), await start()];
  const balancer = new Balancer(nodes.map(({ url }) => url));
  onTestFinished(() => balancer.close());
  const areReady = () => until(async () => nodes.every(({ url }) => balancer.isReady(url)) || undefined, 60);
  await areReady();

  const answers = new Map<string, number>();
  let isOver = false;
  const load = Array.from({ length: 16 }, async (_, client) => {
    for (let round = 0; !isOver; round += 1) {
      const answer =
        (client + round) % 2 === 0
          ? await balancer.send('GET', `/open-api/v1.0/chat/threads/${threadId}`, server.key)
          : await balancer.send('POST', MESSAGES, server.key, textTo(threadId, 'user1'));
      answers.set(answer, (answers.get(answer) ?? 0) + 1);
    }
  });
  for (const node of [...nodes]) {
    const token = await server.token('user2');
    const socket = new WebSocket(`${node.url.replace('http', 'ws')}/client/v1.0/realtime`);
    const closed = new Promise<number>((resolve) => socket.once('close', resolve));
    socket.once('open', () => socket.send(JSON.stringify({ type: 'authenticate', token })));
    await new Promise((resolve) => socket.once('message', resolve));
    const before = answers.get('200') ?? 0;
    node.process.kill('SIGTERM');
    expect(await node.exited).toBe(0);
    expect(await closed).toBe(1012);
    expect(answers.get('200') ?? 0).toBeGreaterThan(before);
    await start(new URL(node.url).port);
    await areReady();
  }
  isOver = true;
  await Promise.all(load);
  expect([...answers.keys()]).toEqual(['200']);
  expect(await recount(server.database)).toEqual([]);
});

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
