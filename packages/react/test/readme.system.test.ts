import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isMissing, launchBrowser } from '../../client/test/browsers.ts';
import { type ChatServer, startChatServer } from '../../client/test/chat-server.ts';
import { OLD_REACT } from './bundle.ts';
import { pageOf, Site } from './site.ts';

const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const examples = README.split('```tsx\n').map((block) => block.split('```')[0] ?? '');
/** The first example, with the renderer of a later one. */
const [, order, chat = ''] = (examples.find((one) => one.includes('renderers')) ?? '').split('\n\n');
const EXAMPLE = `${examples[1]?.replace('<ChatApp client={client} />', chat.trim().replace(';', ''))}\n${order}`;

describe.skipIf(isMissing)('the example of the README (needs a browser)', () => {
  let chats: ChatServer;
  let site: Site;
  let browser: Browser;
  beforeAll(async () => {
    [chats, browser] = await Promise.all([startChatServer(2), launchBrowser()]);
    const text = pageOf(EXAMPLE.replace('https://chat.example.com', chats.url));
    site = await Site.start({
      ...{ chats, browser },
      pages: { '19': { text }, '18': { text, alias: OLD_REACT } },
    });
  });
  afterAll(async () => {
    await browser.close();
    site.close();
    await chats.close();
  });

  test('chats in React 19 and in React 18', async () => {
    await chats.group(...chats.people);
    // (Firefox cannot open two windows at once.)
    const ann = await site.open('19', 0);
    const ben = await site.open('18', 1);
    for (const [page, text] of [
      [ann, 'From React 19'],
      [ben, 'From React 18'],
    ] as const) {
      const field = page.getByRole('textbox', { name: 'Message' });
      await field.fill(text);
      await field.press('Enter');
    }
    for (const page of [ann, ben]) {
      const list = page.getByRole('log');
      await list.getByText('From React 19').waitFor();
      await list.getByText('From React 18').waitFor();
      // The chat fills its parent.
      const app = await page.locator('.pv-chat-app').boundingBox();
      expect(app).toMatchObject({ height: page.viewportSize()?.height });
    }
    expect(site.complaints).toEqual([]);
  });

  test('shows the own kinds of messages; what a component of an app fails at concerns one message', async () => {
    const [ann] = chats.people;
    const thread = await chats.group(...chats.people);
    const send = (custom_name: string, payload: string) =>
      ann?.say(thread, { body: { text: '', metadata: [{ type: 'custom_defined', custom_name, payload }] } });
    await send('order', '{"number":4711}');
    await send('constructor', '"no renderer"');
    await send('order', 'null');
    const page = await site.open('19', 1);
    const list = page.getByRole('log');
    await list.getByText('Order 4711').waitFor();
    await list.getByText('no renderer').waitFor();
    await list.getByText('Something went wrong here.').waitFor();
    expect(site.complaints).not.toEqual([]);
  });
});
