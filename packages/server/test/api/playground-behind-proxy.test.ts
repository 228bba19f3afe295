import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PLAYGROUND_TOKEN_HEADER as TOKEN } from '../../src/http/playground/playground.ts';
import { useServer } from '../harness/use-server.ts';

const url = 'https://chat.example.com/chat';
const proxied = await useServer({
  PALAVER_PLAYGROUND: '1',
  PALAVER_PUBLIC_URL: url,
  PALAVER_TRUSTED_PROXIES: '127.0.0.1',
});

test('a trusted proxy on this machine serves clients of this machine, at the public address', async () => {
  writeFileSync(join(proxied.dataDir, 'api-key'), proxied.key);
  const ask = async (headers: Record<string, string>, remoteAddress = '127.0.0.1') => {
    const { statusCode } = await proxied.app.inject({
      method: 'POST',
      url: '/playground/sign-in',
      headers: { host: 'chat.example.com', [TOKEN]: proxied.playgroundToken, ...headers },
      payload: '{"user_id": "ann"}',
      remoteAddress,
    });
    return statusCode;
  };
  const own = { 'x-forwarded-for': '127.0.0.1' };
  const { origin } = new URL(url);
  const taken: [Record<string, string>, string?][] = [
    [own],
    [{ ...own, origin }],
    [{ ...own, via: '1.1 Caddy', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'chat.example.com' }],
    [{ 'x-forwarded-for': '::1, 127.0.0.1' }],
    [own, '::ffff:127.0.0.1'],
    // Without a proxy.
    [{ host: 'localhost:7700', origin: 'http://localhost:7700' }],
  ];
  const refused: [Record<string, string>, string?][] = [
    [{ 'x-forwarded-for': '192.0.2.7' }],
    // (The proxy appends the second address to that of the client.)
    [{ 'x-forwarded-for': '127.0.0.1, 192.0.2.7' }],
    [{ 'x-forwarded-for': '192.0.2.7, 127.0.0.1' }],
    [{ 'x-forwarded-for': '' }],
    [{ 'x-forwarded-for': '127.0.0.1.evil.example' }],
    [{ via: '1.1 proxy' }],
    [{ 'x-forwarded-proto': 'https' }],
    [{ ...own, forwarded: 'for=192.0.2.7' }],
    [{ ...own, 'x-real-ip': '192.0.2.7' }],
    [{ ...own, 'cf-connecting-ip': '192.0.2.7' }],
    [own, '192.0.2.7'],
    [own, '::1'],
    [{ ...own, origin: 'https://evil.example' }],
    [{ ...own, origin: 'http://chat.example.com' }],
    [{ ...own, host: 'evil.example', origin: 'https://evil.example' }],
    [{ ...own, host: 'chat.example.com:8443' }],
  ];
  for (const one of taken) expect([one, await ask(...one)]).toEqual([one, 200]);
  for (const one of refused) expect([one, await ask(...one)]).toEqual([one, 404]);
  // The metrics stay on this machine.
  const { statusCode } = await proxied.app.inject({
    url: '/metrics',
    headers: { host: 'localhost', ...own },
  });
  expect(statusCode).toBe(404);
});
