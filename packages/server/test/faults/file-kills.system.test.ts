import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { UploadedFile } from '@palaver/protocol/files';
import { request } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { newDataDir, startPalaver } from '../harness/palaver.ts';
import { seedOfRun } from '../harness/seed.ts';
import { isSwiftMissing, startSwift } from '../harness/swift.ts';
import { urlOf } from '../harness/test-database.ts';
import { startTestServer } from '../harness/test-server.ts';
import { until } from '../harness/until.ts';
import { uploadForm } from '../harness/upload.ts';
import { killWhileUploading } from './file-kills.ts';
import { Random } from './random.ts';

/** The short form of invariant 14. `FILE_KILLS=50` before the test command sets the number; a bucket, which is slower, gets a third. */
const KILLS = Number(process.env.FILE_KILLS ?? 3);
const timeout = 60_000 + KILLS * 20_000;

test('kill -9 during uploads and deletions: no message without its bytes, and no bytes without a message', {
  timeout,
}, async () => {
  expect(await killWhileUploading({ kills: KILLS, random: new Random(seedOfRun()) })).toEqual([]);
});

test('the same with two servers on one folder, of which one is killed', { timeout }, async () => {
  expect(await killWhileUploading({ kills: KILLS, random: new Random(seedOfRun()), servers: 2 })).toEqual([]);
});

test('a server that starts leaves the uploads alone that another one receives', { timeout }, async () => {
  const server = await startTestServer();
  onTestFinished(server.close);
  const dataDir = newDataDir();
  const settings = { DATABASE_URL: urlOf(server.database.connection), PALAVER_LOG_LEVEL: 'error' };
  const one = await startPalaver(settings, dataDir);
  const body = Buffer.from(await new Response(uploadForm({ content: randomBytes(1_000_000) })).bytes());
  const boundary = body.subarray(2, body.indexOf('\r\n')).toString();
  const headers = { 'x-api-key': server.key, 'content-type': `multipart/form-data; boundary=${boundary}` };
  const half = Math.floor(body.length / 2);
  const released = Promise.withResolvers<void>();
  const parts = async function* () {
    yield body.subarray(0, half);
    await released.promise;
    yield body.subarray(half);
  };
  const uploaded = request(`${one.url}/file/v1.0/file`, {
    method: 'POST',
    headers,
    body: Readable.from(parts()),
  });
  const temporary = join(dataDir, 'temporary');
  await until(async () => readdirSync(temporary).length === 1 || undefined);
  const other = await startPalaver(settings, dataDir);
  released.resolve();
  const { statusCode, body: answer } = await uploaded;
  const { data } = (await answer.json()) as { data: UploadedFile };
  expect([statusCode, data.size]).toEqual([200, 1_000_000]);
  const address = `${other.url}${new URL(data.source_url).pathname}`;
  const read = await request(address, { headers: { 'x-api-key': server.key } });
  expect([read.statusCode, (await read.body.bytes()).length]).toEqual([200, 1_000_000]);
});

test.skipIf(isSwiftMissing)(
  'kill -9 with a bucket: no message without its bytes, and no bytes without a message (needs Swift)',
  { timeout },
  async () => {
    const swift = await startSwift();
    onTestFinished(swift.close);
    const bucket = await swift.newBucket();
    const kills = Math.ceil(KILLS / 3);
    expect(await killWhileUploading({ kills, random: new Random(seedOfRun()), bucket })).toEqual([]);
  },
);
