import { Readable } from 'node:stream';
import { ConfigError } from '../../config/config.ts';
import {
  checkKey,
  checkRange,
  isName,
  type Objects,
  ObjectsUnavailableError,
  PAGE_NAMES,
} from './objects.ts';
import { isTransient, orMissing, S3Client, S3Error, type S3Options, sizeOf, textsOf } from './s3-client.ts';
import { S3Reader } from './s3-reader.ts';
import { S3Upload } from './s3-upload.ts';

/** For everything but the content of objects. */
const CONNECTIONS = 32;
/** Removals that run at once. */
const REMOVALS = 8;

/**
 * Stores objects in a bucket of a server that speaks S3. Content is stored whole, because each request is signed together with
 * the hash of its body, which the server verifies.
 */
export function openS3(options: S3Options): Objects {
  const client = new S3Client(options, CONNECTIONS);
  const reader = new S3Reader(options);
  const upload = new S3Upload(client);
  const head = (key: string) =>
    orMissing(client.sendAndRead({ operation: 'HeadObject', method: 'HEAD', key }));
  const remove = async (key: string) => {
    await orMissing(client.sendAndRead({ operation: 'DeleteObject', method: 'DELETE', key }));
  };
  return {
    put: async (key, content) => upload.put(checkKey(key), content),
    async get(key, range) {
      checkKey(key);
      const found = await reader.get(key, checkRange(range));
      if (found !== 'outside') return found;
      const about = await head(key);
      return about && { size: sizeOf(about.headers['content-length']), content: Readable.from([]) };
    },
    remove: async (key) => remove(checkKey(key)),
    async removeAll(folder) {
      for await (const page of listPages(client, checkKey(folder), 'all')) {
        const keys = textsOf(page, 'Key').values();
        const work = async () => {
          for (const key of keys) await remove(key);
        };
        await Promise.all(Array.from({ length: REMOVALS }, work));
      }
    },
    async *list(folder) {
      checkKey(folder);
      for await (const page of listPages(client, folder, 'direct')) yield namesOf(page, folder);
    },
    async changedAt(key) {
      const about = await head(checkKey(key));
      if (about !== undefined) return new Date(String(about.headers['last-modified']));
      let last: Date | undefined;
      for await (const page of listPages(client, key, 'direct'))
        for (const time of textsOf(page, 'LastModified').map((text) => new Date(text)))
          if (last === undefined || time > last) last = time;
      return last;
    },
    linkTo(key, { type, disposition, seconds }) {
      const headers = {
        'response-content-type': type,
        'response-content-disposition': disposition,
        'response-cache-control': `private, max-age=${seconds}`,
      };
      return client.link(checkKey(key), headers, seconds);
    },
    check: () => checkBucket(client, options),
    async close() {
      await Promise.all([client.close(), reader.close()]);
    },
  };
}

/** The pages of a list of all keys below a folder, or of the names directly in it, as XML. */
async function* listPages(client: S3Client, folder: string, depth: 'all' | 'direct'): AsyncGenerator<string> {
  let token: string | undefined;
  do {
    const { text: page }: { text: string } = await client.sendAndRead({
      operation: 'ListObjectsV2',
      method: 'GET',
      query: {
        'list-type': '2',
        'max-keys': String(PAGE_NAMES),
        prefix: `${folder}/`,
        ...(depth === 'direct' && { delimiter: '/' }),
        ...(token !== undefined && { 'continuation-token': token }),
      },
    });
    yield page;
    const [isTruncated] = textsOf(page, 'IsTruncated');
    const [next] = textsOf(page, 'NextContinuationToken');
    if (next !== undefined && next === token)
      throw new ObjectsUnavailableError('S3: ListObjectsV2: a page that comes after itself');
    token = isTruncated === 'true' ? next : undefined;
  } while (token !== undefined);
}

/** Objects are keys in the list, folders prefixes. (The prefix that was asked for is in it, too; it is no name.) */
function namesOf(page: string, folder: string): string[] {
  return [...textsOf(page, 'Key'), ...textsOf(page, 'Prefix')]
    .map((key) => key.slice(folder.length + 1).replace(/\/$/, ''))
    .filter(isName);
}

/** What the operator does about a refusal, by its code. */
const ADVICE: Readonly<Record<string, string>> = {
  AccessDenied: 'Let the access key list, read, write and delete the objects of the bucket.',
  AuthorizationHeaderMalformed: 'Check S3_REGION.',
  InvalidAccessKeyId: 'Check S3_ACCESS_KEY_ID.',
  NoSuchBucket: 'Create the bucket, or check S3_BUCKET and S3_PATH_STYLE.',
  PermanentRedirect: 'Check S3_REGION and S3_ENDPOINT.',
  RequestTimeTooSkewed: 'Check the clock of this machine.',
  SignatureDoesNotMatch: 'Check S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.',
};

async function checkBucket(client: S3Client, { bucket, endpoint }: S3Options): Promise<void> {
  const place = `bucket "${bucket}" at ${endpoint}`;
  const query = { 'list-type': '2', 'max-keys': '1' };
  const [operation, method] = ['ListObjectsV2', 'GET'] as const;
  const { text } = await client.sendAndRead({ operation, method, query }).catch((error: unknown) => {
    if (!(error instanceof S3Error) || isTransient(error.status)) throw error;
    const advice = ADVICE[error.code] ?? 'Check the settings whose names begin with S3_.';
    throw new ConfigError(`no access to the ${place}: ${error.message}. ${advice}`, { cause: error });
  });
  if (!text.includes('<ListBucketResult'))
    throw new ConfigError(`S3_ENDPOINT: the server at ${endpoint} does not speak S3`);
}
