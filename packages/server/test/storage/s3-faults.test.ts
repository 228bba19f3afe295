import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ConfigError } from '../../src/config/config.ts';
import { type Objects, ObjectsUnavailableError } from '../../src/storage/objects/objects.ts';
import { openS3 } from '../../src/storage/objects/s3.ts';
import type { S3Timeouts } from '../../src/storage/objects/s3-client.ts';
import { MAX_READS } from '../../src/storage/objects/s3-reader.ts';
import { PART_BYTES } from '../../src/storage/objects/s3-upload.ts';
import { inParallel } from '../harness/in-parallel.ts';
import { namesIn } from './objects-conformance.ts';

/** Servers that misbehave: each is a real one, which answers as its test says. */

const SECRET = 'a-secret-that-no-error-names';
/** Long enough for a busy machine, except where a test waits for one of them. */
const TIMEOUTS: S3Timeouts = { connect: 10_000, response: 20_000, idle: 20_000, source: 20_000, retry: 1 };

type Answer = (response: ServerResponse, request: IncomingMessage, count: number) => void;

interface BadServer {
  objects: Objects;
  /** Such as `PUT /bucket/key?uploads=`. */
  requests: string[];
}

/** `answer` gets each request after its body has been read, and the number of requests so far. */
async function startServer(answer: Answer, timeouts: Partial<S3Timeouts> = {}): Promise<BadServer> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      requests.push(`${request.method} ${request.url}`);
      answer(response, request, requests.length);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const objects = openAt((server.address() as AddressInfo).port, timeouts);
  onTestFinished(async () => {
    await objects.close();
    server.closeAllConnections();
    server.close();
  });
  return { objects, requests };
}

function openAt(port: number, timeouts: Partial<S3Timeouts> = {}): Objects {
  const endpoint = `http://127.0.0.1:${port}`;
  return openS3({
    ...{ endpoint, publicEndpoint: endpoint, bucket: 'bucket', region: 'us-east-1', pathStyle: true },
    ...{ accessKeyId: 'key-id', secretAccessKey: SECRET, timeouts: { ...TIMEOUTS, ...timeouts } },
  });
}

const refuse = (response: ServerResponse, status: number, code = '', message = '') =>
  response.writeHead(status).end(`<Error><Code>${code}</Code><Message>${message}</Message></Error>`);

async function expectUnavailable(work: Promise<unknown>, message: RegExp): Promise<void> {
  const error = await work.then(
    () => undefined,
    (failure: unknown) => failure,
  );
  expect(error).toBeInstanceOf(ObjectsUnavailableError);
  expect(String(error)).toMatch(message);
  expect(String(error)).not.toContain(SECRET);
}

describe('a request that fails', () => {
  test.for([500, 502, 503, 504, 429])('with %i is repeated until it works', async (status) => {
    const { objects, requests } = await startServer((response, _request, count) => {
      if (count < 3) refuse(response, status, 'SlowDown');
      else response.end();
    });
    await objects.put('key', Readable.from([Buffer.from('content')]));
    expect(requests).toEqual(Array.from({ length: 3 }, () => 'PUT /bucket/key'));
  });

  test('again and again is given up after three attempts', async () => {
    const { objects, requests } = await startServer((response) =>
      refuse(response, 503, 'SlowDown', 'Not now'),
    );
    await expectUnavailable(objects.remove('key'), /S3: DeleteObject: status 503, SlowDown, Not now$/);
    expect(requests).toHaveLength(3);
  });

  test.for([400, 403, 301, 307])('with %i is not repeated, nor redirected', async (status) => {
    const { objects, requests } = await startServer((response) => {
      response.setHeader('location', '/elsewhere');
      refuse(response, status, 'Code', `it was &quot;${'x'.repeat(10_000)}`);
    });
    await expectUnavailable(objects.get('key'), /^[\s\S]{30,300}$/);
    expect(requests).toEqual(['GET /bucket/key']);
  });

  test('because its connection is cut is repeated', async () => {
    const { objects, requests } = await startServer((response, _request, count) => {
      if (count < 3) response.destroy();
      else response.end('content');
    });
    const found = await objects.get('key');
    expect(found && (await text(found.content))).toBe('content');
    expect(requests).toHaveLength(3);
  });

  test('because no server is there is refused', async () => {
    const { objects } = await startServer(() => {});
    await objects.close();
    await expectUnavailable(objects.get('key'), /S3: GetObject/);
    await expectUnavailable(openAt(1).put('key', Buffer.from('x')), /S3: PutObject.*ECONNREFUSED/);
    // While a server is away, its settings are not wrong.
    await expectUnavailable(openAt(1).check(), /ECONNREFUSED/);
  });

  test('because there is no answer is given up at once', async () => {
    const { objects, requests } = await startServer(() => {}, { response: 100 });
    await expectUnavailable(objects.changedAt('key'), /S3: HeadObject: Headers Timeout/);
    expect(requests).toHaveLength(1);
  });

  test('because the bucket is gone is not taken for a missing object', async () => {
    const { objects } = await startServer((response) => refuse(response, 404, 'NoSuchBucket'));
    await expectUnavailable(objects.get('key'), /NoSuchBucket/);
    await expectUnavailable(objects.remove('key'), /NoSuchBucket/);
    await expectUnavailable(namesIn(objects, 'folder'), /NoSuchBucket/);
  });
});

