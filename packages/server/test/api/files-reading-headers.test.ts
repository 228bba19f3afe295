import type { Readable } from 'node:stream';
import type { UploadedFile } from '@palaver/protocol/files';
import fc from 'fast-check';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { contentKey } from '../../src/domain/rules/file-paths.ts';
import { contentDisposition } from '../../src/http/file-headers.ts';
import { userUrl } from '../harness/api.ts';
import { signIn } from '../harness/client-api.ts';
import { breaksAfter, CONTENT, plantFile, plantRow } from '../harness/plant-file.ts';
import { RawConnection } from '../harness/raw-http.ts';
import { startTestServer } from '../harness/test-server.ts';
import { until } from '../harness/until.ts';
import { upload } from '../harness/upload.ts';
import { useServer } from '../harness/use-server.ts';

/** How files are shown: headers, redirects, limits, and what the logs say. */

const ORIGIN = 'https://app.example.com';

const server = await useServer({ PALAVER_CORS_ORIGINS: ORIGIN });
let file: UploadedFile;
let path: string;
let ticket: string;
beforeAll(async () => {
  await server.ok('PUT', userUrl('ann'), { body: {} });
  const ann = await signIn(server, 'ann');
  const threadId = await server.group(['ann']);
  file = await upload(server, { content: CONTENT, fileName: 'a.bin' }, { token: ann.token, threadId });
  path = new URL(file.source_url).pathname;
  ({ ticket } = await ann.ok('GET', '/client/v1.0/me/file-ticket'));
});

/** Reads the file, or another path, with an API key. */
function read(headers: Record<string, string> = {}, url = path, method: 'GET' | 'HEAD' = 'GET') {
  return server.app.inject({ method, url, headers: { 'x-api-key': server.key, ...headers } });
}

