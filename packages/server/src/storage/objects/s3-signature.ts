import { createHash, createHmac } from 'node:crypto';

/**
 * Signatures of requests to S3: AWS Signature Version 4
 * (https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-authenticating-requests.html).
 */

export interface S3Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
}

export interface S3Request {
  method: string;
  /** Without a query. The path is percent-encoded as it is sent. */
  url: URL;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
}

const ALGORITHM = 'AWS4-HMAC-SHA256';
const UNSIGNED = 'UNSIGNED-PAYLOAD';

/** The query and the headers of a signed request; `bodyHash` is the SHA-256 of its body in hex. All headers are signed. */
export function signRequest(
  { method, url, query = {}, headers = {} }: S3Request,
  bodyHash: string,
  credentials: S3Credentials,
  at: Date,
): { query: string; headers: Record<string, string> } {
  const time = timeOf(at);
  const signed: Record<string, string> = {
    ...headers,
    host: url.host,
    'x-amz-content-sha256': bodyHash,
    'x-amz-date': time,
  };
  const encodedQuery = encodeQuery(query);
  const names = Object.keys(signed).toSorted();
  const canonical = [
    method,
    url.pathname,
    encodedQuery,
    ...names.map((name) => `${name}:${signed[name]}`),
    '',
    names.join(';'),
    bodyHash,
  ].join('\n');
  const parts = [
    `Credential=${credentials.accessKeyId}/${scopeOf(time, credentials)}`,
    `SignedHeaders=${names.join(';')}`,
    `Signature=${signatureOf(canonical, time, credentials)}`,
  ];
  return { query: encodedQuery, headers: { ...signed, authorization: `${ALGORITHM} ${parts.join(',')}` } };
}

/** An address that anybody may use for some seconds, at most a week. The signature covers the method, the address and the query. */
export function presign(
  { method, url, query = {} }: Omit<S3Request, 'headers'>,
  seconds: number,
  credentials: S3Credentials,
  at: Date,
): string {
  const time = timeOf(at);
  const encodedQuery = encodeQuery({
    ...query,
    'X-Amz-Algorithm': ALGORITHM,
    'X-Amz-Credential': `${credentials.accessKeyId}/${scopeOf(time, credentials)}`,
    'X-Amz-Date': time,
    'X-Amz-Expires': String(seconds),
    'X-Amz-SignedHeaders': 'host',
  });
  const canonical = [method, url.pathname, encodedQuery, `host:${url.host}`, '', 'host', UNSIGNED].join('\n');
  const signature = signatureOf(canonical, time, credentials);
  return `${url.origin}${url.pathname}?${encodedQuery}&X-Amz-Signature=${signature}`;
}

export const sha256 = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex');

/** Percent-encodes all but the unreserved characters of RFC 3986. */
export function encodeForS3(text: string): string {
  const encode = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(text).replace(/[!'()*]/g, encode);
}

/** Sorted by name, as the signature wants it. */
function encodeQuery(query: Readonly<Record<string, string>>): string {
  return Object.keys(query)
    .toSorted()
    .map((name) => `${encodeForS3(name)}=${encodeForS3(query[name] ?? '')}`)
    .join('&');
}

/** Such as 20130524T000000Z. */
const timeOf = (at: Date) => at.toISOString().replace(/[-:]|\.\d+/g, '');

const scopeOf = (time: string, { region }: S3Credentials) => `${time.slice(0, 8)}/${region}/s3/aws4_request`;

function signatureOf(canonical: string, time: string, credentials: S3Credentials): string {
  const text = [ALGORITHM, time, scopeOf(time, credentials), sha256(canonical)].join('\n');
  const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest();
  const key = scopeOf(time, credentials)
    .split('/')
    .reduce<string | Buffer>(hmac, `AWS4${credentials.secretAccessKey}`);
  return hmac(key, text).toString('hex');
}
