import { execFileSync } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { rolldown } from 'rolldown';
import { watchPages } from './harness/watched-pages.ts';

const ENTRY = fileURLToPath(new URL('../src/index.ts', import.meta.url));

/** The path of Chromium; undefined if it is not installed. */
export function findChromium(): string | undefined {
  try {
    return execFileSync('sh', ['-c', 'command -v chromium'], { encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
}

/** Without its own sandbox, which does not work for root, and without the shared memory that containers have little of. */
export async function launch(executablePath: string, args: string[] = []): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-dev-shm-usage', ...args],
  });
  watchPages(browser);
  return browser;
}

/** Bundles a module, by default the main entry, into one file, minified. */
export async function bundle(input = ENTRY): Promise<string> {
  const build = await rolldown({ input, platform: 'browser' });
  const { output } = await build.generate({ format: 'esm', minify: true });
  return output[0].code;
}

/** A browser, and a site whose pages have the SDK as `window.palaver`. */
export class Site {
  readonly #browser: Browser;
  readonly #server: Server;

  private constructor(browser: Browser, server: Server) {
    this.#browser = browser;
    this.#server = server;
  }

  static async open(executablePath: string): Promise<Site> {
    const script = await bundle();
    const page =
      '<!doctype html><title>chat</title><script type="module">import * as palaver from "/palaver.js"; window.palaver = palaver;</script>';
    const server = createServer((request, response) => {
      const isScript = request.url === '/palaver.js';
      response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' });
      response.end(isScript ? script : page);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new Site(await launch(executablePath), server);
  }

  /** Creates a device with its own storage. Resolves to a function that opens tabs on it. */
  async device(): Promise<() => Promise<Page>> {
    const context = await this.#browser.newContext();
    const { port } = this.#server.address() as AddressInfo;
    return async () => {
      const page = await context.newPage();
      await page.goto(`http://127.0.0.1:${port}/`);
      await page.waitForFunction('window.palaver !== undefined');
      return page;
    };
  }

  async close(): Promise<void> {
    await this.#browser.close();
    this.#server.close();
  }
}
