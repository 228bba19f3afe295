import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ERRORS, type ErrorCode } from '@palaver/protocol/errors';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { fingerprint, PACKS } from '../harness/api.ts';
import { RawConnection, rawRequest } from '../harness/raw-http.ts';
import { LOTTIE, png, zipOf } from '../harness/sticker-pack.ts';
import { until } from '../harness/until.ts';
import { useServer } from '../harness/use-server.ts';

/** Malformed uploads get a clear answer and leave nothing behind. */

const LIMIT = 20_000;
const BOUNDARY = 'boundary-of-the-test';

const server = await useServer({
  PALAVER_MAX_UPLOAD_BYTES: String(LIMIT),
  PALAVER_REQUEST_TIMEOUT_MS: '1000',
  PALAVER_MAX_STICKERS: '3',
});
let port: number;
beforeAll(async () => {
  port = Number(new URL(await server.app.listen({ host: '127.0.0.1', port: 0 })).port);
});

const remains = (folder: string) => {
  const path = join(server.dataDir, folder);
  return existsSync(path) ? readdirSync(path) : [];
};
afterEach(async () => {
  await until(async () => remains('temporary').length === 0 || undefined);
});

interface Part {
  name: string;
  content: string | Buffer;
  fileName?: string;
}

const ICON: Part = { name: 'icon', content: png(), fileName: 'icon.png' };
const STICKERS: Part = {
  name: 'stickers',
  content: zipOf({ 'a.png': png(), 'b.json': LOTTIE }),
  fileName: 's.zip',
};
const NAME: Part = { name: 'name', content: 'A pack' };
const GOOD = [NAME, ICON, STICKERS];

