import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { THREADS } from '../harness/api.ts';
import { useServer } from '../harness/use-server.ts';

/** Texts are compressed for clients that accept it (http/compression.ts). */

const server = await useServer({});

beforeAll(async () => {
  await server.users(2);
  for (let threads = 0; threads < 20; threads += 1) await server.group(['user1', 'user2']);
});

const DECODERS = { br: brotliDecompressSync, gzip: gunzipSync };

/** A response as it is on the wire, and its content. */
async function get(url: string, accepted?: string) {
  const { headers, rawPayload, statusCode } = await server.app.inject({
    url,
    headers: {
      'x-api-key': server.key,
      ...(accepted === undefined ? {} : { 'accept-encoding': accepted }),
    },
  });
  const encoding = headers['content-encoding'] as keyof typeof DECODERS | undefined;
  const content = encoding === undefined ? rawPayload : DECODERS[encoding](rawPayload);
  expect(headers['content-length']).toBe(`${rawPayload.byteLength}`);
  return { statusCode, headers, encoding, bytes: rawPayload.byteLength, content: content.toString() };
}

test.each([
  ['br', 'br'],
  ['gzip', 'gzip'],
  ['gzip, deflate', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['br;q=0.1, gzip;q=0.5', 'gzip'],
  ['*', 'br'],
  ['identity', undefined],
  ['gzip;q=0', undefined],
  ['deflate', undefined],
  ['', undefined],
  [undefined, undefined],
])('Accept-Encoding: %s: %s', async (accepted, encoding) => {
  const plain = await get(THREADS);
  const answer = await get(THREADS, accepted);
  expect(answer).toMatchObject({ statusCode: 200, encoding, content: plain.content });
  expect(answer.headers.vary).toContain('Accept-Encoding');
  if (encoding !== undefined) expect(answer.bytes).toBeLessThan(plain.bytes / 3);
});

test('a response that fits into a packet is sent as it is, errors too', async () => {
  for (const url of [`${THREADS}?limit=1`, '/nowhere', '/health/ready']) {
    const { encoding, headers, bytes } = await get(url, 'br, gzip');
    expect({ encoding, vary: `${headers.vary}`.includes('Accept-Encoding') }).toEqual({ vary: false });
    expect(bytes).toBeLessThan(1_400);
  }
});

test('each encoding of the documents for everybody is one, also if many ask at once', {
  tags: 'thorough',
}, async () => {
  for (const url of ['/openapi.json', '/docs/scalar.js']) {
    const answers = await Promise.all(Array.from({ length: 5 }, () => get(url, 'gzip')));
    const [first] = answers;
    expect(new Set(answers.map(({ bytes }) => bytes)).size).toBe(1);
    expect(first).toMatchObject({ encoding: 'gzip', content: (await get(url)).content });
  }
});
