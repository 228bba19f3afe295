import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isMissing, launchBrowser } from '../../client/test/browsers.ts';
import { playgroundAddress } from '../../server/src/http/playground/playground.ts';
import { isProxyMissing, startDocumentedProxy } from '../../server/test/harness/documented-proxies.ts';
import { freePort } from '../../server/test/harness/free-port.ts';
import { startTestServer } from '../../server/test/harness/test-server.ts';
import { PlaygroundPage } from './playground-page.ts';

/** The playground below a path, behind the proxies of docs/deploying.md. */

/** Collects their addresses, which Playwright does not report of Firefox. */
const SOCKETS = `
window.sockets = [];
window.WebSocket = class extends WebSocket {
  constructor(...args) { super(...args); window.sockets.push(this.url); }
};
`;

describe.skipIf(isMissing)('the playground (needs a browser)', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  test.for(['nginx', 'caddy'] as const)('works below a path, behind %s', async (name, { skip }) => {
    skip(isProxyMissing(name), `${name} is not installed`);
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/chat`;
    const server = await startTestServer({
      PALAVER_PUBLIC_URL: url,
      PALAVER_TRUSTED_PROXIES: '127.0.0.1',
      PALAVER_PLAYGROUND: '1',
    });
    writeFileSync(join(server.dataDir, 'api-key'), server.key);
    const own = await server.app.listen({ host: '127.0.0.1', port: 0 });
    const proxy = await startDocumentedProxy(name, own, { port, below: '/chat' });
    try {
      const start = await fetch(url, { headers: { accept: 'text/html' } });
      expect(await start.text()).toContain('<a href="playground">');
      const playground = await PlaygroundPage.open(browser, playgroundAddress(url, server.playgroundToken));
      const { page } = playground;
      const requested: string[] = [];
      page.on('request', (request) => requested.push(request.url()));
      await page.addInitScript(SOCKETS);
      await page.reload();
      expect(page.url()).toBe(`${url}/playground/`);
      const [ann, ben] = [playground.seat('Ann'), playground.seat('Ben')];
      await ann.write('Below a path');
      await ben.message('Below a path');
      await ben.attach('An image');
      const image = (await ann.message('The view from here.')).getByRole('img', { name: 'hills.png' });
      const width = () => image.evaluate((one) => (one as HTMLImageElement).naturalWidth);
      await expect.poll(width).toBe(640);
      await ann.attach('A card with buttons, from a bot');
      await ben.message('Two coffees for one');
      const docs = await page.getByRole('link', { name: 'API', exact: true }).getAttribute('href');
      expect(new URL(docs ?? '', page.url()).href).toBe(`${url}/docs`);
      const sockets = await page.evaluate<string[]>('window.sockets');
      expect(sockets.length).toBeGreaterThanOrEqual(2);
      requested.push(...sockets);
      const outside = requested.filter((one) => !one.replace(/^ws/, 'http').startsWith(`${url}/`));
      expect(outside.filter((one) => !one.startsWith('blob:'))).toEqual([]);
      await playground.close();
    } finally {
      await proxy.close();
      await server.close();
    }
  });
});
