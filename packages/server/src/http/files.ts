import type { Readable } from 'node:stream';
import type { ExtUserId } from '@palaver/protocol/ids';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { accessFile, type FilePart, type ReadableFile } from '../domain/operations/files/access-file.ts';
import { Refusal } from '../domain/refusal.ts';
import { FILE_PATH } from '../domain/rules/file-paths.ts';
import type { ServerParts } from '../edge/services.ts';
import type { ByteRange, Objects } from '../storage/objects/objects.ts';
import type { Admission } from './admission.ts';
import { authenticateReader, authenticatorsOf } from './auth.ts';
import { hasTag, rangeIn } from './file-conditions.ts';
import { headersOf, NO_REFERRER, presentationOf } from './file-headers.ts';
import { loggedRequest } from './tracing.ts';

interface Route {
  Params: { file_id: string };
  Querystring: { download?: string | string[] };
}

/** How long the address of the object store works to which a browser is redirected. */
const LINK_SECONDS = 60;

/**
 * Uploaded files and their thumbnails, for back ends with an API key and for users with a file ticket. Each request checks again
 * whether they may be read. The name in the path is there for users who save the file: the server does not look at it.
 */
export function addFiles(app: FastifyInstance, parts: ServerParts, admission: Admission): void {
  const authenticators = authenticatorsOf(parts);
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    const caller = await authenticateReader(request, authenticators);
    admission(request, reply, caller, 'files');
  };
  const add = (url: string, part: FilePart) =>
    app.route<Route>({
      method: ['GET', 'HEAD'],
      url,
      schema: { hide: true },
      onRequest,
      handler: async (request, reply) => {
        const { caller, params, query } = request;
        if (caller === null) throw new Error('a request reached its handler without a caller');
        const isSaved = readDownload(query.download);
        const viewer = caller.isUser ? (caller.id as ExtUserId) : null;
        const ctx = { db: parts.db, space: caller.space };
        const file = await accessFile(ctx, viewer, params.file_id, part);
        return respond(parts, file, isSaved, request, reply);
      },
    });
  add(`${FILE_PATH}/:file_id/:name`, 'content');
  add(`${FILE_PATH}/:file_id/thumbnail/:name`, 'thumbnail');
}

function readDownload(value: string | string[] | undefined): boolean {
  if (value === undefined || value === '1') return value === '1';
  throw new Refusal('M40010', [{ field: 'download', rule: 'enum', message: 'must be 1' }]);
}

async function respond(
  parts: ServerParts,
  file: ReadableFile,
  isSaved: boolean,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { method, headers } = request;
  const { key, size } = file;
  // The content of an object never changes, but whether it may be read does.
  const etag = `"${key}"`;
  const caching = { etag, 'cache-control': 'private, no-cache' };
  if (hasTag(headers['if-none-match'], etag)) return reply.code(304).headers(caching).send();

  const presentation = presentationOf(file, isSaved);
  const about = { ...caching, ...headersOf(presentation) };
  if (method === 'HEAD') return reply.headers({ ...about, 'content-length': size }).send();

  const link = parts.objects.linkTo(key, { ...presentation, seconds: LINK_SECONDS });
  if (link !== undefined)
    return reply.headers({ ...NO_REFERRER, 'cache-control': 'private, no-store' }).redirect(link, 302);

  const ifRange = headers['if-range'];
  const range = ifRange === undefined || ifRange === etag ? rangeIn(headers.range, size) : 'whole';
  if (range === 'none') {
    reply.code(416).header('content-range', `bytes */${size}`);
    return reply.send();
  }
  const part = range === 'whole' ? undefined : range;
  const content = await openContent(parts.objects, file, part);
  content.on('error', (error) => {
    // (A content that is destroyed because the client has gone may report an error as well.)
    if (!reply.raw.destroyed)
      parts.log.error({ err: error, ...loggedRequest(request) }, 'a file could not be read');
  });
  reply.code(part === undefined ? 200 : 206).headers({ ...about, ...extentOf(part, size) });
  return reply.send(content);
}

function extentOf(part: ByteRange | undefined, size: number) {
  if (part === undefined) return { 'content-length': size };
  const { start, end } = part;
  return { 'content-length': end - start + 1, 'content-range': `bytes ${start}-${end}/${size}` };
}

/** Refuses with M40411 if the object has just been removed. */
async function openContent(
  objects: Objects,
  { key, size }: ReadableFile,
  part: ByteRange | undefined,
): Promise<Readable> {
  const found = await objects.get(key, part);
  if (found === undefined) throw new Refusal('M40411');
  if (found.size === size) return found.content;
  // It would not fit `Content-Length`, and the client would take what follows on the connection for a part of it.
  found.content.destroy();
  throw new Error(`the object ${key} has ${found.size} bytes, but its file ${size}`);
}