describe('a response', () => {
  test.for<[string, Answer]>([
    [
      'that is cut',
      (response) =>
        response.writeHead(200, { 'content-length': 100 }).write('half', () => response.destroy()),
    ],
    ['that stalls', (response) => response.writeHead(200, { 'content-length': 100 }).write('half')],
  ])('%s fails its reader, and nobody else', async ([, answer]) => {
    const { objects } = await startServer(
      (response, request, count) =>
        request.url?.endsWith('fine') ? response.end('fine') : answer(response, request, count),
      { idle: 200 },
    );
    const found = await objects.get('key');
    expect(found?.size).toBe(100);
    await expectUnavailable(buffer(found?.content ?? Readable.from([])), /S3: GetObject/);
    const fine = await objects.get('fine');
    expect(fine && (await text(fine.content))).toBe('fine');
  });

  test('without a length, or with another range, is refused', async () => {
    const { objects } = await startServer((response, { headers }) => {
      if (headers.range === undefined) response.write('x', () => response.end());
      else if (headers.range === 'bytes=0-4') response.end('everything');
      else response.writeHead(206, { 'content-range': 'bytes 3-4/10' }).end('34');
    });
    await expectUnavailable(objects.get('key'), /without a length/);
    await expectUnavailable(objects.get('key', { start: 0, end: 4 }), /another range/);
    await expectUnavailable(objects.get('key', { start: 2, end: 3 }), /another range/);
    expect((await objects.get('key', { start: 3, end: 4 }))?.size).toBe(10);
  });

  test('that never ends is given up', async () => {
    const { objects } = await startServer((response) => {
      Readable.from(
        (function* () {
          for (;;) yield Buffer.alloc(65_536, 'x');
        })(),
      ).pipe(response);
    });
    await expectUnavailable(namesIn(objects, 'folder'), /too long/);
  });

  test('with a page that comes after itself is refused', async () => {
    const { objects, requests } = await startServer((response) =>
      response.end('<IsTruncated>true</IsTruncated><NextContinuationToken>a&amp;b=</NextContinuationToken>'),
    );
    await expectUnavailable(namesIn(objects, 'folder'), /after itself/);
    expect(requests).toHaveLength(2);
    expect(requests[1]).toContain('continuation-token=a%26b%3D&');
  });

  test('that is no XML tells the operator that the address is wrong', async () => {
    const { objects } = await startServer((response) => response.end('<html>It works!</html>'));
    const failure = await objects.check().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ConfigError);
    expect(String(failure)).toMatch(/S3_ENDPOINT.*does not speak S3/);
  });

  test('may name things that are not ours, which are ignored', async () => {
    const { objects } = await startServer((response) =>
      response.end(
        '<ListBucketResult><Prefix>folder/</Prefix><Contents><Key>folder/a</Key></Contents><Contents><Key>folder/A &amp; B</Key>' +
          '</Contents><Contents><Key>folder/</Key></Contents><CommonPrefixes><Prefix>folder/b/</Prefix></CommonPrefixes>' +
          '</ListBucketResult>',
      ),
    );
    expect(await namesIn(objects, 'folder')).toEqual(['a', 'b']);
  });
});

