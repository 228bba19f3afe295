import { isUtf8 } from 'node:buffer';
import type { Fault } from '@palaver/protocol/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../domain/refusal.ts';
import { exceededLimit, parseKeepingNumbers, unstorablePaths } from '../platform/json.ts';

/**
 * Media types that are read as JSON. Beside JSON's own: none at all, and what `fetch` and `curl -d` claim when
 * nobody tells them otherwise. All bodies of the contract are JSON, so there is nothing else they could mean.
 */
const READ_AS_JSON =
  /^(application\/json|application\/[\w.-]+\+json|text\/plain|application\/x-www-form-urlencoded)$/;

/**
 * Collects bodies without looking into them: size and media type are checked before the key, the JSON after it
 * (see the order of checks in docs/errors.md).
 */
export function acceptBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  // JSON by its name as well: Fastify remembers the parser of a type, but finds `*` anew for each request.
  app.addContentTypeParser(['application/json', '*'], { parseAs: 'buffer' }, (request, payload, done) => {
    done(takesFiles(request) ? new Refusal('M41500') : checkMediaType(request), payload);
  });
  // Files are read by who wants them, as they come (upload.ts); only the size that is announced is checked here.
  app.addContentTypeParser('multipart/form-data', (request, payload, done) => {
    if (!takesFiles(request)) return done(new Refusal('M41500'));
    const isTooLarge = Number(request.headers['content-length'] ?? 0) > request.routeOptions.bodyLimit;
    return done(isTooLarge ? new Refusal('M41300') : null, payload);
  });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is `multipart/form-data`. */
    takesFiles?: boolean;
  }
}

function takesFiles(request: FastifyRequest): boolean {
  return request.routeOptions.config.takesFiles === true;
}

function checkMediaType(request: FastifyRequest): Refusal | null {
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') return new Refusal('M41500');
  const [type = '', ...parameters] = (request.headers['content-type'] ?? 'application/json').split(';');
  if (!READ_AS_JSON.test(type.trim().toLowerCase())) return new Refusal('M41500');
  const charset = parameters
    .map((text) => text.trim().toLowerCase())
    .find((text) => text.startsWith('charset='));
  const isUtf8 = charset === undefined || /^charset="?utf-?8"?$/.test(charset);
  return isUtf8 ? null : new Refusal('M41500');
}

export interface ParsedBody {
  value: unknown;
  /** Strings in it that cannot be stored. */
  faults: Fault[];
}

/** More than any request needs (1,000 members, 100 users, 100 buttons); a million would hold the event loop for a second. */
const MAX_VALUES = 20_000;

/** Parses a body: JSON, UTF-8 without a byte order mark, of at most {@link MAX_VALUES}, nested at most `maxNesting` deep; else M40001. */
export function parseBody(raw: unknown, maxNesting: number): ParsedBody {
  const bytes = Buffer.isBuffer(raw) ? raw : Buffer.alloc(0);
  let text: string;
  let value: unknown;
  try {
    if (!isUtf8(bytes)) throw new Refusal('M40001');
    text = bytes.toString('utf8');
    const exceeded = exceededLimit(text, { nesting: maxNesting, values: MAX_VALUES });
    if (exceeded === 'nesting') throw new Refusal('M40001', [nestingError(maxNesting)]);
    if (exceeded === 'values') throw new Refusal('M40001', [VALUES_ERROR]);
    value = parseKeepingNumbers(text);
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal('M40001');
  }
  const faults = unstorablePaths(text, value).map(
    (field): Fault => ({
      code: 'M40003',
      field: field || '(body)',
      rule: 'storable',
      message: 'has U+0000 or a lone surrogate, which cannot be stored',
    }),
  );
  return { value, faults };
}

const VALUES_ERROR = {
  field: '(body)',
  rule: 'max_values',
  message: `has more than ${MAX_VALUES} values`,
};

function nestingError(maxNesting: number) {
  const message = `nests arrays and objects deeper than ${maxNesting} levels`;
  return { field: '(body)', rule: 'max_nesting', message };
}
