import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { Random } from '../../server/test/faults/random.ts';
import { at, type SignedIn } from '../../server/test/harness/client-api.ts';
import { CuttingProxy } from '../../server/test/harness/cutting-proxy.ts';
import { seedOfRun } from '../../server/test/harness/seed.ts';
import { bundle, findChromium, Site } from './browser-page.ts';
import { type ChatServer, startChatServer } from './chat-server.ts';

const MAX_BUNDLE_BYTES = 19 * 1024;
const MESSAGES = 100;

const executablePath = findChromium();
const isMissing = executablePath === undefined;
if (isMissing && process.env.CI) throw new Error('chromium is needed: apt-get install chromium');

test('the main entry is under 19 KB', async () => {
  expect(gzipSync(await bundle()).length).toBeLessThan(MAX_BUNDLE_BYTES);
});

describe.skipIf(isMissing)('in a browser (needs chromium)', () => {
  let chats: ChatServer;
  let site: Site;
  let ann: SignedIn;
  let ben: SignedIn;
  beforeAll(async () => {
    [chats, site] = await Promise.all([startChatServer(2), Site.open(executablePath ?? '')]);
    [ann, ben] = chats.people as [SignedIn, SignedIn];
  });
  afterAll(async () => {
    await site.close();
    await chats.close();
  });

  /** Connects in a tab, and opens a thread. */
  async function openThread(page: Page, url: string, { token }: SignedIn, threadId: string): Promise<void> {
    await page.evaluate(
      `(async () => {
        window.chat = palaver.connect({ url: ${JSON.stringify(url)}, token: ${JSON.stringify(token)}, storage: localStorage, silenceMs: 1000 });
        window.thread = chat.open(${JSON.stringify(threadId)});
      })()`,
    );
  }

  const texts = (page: Page) =>
    page.evaluate<string[]>(
      `thread.getSnapshot().messages.map(({ state, body }) => state === 'sent' ? body.text : state)`,
    );
  const showsAll = (page: Page, count: number) =>
    page.waitForFunction(
      `(() => { const { messages } = thread.getSnapshot();
        return messages.length === ${count} && messages.every(({ state }) => state === 'sent'); })()`,
    );

  test('two tabs chat', async () => {
    const threadId = await chats.server.group([ann.userId, ben.userId]);
    const [anns, bens] = await Promise.all([ann, ben].map(async () => (await site.device())()));
    if (anns === undefined || bens === undefined) throw new Error('there are two');
    await openThread(anns, chats.url, ann, threadId);
    await openThread(bens, chats.url, ben, threadId);
    await anns.evaluate(`thread.send('hello')`);
    await showsAll(bens, 1);
    await bens.evaluate(`thread.send('hi')`);
    await showsAll(anns, 2);
    expect(await texts(anns)).toEqual(['hello', 'hi']);
  });

  test('the messages of a tab that is closed before it can send them are not lost', async () => {
    const threadId = await chats.server.group([ann.userId, ben.userId]);
    const proxy = new CuttingProxy(new Random(1), { maxCarriedBytes: 1 });
    onTestFinished(() => proxy.close());
    proxy.target = Number(new URL(chats.url).port);
    const url = `http://127.0.0.1:${await proxy.listen()}`;
    const device = await site.device();
    const tab = await device();
    await openThread(tab, url, ann, threadId);
    await tab.evaluate(`thread.send('from the lift')`);
    expect(await texts(tab)).toEqual(['sending']);
    await tab.close();
    proxy.isHarmful = false;
    const next = await device();
    await openThread(next, url, ann, threadId);
    await showsAll(next, 1);
    expect((await ben.messages(threadId, 'after_seq=1')).map(({ body }) => body.text)).toEqual([
      'from the lift',
    ]);
  });

  test('messages on a bad network arrive once, and both tabs show the right state', async () => {
    const threadId = await chats.server.group([ann.userId, ben.userId]);
    const random = new Random(seedOfRun());
    const proxy = new CuttingProxy(random, {
      maxCarriedBytes: 40_000,
      delays: { probability: 0.3, maxMs: 200 },
      halves: { probability: 0.2 },
    });
    onTestFinished(() => proxy.close());
    proxy.target = Number(new URL(chats.url).port);
    const url = `http://127.0.0.1:${await proxy.listen()}`;
    const tab = await (await site.device())();
    await openThread(tab, url, ann, threadId);
    await tab.evaluate(`for (let n = 0; n < ${MESSAGES}; n += 1) thread.send(String(n))`);
    await showsAll(tab, MESSAGES);
    const stored = await ben.messages(threadId, 'after_seq=1&limit=100');
    expect(stored.map(({ body }) => body.text)).toEqual(
      Array.from({ length: MESSAGES }, (_, n) => String(n)),
    );
    expect(await texts(tab)).toEqual(stored.map(({ body }) => body.text));
    expect(at([proxy.cuts + proxy.delays + proxy.halves], 0)).toBeGreaterThan(0);
  });
});
