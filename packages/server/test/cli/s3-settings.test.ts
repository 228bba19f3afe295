import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import { openObjects } from '../../src/storage/objects/open-objects.ts';
import { newDataDir } from '../harness/palaver.ts';

/** Settings of a bucket at AWS. */
const BUCKET = { S3_BUCKET: 'chat-files', S3_ACCESS_KEY_ID: 'key-id', S3_SECRET_ACCESS_KEY: 'secret' };

const linkWith = (settings: Record<string, string>) => {
  const objects = openObjects(loadConfig(settings).config, '/nowhere');
  onTestFinished(() => objects.close());
  return objects
    .linkTo('a/b.png', { type: 'image/png', disposition: 'inline', seconds: 60 })
    ?.replace(/\?.*/, '');
};

test('without them, files are in a folder', () => {
  expect(linkWith({})).toBeUndefined();
  expect(linkWith({ S3_REGION: 'eu-central-1', S3_PATH_STYLE: '1' })).toBeUndefined();
});

describe('the address of a file', () => {
  test.for<[Record<string, string>, string]>([
    [{}, 'https://chat-files.s3.us-east-1.amazonaws.com/a/b.png'],
    [{ S3_REGION: 'eu-central-1' }, 'https://chat-files.s3.eu-central-1.amazonaws.com/a/b.png'],
    [{ S3_REGION: 'cn-north-1' }, 'https://chat-files.s3.cn-north-1.amazonaws.com.cn/a/b.png'],
    [{ S3_PATH_STYLE: '1' }, 'https://s3.us-east-1.amazonaws.com/chat-files/a/b.png'],
    [{ S3_ENDPOINT: 'http://minio:9000' }, 'http://minio:9000/chat-files/a/b.png'],
    [{ S3_ENDPOINT: 'http://minio:9000', S3_PATH_STYLE: '0' }, 'http://chat-files.minio:9000/a/b.png'],
    [{ S3_ENDPOINT: 'https://example.com/storage/s3/' }, 'https://example.com/storage/s3/chat-files/a/b.png'],
    [
      { S3_ENDPOINT: 'http://minio:9000', S3_PUBLIC_ENDPOINT: 'https://files.example.com' },
      'https://files.example.com/chat-files/a/b.png',
    ],
  ])('with %j is %s', ([settings, address]) => {
    expect(linkWith({ ...BUCKET, ...settings })).toBe(address);
  });
});

describe('a start refuses', () => {
  const needs = (missing: string, given: string) => `${given} is set, so ${missing} must be set, too`;
  test.for<[Record<string, string>, string]>([
    [{ ...BUCKET, S3_BUCKET: '' }, needs('S3_BUCKET', 'S3_ACCESS_KEY_ID')],
    [{ ...BUCKET, S3_ACCESS_KEY_ID: '' }, needs('S3_ACCESS_KEY_ID', 'S3_BUCKET')],
    [{ ...BUCKET, S3_SECRET_ACCESS_KEY: '' }, needs('S3_SECRET_ACCESS_KEY', 'S3_BUCKET')],
    [
      { S3_ENDPOINT: 'http://minio:9000' },
      ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']
        .map((name) => needs(name, 'S3_ENDPOINT'))
        .join('\n'),
    ],
    [{ ...BUCKET, S3_BUCKET: 'ab' }, 'S3_BUCKET must be the name of a bucket'],
    [{ ...BUCKET, S3_BUCKET: 'a'.repeat(64) }, 'S3_BUCKET must be the name of a bucket'],
    [{ ...BUCKET, S3_BUCKET: 'a/../b' }, 'S3_BUCKET must be the name of a bucket'],
    [{ ...BUCKET, S3_REGION: 'EU' }, 'S3_REGION must be a region'],
    [{ ...BUCKET, S3_ENDPOINT: 'minio:9000' }, 'S3_ENDPOINT must be an address'],
    [{ ...BUCKET, S3_ENDPOINT: 'https://user:password@minio:9000' }, 'S3_ENDPOINT must be an address'],
    [
      { ...BUCKET, S3_ENDPOINT: 'http://127.0.0.1:9000', S3_PATH_STYLE: '0' },
      'S3_ENDPOINT must have a host name',
    ],
    [
      { ...BUCKET, S3_PUBLIC_ENDPOINT: 'http://[::1]', S3_PATH_STYLE: '0' },
      'S3_PUBLIC_ENDPOINT must have a host name',
    ],
    [{ ...BUCKET, S3_ACCESS_KEY_ID: 'a/b' }, 'S3_ACCESS_KEY_ID must be an access key id'],
    [{ ...BUCKET, S3_PATH_STYLE: 'yes' }, 'S3_PATH_STYLE must be one of 0, 1, auto'],
  ])('%j', ([settings, message]) => {
    expect(() => loadConfig(settings)).toThrow(message);
  });

  test('a secret with line breaks, without showing it', () => {
    const secret = 'two\nlines';
    const load = () => loadConfig({ ...BUCKET, S3_SECRET_ACCESS_KEY: secret });
    expect(load).toThrow(/^S3_SECRET_ACCESS_KEY must be a secret access key, without spaces$/);
  });
});

test('the secret may be in a file, and is not shown', () => {
  const file = join(newDataDir(), 'secret');
  writeFileSync(file, 'from-a-file\n');
  const { S3_SECRET_ACCESS_KEY: _, ...rest } = BUCKET;
  const { config, shown } = loadConfig({ ...rest, S3_SECRET_ACCESS_KEY_FILE: file });
  expect(config.s3SecretAccessKey).toBe('from-a-file');
  expect(shown.find(({ name }) => name === 'S3_SECRET_ACCESS_KEY')?.value).toBe('********');
});
