import type { UploadId } from '@palaver/protocol/files';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type SignedInContext, signedIn } from '../domain/context.ts';
import { accessUpload } from '../domain/operations/uploads/access-upload.ts';
import { appendToUpload } from '../domain/operations/uploads/append-to-upload.ts';
import { Appends } from '../domain/operations/uploads/appends.ts';
import { createUpload } from '../domain/operations/uploads/create-upload.ts';
import { giveUpUpload } from '../domain/operations/uploads/end-upload.ts';
import type { Upload } from '../domain/records/uploads.ts';
import { Refusal, refuseFaults } from '../domain/refusal.ts';
import { UPLOADS_PATH, uploadPath } from '../domain/rules/upload-paths.ts';
import type { ServerParts } from '../edge/services.ts';
import type { Admission } from './admission.ts';
import { limitUpload } from './arrival.ts';
import { authenticate, authenticatorsOf, singleHeader } from './auth.ts';
import { type AcceptedBody, checkHead } from './collect-body.ts';
import { holdRequest } from './held-requests.ts';
import { checkIdempotencyKey, idempotencyKeyOf, identify } from './idempotency.ts';
import { largestFile } from './largest-file.ts';
import { UPLOAD_OPERATIONS } from './openapi/upload-operations.ts';
import { quotasOf } from './quotas.ts';
import { bodyOf, discard, inFairChunks } from './upload-body.ts';
import { fileNameIn } from './upload-metadata.ts';

interface Route {
  Params: { upload_id: string };
}

const VERSION = '1.0.0';
const NO_BODY: AcceptedBody = { maxBytes: 0, type: 'none' };

type OfOne = FastifyRequest<Route>;

/**
 * Resumable uploads: the protocol tus 1.0 (https://tus.io/protocols/resumable-upload), with creation, expiration and termination. Its
 * successes have no envelope, because the protocol determines them; failures are those of the API. A complete upload becomes a
 * file by `POST /client/v1.0/threads/{thread_id}/files`.
 */
export function addUploads(app: FastifyInstance, parts: ServerParts, admission: Admission): void {
  const { config } = parts;
  const authenticators = authenticatorsOf(parts);
  const maxBytes = largestFile(config);
  const admit =
    (kind: 'reads' | 'writes', accepted: AcceptedBody) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      reply.header('tus-resumable', VERSION);
      checkVersion(request, reply);
      checkHead(request, accepted);
      const caller = await authenticate(request, authenticators, { access: 'token' });
      admission(request, reply, caller, kind);
      if (accepted.type === 'bytes') limitUpload(request.raw, config.requestTimeoutMs, parts.socketRefusals);
    };
  const { create, get, append, end } = createHandlers(parts, maxBytes);
  const { create: ofCreate, get: ofGet, append: ofAppend, end: ofEnd } = UPLOAD_OPERATIONS;
  const bytes: AcceptedBody = { maxBytes, type: 'bytes' };
  const one = `${UPLOADS_PATH}/:upload_id`;
  app.post(UPLOADS_PATH, { schema: ofCreate, onRequest: admit('writes', NO_BODY) }, create);
  // (By default, the document leaves HEAD out.)
  const isShown = { swagger: { exposeHeadRoute: true } };
  app.head<Route>(one, { schema: ofGet, config: isShown, onRequest: admit('reads', NO_BODY) }, get);
  app.patch<Route>(one, { schema: ofAppend, onRequest: admit('writes', bytes) }, append);
  app.delete<Route>(one, { schema: ofEnd, onRequest: admit('writes', NO_BODY) }, end);

  const capabilities = {
    'tus-resumable': VERSION,
    'tus-version': VERSION,
    'tus-extension': 'creation,expiration,termination',
    'tus-max-size': maxBytes,
  };
  for (const url of [UPLOADS_PATH, one])
    app.options(url, { schema: { hide: true } }, async (_request, reply) =>
      reply.code(204).headers(capabilities).send(),
    );
}