describe('the response', () => {
  const SAFE = {
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'cross-origin',
    'referrer-policy': 'no-referrer',
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache',
  };

  test('has the bytes, and headers that make them harmless', async () => {
    const answer = await read();
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload.equals(CONTENT)).toBe(true);
    expect(answer.headers).toMatchObject({
      ...SAFE,
      'content-type': 'application/octet-stream',
      'content-length': '1000',
      'content-disposition': `attachment; filename="a.bin"; filename*=UTF-8''a.bin`,
    });
    expect(answer.headers.etag).toMatch(/^"[\x21\x23-\x7e]+"$/);
  });

  test('to HEAD has the same headers, whatever the range, and no content', async () => {
    const { date: _, connection: __, ...expected } = (await read()).headers;
    for (const headers of [{}, { range: 'bytes=1-2' }, { range: 'bytes=5000-' }] as const) {
      const answer = await read(
        { 'x-request-id': String(expected['x-request-id']), ...headers },
        path,
        'HEAD',
      );
      expect([answer.statusCode, answer.body]).toEqual([200, '']);
      expect(answer.headers).toMatchObject(expected);
    }
  });

  test.each([
    'image/png',
    'image/jpeg',
    'image/gif',
    'image/webp',
    'image/avif',
    'application/pdf',
    'video/mp4',
    'video/webm',
    'video/ogg',
    'video/quicktime',
    'audio/mp4',
    'audio/webm',
    'audio/ogg',
    'audio/mpeg',
    'audio/wav',
    'audio/flac',
  ])('is shown by browsers: %s', async (type) => {
    const url = await plantFile(server, { mimeType: type });
    const { headers } = await read({}, url);
    const isPlayed = /^(audio|video)/.test(type);
    expect(headers).toMatchObject({
      ...SAFE,
      'content-type': type,
      'content-disposition': `inline; filename="x"; filename*=UTF-8''x`,
      'content-security-policy': isPlayed
        ? "default-src 'none'; media-src 'self'; sandbox allow-same-origin"
        : "default-src 'none'; sandbox",
    });
    const saved = await read({}, `${url}?download=1`);
    expect(saved.headers).toMatchObject({
      'content-type': type,
      'content-disposition': `attachment; filename="x"; filename*=UTF-8''x`,
    });
  });

  test.each([
    'text/html',
    'image/svg+xml',
    'text/plain',
    'text/javascript',
    'application/xhtml+xml',
    'application/json',
    'image/heic',
    'video/x-matroska',
    'IMAGE/PNG',
    'image/png; charset=utf-8',
    'image/png\r\nx: y',
    '',
  ])('is only saved, as bytes: %j', async (type) => {
    const { statusCode, headers } = await read({}, await plantFile(server, { mimeType: type }));
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      ...SAFE,
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="x"; filename*=UTF-8''x`,
    });
    expect(headers).not.toHaveProperty('x');
  });

  test.each(['', '0', 'true', '1&download=1', '2'])('?download=%s is M40010', async (value) => {
    const answer = await read({}, `${path}?download=${value}`);
    expect([answer.statusCode, answer.json().message_code]).toEqual([400, 'M40010']);
    expect(answer.json().errors).toEqual([{ field: 'download', rule: 'enum', message: 'must be 1' }]);
  });

  test('does not depend on the name in the path', async () => {
    const base = path.slice(0, path.lastIndexOf('/'));
    for (const name of ['x', 'thumbnail', '%2F..%2F', '%00', 'a%0d%0aset-cookie:%20b', '%F0%9F%98%80'])
      expect([name, (await read({}, `${base}/${name}`)).statusCode]).toEqual([name, 200]);
    expect((await read({}, `${base}/%zz`)).statusCode).toBe(400);
    for (const wrong of [base, `${base}/a/b`, `${base}/thumbnail/a/b`])
      expect([wrong, (await read({}, wrong)).json().message_code]).toEqual([wrong, 'M40406']);
  });

  test('to another method is M40500', async () => {
    const answer = await server.app.inject({ method: 'POST', url: path });
    expect([answer.json().message_code, answer.headers.allow]).toEqual(['M40500', 'GET, HEAD']);
  });

  test('may be read by pages of the permitted origins, which have a ticket and no key', async () => {
    const origin = ORIGIN;
    const url = `${path}?ticket=${ticket}`;
    const answer = await server.app.inject({ url, headers: { origin, range: 'bytes=0-0' } });
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-expose-headers':
        'Accept-Ranges, Content-Disposition, Content-Range, ETag, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, X-Request-Id',
    });
    const preflight = { origin, 'access-control-request-method': 'GET' };
    const allowed = await server.app.inject({ method: 'OPTIONS', url, headers: preflight });
    expect([allowed.statusCode, allowed.headers['access-control-allow-headers']]).toEqual([
      204,
      'If-None-Match, If-Range, Range, X-Request-Id',
    ]);
    const foreign = await server.app.inject({ url, headers: { origin: 'https://evil.example' } });
    expect(foreign.headers).not.toHaveProperty('access-control-allow-origin');
  });
});

describe('the name of a file', () => {
  test.each([
    ['a.pdf', 'a.pdf', 'a.pdf'],
    ['my file.pdf', 'my file.pdf', 'my%20file.pdf'],
    ['Übersicht №1', '_bersicht _1', '%C3%9Cbersicht%20%E2%84%961'],
    ['\u{1f600}.png', '_.png', '%F0%9F%98%80.png'],
    ['a"b\\c.txt', 'a_b_c.txt', 'a%22b%5Cc.txt'],
    ['100%25.txt', '100_25.txt', '100%2525.txt'],
    ["it's (1)*!.txt", "it's (1)*!.txt", 'it%27s%20%281%29%2A!.txt'],
    ['a\r\nset-cookie: b', 'a__set-cookie: b', 'a%0D%0Aset-cookie%3A%20b'],
    ['\ud800', '_', '%EF%BF%BD'],
    ['; filename=evil.exe', '; filename=evil.exe', '%3B%20filename%3Devil.exe'],
  ])('%j', (name, plain, exact) => {
    expect(contentDisposition('inline', name)).toBe(`inline; filename="${plain}"; filename*=UTF-8''${exact}`);
  });

  test('is in a header of printable ASCII, with one quoted text, and decodes to itself', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 50 }), (units) => {
        const name = String.fromCharCode(...units);
        const header = contentDisposition('attachment', name);
        const [, exact] =
          /^attachment; filename="[\x20\x21\x23-\x5b\x5d-\x7e]*"; filename\*=UTF-8''([A-Za-z0-9!#$&+.^_`|~%-]*)$/.exec(
            header,
          ) ?? [];
        expect(decodeURIComponent(exact ?? 'none')).toBe(name.toWellFormed());
      }),
    );
  });
});

test('from a bucket, a GET is redirected to an address of a minute, which does not have the ticket', async () => {
  const inBucket = await startTestServer({
    S3_ENDPOINT: 'http://127.0.0.1:9',
    S3_BUCKET: 'bucket',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'secret',
  });
  onTestFinished(inBucket.close);
  await inBucket.users(1);
  const user = await signIn(inBucket, 'user1');
  const { ticket: own } = await user.ok('GET', '/client/v1.0/me/file-ticket');
  const id = await plantRow(inBucket, { mimeType: 'text/html', name: 'a.html', uploader: user.extUserId });
  const url = `/file/v1.0/file/${id}/x?ticket=${own}`;
  const answer = await inBucket.app.inject({ url, headers: { range: 'bytes=0-1' } });
  expect([answer.statusCode, answer.body]).toEqual([302, '']);
  expect(answer.headers).toMatchObject({
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
  });
  expect(JSON.stringify(answer.headers)).not.toContain(own);
  const link = new URL(String(answer.headers.location));
  expect(link.origin + link.pathname).toBe(`http://127.0.0.1:9/bucket/${contentKey(id)}`);
  expect(Object.fromEntries(link.searchParams)).toMatchObject({
    'X-Amz-Expires': '60',
    'response-content-type': 'application/octet-stream',
    'response-content-disposition': `attachment; filename="a.html"; filename*=UTF-8''a.html`,
  });
  // An address is for one method only, so the server itself answers.
  const head = await inBucket.app.inject({ method: 'HEAD', url });
  expect([head.statusCode, head.headers['content-length']]).toEqual([200, '1000']);
  const known = await inBucket.app.inject({ url, headers: { 'if-none-match': '*' } });
  expect(known.statusCode).toBe(304);
  const missing = await inBucket.app.inject(url.replace(id, '0'.repeat(32)));
  expect([missing.statusCode, missing.headers.location]).toEqual([404, undefined]);
});

