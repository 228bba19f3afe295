/* Resumable uploads on bad days: invalid requests, clients that go away, two requests for the same bytes, and stores that fail. */
import { randomBytes } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import type { UploadId } from '@palaver/protocol/files';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { uploadFolder } from '../../src/domain/rules/upload-paths.ts';
import { ObjectsUnavailableError } from '../../src/storage/objects/objects.ts';
import { RawConnection } from '../harness/raw-http.ts';
import { startTestServer, type TestServer } from '../harness/test-server.ts';
import { BYTES, LEAST, tusClient, UPLOADS, uploadUrl } from '../harness/tus.ts';
import { until } from '../harness/until.ts';
import { namesIn } from '../storage/objects-conformance.ts';

const LARGEST = 20 * 2 ** 20;

let server: TestServer;
let port: number;
let token: string;
let tus: ReturnType<typeof tusClient>;
beforeAll(async () => {
  const largest = Object.fromEntries(
    ['IMAGE', 'VIDEO', 'AUDIO', 'FILE'].map((kind) => [`PALAVER_MAX_${kind}_BYTES`, String(LARGEST)]),
  );
  server = await startTestServer(largest);
  port = Number(new URL(await server.app.listen({ host: '127.0.0.1', port: 0 })).port);
  await server.users(1);
  token = await server.token('user1');
  tus = tusClient(server, token);
});
afterAll(() => server?.close());
afterEach(async () => {
  vi.restoreAllMocks();
  await until(async () => readdirSync(`${server.dataDir}/temporary`).length === 0 || undefined);
  await server.database.sql('update uploads set ended_at = now() where ended_at is null');
});

const partsOf = (id: string) => namesIn(server.objects, uploadFolder(id as UploadId));
const base64 = (text: string | Buffer) => Buffer.from(text).toString('base64');

describe('creation refuses', () => {
  test.each([
    ['', 'M40003', 'Upload-Length'],
    ['-1', 'M40003', 'Upload-Length'],
    ['+1', 'M40003', 'Upload-Length'],
    ['1e3', 'M40003', 'Upload-Length'],
    ['1e400', 'M40003', 'Upload-Length'],
    ['0x10', 'M40003', 'Upload-Length'],
    ['1.5', 'M40003', 'Upload-Length'],
    ['１', 'M40003', 'Upload-Length'],
    ['0', 'M40014', 'Upload-Length'],
    ['000', 'M40014', 'Upload-Length'],
  ])('a length of "%s" with %s', async (length, code, field) => {
    const answer = await tus.create(Buffer.from(length).toString('latin1'));
    expect(answer).toMatchObject({ code, errors: [{ field }] });
  });

  test('lengths from one byte beyond the largest file on', async () => {
    expect((await tus.create(LARGEST)).status).toBe(201);
    for (const length of [LARGEST + 1, '9'.repeat(1_000)])
      expect(await tus.create(length)).toMatchObject({ status: 413, code: 'M41300' });
  });

  test('an upload without a length, or with one that is to follow', async () => {
    expect(await tus.ask('POST', UPLOADS)).toMatchObject({
      code: 'M40002',
      errors: [{ field: 'Upload-Length' }],
    });
    expect(await tus.ask('POST', UPLOADS, { 'upload-defer-length': '1' })).toMatchObject({
      code: 'M40003',
      errors: [{ field: 'Upload-Defer-Length' }],
    });
  });

  test.each([
    ['bad base64', 'filename !', 'M40003', 'base64'],
    ['base64 without its padding', 'filename YQ', 'M40003', 'base64'],
    ['a name that is no UTF-8', `filename ${base64(Buffer.from([0xff]))}`, 'M40003', 'utf8'],
    ['a key twice', 'filename YQ==,filename Yg==', 'M40003', 'unique'],
    ['an empty key', 'filename YQ==,,a', 'M40003', 'syntax'],
    ['two values', 'filename YQ== YQ==', 'M40003', 'syntax'],
    ['4,097 bytes', `a ${'A'.repeat(4_095)}`, 'M40004', 'max_length'],
  ])('metadata with %s', async (_, metadata, code, rule) => {
    const answer = await tus.create(1, { 'upload-metadata': metadata });
    expect(answer).toMatchObject({ code, errors: [{ field: 'Upload-Metadata', rule }] });
  });

  test.each([
    ['empty', ''],
    ['of 4,096 bytes', `filename ${base64('x'.repeat(3_063))}  `.slice(0, 4_096)],
    ['without values', 'filename,a'],
  ])('no metadata that is %s', async (_, metadata) => {
    expect((await tus.create(1, { 'upload-metadata': metadata.trim() })).status).toBe(201);
  });

  test('a body, and an idempotency key that was used for another upload', async () => {
    expect(
      await tus.ask('POST', UPLOADS, { 'upload-length': '1', 'content-type': BYTES }, Buffer.from('a')),
    ).toMatchObject({
      code: 'M41300',
    });
    const key = { 'idempotency-key': 'creation' };
    const { headers } = await tus.create(1, key);
    expect((await tus.create(1, key)).headers).toMatchObject({
      location: headers.location,
      'idempotent-replayed': 'true',
    });
    expect(await tus.create(2, key)).toMatchObject({ code: 'M42201' });
  });
});

