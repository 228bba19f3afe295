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

interface SiteOptions {
  /** Modules that render their pages, by the first part of the path; and the React that they use. */
  pages: Readonly<Record<string, { text: string; alias?: Record<string, string> }>>;
  /** Whose users they are. */
  chats: { people: readonly { token: string }[] };
  browser: Browser;
}

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
      if (method === 'POST' && url === '/chat-token') {
        const user = Number(new URL(headers.referer ?? '').searchParams.get('user'));
        return void response.end(chats.people[user]?.token);
      }
      const script = files.get(url);
      response.setHeader('content-type', script === undefined ? 'text/html' : 'text/javascript');
      response.end(
        script ??
          '<!doctype html><meta charset="utf-8"><title>Chat</title><style>body { margin: 0 }</style><div id="root"></div><script type="module" src="readme.js"></script>',
      );
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
