import { randomBytes } from 'node:crypto';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { Upload } from 'tus-js-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { myFilesUrl, type SignedIn } from '../../server/test/harness/client-api.ts';
import { finishForm, UPLOADS } from '../../server/test/harness/tus.ts';
import { bundle, findChromium, Site } from './browser-page.ts';
import { type ChatServer, startChatServer } from './chat-server.ts';

/** Resumable uploads by the clients of others, through a proxy that adds a prefix to the paths of the server. */

const PREFIX = '/chat';
const FILE_BYTES = 700_000;
/** Less than the file, and more than the least that the server takes at once. */
const CHUNK_BYTES = 300_000;

const executablePath = findChromium();
const isMissing = executablePath === undefined;
if (isMissing && process.env.CI) throw new Error('chromium is needed: apt-get install chromium');

interface PrefixProxy {
  /** With the prefix. */
  url: string;
  /** The port of the server. */
  target: number;
  close: () => void;
}

async function openProxy(): Promise<PrefixProxy> {
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url = '' } = incoming;
    if (!url.startsWith(`${PREFIX}/`)) return void outgoing.writeHead(404).end();
    const path = url.slice(PREFIX.length);
    const forwarded = request({ host: '127.0.0.1', port: proxy.target, method, headers, path });
    forwarded.on('response', (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  const proxy = { url: `http://127.0.0.1:${port}${PREFIX}`, target: 0, close };
  return proxy;
}

describe.each([
  ['whose address the server does not know', false],
  ['at PALAVER_PUBLIC_URL', true],
])('behind a proxy %s', (_, isKnown) => {
  let proxy: PrefixProxy;
  let chats: ChatServer;
  let ann: SignedIn;
  let thread: string;
  beforeAll(async () => {
    proxy = await openProxy();
    chats = await startChatServer(1, isKnown ? { PALAVER_PUBLIC_URL: proxy.url } : {});
    proxy.target = Number(new URL(chats.url).port);
    [ann] = chats.people as [SignedIn];
    thread = await chats.group(ann);
  });
  afterAll(async () => {
    proxy.close();
    await chats.close();
  });

  const settings = () => ({
    endpoint: proxy.url + UPLOADS,
    headers: { authorization: `Bearer ${ann.token}` },
    chunkSize: CHUNK_BYTES,
    retryDelays: null,
  });

  /** Checks the file that the upload becomes. */
  async function checkFile(uploadUrl: string): Promise<void> {
    expect(uploadUrl.startsWith(`${proxy.url}${UPLOADS}/`)).toBe(true);
    const upload_id = uploadUrl.slice(uploadUrl.lastIndexOf('/') + 1);
    const { body } = await ann.call('POST', myFilesUrl(thread), { body: finishForm({ upload_id }) });
    expect(body).toMatchObject({
      message_code: 'M200',
      data: { kind: 'file', name: 'Grüße.bin', size: FILE_BYTES },
    });
  }

  test('tus-js-client sends a file in chunks', async () => {
    const metadata = { filename: 'Grüße.bin' };
    const url = await new Promise<string>((resolve, reject) => {
      const onSuccess = () => resolve(upload.url ?? '');
      const upload = new Upload(randomBytes(FILE_BYTES), {
        ...{ ...settings(), metadata, onSuccess },
        onError: reject,
      });
      upload.start();
    });
    await checkFile(url);
  });

  test.skipIf(isMissing)('Uppy sends a file in chunks (needs chromium)', async () => {
    const site = await Site.open(executablePath ?? '');
    try {
      const page = await (await site.device())();
      const script = await bundle(fileURLToPath(new URL('./pages/uppy.ts', import.meta.url)));
      await page.addScriptTag({ content: script, type: 'module' });
      await page.waitForFunction('window.sendFile !== undefined');
      const sent = `sendFile(${JSON.stringify(settings())}, 'Grüße.bin', ${FILE_BYTES})`;
      await checkFile(await page.evaluate<string>(sent));
    } finally {
      await site.close();
    }
  });
});
