import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { bundleElement } from '../../../scripts/bundle-element.ts';
import { type ChatServer, startChatServer } from '../../client/test/chat-server.ts';

/** The page that the guide shows. */
const [, GUIDE = ''] =
  /```html\n(.*?)```/s.exec(
    readFileSync(new URL('../../../docs/guides/web-component.md', import.meta.url), 'utf8'),
  ) ?? [];

const STYLES = readFileSync(new URL('pages/element.css', import.meta.url), 'utf8');

/** Runs before the element is defined, so it sets properties that the element does not have yet. */
const SCRIPT = `
for (const chat of document.querySelectorAll('palaver-chat'))
  chat.tokenProvider = async () => {
    const response = await fetch('/chat-token?user=' + chat.id, { method: 'POST' });
    return response.text();
  };
`;

/** Counts what runs in the page: timers that wait, and connections. */
const COUNTERS = `
window.waiting = new Set();
window.sockets = new Set();
const { setTimeout: later, clearTimeout: cancel, setInterval: repeat, clearInterval: stop, WebSocket: Socket } = window;
window.setTimeout = (run, ms, ...args) => {
  const id = later(() => { waiting.delete(id); run(...args); }, ms);
  waiting.add(id);
  return id;
};
window.clearTimeout = (id) => { waiting.delete(id); cancel(id); };
window.setInterval = (...args) => { const id = repeat(...args); waiting.add(id); return id; };
window.clearInterval = (id) => { waiting.delete(id); stop(id); };
window.WebSocket = class extends Socket { constructor(...args) { super(...args); sockets.add(this); } };
`;

/** Firefox reports that it may not load the icon of a site that has none, and what axe is not allowed to do. */
const isForeign = (error: string) => /favicon\.ico|blocked an inline style/.test(error);

/** A Palaver with three users, and a plain page of another site with `<palaver-chat>`, under a strict policy. */
export class ElementSite {
  readonly chats: ChatServer;
  /** Violations of the policy, and errors in the pages. */
  readonly complaints: string[] = [];
  readonly #browser: Browser;
  readonly #site: Server;

  private constructor(chats: ChatServer, browser: Browser, site: Server) {
    this.chats = chats;
    this.#browser = browser;
    this.#site = site;
  }

  static async start(browser: Browser): Promise<ElementSite> {
    const [chats, chunks] = await Promise.all([startChatServer(3), bundleElement()]);
    const scripts = new Map(chunks.map(({ fileName, code }) => [fileName, code]));
    const policy = policyFor(chats.url);
    const site = createServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
      const answer = (type: string, body: string | undefined) => {
        response.setHeader('content-type', `text/${type}; charset=utf-8`);
        response.statusCode = body === undefined ? 404 : 200;
        response.end(body);
      };
      // (The page of the guide names no user: it is that of the first one.)
      const id = searchParams.get('user') ?? 'user1';
      if (pathname === '/chat-token')
        return answer('plain', chats.people.find(({ userId }) => userId === id)?.token);
      const [, script] = /^\/palaver-chat[^/]*\/(.+)$/.exec(pathname) ?? [];
      if (script !== undefined) return answer('javascript', scripts.get(script));
      if (pathname === '/page.css') return answer('css', STYLES);
      if (pathname === '/page.js') return answer('javascript', SCRIPT);
      // (It has an inline script.)
      if (pathname === '/guide') return answer('html', GUIDE.replace('https://chat.example.com', chats.url));
      response.setHeader('content-security-policy', policy);
      return answer('html', pageOf(searchParams.getAll('user'), chats.url));
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    return new ElementSite(chats, browser, site);
  }

  /** A page with an element for each of these users. */
  open(users: readonly string[]): Promise<Page> {
    return this.#visit(`/?${users.map((id) => `user=${id}`).join('&')}`);
  }

  /** The page that the guide shows, for the first user. */
  openGuide(prepare?: (page: Page) => Promise<void>): Promise<Page> {
    return this.#visit('/guide', prepare);
  }

  /** Opens a page in a browser of its own. */
  async #visit(path: string, prepare?: (page: Page) => Promise<void>): Promise<Page> {
    const context = await this.#browser.newContext({ reducedMotion: 'reduce', colorScheme: 'light' });
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    page.on('pageerror', ({ message }) => isForeign(message) || this.complaints.push(message));
    page.on('console', (message) => {
      // The chat says itself what the server has refused.
      const isAnswer = message.text().startsWith('Failed to load resource');
      if (message.type() === 'error' && !isAnswer) this.complaints.push(message.text());
    });
    await page.addInitScript(COUNTERS);
    await prepare?.(page);
    await page.goto(`http://127.0.0.1:${(this.#site.address() as AddressInfo).port}${path}`);
    return page;
  }

  async close(): Promise<void> {
    this.#site.close();
    await this.chats.close();
  }
}

const policyFor = (url: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `connect-src 'self' ${url} ${url.replace('http', 'ws')}`,
    `img-src ${url} blob:`,
  ].join('; ');

const pageOf = (users: readonly string[], url: string) => `<!doctype html>
<html lang="en">
  <meta charset="utf-8">
  <title>Shop</title>
  <link rel="stylesheet" href="/page.css">
  <script type="module" src="/page.js"></script>
  <script type="module" src="/palaver-chat/element.js?ver=6.5"></script>
  <main>
    <h1>Shop</h1>
    <button class="pv-button" id="buy">Buy</button>
    ${users.map((id) => `<palaver-chat id="${id}" url="${url}"></palaver-chat>`).join('')}
  </main>
</html>`;