describe('limits', () => {
  test('of files are per user and second; a key has its limit of reads', async () => {
    const own = await startTestServer({
      PALAVER_CLIENT_RATE_LIMIT_FILES: '2',
      PALAVER_CLIENT_RATE_LIMIT_READS: '1000',
      PALAVER_RATE_LIMIT_READS: '3',
    });
    onTestFinished(own.close);
    await own.users(2);
    const tickets = await Promise.all(
      ['user1', 'user2'].map(async (id) => {
        const user = await signIn(own, id);
        return (await user.ok('GET', '/client/v1.0/me/file-ticket')).ticket as string;
      }),
    );
    const url = `/file/v1.0/file/${'0'.repeat(32)}/x`;
    const ask = (one: string | undefined) => own.app.inject(`${url}?ticket=${one}`);
    const limited = await until(async () => {
      const answer = await ask(tickets[0]);
      return answer.statusCode === 429 ? answer : undefined;
    });
    expect(limited.json().message_code).toBe('M42900');
    expect(limited.headers).toMatchObject({ 'ratelimit-limit': '2', 'retry-after': '1' });
    const other = await ask(tickets[1]);
    expect([other.statusCode, other.headers['ratelimit-limit']]).toEqual([404, '2']);
    const byKey = await own.app.inject({ url, headers: { 'x-api-key': own.key } });
    expect(byKey.headers['ratelimit-limit']).toBe('3');
  });
});

test('no log has a ticket', async () => {
  let text = '';
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => {
    text += String(chunk);
    return true;
  });
  const own = await startTestServer({ PALAVER_LOG_LEVEL: 'trace' });
  await own.users(1);
  const user = await signIn(own, 'user1');
  const { ticket: secret } = await user.ok('GET', '/client/v1.0/me/file-ticket');
  const threadId = await own.group(['user1']);
  const { source_url } = await upload(own, { content: CONTENT }, { token: user.token, threadId });
  const url = `${new URL(source_url).pathname}?ticket=${secret}`;
  const ownPort = Number(new URL(await own.app.listen({ host: '127.0.0.1', port: 0 })).port);
  const statuses: number[] = [];
  const ask = async (more: string, headers = {}, method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
    statuses.push((await own.app.inject({ url: url + more, headers, method })).statusCode);
  await ask('');
  await ask('', {}, 'HEAD');
  await ask('', {}, 'POST');
  await ask('', { range: 'bytes=5000-' });
  await ask(`&ticket=${secret}`);
  await ask('&download=2');
  await ask('', { 'x-api-key': secret });
  statuses.push((await own.app.inject(url.replace('/file/v1.0/file/', '/file/v1.0/nothing/'))).statusCode);
  statuses.push((await own.app.inject(`/file/v1.0/file/%zz/x?ticket=${secret}`)).statusCode);
  const failing = (content: Readable) =>
    vi.spyOn(own.objects, 'get').mockResolvedValueOnce({ size: CONTENT.length, content });
  failing(breaksAfter(500));
  const cut = await RawConnection.open(ownPort);
  cut.write(`GET ${url} HTTP/1.1\r\nhost: a\r\n\r\n`);
  await cut.closed();
  vi.spyOn(own.objects, 'get').mockRejectedValueOnce(new Error('unexpected'));
  await ask('');
  const malformed = await RawConnection.open(ownPort);
  malformed.write(`GET ${url} HTTP/1.1\r\nhost : a\r\n\r\n`);
  await malformed.closed();
  await own.close();
  write.mockRestore();
  expect(statuses).toEqual([200, 200, 405, 416, 400, 400, 401, 404, 400, 500]);
  expect(text).toContain('"msg":"request"');
  expect(text).toContain('"msg":"act"');
  expect(text).toContain('a file could not be read');
  expect(text).toContain('request failed');
  for (const part of [secret, secret.split('.')[2]]) expect(text).not.toContain(part);
});