describe('a multipart upload', () => {
  const UPLOAD = '<UploadId>an-id</UploadId>';
  const content = () => Readable.from([randomBytes(PART_BYTES), randomBytes(1)]);
  /** Works until `fail` answers. */
  const startUploads = (fail: (response: ServerResponse, operation: string) => boolean) =>
    startServer((response, { method, url }) => {
      const operation = `${method} ${url?.replace('/bucket/key', '')}`;
      if (fail(response, operation)) return;
      if (operation === 'HEAD ') response.setHeader('content-length', PART_BYTES + 1);
      response
        .setHeader('etag', '"a tag"')
        .end(operation === 'POST ?uploads=' ? UPLOAD : '<CompleteMultipartUploadResult/>');
    });

  test('is created, completed and checked', async () => {
    const { objects, requests } = await startUploads(() => false);
    await objects.put('key', content());
    expect(requests.map((request) => request.replace('/bucket/key', ''))).toEqual([
      'POST ?uploads=',
      'PUT ?partNumber=1&uploadId=an-id',
      'PUT ?partNumber=2&uploadId=an-id',
      'POST ?uploadId=an-id',
      'HEAD ',
    ]);
  });

  test('is aborted when a part fails, and when its source does', async () => {
    const { objects, requests } = await startUploads((response, operation) => {
      const fails = operation.startsWith('PUT ?partNumber=2');
      if (fails) refuse(response, 500, 'InternalError');
      return fails;
    });
    await expectUnavailable(objects.put('key', content()), /UploadPart: status 500, InternalError/);
    expect(requests.at(-1)).toBe('DELETE /bucket/key?uploadId=an-id');
    const source = content();
    const put = objects.put('key', source);
    source.once('data', () => source.destroy(new Error('gone')));
    await expect(put).rejects.toThrow('gone');
  });

  test('is aborted when it fails after its status', async () => {
    const { objects, requests } = await startUploads((response, operation) => {
      const fails = operation === 'POST ?uploadId=an-id';
      if (fails) response.end('<Error><Code>InternalError</Code></Error>');
      return fails;
    });
    await expectUnavailable(objects.put('key', content()), /CompleteMultipartUpload.*InternalError/);
    expect(requests.at(-1)).toBe('DELETE /bucket/key?uploadId=an-id');
  });

  test('is aborted when its source gives nothing', async () => {
    const answer: Answer = (response, { url }) =>
      response.setHeader('etag', 'a tag').end(url?.endsWith('uploads=') ? UPLOAD : '');
    const { objects, requests } = await startServer(answer, { source: 100 });
    const source = new Readable({ read() {} });
    source.push(Buffer.alloc(PART_BYTES + 1));
    await expect(objects.put('key', source)).rejects.toThrow('the content has stalled');
    expect(source.destroyed).toBe(true);
    expect(requests.at(-1)).toBe('DELETE /bucket/key?uploadId=an-id');
  });

  test('of another size is removed', async () => {
    const { objects, requests } = await startUploads((response, operation) => {
      const lies = operation === 'HEAD ';
      if (lies) response.setHeader('content-length', PART_BYTES).end();
      return lies;
    });
    await expectUnavailable(
      objects.put('key', content()),
      new RegExp(`${PART_BYTES + 1} bytes.*has ${PART_BYTES}`),
    );
    expect(requests).toContain('DELETE /bucket/key');
  });
});

describe('limits', () => {
  test(`a read beyond ${MAX_READS} cuts the oldest one`, async () => {
    const { objects } = await startServer((response) =>
      response.writeHead(200, { 'content-length': 100 }).write('half'),
    );
    const reads = await inParallel(MAX_READS, () => objects.get('key'));
    const contents = reads.map((read) => read?.content ?? Readable.from([]));
    const failures: string[] = [];
    for (const content of contents) content.on('error', ({ message }) => failures.push(message)).resume();
    await objects.get('key');
    await expect
      .poll(() => failures)
      .toEqual(['S3: GetObject: cut, because too many objects are being read']);
    for (const content of contents) content.destroy();
  });

  test('a reader that goes away leaves its place', async () => {
    const { objects } = await startServer((response) =>
      response.writeHead(200, { 'content-length': 100 }).write('half'),
    );
    const kept = await objects.get('key');
    let failure: Error | undefined;
    kept?.content.once('error', (error) => {
      failure = error;
    });
    for (let read = 1; read <= MAX_READS; read += 1) {
      const found = await objects.get('key');
      found?.content.destroy();
      await (found && once(found.content, 'close'));
    }
    expect(failure).toBeUndefined();
    kept?.content.destroy();
  });

  test('content that fails while it waits for its turn fails only its own upload', async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { objects, requests } = await startServer((response) => void released.then(() => response.end()));
    const others = inParallel(4, (index) => objects.put(`other-${index}`, Buffer.from('x')));
    await expect.poll(() => requests).toHaveLength(4);
    const missing = createReadStream('/nowhere/file');
    const put = objects.put('key', missing).catch((error: unknown) => String(error));
    await expect.poll(() => missing.errored).not.toBeNull();
    release();
    expect(await put).toMatch('ENOENT');
    await others;
    expect(requests).toHaveLength(4);
  });

  test('requests beyond those that may wait are refused', async () => {
    const { objects } = await startServer(() => {});
    const refused: unknown[] = [];
    const removals = Array.from({ length: 1_033 }, () =>
      objects.remove('key').catch((error: unknown) => refused.push(error)),
    );
    await expect
      .poll(() => refused.map(String))
      .toEqual([expect.stringContaining('too many requests are waiting')]);
    await objects.close();
    await Promise.all(removals);
  });
});
