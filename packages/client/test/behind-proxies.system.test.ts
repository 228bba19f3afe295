import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { userUrl } from '../../server/test/harness/api.ts';
import { at, type SignedIn, signInAll } from '../../server/test/harness/client-api.ts';
import {
  type DocumentedProxy,
  isProxyMissing,
  startDocumentedProxy,
} from '../../server/test/harness/documented-proxies.ts';
import { freePort } from '../../server/test/harness/free-port.ts';
import { packForm, png } from '../../server/test/harness/sticker-pack.ts';
import { startTestServer, type TestServer } from '../../server/test/harness/test-server.ts';
import { BYTES, TUS, UPLOADS } from '../../server/test/harness/tus.ts';
import { until } from '../../server/test/harness/until.ts';
import { connect } from '../src/index.ts';
import { Palaver } from '../src/server/index.ts';

/** Palaver behind the proxies of docs/deploying.md: every address that it makes leads back to it. */

const CASES = (['nginx', 'caddy'] as const).flatMap((name) =>
  (['', '/chat'] as const).map((below) => ({
    name,
    below,
    where: below === '' ? 'at a host' : 'below a path',
  })),
);

describe.for(CASES)('behind $name, $where', ({ name, below }) => {
  const isMissing = isProxyMissing(name);
  let server: TestServer;
  let proxy: DocumentedProxy;
  let people: SignedIn[];
  let url: string;
  beforeAll(async () => {
    if (isMissing) return;
    const port = await freePort();
    url = `http://127.0.0.1:${port}${below}`;
    server = await startTestServer({
      PALAVER_PUBLIC_URL: url,
      PALAVER_TRUSTED_PROXIES: '127.0.0.1',
      PALAVER_PLAYGROUND: '0',
    });
    const own = await server.app.listen({ host: '127.0.0.1', port: 0 });
    proxy = await startDocumentedProxy(name, own, { port, below });
    people = await signInAll(server, 2);
  });
  afterAll(async () => {
    await proxy?.close();
    await server?.close();
  });

  test.skipIf(isMissing)('pages load what they name, and link to pages that exist', async () => {
    expect(proxy.url).toBe(url);
    const asBrowser = { headers: { accept: 'text/html' } };
    // (Without a slash at its end, as people type it.)
    const start = await fetch(url, asBrowser);
    const docs = await fetch(`${url}/docs`, asBrowser);
    const named = [start, docs].map(async (response) => {
      expect(response.status).toBe(200);
      const addresses = (await response.text()).matchAll(/(?:href|src|data-url)="([^"]*)"/g);
      return Array.from(addresses, ([, address = '']) => new URL(address, response.url).href);
    });
    const links = (await Promise.all(named)).flat();
    expect(links.toSorted()).toEqual(
      ['/docs', '/docs/scalar.js', '/health/ready', '/openapi.json', '/openapi.json'].map(
        (path) => url + path,
      ),
    );
    for (const link of links) expect([link, (await fetch(link)).status]).toEqual([link, 200]);
    const document = await fetch(`${url}/openapi.json`);
    const { servers } = (await document.json()) as { servers: [{ url: string }] };
    const base = new URL(servers[0].url, document.url).href.replace(/\/$/, '');
    expect(base).toBe(url);
  });

  test.skipIf(isMissing)('identifiers arrive as they were sent, and errors as they are', async () => {
    const palaver = new Palaver({ url, apiKey: server.key });
    for (const id of ['a/b', '//c', '100%', '%2F', 'née', '?x=1#y', 'a+b c', '\u{1f600}', 'x/../y']) {
      expect(await palaver.users.put(id, { display_name: 'One' })).toMatchObject({ user_id: id });
      expect(await server.ok('GET', userUrl(id))).toMatchObject({ user_id: id, display_name: 'One' });
    }
    await expect(palaver.users.get('nobody')).rejects.toMatchObject({ code: 'M40402' });
    expect(await (await fetch(`${url}/no-such-route?x=1`)).json()).toMatchObject({ message_code: 'M40406' });
  });

  test.skipIf(isMissing)('users chat over WebSockets, and send files that all of them read', async () => {
    const [ann, ben] = [at(people, 0), at(people, 1)];
    const threadId = await server.group([ann.userId, ben.userId]);
    const [anns, bens] = [connect({ url, token: ann.token }), connect({ url, token: ben.token })];
    try {
      const [from, to] = [anns.open(threadId), bens.open(threadId)];
      await Promise.all([from.loaded(), to.loaded()]);
      from.send('Through the proxy');
      // (So large that the SDK uploads it in a way that can be resumed.)
      from.sendFile(new File([randomBytes(6_000_000)], 'large.bin'), { text: 'A file' });
      const metadata = await until(async () => {
        const message = to.getSnapshot().messages.find(({ body }) => body.text === 'A file');
        const file = message?.body.metadata[0];
        return file?.type === 'file' ? file : undefined;
      });
      expect(metadata.source_url?.startsWith(`${url}/file/`)).toBe(true);
      const address = bens.fileUrls.getSnapshot().of(metadata) ?? '';
      expect(address.startsWith(`${url}/file/`)).toBe(true);
      const file = await fetch(address);
      expect([file.status, (await file.arrayBuffer()).byteLength]).toEqual([200, 6_000_000]);
      expect(to.getSnapshot().messages.map(({ body }) => body.text)).toContain('Through the proxy');
    } finally {
      anns.close();
      bens.close();
    }
  });

  test.skipIf(isMissing)('a resumable upload goes on at the address that the server names', async () => {
    const authorization = `Bearer ${at(people, 0).token}`;
    const content = Buffer.from('Hello');
    const created = await fetch(url + UPLOADS, {
      method: 'POST',
      headers: { authorization, ...TUS, 'upload-length': `${content.length}` },
    });
    const location = created.headers.get('location') ?? '';
    expect([created.status, location.startsWith(`${url}${UPLOADS}/`)]).toEqual([201, true]);
    const appended = await fetch(location, {
      method: 'PATCH',
      headers: { authorization, ...TUS, 'content-type': BYTES, 'upload-offset': '0' },
      body: content,
    });
    expect([appended.status, appended.headers.get('upload-offset')]).toEqual([204, `${content.length}`]);
  });

  test.skipIf(isMissing)('pictures and stickers have addresses that work', async () => {
    const jobs = await server.runJobs();
    const palaver = new Palaver({ url, apiKey: server.key });
    const { id } = await server.ok('POST', '/sticker/v1.0/pack', { body: packForm() });
    const pack = await until(async () => {
      const found = await palaver.stickers.get(id as string);
      return found.status === 'uploaded' ? found : undefined;
    });
    await jobs.stop();
    // (More than nginx takes unless its limit is raised.)
    const large = await palaver.files.upload(randomBytes(3_000_000), { name: 'large.bin' });
    expect(large.size).toBe(3_000_000);
    const { source_url } = await palaver.files.upload(new Uint8Array(png()), { name: 'sun & moon.png' });
    for (const address of [pack.icon_url, ...pack.stickers.map((one) => one.url), source_url]) {
      expect(address.startsWith(`${url}/`)).toBe(true);
      const response = await fetch(address, { headers: { 'x-api-key': server.key } });
      expect([address, response.status]).toEqual([address, 200]);
    }
  });
});
