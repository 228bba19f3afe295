import { isUtf8 } from 'node:buffer';
import { type Fault, type FieldError, MAX_ERRORS, MAX_FIELD_CHARS } from '@palaver/protocol/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../domain/refusal.ts';
import { exceededLimit, type JsonLimits, parseKeepingNumbers, unstorablePaths } from '../platform/json.ts';

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

export interface ParsedBody {
  value: unknown;
  /** Strings in it that cannot be stored. */
  faults: Fault[];
}

/** More than any request needs (1,000 members, 100 users, 100 buttons); a million would hold the event loop for a second. */
const MAX_VALUES = 20_000;
/** Far more than any number has that a program counts with. */
const MAX_NUMBER_CHARS = 1_000;

/**
 * Parses a body: JSON, UTF-8 without a byte order mark, of at most {@link MAX_VALUES}, each number of at most
 * {@link MAX_NUMBER_CHARS}, nested at most `maxNesting` deep; else M40001.
 */
export function parseBody(raw: unknown, maxNesting: number): ParsedBody {
  const bytes = Buffer.isBuffer(raw) ? raw : Buffer.alloc(0);
  let text: string;
  let value: unknown;
  try {
    if (!isUtf8(bytes)) throw new Refusal('M40001');
    text = bytes.toString('utf8');
    const limits = { nesting: maxNesting, values: MAX_VALUES, numberChars: MAX_NUMBER_CHARS };
    const exceeded = exceededLimit(text, limits);
    if (exceeded !== undefined) throw new Refusal('M40001', [limitError(exceeded, limits[exceeded])]);
    value = parseKeepingNumbers(text);
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal('M40001');
  }
  const faults = unstorablePaths(text, value, MAX_ERRORS, MAX_FIELD_CHARS).map(
    (field): Fault => ({
      code: 'M40003',
      field: field || '(body)',
      rule: 'storable',
      message: 'has U+0000 or a lone surrogate, which cannot be stored',
    }),
  );
  return { value, faults };
}

function limitError(exceeded: keyof JsonLimits, limit: number): FieldError {
  switch (exceeded) {
    case 'nesting': {
      const message = `nests arrays and objects deeper than ${limit} levels`;
      return { field: '(body)', rule: 'max_nesting', message };
    }
    case 'values':
      return { field: '(body)', rule: 'max_values', message: `has more than ${limit} values` };
    case 'numberChars': {
      const message = `has a number of more than ${limit} characters`;
      return { field: '(body)', rule: 'max_number_chars', message };
    }
  }
}
