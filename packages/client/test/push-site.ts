import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { bundle } from './browser-page.ts';

const ENTRY = fileURLToPath(new URL('push-page.ts', import.meta.url));
const WORKER = fileURLToPath(new URL('../service-worker/service-worker.js', import.meta.url));
/** Where the site has the worker, and the folder of the pages that it belongs to. */
export const WORKER_PATH = '/chat/palaver-notifications.js';
export const PAGE_PATH = '/chat/';

const PAGE =
  '<!doctype html><title>chat</title><script type="module">import * as palaver from "/palaver.js"; window.palaver = palaver;</script>';
/** A worker of the site's own, which loads Palaver's and makes the texts of pushes that bring only data. */
const OWN_WORKER = `self.palaver = {
  open: '/chat/{thread_id}/{seq}',
  texts: async ({ thread_id, seq }) => {
    if (seq === '13') throw new Error('cannot decrypt');
    return { title: 'Decrypted', body: thread_id + ' ' + seq };
  },
};
importScripts('${WORKER_PATH}');
`;

/** A site whose pages have the SDK with its Web Push, and whose folder `/chat/` has the service worker. */
export class PushSite {
  readonly url: string;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async open(): Promise<PushSite> {
    const script = await bundle(ENTRY);
    const worker = readFileSync(WORKER, 'utf8');
    const scripts: Record<string, string> = {
      '/palaver.js': script,
      [WORKER_PATH]: worker,
      '/chat/own-worker.js': OWN_WORKER,
    };
    const server = createServer(({ url = '' }, response) => {
      const found = scripts[new URL(url, 'http://site').pathname];
      response.writeHead(200, { 'content-type': found === undefined ? 'text/html' : 'text/javascript' });
      response.end(found ?? PAGE);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new PushSite(server);
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
