import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isMissing, launchBrowser } from '../../client/test/browsers.ts';
import { type ChatServer, startChatServer } from '../../client/test/chat-server.ts';
import { examplesFor } from './guide/examples.ts';
import { chatFaults } from './measures.ts';
import { Site } from './site.ts';

/** A phone, a tablet, a laptop. */
const WINDOWS = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
];

/** Examples that open the latest chat by themselves, by name. */
const OPENS = Object.entries(examplesFor('')).map(
  ([name, { text }]) => [name, text.includes('<ChatApp')] as const,
);

describe.skipIf(isMissing)('examples of the documents (needs a browser)', () => {
  let chats: ChatServer;
  let site: Site;
  let browser: Browser;
  beforeAll(async () => {
    [chats, browser] = await Promise.all([startChatServer(2), launchBrowser()]);
    site = await Site.start({ chats, browser, pages: examplesFor(chats.url) });
    const thread = await chats.group(...chats.people);
    // More than fits into the window.
    for (let count = 1; count <= 40; count += 1) await chats.people[1]?.say(thread, `Message ${count}`);
  });
  afterAll(async () => {
    await browser.close();
    site.close();
    await chats.close();
  });

  test.each(OPENS)(
    '%s shows the messages, and the composer under them, on phones, tablets and laptops',
    async (name, opens) => {
      const page = await site.open(name, 0);
      if (!opens) await page.getByRole('list', { name: 'Chats' }).getByRole('button').click();
      for (const size of WINDOWS) {
        await page.setViewportSize(size);
        await expect.poll(() => chatFaults(page), { message: `${size.width} px` }).toEqual([]);
      }
      await page.close();
      expect(site.complaints.splice(0)).toEqual([]);
    },
  );
});