describe('a PATCH', () => {
  test.each(['-1', '', '1e400', '0x0', ' 1 2', '0, 0'])('with the offset "%s" is refused', async (offset) => {
    const id = await tus.begin(LEAST);
    const answer = await tus.append(id, offset, Buffer.alloc(LEAST));
    expect(answer).toMatchObject({ code: 'M40003', errors: [{ field: 'Upload-Offset' }] });
  });

  test('with an offset that is not that of the upload is 409, and changes nothing', async () => {
    const id = await tus.begin(3 * LEAST);
    await tus.append(id, 0, Buffer.alloc(LEAST));
    for (const offset of [0, LEAST - 1, LEAST + 1, 3 * LEAST, '9'.repeat(400)])
      expect(await tus.append(id, offset, Buffer.alloc(LEAST))).toMatchObject({
        status: 409,
        code: 'M40904',
      });
    expect(await tus.offsetOf(id)).toBe(LEAST);
    expect(await tus.append(id, 0, Buffer.alloc(LEAST), { 'upload-offset': undefined })).toMatchObject({
      code: 'M40002',
      errors: [{ field: 'Upload-Offset' }],
    });
  });

  test('of another version or media type is refused', async () => {
    const id = await tus.begin(1);
    for (const version of [undefined, '', '0.2.2', '1.0.0, 1.0.0']) {
      const answer = await tus.append(id, 0, Buffer.from('a'), { 'tus-resumable': version });
      expect(answer).toMatchObject({ status: 412, code: 'M41200', headers: { 'tus-version': '1.0.0' } });
    }
    for (const type of [
      undefined,
      'application/json',
      'application/octet-stream',
      'multipart/form-data; boundary=a',
    ])
      expect(await tus.append(id, 0, Buffer.from('a'), { 'content-type': type })).toMatchObject({
        code: 'M41500',
      });
    expect((await tus.append(id, 0, Buffer.from('a'))).headers).toMatchObject({ 'upload-offset': '1' });
  });

  test('brings at least 256 KiB, or the rest', async () => {
    const id = await tus.begin(LEAST + 2);
    for (const bytes of [0, 1, LEAST - 1])
      expect(await tus.append(id, 0, Buffer.alloc(bytes))).toMatchObject({
        code: 'M40003',
        errors: [{ field: '(body)', rule: 'min_size' }],
      });
    expect(await tus.offsetOf(id)).toBe(0);
    expect((await tus.append(id, 0, Buffer.alloc(LEAST))).status).toBe(204);
    expect((await tus.append(id, LEAST, Buffer.alloc(1))).code).toBe('M40003');
    expect(await tus.append(id, LEAST, Buffer.alloc(3))).toMatchObject({ status: 413, code: 'M41300' });
    expect(await tus.offsetOf(id)).toBe(LEAST);
    expect((await tus.append(id, LEAST, Buffer.alloc(2))).status).toBe(204);
    // A client may ask for nothing.
    expect((await tus.append(id, LEAST + 2, Buffer.alloc(0))).status).toBe(204);
    expect(await partsOf(id)).toHaveLength(2);
  });

  test('after the end of the upload is 404', async () => {
    const id = await tus.begin(2 * LEAST);
    await tus.append(id, 0, Buffer.alloc(LEAST));
    await server.database.sql('update uploads set expires_at = now() where id = $1', [id]);
    for (const ask of [tus.append(id, LEAST, Buffer.alloc(LEAST)), tus.end(id)])
      expect(await ask).toMatchObject({ status: 404, code: 'M40412' });
    const other = await tus.begin(LEAST);
    expect((await tus.end(other)).status).toBe(204);
    expect((await tus.append(other, 0, Buffer.alloc(LEAST))).code).toBe('M40412');
    expect((await tus.end(other)).code).toBe('M40412');
  });

  test('is one of several for the same bytes: one wins each part', async () => {
    const content = randomBytes(9 * 2 ** 20);
    const id = await tus.begin(content.length);
    const answers = await Promise.all(Array.from({ length: 4 }, () => tus.append(id, 0, content)));
    expect(answers.filter(({ status }) => status === 204).length).toBeLessThanOrEqual(1);
    for (const { status } of answers) expect([204, 409]).toContain(status);
    const offset = Number(await tus.offsetOf(id));
    if (offset < content.length) await tus.append(id, offset, content.subarray(offset));
    expect(await tus.offsetOf(id)).toBe(content.length);
    // Nothing is left of those that lost.
    expect(await partsOf(id)).toHaveLength(2);
  });

  test('that meets a DELETE leaves no bytes', async () => {
    const id = await tus.begin(LEAST);
    const put = server.objects.put.bind(server.objects);
    vi.spyOn(server.objects, 'put').mockImplementation(async (key, content) => {
      expect((await tus.end(id)).status).toBe(204);
      await put(key, content);
    });
    expect((await tus.append(id, 0, Buffer.alloc(LEAST))).code).toBe('M40412');
    expect(await partsOf(id)).toEqual([]);
  });

  test('is M50300 while the store is away, and changes nothing', async () => {
    const id = await tus.begin(LEAST);
    const put = vi.spyOn(server.objects, 'put').mockRejectedValueOnce(new ObjectsUnavailableError('away'));
    expect(await tus.append(id, 0, Buffer.alloc(LEAST))).toMatchObject({ status: 503, code: 'M50300' });
    expect(put).toHaveBeenCalledOnce();
    expect(await tus.offsetOf(id)).toBe(0);
    expect((await tus.append(id, 0, Buffer.alloc(LEAST))).status).toBe(204);
  });
});

