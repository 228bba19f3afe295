import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../domain/refusal.ts';

/**
 * Media types that are read as JSON: JSON itself, none at all, and the defaults of `fetch` and `curl -d`. All bodies of the
 * contract are JSON, so they cannot mean anything else.
 */
const READ_AS_JSON =
  /^(application\/json|application\/[\w.-]+\+json|text\/plain|application\/x-www-form-urlencoded)$/;

/**
 * Collects bodies without parsing them. This is the last step before a handler runs: the announced size and media type are
 * checked first, then the key, so the server reads nothing from a client without a key (see the order of checks in
 * docs/errors.md).
 */
export function acceptBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  // JSON is also registered by name: Fastify caches the parser of a named type, but looks up `*` for each request.
  app.addContentTypeParser(['application/json', '*'], { parseAs: 'buffer' }, (_request, payload, done) => {
    done(null, payload);
  });
  // Files are read as a stream (upload.ts, uploads.ts).
  app.addContentTypeParser([FORM, BYTES], (_request, payload, done) => done(null, payload));
}

const FORM = 'multipart/form-data';
/** A part of a resumable upload. */
const BYTES = 'application/offset+octet-stream';

export interface AcceptedBody {
  maxBytes: number;
  /** Files are `multipart/form-data`, bytes are those of a resumable upload. */
  type: 'json' | 'files' | 'bytes' | 'none';
}

/**
 * Checks the announced size and media type of a body: refuses with M41300 and M41500, in this order. (A chunked body does not
 * announce its size.)
 */
export function checkHead({ headers }: FastifyRequest, { maxBytes, type: accepted }: AcceptedBody): void {
  const { 'content-length': length = '0', 'transfer-encoding': chunked, 'content-type': type } = headers;
  const hasBody = chunked !== undefined || length !== '0';
  if (accepted === 'none') {
    if (hasBody) throw new Refusal('M41300');
    return;
  }
  if (!hasBody && type === undefined && accepted !== 'bytes') return;
  if (Number(length) > maxBytes) throw new Refusal('M41300');
  const isAccepted =
    accepted === 'json'
      ? isJson(type, headers['content-encoding'])
      : mediaTypeOf(type) === (accepted === 'files' ? FORM : BYTES);
  if (!isAccepted) throw new Refusal('M41500');
}

const mediaTypeOf = (type = '') => type.split(';', 1)[0]?.trim().toLowerCase();

function isJson(mediaType = 'application/json', encoding = 'identity'): boolean {
  if (encoding.toLowerCase() !== 'identity') return false;
  // (The usual case.)
  if (mediaType === 'application/json') return true;
  const [type = '', ...parameters] = mediaType.split(';');
  if (!READ_AS_JSON.test(type.trim().toLowerCase())) return false;
  const charset = parameters
    .map((text) => text.trim().toLowerCase())
    .find((text) => text.startsWith('charset='));
  return charset === undefined || /^charset="?utf-?8"?$/.test(charset);
}
