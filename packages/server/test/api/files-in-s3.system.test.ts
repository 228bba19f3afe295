import type { UploadedFile } from '@palaver/protocol/files';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sweepFiles } from '../../src/domain/operations/files/sweep-files.ts';
import { fileFolder } from '../../src/domain/rules/file-paths.ts';
import { type Severable, severable } from '../harness/severable.ts';
import { png } from '../harness/sticker-pack.ts';
import { isSwiftMissing, type Swift, startSwift } from '../harness/swift.ts';
import { startTestServer, type TestServer } from '../harness/test-server.ts';
import { tryUpload, upload } from '../harness/upload.ts';
import { namesIn } from '../storage/objects-conformance.ts';

describe.skipIf(isSwiftMissing)('files in a bucket (needs Swift)', () => {
  let swift: Swift;
  let way: Severable;
  let server: TestServer;
  beforeAll(async () => {
    swift = await startSwift();
    const settings = await swift.newBucket();
    way = await severable(Number(new URL(settings.S3_ENDPOINT).port));
    server = await startTestServer({
      ...settings,
      S3_ENDPOINT: `http://127.0.0.1:${way.port}`,
      S3_PUBLIC_ENDPOINT: settings.S3_ENDPOINT,
    });
  });
  afterAll(async () => {
    await server?.close();
    way?.close();
    await swift?.close();
  });

  /** As browsers read: by the link to the bucket. */
  const read = async (address: string | null) => {
    const headers = { 'x-api-key': server.key };
    const { statusCode, headers: response } = await server.app.inject({
      url: new URL(address ?? '').pathname,
      headers,
    });
    if (statusCode !== 302) return statusCode;
    const stored = await fetch(String(response.location));
    return stored.ok ? Buffer.from(await stored.bytes()) : stored.status;
  };
  const rows = () => server.database.sql('select state from files');
  const expire = () =>
    server.database.sql('update files set expires_at = now() where expires_at is not null');
  const sweep = () => sweepFiles(server.db, server.objects, new AbortController().signal);

  test('are stored, read by a link, and removed with their thumbnail', async () => {
    const file = await upload(server, { content: png() });
    expect(await read(file.source_url)).toEqual(png());
    expect(await read(file.source_thumb_url)).toBeInstanceOf(Buffer);
    expect(await namesIn(server.objects, fileFolder(file.file_id))).toEqual(['content', 'thumbnail']);
    await expire();
    await sweep();
    expect(await namesIn(server.objects, fileFolder(file.file_id))).toEqual([]);
    expect(await read(file.source_url)).toBe(404);
  });

  test('are M50300 while the bucket is away, and nothing is left when it is back', async () => {
    const before: UploadedFile = await upload(server, { content: 'before' });
    way.isDown = true;
    way.sever();
    const { body, headers } = await tryUpload(server, { content: png() });
    expect([body.message_code, headers['retry-after']]).toEqual(['M50300', '1']);
    expect(await rows()).toEqual([{ state: 'stored' }, { state: 'removing' }]);
    // The bucket might still finish what it was asked for, so the sweep comes later.
    await sweep();
    await server.database.sql(`update files set expires_at = now() where state = 'removing'`);
    await expect(sweep()).rejects.toThrow('S3');
    expect(await rows()).toHaveLength(2);
    // The server does not need the bucket to say where a file is.
    expect(await read(before.source_url)).toEqual(Buffer.from('before'));
    way.isDown = false;
    await upload(server, { content: png() });
    await expire();
    await sweep();
    expect(await rows()).toEqual([]);
    expect(await namesIn(server.objects, 'files')).toEqual([]);
  });
});