/** The head of a PATCH. */
const head = (id: string, framing: string, offset = 0) =>
  [
    `PATCH ${uploadUrl(id)} HTTP/1.1`,
    ...['host: a', `authorization: Bearer ${token}`, 'tus-resumable: 1.0.0', `upload-offset: ${offset}`],
    ...[`content-type: ${BYTES}`, framing, '', ''],
  ].join('\r\n');

describe('on the wire', () => {
  const received = async (id: string) => Number(await tus.offsetOf(id));

  test.each([
    ['nothing', 0, 0, 0],
    ['less than 256 KiB', LEAST - 1, 0, 0],
    ['256 KiB', LEAST, LEAST, LEAST],
    // The last byte may be on its way yet when the connection breaks.
    ['a byte more', LEAST + 1, LEAST, LEAST + 1],
    ['a whole part, and too little of another one', 8 * 2 ** 20 + 5, 8 * 2 ** 20, 8 * 2 ** 20],
  ])('of a PATCH that breaks after %s, 256 KiB or more are kept', async (_, sent, least, most) => {
    const content = randomBytes(9 * 2 ** 20);
    const id = await tus.begin(content.length);
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.write(head(id, `content-length: ${content.length}`));
    socket.write(content.subarray(0, sent));
    const folder = await until(async () => readdirSync(`${server.dataDir}/temporary`)[0]);
    // Blocks of 64 KiB are on disk.
    const part = `${server.dataDir}/temporary/${folder}/part`;
    const onDisk = () => statSync(part, { throwIfNoEntry: false })?.size ?? 0;
    await until(async () => onDisk() >= Math.min(sent - (sent % 65_536), 8 * 2 ** 20) || undefined);
    if (sent > 8 * 2 ** 20) await until(async () => (await partsOf(id))[0]);
    socket.destroy();
    await until(async () => readdirSync(`${server.dataDir}/temporary`).length === 0 || undefined);
    expect(await received(id)).toBeGreaterThanOrEqual(least);
    expect(await received(id)).toBeLessThanOrEqual(most);
  });

  test('HEAD ends a PATCH whose connection was lost unnoticed, and tells what it has stored', async () => {
    const id = await tus.begin(9 * 2 ** 20);
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => {});
    socket.write(head(id, `content-length: ${9 * 2 ** 20}`));
    socket.write(Buffer.alloc(2 * LEAST));
    const folder = await until(async () => readdirSync(`${server.dataDir}/temporary`)[0]);
    const part = `${server.dataDir}/temporary/${folder}/part`;
    await until(
      async () => (statSync(part, { throwIfNoEntry: false })?.size ?? 0) === 2 * LEAST || undefined,
    );
    expect(await received(id)).toBe(2 * LEAST);
    expect(readdirSync(`${server.dataDir}/temporary`)).toEqual([]);
    const rest = Buffer.alloc(9 * 2 ** 20 - 2 * LEAST);
    expect((await tus.append(id, 2 * LEAST, rest)).status).toBe(204);
  });

  test('a chunked body that exceeds the length is refused, and no excess bytes are kept', async () => {
    const id = await tus.begin(LEAST);
    const connection = await RawConnection.open(port);
    connection.write(head(id, 'transfer-encoding: chunked'));
    const chunk = Buffer.alloc(LEAST + 1, 'x');
    connection.write(`${chunk.length.toString(16)}\r\n`);
    connection.write(chunk);
    connection.write('\r\n0\r\n\r\n');
    expect((await connection.next())?.json).toMatchObject({ message_code: 'M41300' });
    expect(await received(id)).toBe(0);
    expect(await partsOf(id)).toEqual([]);
  });

  test('a body in chunks of one byte is refused', async () => {
    const id = await tus.begin(LEAST);
    const connection = await RawConnection.open(port);
    connection.write(head(id, 'transfer-encoding: chunked'));
    connection.write('1\r\nx\r\n'.repeat(20_000));
    connection.write('0\r\n\r\n');
    expect((await connection.next())?.json).toMatchObject({
      message_code: 'M40001',
      errors: [{ rule: 'chunk_size' }],
    });
    expect(await received(id)).toBe(0);
  });

  test('two offsets are refused, and the connection goes on', async () => {
    const id = await tus.begin(1);
    const connection = await RawConnection.open(port);
    connection.write(`${head(id, 'content-length: 1\r\nupload-offset: 0')}a`);
    expect((await connection.next())?.json).toMatchObject({
      message_code: 'M40003',
      errors: [{ field: 'Upload-Offset', rule: 'single' }],
    });
    connection.write(`${head(id, 'content-length: 1')}a`);
    expect(await connection.next({ toHead: true })).toMatchObject({
      status: 204,
      headers: { 'upload-offset': '1' },
    });
  });
});