function encode(parts: readonly Part[], end = `--${BOUNDARY}--\r\n`): Buffer {
  const pieces = parts.flatMap(({ name, content, fileName }) => {
    const file =
      fileName === undefined ? '' : `; filename="${fileName}"\r\ncontent-type: application/octet-stream`;
    const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n`;
    return [Buffer.from(head), Buffer.from(content), Buffer.from('\r\n')];
  });
  return Buffer.concat([...pieces, Buffer.from(end)]);
}

const head = (length: string, type = `multipart/form-data; boundary=${BOUNDARY}`) =>
  Buffer.from(
    `POST ${PACKS} HTTP/1.1\r\nhost: a\r\nx-api-key: ${server.key}\r\ncontent-type: ${type}\r\n${length}\r\n\r\n`,
  );
const post = (body: Buffer, type?: string) =>
  rawRequest(port, Buffer.concat([head(`content-length: ${body.length}`, type), body]));
const inChunks = (body: Buffer) =>
  Buffer.concat([
    head('transfer-encoding: chunked'),
    Buffer.from(`${body.length.toString(16)}\r\n`),
    body,
    Buffer.from('\r\n0\r\n\r\n'),
  ]);
const postInChunks = (body: Buffer) => rawRequest(port, inChunks(body));

async function expectRefused(
  request: Promise<{ status: number; json: unknown }>,
  code: ErrorCode,
  fields: string[] = [],
) {
  const before = await fingerprint(server);
  const objects = remains('objects/sticker-packs');
  const { status, json } = await request;
  const { message_code, errors } = json as { message_code: string; errors?: { field: string }[] };
  expect({ message_code, status, fields: (errors ?? []).map(({ field }) => field).toSorted() }).toEqual({
    message_code: code,
    status: ERRORS[code].status,
    fields: fields.toSorted(),
  });
  expect(await fingerprint(server)).toEqual(before);
  expect(remains('objects/sticker-packs')).toEqual(objects);
}

describe('is accepted:', () => {
  test.each<[string, Part[]]>([
    ['parts in any order', GOOD.toReversed()],
    ['with unknown parts', [{ name: 'extra', content: 'x' }, ...GOOD, { ...ICON, name: 'extra-file' }]],
    ['a name of 100 characters', [{ ...NAME, content: 'ü'.repeat(100) }, ICON, STICKERS]],
    [
      'a PNG with something behind it',
      [NAME, { ...ICON, content: Buffer.concat([png(), Buffer.alloc(9)]) }, STICKERS],
    ],
    ['an icon that says it is text', [NAME, { ...ICON, fileName: 'icon.txt' }, STICKERS]],
  ])('%s', async (_name, parts) => {
    expect((await post(encode(parts))).json.message_code).toBe('M200');
    expect((await postInChunks(encode(parts))).json.message_code).toBe('M200');
  });
});

describe('is refused, naming its field:', () => {
  const empty = Buffer.alloc(0);
  test.each<[string, Part[], ErrorCode, string[]]>([
    ['nothing', [], 'M40002', ['name', 'icon', 'stickers']],
    ['no name', [ICON, STICKERS], 'M40002', ['name']],
    ['an empty name', [{ ...NAME, content: '' }, ICON, STICKERS], 'M40002', ['name']],
    ['a name of 101 characters', [{ ...NAME, content: 'ü'.repeat(101) }, ICON, STICKERS], 'M40004', ['name']],
    ['a name with U+0000', [{ ...NAME, content: 'a\u0000' }, ICON, STICKERS], 'M40003', ['name']],
    [
      'a name that is no UTF-8',
      [{ ...NAME, content: Buffer.from('a\xff', 'latin1') }, ICON, STICKERS],
      'M40003',
      ['name'],
    ],
    ['a name that is a file', [{ ...NAME, fileName: 'name' }, ICON, STICKERS], 'M40002', ['name']],
    ['two names', [NAME, NAME, ICON, STICKERS], 'M40003', ['name']],
    ['no icon', [NAME, STICKERS], 'M40002', ['icon']],
    ['two icons', [NAME, ICON, ICON, STICKERS], 'M40003', ['icon']],
    ['an icon that is a field', [NAME, { name: 'icon', content: png() }, STICKERS], 'M40003', ['icon']],
    ['an empty icon', [NAME, { ...ICON, content: empty }, STICKERS], 'M40013', ['icon']],
    [
      'a JPEG for an icon',
      [NAME, { ...ICON, content: Buffer.from('ffd8ffe0', 'hex') }, STICKERS],
      'M40013',
      ['icon'],
    ],
    [
      'an SVG for an icon',
      [NAME, { ...ICON, content: '<svg xmlns="http://www.w3.org/2000/svg"/>' }, STICKERS],
      'M40013',
      ['icon'],
    ],
    [
      'a signature for an icon',
      [NAME, { ...ICON, content: png().subarray(0, 8) }, STICKERS],
      'M40013',
      ['icon'],
    ],
    ['no archive', [NAME, ICON], 'M40002', ['stickers']],
    ['an empty archive', [NAME, ICON, { ...STICKERS, content: empty }], 'M40013', ['stickers']],
    ['no zip', [NAME, ICON, { ...STICKERS, content: png() }], 'M40013', ['stickers']],
    [
      'an HTML page in the archive, and an invalid icon',
      [
        NAME,
        { ...ICON, content: 'x' },
        { ...STICKERS, content: zipOf({ 'a.png': png(), 'b.png': '<html>' }) },
      ],
      'M40013',
      ['icon', 'stickers[b.png]'],
    ],
    [
      'more stickers than allowed',
      [NAME, ICON, { ...STICKERS, content: zipOf({ a: LOTTIE, b: LOTTIE, c: LOTTIE, d: LOTTIE }) }],
      'M40013',
      ['stickers'],
    ],
  ])('%s', async (_name, parts, code, fields) => {
    await expectRefused(post(encode(parts)), code, fields);
  });
});

test('an upload of the allowed size is accepted and one byte more refused, announced or not', async () => {
  const filledTo = (bytes: number) => {
    const filler = { name: 'filler', content: '' };
    const rest = bytes - encode([...GOOD, filler]).length;
    return encode([...GOOD, { ...filler, content: 'x'.repeat(rest) }]);
  };
  for (const bytes of [LIMIT - 1, LIMIT]) {
    expect((await post(filledTo(bytes))).json.message_code).toBe('M200');
    expect((await postInChunks(filledTo(bytes))).json.message_code).toBe('M200');
  }
  await expectRefused(post(filledTo(LIMIT + 1)), 'M41300');
  await expectRefused(postInChunks(filledTo(LIMIT + 1)), 'M41300');
});

test('an upload refused midway is read to its end, and its connection stays usable', async () => {
  const body = encode([...GOOD, { name: 'filler', content: 'x'.repeat(100 * LIMIT) }]);
  const connection = await RawConnection.open(port);
  for (let upload = 0; upload < 2; upload += 1) {
    connection.write(inChunks(body));
    expect((await connection.next())?.json.message_code).toBe('M41300');
  }
  connection.write('GET /health/live HTTP/1.1\r\nhost: a\r\n\r\n');
  expect((await connection.next())?.status).toBe(200);
});

describe('a body that is not well-formed', () => {
  test.each<[string, () => Promise<{ status: number; json: unknown }>, ErrorCode]>([
    ['has no boundary in its type', () => post(encode(GOOD), 'multipart/form-data'), 'M40001'],
    ['has another boundary', () => post(encode(GOOD), 'multipart/form-data; boundary=other'), 'M40001'],
    ['has no last boundary', () => post(encode(GOOD, '')), 'M40001'],
    ['ends in the middle of a part', () => post(encode(GOOD).subarray(0, 200)), 'M40001'],
    ['is empty', () => post(Buffer.alloc(0)), 'M40001'],
    ['is JSON', () => post(Buffer.from('{}'), 'application/json'), 'M41500'],
    ['has a type without files', () => post(encode(GOOD), 'multipart/mixed; boundary=x'), 'M41500'],
  ])('%s', async (_name, request, code) => {
    await expectRefused(request(), code);
  });

  test('other routes refuse multipart bodies', async () => {
    const { body } = await server.call('POST', '/open-api/v1.0/chat/messages', {
      body: encode(GOOD),
      headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    });
    expect(body.message_code).toBe('M41500');
  });

  test('too many parts are refused', async () => {
    const others = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ name: `n${index}`, content: 'x' }));
    for (const count of [96, 97])
      expect((await post(encode([...others(count), ...GOOD]))).json.message_code).toBe('M200');
    await expectRefused(post(encode([...others(98), ...GOOD])), 'M40001', ['(body)']);
  });
});

test('an aborted upload leaves nothing behind', async () => {
  const before = await fingerprint(server);
  const body = encode(GOOD);
  const connection = await RawConnection.open(port);
  connection.write(
    Buffer.concat([head(`content-length: ${body.length}`), body.subarray(0, body.length - 100)]),
  );
  await until(async () => remains('temporary').length === 1 || undefined);
  connection.destroy();
  await until(async () => remains('temporary').length === 0 || undefined);
  expect(await fingerprint(server)).toEqual(before);
});

test('an upload that takes too long is cut off with M40800', async () => {
  const body = encode(GOOD);
  const connection = await RawConnection.open(port);
  connection.write(Buffer.concat([head(`content-length: ${body.length}`), body.subarray(0, 300)]));
  const response = await connection.next();
  expect([response?.status, response?.json.message_code]).toEqual([408, 'M40800']);
  await connection.closed();
});
