// @module-tag database
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import { RawConnection } from '../harness/raw-http.ts';
import { upload } from '../harness/upload.ts';
import { useServer } from '../harness/use-server.ts';
import { pause } from '../harness/waits.ts';

/** Uploads that no honest client makes. */

const BOUNDARY = 'boundary-of-the-test';
const END = `\r\n--${BOUNDARY}--\r\n`;

const server = await useServer({ PALAVER_REQUEST_TIMEOUT_MS: '500' });
let port: number;
beforeAll(async () => {
  port = Number(new URL(await server.app.listen({ host: '127.0.0.1', port: 0 })).port);
});

const remains = () => readdir(`${server.dataDir}/temporary`);
const head = (length: string) =>
  `POST /file/v1.0/file HTTP/1.1\r\nhost: a\r\nx-api-key: ${server.key}\r\ncontent-type: multipart/form-data; boundary=${BOUNDARY}\r\n${length}\r\n\r\n`;
const bodyOf = (content: string, fileName = 'filename="a.bin"') =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; ${fileName}\r\n\r\n${content}${END}`;
const whole = (body: string) => `${head(`content-length: ${body.length}`)}${body}`;

async function answerTo(bytes: string) {
  const connection = await RawConnection.open(port);
  connection.write(bytes);
  const answer = await connection.next();
  connection.destroy();
  return answer?.json;
}

test.each([
  ['half a surrogate pair in UTF-16', "filename*=utf-16le''%41%00%00%d8%42%00", 'A_B'],
  ['a pair in UTF-16', "filename*=utf-16le''%3d%d8%00%de", '\u{1f600}'],
  ['an unknown charset', "filename*=nonsense''abc", 'abc'],
  ['nothing', 'filename=""', 'file'],
  ['a line break', 'filename="a%0d%0ab"', 'a%0d%0ab'],
  ['quotes', 'filename="\\"; x=\\""', '_; x=_'],
])('a name with %s is stored, and the file can be read', async (_, fileName, name) => {
  const { message_code, data } = await answerTo(whole(bodyOf('some bytes', fileName)));
  expect([message_code, data?.name]).toEqual(['M200', name]);
  const url = new URL(data.source_url).pathname;
  const read = await server.app.inject({ url, headers: { 'x-api-key': server.key } });
  expect([read.statusCode, read.body]).toEqual([200, 'some bytes']);
});

describe('a body in chunks', () => {
  const inChunks = (body: string, size: number) => {
    const pieces = body.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
    const chunks = pieces.map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`);
    return `${head('transfer-encoding: chunked')}${chunks.join('')}0\r\n\r\n`;
  };

  test.each([
    [700, 1, 'M200'],
    [100_000, 100, 'M200'],
    [50_000, 40, 'M40001'],
    [50_000, 1, 'M40001'],
  ])('of %i bytes in chunks of %i is %s', async (bytes, size, code) => {
    const answer = await answerTo(inChunks(bodyOf('x'.repeat(bytes)), size));
    expect(answer.message_code).toBe(code);
    if (code !== 'M200') expect(answer.errors).toMatchObject([{ field: '(body)', rule: 'chunk_size' }]);
  });
});

test('a client that goes away after any number of bytes leaves nothing behind', async () => {
  const bytes = whole(bodyOf('some bytes'));
  const { length: stored } = await server.database.sql('select from files');
  for (let sent = head('').length - 20; sent < bytes.length; sent += 7) {
    const socket = connect(port, '127.0.0.1');
    // The server may have answered before.
    socket.on('error', () => {});
    await new Promise<void>((resolve) => socket.write(bytes.slice(0, sent), () => resolve()));
    if (sent % 2 === 0) socket.destroy();
    else socket.resetAndDestroy();
  }
  await expect.poll(remains).toEqual([]);
  expect(await server.database.sql('select from files')).toHaveLength(stored);
});

test('an upload that is late does not get its refusal into the file that the client is reading', {
  tags: 'thorough',
}, async () => {
  const content = Buffer.alloc(32 * 1024 * 1024, 'A');
  const { source_url } = await upload(server, { content });
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  const get = `GET ${new URL(source_url).pathname} HTTP/1.1\r\nhost: a\r\nx-api-key: ${server.key}\r\n\r\n`;
  socket.write(`${get}${head('content-length: 1000')}--`);
  // It reads on only when an upload that began with its head would have been refused.
  const refused = pause(1_200);
  const chunks: Buffer[] = [];
  socket.once('data', (chunk: Buffer) => {
    chunks.push(chunk);
    socket.pause();
    void refused.then(() => socket.on('data', (more: Buffer) => chunks.push(more)).resume());
  });
  await new Promise((resolve) => socket.once('close', resolve));
  const received = Buffer.concat(chunks);
  const start = received.indexOf('\r\n\r\n') + 4;
  expect(received.subarray(start, start + content.length).equals(content)).toBe(true);
  expect(received.toString('latin1', start + content.length)).toMatch(/^HTTP\/1\.1 408 /);
});
