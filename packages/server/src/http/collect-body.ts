import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../domain/refusal.ts';

/**
 * Media types that are read as JSON. Beside JSON's own: none at all, and what `fetch` and `curl -d` claim when
 * nobody tells them otherwise. All bodies of the contract are JSON, so there is nothing else they could mean.
 */
const READ_AS_JSON =
  /^(application\/json|application\/[\w.-]+\+json|text\/plain|application\/x-www-form-urlencoded)$/;

/**
 * Collects bodies without looking into them. It is the last that happens before a handler runs: what the head of the
 * request tells of its body is checked first, then the key, so nobody without one is read from (see the order of checks
 * in docs/errors.md).
 */
export function acceptBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  // JSON by its name as well: Fastify remembers the parser of a type, but finds `*` anew for each request.
  app.addContentTypeParser(['application/json', '*'], { parseAs: 'buffer' }, (_request, payload, done) => {
    done(null, payload);
  });
  // Files are read by who wants them, as they come (upload.ts).
  app.addContentTypeParser('multipart/form-data', (_request, payload, done) => done(null, payload));
}

export interface AcceptedBody {
  maxBytes: number;
  /** It is `multipart/form-data`, not JSON. */
  hasFiles: boolean;
}

/**
 * What the head of a request tells of its body: refuses with M41300 and M41500, in this order. (A body in chunks tells its
 * size only as it comes.)
 */
export function checkHead({ headers }: FastifyRequest, { maxBytes, hasFiles }: AcceptedBody): void {
  const { 'content-length': length = '0', 'transfer-encoding': chunked, 'content-type': type } = headers;
  const hasBody = chunked !== undefined || length !== '0';
  if (!hasBody && type === undefined) return;
  if (Number(length) > maxBytes) throw new Refusal('M41300');
  if (!(hasFiles ? isForm(type) : isJson(type, headers['content-encoding']))) throw new Refusal('M41500');
}

function isForm(type = ''): boolean {
  return type.split(';', 1)[0]?.trim().toLowerCase() === 'multipart/form-data';
}

function isJson(mediaType = 'application/json', encoding = 'identity'): boolean {
  if (encoding.toLowerCase() !== 'identity') return false;
  const [type = '', ...parameters] = mediaType.split(';');
  if (!READ_AS_JSON.test(type.trim().toLowerCase())) return false;
  const charset = parameters
    .map((text) => text.trim().toLowerCase())
    .find((text) => text.startsWith('charset='));
  return charset === undefined || /^charset="?utf-?8"?$/.test(charset);
}
