import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import type { FileId } from '@palaver/protocol/files';
import fc from 'fast-check';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { contentKey } from '../../src/domain/rules/file-paths.ts';
import { rangeIn } from '../../src/http/file-conditions.ts';
import { ObjectsUnavailableError } from '../../src/storage/objects/objects.ts';
import { breaksAfter, CONTENT, plantFile } from '../harness/plant-file.ts';
import { RawConnection } from '../harness/raw-http.ts';
import { useServer } from '../harness/use-server.ts';

/** How the bytes of files are sent: ranges, conditions, slow and lost clients, and a store that fails. */

const server = await useServer({ PALAVER_ANSWER_TIMEOUT_MS: '400' });
let port: number;
let path: string;
beforeAll(async () => {
  port = Number(new URL(await server.app.listen({ host: '127.0.0.1', port: 0 })).port);
  path = await plantFile(server, { mimeType: 'image/png' });
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** Reads the file, or another path, with an API key. */
function read(headers: Record<string, string> = {}, url = path, method: 'GET' | 'HEAD' = 'GET') {
  return server.app.inject({ method, url, headers: { 'x-api-key': server.key, ...headers } });
}

describe('a range', () => {
  const SIZE = CONTENT.length;
  const BIG = '9'.repeat(5_000);

  test('has its bytes', async () => {
    for (const [range, start, end] of [
      ['bytes=0-0', 0, 0],
      ['bytes=0-999', 0, 999],
      ['bytes=0-1000', 0, 999],
      [`bytes=0-${BIG}`, 0, 999],
      ['bytes=999-', 999, 999],
      ['bytes=0-', 0, 999],
      ['bytes=-1', 999, 999],
      ['bytes=-999', 1, 999],
      ['bytes=-1000', 0, 999],
      ['bytes=-1001', 0, 999],
      [`bytes=-${BIG}`, 0, 999],
      ['bytes=007-0010', 7, 10],
      ['BYTES=1-2', 1, 2],
      ['bytes= 1-2 ', 1, 2],
    ] as const) {
      const { statusCode, headers, rawPayload } = await read({ range });
      expect([range, statusCode, headers['content-range'], headers['content-length']]).toEqual([
        range,
        206,
        `bytes ${start}-${end}/${SIZE}`,
        String(end - start + 1),
      ]);
      expect(rawPayload.equals(CONTENT.subarray(start, end + 1))).toBe(true);
    }
  });

  test('without a byte is 416', async () => {
    const RANGES = ['1000-', '1000-1000', `${BIG}-`, `${BIG}-${BIG}`, '-0', '-000'];
    for (const range of RANGES) {
      const { statusCode, headers, body } = await read({ range: `bytes=${range}` });
      expect([range, statusCode, body, headers['content-range']]).toEqual([
        range,
        416,
        '',
        `bytes */${SIZE}`,
      ]);
    }
  });

  test('that is none, or several, is ignored', async () => {
    for (const range of [
      'bytes=0-1,3-4',
      'bytes=0-1,',
      'bytes=,0-1',
      'bytes=2-1',
      'bytes=-',
      'bytes=',
      'bytes=--1',
      'bytes=-1-',
      'bytes=1',
      'bytes=a-b',
      'bytes=0x1-0x2',
      'bytes=1.0-2',
      'bytes=1e1-',
      'bytes=+1-2',
      'bytes=1 - 2',
      'bytes 1-2',
      // Full-width digits, as the bytes of a header are decoded.
      `bytes=${Buffer.from('\uff11-\uff12').toString('latin1')}`,
      'bytes=\xb2-\xb3',
      'items=1-2',
      '',
      ` bytes=0-0${','.repeat(10_000)}`,
    ]) {
      const { statusCode, headers, rawPayload } = await read({ range });
      expect([range, statusCode, headers['content-range'], rawPayload.length]).toEqual([
        range,
        200,
        undefined,
        SIZE,
      ]);
    }
  });

  test('is ignored in a file without content', () => {
    for (const range of ['bytes=0-', 'bytes=-1', 'bytes=-0', 'bytes=5-6'])
      expect(rangeIn(range, 0)).toBe('whole');
  });

  test('has exactly these bytes, whatever it is', async () => {
    const position = fc.oneof(
      fc.integer({ min: 0, max: SIZE + 5 }),
      fc.constant(SIZE - 1),
      fc.constant(SIZE),
    );
    const range = fc.oneof(
      fc.tuple(position, position).map(([first, last]) => `${first}-${last}`),
      position.map((first) => `${first}-`),
      position.map((count) => `-${count}`),
    );
    /** As RFC 9110 defines it, byte by byte. */
    const expected = (text: string) => {
      const [first = '', last = ''] = text.split('-');
      if (first !== '' && last !== '' && Number(last) < Number(first)) return 'whole';
      const isIn = (index: number) =>
        first === ''
          ? index >= SIZE - Number(last)
          : index >= Number(first) && (last === '' || index <= Number(last));
      const bytes = CONTENT.filter((_, index) => isIn(index));
      return bytes.length === 0 ? 'none' : Buffer.from(bytes);
    };
    await fc.assert(
      fc.asyncProperty(range, async (text) => {
        const { statusCode, rawPayload } = await read({ range: `bytes=${text}` });
        const bytes = expected(text);
        if (typeof bytes === 'string') expect(statusCode).toBe(bytes === 'whole' ? 200 : 416);
        else expect([statusCode, rawPayload.equals(bytes)]).toEqual([206, true]);
      }),
      { numRuns: 60 },
    );
  });

  test('counts only for the content that the client has (`If-Range`)', async () => {
    const { etag = '' } = (await read()).headers;
    const range = 'bytes=1-2';
    for (const [ifRange, status] of [
      [String(etag), 206],
      [`W/${etag}`, 200],
      ['"another"', 200],
      ['*', 200],
      ['Wed, 21 Oct 2015 07:28:00 GMT', 200],
      ['', 200],
    ] as const)
      expect([ifRange, (await read({ range, 'if-range': ifRange })).statusCode]).toEqual([ifRange, status]);
  });
});

test('a client that has the content gets 304, in whatever form it says so', async () => {
  const { etag = '' } = (await read()).headers;
  for (const [tags, status] of [
    [String(etag), 304],
    [`W/${etag}`, 304],
    [`"x", ${etag}`, 304],
    [` "x" ,W/${etag} , "y"`, 304],
    ['*', 304],
    ['"x"', 200],
    [String(etag).slice(1), 200],
    ['', 200],
    [`${'"x",'.repeat(3_000)}`, 200],
  ] as const)
    for (const method of ['GET', 'HEAD'] as const) {
      const answer = await read({ 'if-none-match': tags, range: 'bytes=5000-' }, path, method);
      const expected = status === 200 && method === 'GET' ? 416 : status;
      expect([tags, method, answer.statusCode]).toEqual([tags, method, expected]);
      if (status === 304) {
        expect(answer.body).toBe('');
        expect(answer.headers).toMatchObject({ etag, 'cache-control': 'private, no-cache' });
      }
    }
});

describe('a store that fails', () => {
  const OF_CONTENT = ['etag', 'content-disposition', 'content-range'];

  test('is M50300, in the envelope', async () => {
    vi.spyOn(server.objects, 'get').mockRejectedValue(new ObjectsUnavailableError('away'));
    const answer = await read({ range: 'bytes=0-1' });
    expect([answer.statusCode, answer.json().message_code]).toEqual([503, 'M50300']);
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'retry-after': '1' });
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    for (const name of OF_CONTENT) expect(answer.headers).not.toHaveProperty(name);
  });

  test('has removed the object: M40411', async () => {
    const url = await plantFile(server, { mimeType: 'image/png' });
    await server.objects.remove(contentKey(url.split('/')[4] as FileId));
    expect((await read({}, url)).json().message_code).toBe('M40411');
  });

  test('has another number of bytes than the file: M50000, and no byte of it', async () => {
    const url = await plantFile(server, { mimeType: 'image/png', size: CONTENT.length + 1 });
    const answer = await read({}, url);
    expect([answer.statusCode, answer.json().message_code]).toEqual([500, 'M50000']);
  });

  test('before the first byte is M50000', async () => {
    const content = breaksAfter(0);
    vi.spyOn(server.objects, 'get').mockResolvedValueOnce({ size: CONTENT.length, content });
    const answer = await read({ range: 'bytes=0-1' });
    expect([answer.statusCode, answer.json().message_code]).toEqual([500, 'M50000']);
    for (const name of OF_CONTENT) expect(answer.headers).not.toHaveProperty(name);
  });

  test('in the middle of a file ends only this connection', async () => {
    const content = breaksAfter(500);
    vi.spyOn(server.objects, 'get').mockResolvedValueOnce({ size: CONTENT.length, content });
    const other = await RawConnection.open(port);
    const connection = await RawConnection.open(port);
    const request = `GET ${path} HTTP/1.1\r\nhost: a\r\nx-api-key: ${server.key}\r\n\r\n`;
    connection.write(request);
    expect(await connection.closed()).toContain('content-length: 1000');
    other.write(`HEAD ${path} HTTP/1.1\r\nhost: a\r\nx-api-key: ${server.key}\r\n\r\n`);
    expect((await other.next({ toHead: true }))?.status).toBe(200);
    other.destroy();
  });
});

