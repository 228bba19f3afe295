import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { launchBrowser } from '../../client/test/browsers.ts';
import { createDemo } from '../../server/src/demo/demo.ts';
import { playgroundAddress } from '../../server/src/http/playground/playground.ts';
import { startTestServer, type TestServer } from '../../server/test/harness/test-server.ts';
import { PlaygroundPage } from './playground-page.ts';

/** A server with the playground, and a browser, for the tests of one file. */
export class PlaygroundWorld {
  readonly server: TestServer;
  readonly url: string;
  readonly #browser: Browser;
  readonly #stopJobs: () => Promise<void>;
  readonly #pages: PlaygroundPage[] = [];

  private constructor(server: TestServer, url: string, browser: Browser, stopJobs: () => Promise<void>) {
    this.server = server;
    this.url = url;
    this.#browser = browser;
    this.#stopJobs = stopJobs;
  }

  /** `hasDemo`: makes the demo, with which the page then opens. */
  static async start({ hasDemo = false } = {}): Promise<PlaygroundWorld> {
    const [server, browser] = await Promise.all([
      startTestServer({ PALAVER_PLAYGROUND: '1' }),
      launchBrowser(),
    ]);
    writeFileSync(join(server.dataDir, 'api-key'), server.key);
    const jobs = await server.runJobs();
    const url = await server.app.listen({ host: '127.0.0.1', port: 0 });
    const { db, objects, dataDir } = server;
    const signal = AbortSignal.timeout(60_000);
    if (hasDemo) await createDemo({ db, objects, config: { dataDir }, url, signal, isOwner: true });
    return new PlaygroundWorld(server, url, browser, () => jobs.stop());
  }

  /** Opens the playground in a new browser context. */
  async open(options: BrowserContextOptions = {}): Promise<PlaygroundPage> {
    const page = await PlaygroundPage.open(
      this.#browser,
      playgroundAddress(this.url, this.server.playgroundToken),
      options,
    );
    this.#pages.push(page);
    return page;
  }

  /** Fails if a page has reported errors. */
  async close(): Promise<void> {
    try {
      for (const page of this.#pages) await page.close();
    } finally {
      await this.#browser.close();
      await this.#stopJobs();
      await this.server.close();
    }
  }
}
