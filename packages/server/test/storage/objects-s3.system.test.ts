import { randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ConfigError } from '../../src/config/config.ts';
import { loadConfig } from '../../src/config/load.ts';
import type { Objects } from '../../src/storage/objects/objects.ts';
import { openBackupPlace, openObjects } from '../../src/storage/objects/open-objects.ts';
import { PART_BYTES } from '../../src/storage/objects/s3-upload.ts';
import { inParallel } from '../harness/in-parallel.ts';
import { isSwiftMissing, MAX_LISTED, type S3Settings, type Swift, startSwift } from '../harness/swift.ts';
import { describeObjects, namesIn } from './objects-conformance.ts';

const openBucket = (settings: Record<string, string>): Objects => {
  const objects = openObjects(loadConfig(settings).config, '/nowhere');
  onTestFinished(() => objects.close());
  return objects;
};

describe.skipIf(isSwiftMissing)('a bucket (needs Swift)', () => {
  let swift: Swift;
  let settings: S3Settings;
  beforeAll(async () => {
    swift = await startSwift();
    settings = await swift.newBucket();
  });
  afterAll(() => swift?.close());

  describeObjects(async () => openBucket(await swift.newBucket()));

  describe('a part of it', () => {
    describeObjects(async () => {
      const bucket = await swift.newBucket();
      const place = { bucket: bucket.S3_BUCKET, folder: 'some/folder' };
      const objects = openBackupPlace(loadConfig({ ...bucket }).config, place);
      onTestFinished(() => objects.close());
      return objects;
    });
  });

  describeStreams(async () => openBucket(settings));

  test.for([MAX_LISTED, MAX_LISTED + 1, 3 * MAX_LISTED])(
    'lists and removes %i names, page after page',
    async (count) => {
      const objects = openBucket(settings);
      const names = Array.from({ length: count }, (_, index) => `folder-${index}`).toSorted();
      await inParallel(count, (index) => objects.put(`many/${names[index]}/object`, Buffer.alloc(0)));
      expect(await namesIn(objects, 'many')).toEqual(names);
      await objects.removeAll('many');
      expect(await namesIn(objects, 'many')).toEqual([]);
    },
  );

  test.for<[Partial<S3Settings>, RegExp]>([
    [{}, /^$/],
    [{ S3_BUCKET: 'no-such-bucket' }, /"no-such-bucket".*NoSuchBucket.*Create the bucket/],
    [
      { S3_SECRET_ACCESS_KEY: 'wrong' },
      /SignatureDoesNotMatch.*Check S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY/,
    ],
    [{ S3_ACCESS_KEY_ID: 'test:nobody' }, /status 403/],
    [{ S3_REGION: 'eu-west-1' }, /AuthorizationHeaderMalformed.*Check S3_REGION/],
  ])('the check of %j', async ([wrong, message]) => {
    const checked = openBucket({ ...settings, ...wrong } as S3Settings).check();
    const error = await checked.then(
      () => undefined,
      (failure: unknown) => failure,
    );
    expect(error === undefined || error instanceof ConfigError).toBe(true);
    expect(error instanceof Error ? error.message : '').toMatch(message);
  });
});

const { TEST_S3_ENDPOINT } = process.env;

/** `TEST_S3_ENDPOINT` and so on take the place of the settings; the objects of the tests are below a name of their own. */
describe.skipIf(TEST_S3_ENDPOINT === undefined)('the bucket of TEST_S3_BUCKET', () => {
  const settings = Object.fromEntries(
    Object.entries(process.env)
      .filter(([name]) => name.startsWith('TEST_S3_'))
      .map(([name, value = '']) => [name.replace(/^TEST_/, ''), value]),
  );
  const open = async () => {
    const folder = `palaver-test-${randomUUID()}`;
    const objects = openBucket(settings);
    onTestFinished(() => objects.removeAll(folder));
    return below(objects, folder);
  };
  describeObjects(open);
  describeStreams(open);
});

function below(objects: Objects, folder: string): Objects {
  const at = (key: string) => `${folder}/${key}`;
  return {
    put: (key, content) => objects.put(at(key), content),
    get: (key, range) => objects.get(at(key), range),
    remove: (key) => objects.remove(at(key)),
    removeAll: (key) => objects.removeAll(at(key)),
    list: (key) => objects.list(at(key)),
    changedAt: (key) => objects.changedAt(at(key)),
    linkTo: (key, options) => objects.linkTo(at(key), options),
    check: () => objects.check(),
    close: () => objects.close(),
  };
}

/** What only a bucket has: parts and links. */
function describeStreams(open: () => Promise<Objects>): void {
  test.for([PART_BYTES - 1, PART_BYTES, PART_BYTES + 1, 2 * PART_BYTES, 2 * PART_BYTES + 1])(
    'a stream of %i bytes is stored in parts',
    async (size) => {
      const objects = await open();
      const content = randomBytes(size);
      const chunks = function* () {
        for (let from = 0; from < size; from += 65_537) yield content.subarray(from, from + 65_537);
      };
      await objects.put('parts/object', Readable.from(chunks()));
      const found = await objects.get('parts/object');
      expect(found?.size).toBe(size);
      expect(found && (await buffer(found.content)).equals(content)).toBe(true);
      const range = { start: PART_BYTES - 10, end: PART_BYTES + 10 };
      const part = await objects.get('parts/object', range);
      expect(part && (await buffer(part.content))).toEqual(content.subarray(range.start, range.end + 1));
    },
  );

  test('content that fails after some parts leaves the previous object', async () => {
    const objects = await open();
    await objects.put('failing/object', Buffer.from('before'));
    const broken = async function* () {
      for (let sent = 0; sent < 3; sent += 1) yield Buffer.alloc(PART_BYTES - 1);
      throw new Error('cut off');
    };
    await expect(objects.put('failing/object', Readable.from(broken()))).rejects.toThrow('cut off');
    const found = await objects.get('failing/object');
    expect(String(found && (await buffer(found.content)))).toBe('before');
    expect(await namesIn(objects, 'failing')).toEqual(['object']);
  });

  test('a link reads the object, and only that, with the given headers', async () => {
    const objects = await open();
    await objects.put('links/picture', Buffer.from('0123456789'));
    await objects.put('links/other', Buffer.from('other'));
    const disposition = `attachment; filename="a b.png"; filename*=UTF-8''%C3%A4%20b.png`;
    const link = objects.linkTo('links/picture', { type: 'image/png', disposition, seconds: 60 }) ?? '';
    const read = async (url: string, headers: Record<string, string> = {}) => {
      const response = await request(url, { headers });
      return { ...response, text: await response.body.text() };
    };
    const whole = await read(link);
    expect([whole.statusCode, whole.text]).toEqual([200, '0123456789']);
    expect(whole.headers).toMatchObject({
      'content-type': expect.stringContaining('image/png'),
      'content-disposition': disposition,
      'cache-control': 'private, max-age=60',
    });
    const part = await read(link, { range: 'bytes=2-4' });
    expect([part.statusCode, part.text]).toEqual([206, '234']);
    for (const changed of [
      link.replace('picture', 'other'),
      link.replace('image%2Fpng', 'text%2Fhtml'),
      link.replace('X-Amz-Expires=60', 'X-Amz-Expires=600000'),
    ])
      expect((await read(changed)).statusCode, changed).toBe(403);
  });
}
