import { describe, expect, test } from 'vitest';
import { encodeForS3, presign, sha256, signRequest } from '../../src/storage/objects/s3-signature.ts';

/**
 * The examples that AWS publishes:
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html and sigv4-query-string-auth.html
 */
const CREDENTIALS = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
};
const AT = new Date('2013-05-24T00:00:00Z');
const BUCKET = 'https://examplebucket.s3.amazonaws.com';

describe('the signature of AWS’s example', () => {
  const signatureOf = (
    method: string,
    path: string,
    rest: { query?: Record<string, string>; headers?: Record<string, string> },
    body = '',
  ) => {
    const url = new URL(BUCKET);
    url.pathname = path;
    const { headers } = signRequest({ method, url, ...rest }, sha256(body), CREDENTIALS, AT);
    return headers.authorization?.replace(/^AWS4-HMAC-SHA256 Credential=[^,]*,/, '');
  };

  test('of a GET with a range', () => {
    expect(signatureOf('GET', '/test.txt', { headers: { range: 'bytes=0-9' } })).toBe(
      'SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,' +
        'Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    );
  });

  test('of a PUT with a body', () => {
    const headers = { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' };
    const path = `/${encodeForS3('test$file.text')}`;
    expect(signatureOf('PUT', path, { headers }, 'Welcome to Amazon S3.')).toBe(
      'SignedHeaders=date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class,' +
        'Signature=98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    );
  });

  test('of a query without a value', () => {
    expect(signatureOf('GET', '/', { query: { lifecycle: '' } })).toBe(
      'SignedHeaders=host;x-amz-content-sha256;x-amz-date,' +
        'Signature=fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
    );
  });

  test('of a query with several parameters', () => {
    expect(signatureOf('GET', '/', { query: { prefix: 'J', 'max-keys': '2' } })).toBe(
      'SignedHeaders=host;x-amz-content-sha256;x-amz-date,' +
        'Signature=34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    );
  });

  test('of a presigned address', () => {
    const url = new URL(`${BUCKET}/test.txt`);
    expect(presign({ method: 'GET', url }, 86_400, CREDENTIALS, AT)).toBe(
      `${BUCKET}/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256` +
        '&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request' +
        '&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host' +
        '&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
    );
  });
});