function createHandlers(parts: ServerParts, maxBytes: number) {
  const { config, db, objects, temporary } = parts;
  const { unfinishedUploadMs: unfinishedMs, idempotencyTtlMs } = config;
  const limits = { maxBytes, unfinishedMs, quotas: quotasOf(config), room: temporary.room };
  const services = { objects, temporary, unfinishedMs };
  const appends = new Appends();
  const contextOf = ({ caller }: Pick<FastifyRequest, 'caller'>): SignedInContext => {
    if (caller === null || !('actingUser' in caller))
      throw new Error('a request reached its handler without a caller');
    return signedIn({ db, space: caller.space, actingUser: caller.actingUser });
  };
  return {
    create: async (request: FastifyRequest, reply: FastifyReply) => {
      const ctx = contextOf(request);
      const wish = readWish(request);
      const key = idempotencyKeyOf(request);
      refuseFaults(checkIdempotencyKey(key));
      const content = { query: {}, body: wish };
      const idempotency =
        key === undefined ? undefined : identify(key, request, ctx, content, idempotencyTtlMs);
      const { data, isReplay } = await createUpload(ctx, limits, wish, idempotency);
      if (isReplay) reply.header('idempotent-replayed', 'true');
      return reply
        .code(201)
        .headers({ location: locationOf(data.id, config.publicUrl), ...expiry(data.expiresAt) })
        .send();
    },

    get: async (request: OfOne, reply: FastifyReply) => {
      const ctx = contextOf(request);
      const { id } = await accessUpload(ctx, request.params.upload_id);
      await appends.end(id);
      const upload = await accessUpload(ctx, id);
      return reply.headers({ 'upload-length': upload.length, ...progressOf(upload) }).send();
    },

    append: async (request: OfOne, reply: FastifyReply) => {
      const body = bodyOf(request);
      try {
        using _held = holdRequest(parts, request, 'uploads');
        const offset = readCount(request, 'Upload-Offset');
        const length = request.headers['content-length'];
        const announced = length === undefined ? undefined : Number(length);
        const arrival = { offset, announced, body: inFairChunks(body) };
        const ctx = contextOf(request);
        const { id } = await accessUpload(ctx, request.params.upload_id);
        const cut = () => void request.raw.destroy();
        const upload = await appends.run(id, cut, () => appendToUpload(ctx, services, id, arrival));
        return await reply.code(204).headers(progressOf(upload)).send();
      } catch (error) {
        discard(body);
        throw error;
      }
    },

    end: async (request: OfOne, reply: FastifyReply) => {
      await giveUpUpload(contextOf(request), request.params.upload_id);
      return reply.code(204).send();
    },
  };
}

/**
 * The address of an upload: relative to that of the request, unless the server knows its own. So it is right behind a proxy that adds a
 * prefix to paths.
 */
function locationOf(id: UploadId, publicUrl: string | undefined): string {
  const path = uploadPath(id);
  return publicUrl === undefined ? path.slice(UPLOADS_PATH.lastIndexOf('/') + 1) : `${publicUrl}${path}`;
}

function checkVersion(request: FastifyRequest, reply: FastifyReply): void {
  if (singleHeader(request, 'Tus-Resumable') === VERSION) return;
  reply.header('tus-version', VERSION);
  const message = `must be ${VERSION}`;
  throw new Refusal('M41200', [{ field: 'Tus-Resumable', rule: 'const', message }]);
}

/** What a client says of an upload to be created. Refuses with M40002 to M40004. */
function readWish(request: FastifyRequest): { length: number; name: string } {
  const field = 'Upload-Defer-Length';
  if (request.headers[field.toLowerCase()] !== undefined) {
    const message = 'is not supported: the length must be known at the beginning';
    throw new Refusal('M40003', [{ field, rule: 'not_taken', message }]);
  }
  const length = readCount(request, 'Upload-Length');
  return { length, name: fileNameIn(singleHeader(request, 'Upload-Metadata')) };
}

/** A number of bytes in a header. Refuses with M40002 and M40003. */
function readCount(request: FastifyRequest, field: string): number {
  const text = singleHeader(request, field);
  if (text === undefined) throw new Refusal('M40002', [{ field, rule: 'required', message: 'is required' }]);
  if (/^[0-9]+$/.test(text)) return Number(text);
  throw new Refusal('M40003', [{ field, rule: 'integer', message: 'must be a number of bytes, in digits' }]);
}

const progressOf = ({ received, expiresAt }: Upload) => ({
  'upload-offset': received,
  ...expiry(expiresAt.getTime()),
});

const expiry = (at: number) => ({ 'upload-expires': new Date(at).toUTCString() });
