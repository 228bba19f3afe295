import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { launchBrowser } from '../../client/test/browsers.ts';
import { type ChatServer, startChatServer } from '../../client/test/chat-server.ts';
import { HILLS } from '../../console/test/demo-files.ts';
import type { SignedIn } from '../../server/test/harness/client-api.ts';
import { bundle } from './bundle.ts';
import type { Settings } from './pages/chat.tsx';

/** How a page looks, and the browser that shows it. */
export interface ChatPageOptions extends Omit<Settings, 'url' | 'token'> {
  browser?: BrowserContextOptions;
}

const open = new Set<ChatPage>();

/** A chat that fills the window of a user's browser. */
export class ChatPage {
  readonly page: Page;
  /** Errors in the page. */
  readonly complaints: string[] = [];
  /** The message field. */
  readonly field: Locator;
  /** The messages of the open thread. */
  readonly log: Locator;

  constructor(page: Page) {
    this.page = page;
    this.field = page.locator('.pv-composer textarea');
    this.log = page.getByRole('log');
    page.on('pageerror', ({ message }) => this.complaints.push(message));
    page.on('console', (message) => {
      // The SDK reports what the server refuses.
      const isAnswer = message.text().startsWith('Failed to load resource');
      if (message.type() === 'error' && !isAnswer) this.complaints.push(message.text());
    });
  }

  click(name: string | RegExp): Promise<void> {
    return this.page.getByRole('button', { name, exact: true }).first().click();
  }

  /** The entry of a chat in the list. */
  entry(name: string): Locator {
    return this.page.locator('.pv-chat').filter({ hasText: name });
  }

  /** The last message with this text; resolves once it is visible. */
  async message(text: string): Promise<Locator> {
    const message = this.page.getByRole('article').filter({ hasText: text }).last();
    await message.waitFor();
    return message;
  }

  async write(text: string): Promise<void> {
    await this.field.fill(text);
    await this.field.press('Enter');
  }

  /** The element that has the focus, by its name: `button "Send"`. */
  focus(): Promise<string> {
    return this.page.evaluate(() => {
      const { activeElement: one } = document;
      if (one === null || one === document.body) return 'body';
      const picture = one.querySelector('[role=img], img');
      const label = one.getAttribute('aria-label') ?? picture?.getAttribute('aria-label');
      const name = label ?? picture?.getAttribute('alt') ?? one.textContent ?? '';
      return `${one.getAttribute('role') ?? one.localName} "${name.replaceAll(/\s+/g, ' ').trim()}"`;
    });
  }

  async close(): Promise<void> {
    open.delete(this);
    await this.page.context().close();
    expect(this.complaints).toEqual([]);
  }
}

/** A server, a browser, and pages with the chats of its users. */
export class ChatSite {
  readonly chats: ChatServer;
  readonly #browser: Browser;
  readonly #server: Server;

  private constructor(chats: ChatServer, browser: Browser, server: Server) {
    this.chats = chats;
    this.#browser = browser;
    this.#server = server;
  }

  /** `users`: how many there are. */
  static async start(users: number): Promise<ChatSite> {
    const [chats, browser, server] = await Promise.all([
      startChatServer(users),
      // Its users let the page use the microphone.
      launchBrowser(['--use-fake-ui-for-media-stream']),
      serve(),
    ]);
    return new ChatSite(chats, browser, server);
  }

  async open(
    { token }: SignedIn,
    { browser: options, ...settings }: ChatPageOptions = {},
  ): Promise<ChatPage> {
    const context = await this.#browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
    const page = new ChatPage(await context.newPage());
    // Shorter than the limit of a test, so that the error names what it waited for.
    page.page.setDefaultTimeout(20_000);
    open.add(page);
    const hash = encodeURIComponent(JSON.stringify({ url: this.chats.url, token, ...settings }));
    await page.page.goto(`${this.url}/#${hash}`);
    return page;
  }

  /** Where the pages are, and the picture `/hills.png`. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Fails if an open page has reported errors. */
  async close(): Promise<void> {
    try {
      for (const page of open) await page.close();
    } finally {
      await this.#browser.close();
      this.#server.close();
      await this.chats.close();
    }
  }
}

const htmlOf = (script: string) => `<!doctype html>
<html lang="en">
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Chat</title>
  <style>body { margin: 0 }</style>
  <main>
    <h1 style="position: absolute; clip-path: inset(50%)">Chat</h1>
    <div id="root" style="height: 100dvh"></div>
  </main>
  <script type="module" src="${script}"></script>`;

/** Serves the page, and what it loads. */
async function serve(): Promise<Server> {
  const chunks = await bundle('pages/chat.tsx', { mode: 'development' });
  const script = (code: string): [string, string | Buffer] => ['text/javascript', code];
  const files = new Map(chunks.map(({ fileName, code }) => [`/${fileName}`, script(code)]));
  files.set('/hills.png', [HILLS.mimeType, HILLS.buffer]);
  const html = htmlOf(chunks.find(({ isEntry }) => isEntry)?.fileName ?? '');
  const server = createServer(({ url = '' }, response) => {
    const [type, content] = files.get(url) ?? ['text/html', html];
    response.setHeader('content-type', type);
    response.end(content);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
