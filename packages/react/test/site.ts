import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { bundle } from './bundle.ts';

/** A module that shows the component `App` of these lines. */
export const pageOf = (app: string) => `${app}
  import { createRoot } from 'react-dom/client';
  createRoot(document.getElementById('root')).render(<App />);`;

/**
 * A page with nothing but a chat, which fills it. `properties`: those of the chat, beside its connection. `code`: what they refer to.
 */
export const chatPage = (url: string, properties = '', code = '') =>
  pageOf(`
    import { ChatApp, useConnect } from '@palaver/react';
    import '@palaver/react/styles.css';
    ${code}
    const tokenProvider = async () => (await fetch('/chat-token', { method: 'POST' })).text();
    const App = () => {
      const client = useConnect({ url: '${url}', tokenProvider });
      window.chat = client;
      return <div style={{ height: '100dvh' }}><ChatApp client={client} ${properties} /></div>;
    };`);

export interface SitePage {
  /** The module that renders it. */
  text: string;
  /** The React that it uses. */
  alias?: Record<string, string>;
  /** The styles of the page around the chat. */
  css?: string;
}

interface SiteOptions {
  /** By the first part of their path. */
  pages: Readonly<Record<string, SitePage>>;
  /** Whose users they are. */
  chats: { people: readonly { token: string }[] };
  browser: Browser;
}

const htmlOf = (path: string, css = 'body { margin: 0 }') => `<!doctype html>
<html lang="en">
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Chat</title>
  <style>${css}</style>
  <div id="root"></div>
  <script type="module" src="/${path}/readme.js"></script>`;

/** Pages with a chat, and a back end that gives their users a token. */
export class Site {
  readonly #server: Server;
  readonly #browser: Browser;
  /** Errors in the pages. */
  readonly complaints: string[] = [];

  private constructor(server: Server, browser: Browser) {
    this.#server = server;
    this.#browser = browser;
  }

  static async start({ pages, chats, browser }: SiteOptions): Promise<Site> {
    const files = new Map<string, string>();
    for (const [path, page] of Object.entries(pages))
      for (const { fileName, code } of await bundle('pages/readme.tsx', page))
        files.set(`/${path}/${fileName}`, code);
    const server = createServer((request, response) => {
      const { url = '', method, headers } = request;
      const { pathname, searchParams } = new URL(url, 'http://localhost');
      if (method === 'POST' && pathname === '/chat-token') {
        const [, user] = /user=(\d+)/.exec(headers.cookie ?? '') ?? [];
        return void response.end(chats.people[Number(user)]?.token);
      }
      const script = files.get(url);
      response.setHeader('content-type', script === undefined ? 'text/html' : 'text/javascript');
      if (script !== undefined) return void response.end(script);
      // (Later addresses of the same page, which its router knows, do not name the user.)
      if (searchParams.has('user'))
        response.setHeader('set-cookie', `user=${searchParams.get('user')}; path=/`);
      const [, path = ''] = pathname.split('/');
      response.end(htmlOf(path, pages[path]?.css));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new Site(server, browser);
  }

  /** The page at a path as one of the people sees it, by their index. `query`: what else its address says. */
  async open(
    path: string,
    user: number,
    query = '',
    context: Browser | BrowserContext = this.#browser,
  ): Promise<Page> {
    const page = await context.newPage();
    page.on('pageerror', ({ message }) => this.complaints.push(message));
    page.on('console', (message) => message.type() === 'error' && this.complaints.push(message.text()));
    const { port } = this.#server.address() as AddressInfo;
    await page.goto(`http://127.0.0.1:${port}/${path}/?user=${user}${query}`);
    return page;
  }

  close(): void {
    this.#server.close();
  }
}
