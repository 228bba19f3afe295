import { afterAll, beforeAll, expect, test } from 'vitest';
import { MESSAGES } from '../../server/test/harness/api.ts';
import type { SignedIn } from '../../server/test/harness/client-api.ts';
import { textTo } from '../../server/test/harness/population.ts';
import { pause } from '../../server/test/harness/waits.ts';
import { type ChatServer, eventually, startChatServer } from './chat-server.ts';

let chats: ChatServer;
let ann: SignedIn;
let ben: SignedIn;
beforeAll(async () => {
  chats = await startChatServer(2, { PALAVER_TOKEN_TTL_SECONDS: '60' });
  [ann, ben] = chats.people as [SignedIn, SignedIn];
});
afterAll(() => chats.close());

/** Like `localStorage`. */
function memory() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    size: () => items.size,
  };
}

test('an expired token is replaced, and no message is lost', async () => {
  const short = await startChatServer(2, { PALAVER_TOKEN_TTL_SECONDS: '2' });
  const [eve, sam] = short.people as [SignedIn, SignedIn];
  const thread = await short.server.group([eve.userId, sam.userId]);
  let asked = 0;
  const chat = short.connect(sam, {
    tokenProvider: () => {
      asked += 1;
      return short.server.token(sam.userId);
    },
  });
  await chat.ready();
  const open = chat.open(thread);
  await open.loaded();
  for (let count = 1; count <= 12; count += 1) {
    await short.server.ok('POST', MESSAGES, { body: textTo(thread, eve.userId, String(count)) });
    open.send(`answer ${count}`);
    await pause(400);
  }
  await eventually(() => open.getSnapshot().messages.filter(({ state }) => state === 'sent').length === 24);
  await open.markRead();
  expect(asked).toBeGreaterThan(1);
  await short.close();
});

test('without a tokenProvider, a refused token closes the chat with the error', async () => {
  const { userId } = ben;
  const token = await chats.server.token(userId);
  const chat = chats.connect({ ...ben, token });
  await chat.ready();
  await chats.server.ok('DELETE', `/user/v1.0/user/${userId}/tokens`);
  await eventually(() => chat.connection.getSnapshot().state === 'closed');
  expect(chat.connection.getSnapshot()).toMatchObject({ error: { code: 'M40111', retryable: false } });
  await expect(chats.connect({ ...ben, token: 'nonsense' }).ready()).rejects.toMatchObject({
    code: 'M40111',
  });
});

test('a wrong clock of the device does not matter', async () => {
  const now = Date.now;
  Date.now = () => now() + 600_000;
  try {
    const chat = chats.connect(ben, { tokenProvider: () => chats.server.token(ben.userId) });
    await chat.ready();
    expect((await chat.getProfile()).user_id).toBe(ben.userId);
  } finally {
    Date.now = now;
  }
});

test('an unsent message survives the tab, and is sent once', async () => {
  const thread = await chats.server.group([ann.userId, ben.userId]);
  const storage = memory();
  const nobody = 'http://127.0.0.1:9';
  const closed = chats.connect(ann, { storage, url: nobody });
  closed.open(thread).send('from the train');
  closed.close();
  // (The storage key names the server, so the next tab must seem to use the same one.)
  const moved = { ...storage, getItem: (key: string) => storage.getItem(key.replace(chats.url, nobody)) };
  const next = [chats.connect(ann, { storage: moved }), chats.connect(ann, { storage: moved })];
  await Promise.all(next.map((chat) => chat.ready()));
  const opened = next.map((chat) => chat.open(thread));
  await Promise.all(opened.map((one) => one.loaded()));
  await eventually(() =>
    opened.every(
      (one) =>
        one
          .getSnapshot()
          .messages.map(({ state }) => state)
          .join() === 'sent',
    ),
  );
  expect((await ann.messages(thread, 'after_seq=1')).map(({ body }) => body.text)).toEqual([
    'from the train',
  ]);
});

test('the next user of a storage does not send the messages of the previous one', async () => {
  const thread = await chats.server.group([ann.userId, ben.userId]);
  const storage = memory();
  const nobody = 'http://127.0.0.1:9';
  const hers = chats.connect(ann, { storage, url: nobody });
  hers.open(thread).send('hers');
  await eventually(() => storage.size() > 0);
  hers.close();
  const moved = { ...storage, getItem: (key: string) => storage.getItem(key.replace(chats.url, nobody)) };
  const token = await chats.server.token(ben.userId);
  const his = chats.connect({ ...ben, token }, { storage: moved });
  await his.ready();
  const opened = his.open(thread);
  await opened.loaded();
  opened.send('his');
  await eventually(() => opened.getSnapshot().messages.every(({ state }) => state === 'sent'));
  expect(opened.getSnapshot().messages.map(({ body }) => body.text)).toEqual(['his']);
});