describe('a large file', () => {
  const BYTES = 32 * 1024 * 1024;
  let large: string;
  beforeAll(async () => {
    const block = Buffer.alloc(64 * 1024, 1);
    const blocks = Readable.from(Array.from({ length: BYTES / block.length }, () => block));
    large = await plantFile(server, { mimeType: 'video/mp4', size: BYTES }, blocks);
  });

  /** How often the server has its object open. */
  const handles = () => {
    const id = large.split('/')[4] ?? '';
    return readdirSync('/proc/self/fd').filter((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`).includes(id);
      } catch {
        return false;
      }
    }).length;
  };

  const begin = async () => {
    const socket = connect(port, '127.0.0.1');
    // It may learn of the cut by a reset.
    socket.on('error', () => {});
    await once(socket, 'connect');
    socket.write(`GET ${large}?ticket=x HTTP/1.1\r\nhost: a\r\nx-api-key: ${server.key}\r\n\r\n`);
    await once(socket, 'readable');
    return socket;
  };

  test.runIf(process.platform === 'linux')('is closed when the client goes away', async () => {
    const sockets = [await begin(), await begin()];
    expect(handles()).toBe(2);
    for (const socket of sockets) socket.destroy();
    await expect.poll(handles).toBe(0);
  });

  test.runIf(process.platform === 'linux')('is closed when the client reads nothing for long', async () => {
    const socket = await begin();
    socket.pause();
    expect(handles()).toBe(1);
    await expect.poll(handles).toBe(0);
    socket.destroy();
  });
});
