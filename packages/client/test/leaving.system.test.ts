import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { SignedIn } from '../../server/test/harness/client-api.ts';
import { isHaProxyMissing, startHaProxy } from '../../server/test/harness/haproxy.ts';
import { startPalaver } from '../../server/test/harness/palaver.ts';
import { connectionsTo } from '../../server/test/harness/realtime.ts';
import { urlOf } from '../../server/test/harness/test-database.ts';
import { until } from '../../server/test/harness/until.ts';
import type { Chat } from '../src/index.ts';
import { type ChatServer, eventually, startChatServer, texts } from './chat-server.ts';

/** A node that is about to stop tells its clients first. */

let chats: ChatServer;
let ann: SignedIn;
let ben: SignedIn;
beforeAll(async () => {
  chats = await startChatServer(2);
  [ann, ben] = chats.people as [SignedIn, SignedIn];
});
afterAll(() => chats.close());

const hasConnections = (count: number) =>
  until(async () => (await connectionsTo(chats.server)) === count || undefined);

// (The only node: the chat connects to it again.)
test('a chat opens another connection before the first one ends, and lacks nothing', async () => {
  const threadId = await chats.group(ann, ben);
  const [anns, bens] = [await chats.ready(ann), await chats.ready(ben)];
  const thread = anns.open(threadId);
  await thread.loaded();
  thread.setVisible(true);
  const isBenOnline = anns.presence(ben.extUserId);
  isBenOnline.subscribe(() => {});
  await eventually(() => isBenOnline.getSnapshot());
  const states: string[] = [];
  anns.connection.subscribe(({ state }) => states.push(state));

  const leaving = chats.server.realtime.leave(8_000);
  const written: string[] = [];
  let isOver = false;
  void leaving.then(() => {
    isOver = true;
  });
  while (!isOver) {
    const text = `message ${written.length}`;
    written.push(text, 'mine');
    await ben.say(threadId, text);
    thread.send('mine');
    await eventually(() => thread.getSnapshot().messages.every(({ state }) => state === 'sent'));
  }
  await eventually(() => texts(thread.getSnapshot().messages).length === written.length);
  expect(texts(thread.getSnapshot().messages)).toEqual(written);
  expect(new Set(states)).toEqual(new Set(['online']));
  // The former connections are closed.
  await hasConnections(2);

  // The new connection knows what the former one did.
  const { sql } = chats.server.database;
  await until(
    async () =>
      (await sql('select from open_threads where thread_id = $1', [threadId])).length === 1 || undefined,
  );
  bens.close();
  await eventually(() => !isBenOnline.getSnapshot());
});

test.skipIf(isHaProxyMissing)(
  'behind HAProxy, chats change over from a node that stops to another (needs haproxy)',
  async () => {
    const start = () =>
      startPalaver({
        DATABASE_URL: urlOf(chats.server.database.connection),
        PALAVER_TRUSTED_PROXIES: '127.0.0.1',
        PALAVER_DRAIN_DELAY_MS: '8000',
      });
    const nodes = await Promise.all([start(), start()]);
    const proxy = await startHaProxy(nodes.map(({ url }) => url));
    onTestFinished(proxy.close);
    const url = proxy.url;
    const threadId = await chats.group(ann, ben);
    const open = Array.from({ length: 10 }, () => chats.connect(ann, { url }));
    await Promise.all(open.map((chat) => chat.ready()));
    const states = open.map((chat) => {
      const all = new Set<string>();
      chat.connection.subscribe(({ state }) => all.add(state));
      return all;
    });
    nodes[0]?.process.kill('SIGTERM');
    expect(await nodes[0]?.exited).toBe(0);
    await ben.say(threadId, 'Hello');
    const isThere = (chat: Chat) =>
      chat.threads.getSnapshot().some(({ last_message }) => last_message?.body.text === 'Hello');
    await eventually(() => open.every(isThere));
    // (Those of the other node have seen nothing.)
    const seen = states.filter(({ size }) => size > 0).map((one) => [...one]);
    expect(seen.length).toBeGreaterThan(0);
    expect(seen).toEqual(seen.map(() => ['online']));
  },
);
