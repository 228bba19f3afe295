import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { Random } from '../../server/test/faults/random.ts';
import { at, myThreadUrl, signIn, signInAll } from '../../server/test/harness/client-api.ts';
import { CuttingProxy } from '../../server/test/harness/cutting-proxy.ts';
import { seedOfRun } from '../../server/test/harness/seed.ts';
import { startTestServer } from '../../server/test/harness/test-server.ts';
import { until } from '../../server/test/harness/until.ts';
import { pause } from '../../server/test/harness/waits.ts';
import { connect } from '../src/index.ts';
import { expectFresh, historyOf } from './harness/fresh-state.ts';

const CLIENTS = 10;
const MESSAGES_OF_EACH = 200;

test('2,000 messages of 10 clients arrive once on a bad network, and every client shows the right state', async () => {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  const seed = seedOfRun();
  const random = new Random(seed);
  const proxy = new CuttingProxy(random, {
    maxCarriedBytes: 400_000,
    delays: { probability: 0.3, maxMs: 300 },
    halves: { probability: 0.2 },
  });
  onTestFinished(() => proxy.close());
  proxy.target = (server.app.server.address() as AddressInfo).port;
  const url = `http://127.0.0.1:${await proxy.listen()}`;
  const people = await signInAll(server, CLIENTS);
  const [readerId = ''] = await server.users(1, 'reader');
  const threadId = await server.group([...people.map(({ userId }) => userId), readerId]);
  const reader = await signIn(server, readerId);

  const chats = people.map(({ token }) => connect({ url, token, silenceMs: 600 }));
  onTestFinished(() => {
    for (const chat of chats) chat.close();
  });
  const threads = chats.map((chat) => chat.open(threadId));
  for (let count = 0; count < MESSAGES_OF_EACH; count += 1) {
    for (const [index, thread] of threads.entries()) thread.send(`${index}: ${count}`);
    if (count % 20 === 0) await pause(10);
  }
  const isSent = () =>
    threads.every((thread) => thread.getSnapshot().messages.every(({ state }) => state === 'sent'));
  for (let tries = 0; tries < 5 && !isSent(); tries += 1)
    await until(async () => {
      await reader.ok('PUT', myThreadUrl(threadId, '/read'));
      return isSent() || undefined;
    }).catch(() => {});
  proxy.isHarmful = false;
  expect(isSent(), `seed ${seed}`).toBe(true);

  const texts = (await historyOf(at(people, 0), threadId)).map(({ body }) => body.text);
  for (let index = 0; index < CLIENTS; index += 1) {
    const own = texts.filter((text) => text.startsWith(`${index}: `));
    expect(own).toEqual(Array.from({ length: MESSAGES_OF_EACH }, (_, count) => `${index}: ${count}`));
  }
  for (const [index, thread] of threads.entries()) await expectFresh(thread, at(people, index));
  expect(Math.min(proxy.cuts, proxy.delays, proxy.halves)).toBeGreaterThan(0);
});
