import { afterAll, beforeAll, expect, test } from 'vitest';
import { renameUrl } from '../../server/test/harness/api.ts';
import { type SignedIn, signIn } from '../../server/test/harness/client-api.ts';
import type { Chat, Thread } from '../src/index.ts';
import { type ChatServer, eventually, startChatServer } from './chat-server.ts';

let chats: ChatServer;
let ann: SignedIn;
let ben: SignedIn;
beforeAll(async () => {
  chats = await startChatServer(2);
  [ann, ben] = chats.people as [SignedIn, SignedIn];
});
afterAll(() => chats.close());

/** Like `localStorage`. */
function memory() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  };
}

/** A page of a site where Ann is signed in, and then perhaps another user. */
class Page {
  user = ann;
  asked = 0;
  readonly storage = memory();
  /** Every token that has left the page. */
  readonly tokens = new Set<string>();
  /** What the server reads in place of each token. */
  disguise = (token: string) => token;

  readonly tokenProvider = () => {
    this.asked += 1;
    return chats.server.token(this.user.userId);
  };

  readonly fetch: typeof fetch = (url, init) => {
    const headers = new Headers(init?.headers);
    const token = headers.get('authorization')?.slice('Bearer '.length) ?? '';
    this.tokens.add(token);
    headers.set('authorization', `Bearer ${this.disguise(token)}`);
    return fetch(url, { ...init, headers });
  };

  connect(): Chat {
    const disguised = (data: string) => {
      const frame = JSON.parse(data) as { type: string; token: string };
      if (frame.type !== 'authenticate') return data;
      this.tokens.add(frame.token);
      return JSON.stringify({ ...frame, token: this.disguise(frame.token) });
    };
    class Recorded extends WebSocket {
      override send(data: string): void {
        super.send(disguised(data));
      }
    }
    const { storage, tokenProvider } = this;
    return chats.connect(ann, { storage, tokenProvider, fetch: this.fetch, WebSocket: Recorded });
  }

  async open(threadId: string): Promise<{ chat: Chat; thread: Thread }> {
    const chat = this.connect();
    await chat.ready();
    const thread = chat.open(threadId);
    await thread.loaded();
    return { chat, thread };
  }

  /** The tokens so far expire, and the next one is that of another user. */
  switchTo(user: SignedIn): void {
    const expired = new Set(this.tokens);
    this.disguise = (token) => (expired.has(token) ? 'expired' : token);
    this.user = user;
  }

  /** The `ext_user_id` in each token that has left the page. */
  get owners(): Set<string> {
    const ownerOf = (token: string) => {
      const claims = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
      return (JSON.parse(claims) as { ext_user_id: string }).ext_user_id;
    };
    return new Set([...this.tokens].map(ownerOf));
  }
}

const isClosed = (chat: Chat) => eventually(() => chat.connection.getSnapshot().state === 'closed');
const userChanged = { code: 'user_changed', retryable: false };
const states = (thread: Thread) => thread.getSnapshot().messages.map(({ state }) => state);
const storedIn = async (threadId: string) =>
  (await ben.messages(threadId, 'after_seq=1'))
    .map(({ sender, body }) => `${sender.user_id}: ${body.text}`)
    .sort();

test('the token of another user ends the chat: it is used for nothing, and unsent messages wait for their author', async () => {
  const threadId = await chats.group(ann, ben);
  const page = new Page();
  const { chat, thread } = await page.open(threadId);
  chat.disconnect();
  await eventually(() => chat.connection.getSnapshot().state === 'offline');
  thread.send('before');
  thread.sendFile(new Blob(['her file'], { type: 'text/plain' }), { name: 'hers.txt', text: 'file' });
  page.switchTo(ben);
  thread.send('without a token');
  chat.reconnect();
  await isClosed(chat);
  thread.send('after');
  expect(chat.connection.getSnapshot()).toMatchObject({ error: userChanged });
  expect(chat.me.getSnapshot()?.ext_user_id).toBe(ann.extUserId);
  expect(states(thread)).toEqual(['sending', 'sending', 'sending', 'sending']);

  // It is over, even if she signs in again.
  page.user = ann;
  const { asked } = page;
  chat.reconnect();
  await expect(chat.getProfile()).rejects.toMatchObject(userChanged);
  await expect(chat.createGroup({ name: 'Whose?' })).rejects.toMatchObject(userChanged);
  expect(page.asked).toBe(asked);
  expect(page.owners).toEqual(new Set([ann.extUserId]));

  // Each of their next chats sends what is theirs.
  page.user = ben;
  const his = await page.open(threadId);
  his.thread.send('his');
  await eventually(() => states(his.thread).includes('sent'));
  expect(await storedIn(threadId)).toEqual([`${ben.userId}: his`]);
  page.user = ann;
  await page.open(threadId);
  const hers = ['after', 'before', 'without a token'].map((text) => `${ann.userId}: ${text}`);
  await expect.poll(() => storedIn(threadId)).toEqual([...hers, `${ben.userId}: his`]);
});

test('a request that gets the token of another user is not sent, and ends the connection, too', async () => {
  const threadId = await chats.group(ann, ben);
  const page = new Page();
  const { chat, thread } = await page.open(threadId);
  page.switchTo(ben);
  thread.sendFile(new Blob(['her file'], { type: 'text/plain' }), { name: 'hers.txt' });
  await isClosed(chat);
  expect(chat.connection.getSnapshot()).toMatchObject({ error: userChanged });
  await expect(thread.markRead()).rejects.toMatchObject(userChanged);
  expect(states(thread)).toEqual(['sending']);
  expect(page.owners).toEqual(new Set([ann.extUserId]));
  expect(await storedIn(threadId)).toEqual([]);
});

test('if the server signs in another user than the token names, the chat ends', async () => {
  const page = new Page();
  const hisToken = await chats.server.token(ben.userId);
  page.disguise = () => hisToken;
  const chat = page.connect();
  await expect(chat.ready()).rejects.toMatchObject(userChanged);
  expect(chat.me.getSnapshot()).toBeUndefined();
  expect(chat.threads.getSnapshot()).toEqual([]);
  await expect(chat.getProfile()).rejects.toMatchObject(userChanged);
});

test('a user whose user_id changes is the same user', async () => {
  const threadId = await chats.group(ann, ben);
  const page = new Page();
  const { chat, thread } = await page.open(threadId);
  await chats.server.ok('PATCH', renameUrl(ann.userId, 'ann-renamed'));
  ann = await signIn(chats.server, 'ann-renamed');
  page.switchTo(ann);
  thread.send('still me');
  await eventually(() => states(thread).join() === 'sent');
  const me = { user_id: 'ann-renamed', ext_user_id: ann.extUserId };
  await expect.poll(() => chat.me.getSnapshot()).toEqual(me);
});
