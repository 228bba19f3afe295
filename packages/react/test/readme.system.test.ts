import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findChromium, launch } from '../../client/test/browser-page.ts';
import { type ChatServer, startChatServer } from '../../client/test/chat-server.ts';
import { bundle, OLD_REACT } from './bundle.ts';

const executablePath = findChromium();
const isMissing = executablePath === undefined;
if (isMissing && process.env.CI) throw new Error('chromium is needed: apt-get install chromium');

const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const examples = README.split('```tsx\n').map((block) => block.split('```')[0] ?? '');
/** The first example, with the renderer of a later one. */
const [order, chat = ''] = (examples.find((one) => one.includes('renderers')) ?? '').split('\n\n');
const EXAMPLE = `${examples[1]?.replace('<ChatApp client={client} />', chat.trim().replace(';', ''))}\n${order}`;

/** A page with the example, and a back end that gives its user a token. By path: which React, and whose page. */
async function startSite(chats: ChatServer): Promise<Server> {
  const text = `${EXAMPLE.replace('https://chat.example.com', chats.url)}
    import { createRoot } from 'react-dom/client';
    createRoot(document.getElementById('root')).render(<App />);`;
  const versions = { '19': {}, '18': OLD_REACT };
  const files = new Map<string, string>();
  for (const [major, alias] of Object.entries(versions))
    for (const { fileName, isEntry, code } of await bundle('pages/readme.tsx', { text, alias }))
      files.set(`/${major}/${isEntry ? 'page.js' : fileName}`, code);
  const server = createServer((request, response) => {
    const { url = '', method, headers } = request;
    if (method === 'POST' && url === '/chat-token') {
      const user = Number(new URL(headers.referer ?? '').searchParams.get('user'));
      return void response.end(chats.people[user]?.token);
    }
    const script = files.get(url);
    response.setHeader('content-type', script === undefined ? 'text/html' : 'text/javascript');
    response.end(
      script ??
        '<!doctype html><meta charset="utf-8"><title>Chat</title><div id="root"></div><script type="module" src="page.js"></script>',
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

describe.skipIf(isMissing)('the example of the README (needs chromium)', () => {
  let chats: ChatServer;
  let site: Server;
  let browser: Browser;
  const complaints: string[] = [];
  beforeAll(async () => {
    [chats, browser] = await Promise.all([startChatServer(2), launch(executablePath ?? '')]);
    site = await startSite(chats);
  });
  afterAll(async () => {
    await browser.close();
    site.close();
    await chats.close();
  });

  async function open(major: string, user: number): Promise<Page> {
    const page = await browser.newPage();
    page.on('pageerror', ({ message }) => complaints.push(message));
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/${major}/?user=${user}`);
    return page;
  }

  test('chats in React 19 and in React 18', async () => {
    await chats.group(...chats.people);
    const [ann, ben] = await Promise.all([open('19', 0), open('18', 1)]);
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
    expect(complaints).toEqual([]);
  });

  test('shows the own kinds of messages; what a component of an app fails at concerns one message', async () => {
    const [ann] = chats.people;
    const thread = await chats.group(...chats.people);
    const send = (custom_name: string, payload: string) =>
      ann?.say(thread, { body: { text: '', metadata: [{ type: 'custom_defined', custom_name, payload }] } });
    await send('order', '{"number":4711}');
    await send('constructor', '"no renderer"');
    await send('order', 'null');
    const page = await open('19', 1);
    const list = page.getByRole('log');
    await list.getByText('Order 4711').waitFor();
    await list.getByText('no renderer').waitFor();
    await list.getByText('Something went wrong here.').waitFor();
    expect(complaints.join()).toContain('null');
  });
});
