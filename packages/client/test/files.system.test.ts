import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { SignedIn } from '../../server/test/harness/client-api.ts';
import { severable } from '../../server/test/harness/severable.ts';
import { until } from '../../server/test/harness/until.ts';
import { findChromium, Site } from './browser-page.ts';
import { type ChatServer, startChatServer } from './chat-server.ts';

/** Uploads and pictures in a real browser, on a page of another origin. */

/** More than the buffers of connections hold, so that an upload stands still when the server does not read. */
const FILE_BYTES = 32 * 1024 * 1024;
const HELD_AFTER = 1024 * 1024;

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

  /** Connects in a new tab, and opens a thread. */
  async function openThread({ token }: SignedIn, threadId: string, url = chats.url): Promise<Page> {
    const page = await (await site.device())();
    await page.evaluate(
      `(async () => {
        window.chat = palaver.connect({ url: ${JSON.stringify(url)}, token: ${JSON.stringify(token)} });
        await chat.ready();
        window.thread = chat.open(${JSON.stringify(threadId)});
        await thread.loaded();
        window.progress = [];
        window.large = new File([new Uint8Array(${FILE_BYTES})], 'large.bin');
        window.onProgress = (now) => progress.push(now);
      })()`,
    );
    return page;
  }

  interface Progress {
    sent: number;
    total: number;
  }
  const progressOf = (page: Page) => page.evaluate<Progress[]>('progress');

  test('a picture is drawn, uploaded, sent, and shown to the other member', async () => {
    const threadId = await chats.server.group([ann.userId, ben.userId]);
    const [hers, his] = await Promise.all([openThread(ann, threadId), openThread(ben, threadId)]);
    await hers.evaluate(`(async () => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 900, height: 600 });
      canvas.getContext('2d').fillRect(0, 0, 450, 600);
      const picture = await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
      const { kind, file_id } = await thread.upload(picture, { name: 'half.png', onProgress });
      thread.send({ body: { text: '', metadata: [{ type: kind, file_id }] } });
    })()`);
    await his.evaluate(`(async () => {
      const metadataIn = ({ messages }) => messages.at(-1)?.body.metadata[0];
      await new Promise((resolve) => thread.subscribe((state) => metadataIn(state)?.file_id && resolve()));
      const metadata = metadataIn(thread.getSnapshot());
      const urls = chat.fileUrls.getSnapshot();
      for (const src of [urls.of(metadata), urls.thumbnailOf(metadata)])
        document.body.append(Object.assign(new Image(), { src }));
      await Promise.all([...document.images].map((image) => image.decode()));
    })()`);
    const sizes = await his.evaluate(
      '[...document.images].map(({ naturalWidth, naturalHeight }) => [naturalWidth, naturalHeight])',
    );
    expect(sizes).toEqual([
      [900, 600],
      [400, 267],
    ]);
    expect(await progressOf(hers)).not.toEqual([]);
  });

  /** A way to the server on which uploads stand still. */
  async function heldWay() {
    const way = await severable((chats.server.app.server.address() as AddressInfo).port);
    onTestFinished(() => way.close());
    way.hold(HELD_AFTER);
    return way;
  }

  test('the progress of an upload rises to its size', async () => {
    const way = await heldWay();
    const threadId = await chats.server.group([ann.userId, ben.userId]);
    const page = await openThread(ann, threadId, `http://127.0.0.1:${way.port}`);
    const size = page.evaluate('thread.upload(large, { onProgress }).then(({ size }) => size)');
    await until(async () => (await progressOf(page)).length > 0 || undefined);
    expect((await progressOf(page)).at(-1)?.sent).toBeLessThan(FILE_BYTES);
    way.release();
    expect(await size).toBe(FILE_BYTES);
    const progress = await progressOf(page);
    const sent = progress.map((now) => now.sent);
    expect(sent).toEqual(sent.toSorted((a, b) => a - b));
    const last = progress.at(-1);
    expect(last?.sent).toBe(last?.total);
    expect(last?.total).toBe(FILE_BYTES);
  });

  test('an upload is aborted', async () => {
    const page = await openThread(ann, await chats.server.group([ann.userId, ben.userId]));
    const outcome = await page.evaluate(`(() => {
      const stop = new AbortController();
      const reason = new Error('enough');
      return thread
        .upload(large, { signal: stop.signal, onProgress: (now) => (onProgress(now), stop.abort(reason)) })
        .catch((error) => error === reason);
    })()`);
    expect(outcome).toBe(true);
    expect((await progressOf(page)).length).toBeGreaterThan(0);
  });

  test('an upload that is refused, or whose connection is lost, rejects as other calls do', async () => {
    const threadId = await chats.server.group([ann.userId, ben.userId]);
    const way = await heldWay();
    const page = await openThread(ann, threadId, `http://127.0.0.1:${way.port}`);
    const codeOf = (file: string) =>
      page.evaluate(`thread.upload(${file}, { onProgress }).catch(({ name, code }) => [name, code])`);
    expect(await codeOf('new File([], "empty.txt")')).toEqual(['PalaverError', 'M40014']);
    const outcome = codeOf('large');
    await until(async () => (await progressOf(page)).length > 0 || undefined);
    way.isDown = true;
    way.sever();
    expect(await outcome).toEqual(['PalaverError', 'network']);
  });
});
