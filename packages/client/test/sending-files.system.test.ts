import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { SignedIn } from '../../server/test/harness/client-api.ts';
import { type Severable, severable } from '../../server/test/harness/severable.ts';
import { until } from '../../server/test/harness/until.ts';
import { findChromium, Site } from './browser-page.ts';
import { type ChatServer, startChatServer } from './chat-server.ts';

/** Files that are sent from a real browser, on a page of another origin, which keeps them in its IndexedDB. */

const MIB = 1024 * 1024;
const FILE_BYTES = 30 * MIB;
/** The SDK sends pieces of this size. */
const PIECE_BYTES = 8 * MIB;
const STORED_BYTES = 2 * PIECE_BYTES;
const CUT_AFTER = STORED_BYTES + PIECE_BYTES / 2;
/**
 * A lost connection takes what follows the stored pieces. Besides, Chromium repeats a request by itself that was lost on a kept
 * connection. To send the whole file again would be more.
 */
const MAX_SENT = FILE_BYTES + (CUT_AFTER - STORED_BYTES) + PIECE_BYTES + MIB;

const executablePath = findChromium();
const isMissing = executablePath === undefined;
if (isMissing && process.env.CI) throw new Error('chromium is needed: apt-get install chromium');

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
    await site?.close();
    await chats?.close();
  });

  /** A way to the server on which uploads can stand still. */
  async function openWay(): Promise<Severable> {
    const way = await severable((chats.server.app.server.address() as AddressInfo).port);
    onTestFinished(() => way.close());
    return way;
  }

  /** Connects on a page, and opens a thread. */
  async function openThread(page: Page, { token }: SignedIn, threadId: string, port: number): Promise<void> {
    await page.evaluate(
      `(async () => {
        window.chat = palaver.connect({
          url: 'http://127.0.0.1:${port}', token: ${JSON.stringify(token)}, storage: localStorage });
        await chat.ready();
        window.thread = chat.open(${JSON.stringify(threadId)});
        await thread.loaded();
        window.large = new File([new Uint8Array(${FILE_BYTES})], 'large.bin');
        window.states = () => thread.getSnapshot().messages.map(({ state }) => state).join();
        window.kept = () => new Promise((resolve) => {
          const opening = indexedDB.open('palaver-files');
          opening.onsuccess = () => {
            const keys = opening.result.transaction('files').objectStore('files').getAllKeys();
            keys.onsuccess = () => (opening.result.close(), resolve(keys.result.length));
          };
        });
      })()`,
    );
  }

  const isSent = (page: Page) => page.waitForFunction(`states() === 'sent'`);
  const sizesIn = async (threadId: string) =>
    (await ben.messages(threadId, 'after_seq=1')).map(
      ({ body }) => (body.metadata[0] as { size: number }).size,
    );

  /** Waits until the first pieces are stored. (To ask the server by HEAD would end the request that brings the next one.) */
  const areStored = () =>
    until(async () => {
      const { sql } = chats.server.database;
      return (await sql('select from uploads where received >= $1 and ended_at is null', [STORED_BYTES]))[0];
    });

  /** Sends a large file, of which a part arrives. */
  async function sendHalf() {
    const threadId = await chats.server.group([ann.userId, ben.userId]);
    const way = await openWay();
    const page = await (await site.device())();
    await openThread(page, ann, threadId, way.port);
    way.hold(CUT_AFTER);
    await page.evaluate('void thread.sendFile(large)');
    await areStored();
    return { threadId, way, page };
  }

  test('a large file goes on where the connection was lost', async () => {
    const { threadId, way, page } = await sendHalf();
    way.sever();
    way.release();
    await isSent(page);
    expect(await sizesIn(threadId)).toEqual([FILE_BYTES]);
    expect(way.carried).toBeLessThan(MAX_SENT);
    await page.waitForFunction('kept().then((count) => count === 0)');
  });

  test('a large file goes on after the page is loaded again, and arrives once', async () => {
    const { threadId, way, page } = await sendHalf();
    await page.waitForFunction('kept().then((count) => count === 1)');
    await page.reload();
    way.release();
    await page.waitForFunction('window.palaver !== undefined');
    await openThread(page, ann, threadId, way.port);
    await isSent(page);
    expect(await sizesIn(threadId)).toEqual([FILE_BYTES]);
    expect(way.carried).toBeLessThan(MAX_SENT);
    await page.waitForFunction('kept().then((count) => count === 0)');
  });

  test('a file is sent by one of two tabs, when the first one is closed', async () => {
    const threadId = await chats.server.group([ann.userId, ben.userId]);
    const way = await openWay();
    const device = await site.device();
    const [first, second] = [await device(), await device()];
    await openThread(first, ann, threadId, way.port);
    way.hold(CUT_AFTER);
    await first.evaluate('void thread.sendFile(large)');
    await areStored();
    await first.waitForFunction('kept().then((count) => count === 1)');
    await openThread(second, ann, threadId, way.port);
    expect(await second.evaluate('states()')).toBe('');
    await first.close();
    way.release();
    await isSent(second);
    expect(await sizesIn(threadId)).toEqual([FILE_BYTES]);
    expect(way.carried).toBeLessThan(MAX_SENT);
  });

  test('a video gets its first frame as its poster', async () => {
    const threadId = await chats.server.group([ann.userId, ben.userId]);
    const page = await (await site.device())();
    await openThread(page, ann, threadId, Number(new URL(chats.url).port));
    await page.evaluate(`(async () => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 1600, height: 800 });
      const paint = () => canvas.getContext('2d').fillRect(0, 0, 800, 800);
      paint();
      const recorder = new MediaRecorder(canvas.captureStream(30), { mimeType: 'video/webm' });
      const timer = setInterval(paint, 20);
      const parts = [];
      const stopped = new Promise((resolve) => (recorder.onstop = resolve));
      const recorded = new Promise((resolve) => {
        recorder.ondataavailable = ({ data }) => {
          parts.push(data);
          if (data.size > 0) resolve();
        };
      });
      recorder.start(100);
      await recorded;
      recorder.stop();
      await stopped;
      clearInterval(timer);
      thread.sendFile(new File(parts, 'film.webm', { type: 'video/webm' }));
      thread.sendFile(new File(['no video'], 'broken.webm', { type: 'video/webm' }));
    })()`);
    await page.waitForFunction(`states() === 'sent,sent'`);
    const sent = await ben.messages(threadId, 'after_seq=1');
    const thumbnails = Object.fromEntries(
      sent.map(
        ({
          body: {
            metadata: [shown],
          },
        }) => {
          const { name, source_thumb_url } = shown as { name: string; source_thumb_url?: string };
          return [name, source_thumb_url?.endsWith('thumbnail.webp')];
        },
      ),
    );
    expect(thumbnails['film.webm']).toBe(true);
    expect(thumbnails['broken.webm']).toBeUndefined();
  });

  test('an upload that waits for the network goes on by itself', async () => {
    const threadId = await chats.server.group([ann.userId, ben.userId]);
    const way = await openWay();
    const page = await (await site.device())();
    await openThread(page, ann, threadId, way.port);
    way.isDown = true;
    way.sever();
    await page.waitForFunction(`chat.connection.getSnapshot().state === 'offline'`);
    await page.evaluate(
      `for (const name of ['1', '2', '3', '4', '5']) thread.sendFile(new File([name], name)); void 0`,
    );
    way.isDown = false;
    await page.waitForFunction(`states() === 'sent,sent,sent,sent,sent'`);
    expect(await sizesIn(threadId)).toEqual([1, 1, 1, 1, 1]);
  });
});
