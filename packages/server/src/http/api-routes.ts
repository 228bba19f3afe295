import type { ServerResponse } from 'node:http';
import { SUCCESS } from '@palaver/protocol/envelope';
import type { Limits } from '@palaver/protocol/limits';
import type { FastifyInstance } from 'fastify';
import { tracedTransactor } from '../bus/traced-transactor.ts';
import { limitsOf } from '../config/config.ts';
import type { Context } from '../domain/context.ts';
import { KeyedMutex } from '../domain/operations/idempotency/keyed-mutex.ts';
import { UploadReservation } from '../domain/operations/uploads/reserve-upload.ts';
import { CursorPage, Page } from '../domain/page.ts';
import type { IdempotencyKey } from '../domain/records/idempotency-keys.ts';
import { refuseFaults } from '../domain/refusal.ts';
import { type ParsedBody, parseBody } from '../edge/parse-body.ts';
import type { ServerParts } from '../edge/services.ts';
import { ShownIds } from '../edge/shown-user-ids.ts';
import { createChecker } from '../edge/validation.ts';
import type { Admission } from './admission.ts';
import { limitUpload } from './arrival.ts';
import { authenticate, authenticatorsOf } from './auth.ts';
import { type AcceptedBody, checkHead } from './collect-body.ts';
import { type AnyEndpoint, ReadyResponse } from './endpoint.ts';
import { type ApiParts, servicesOf } from './endpoint-services.ts';
import type { ApiReply, ApiRequest } from './exchange.ts';
import { holdRequest } from './held-requests.ts';
import { checkIdempotencyKey, idempotencyKeyOf, identify } from './idempotency.ts';
import { identityOf, receiveUpload, type Upload } from './multipart-upload.ts';
import { documentation } from './openapi/document.ts';
import { readQuery, strayFaults } from './query.ts';
import { quotasOf } from './quotas.ts';
import { createMemberLimit } from './request-limits.ts';
import { type Method, ROUTES } from './routes.ts';
import { SharedReads } from './shared-reads.ts';
import type { ShortWay } from './short-way.ts';
import { bodyOf, discard } from './upload-body.ts';

/** Adds every route of the API: the stages from authentication on, in order, then the endpoint itself. */
export function addApiRoutes(
  app: FastifyInstance,
  parts: ApiParts,
  admission: Admission,
  shortWay: ShortWay,
): void {
  const { config, load } = parts;
  const limits = limitsOf(config);
  const admit = createAdmitter(parts, admission);
  const serve = createHandler(parts, limits);
  for (const { method, url, endpoint } of ROUTES) {
    const hasFiles = endpoint.files !== undefined;
    const usualBytes = hasFiles ? config.uploadBytes : config.bodyBytes;
    const type = hasFiles ? ('files' as const) : ('json' as const);
    const body = { maxBytes: endpoint.maxBytes?.(config) ?? usualBytes, type };
    const run = serve(method, endpoint);
    const handle: Stage<unknown> = isLoad(endpoint) ? (...call) => load.runRequest(() => run(...call)) : run;
    // Before any of the body is read.
    const admitted = admit(method, endpoint, body);
    const routeConfig = {
      // Created on demand: doing it at the start would double the start time.
      swaggerTransform: () => ({ schema: documentation(method, endpoint, limits), url }),
      isSend: endpoint.isSend === true,
    };
    app.route({
      method,
      url,
      config: routeConfig,
      bodyLimit: body.maxBytes,
      onRequest: admitted,
      handler: handle,
    });
    if (endpoint.isShort === true)
      shortWay.add({
        routeOptions: { url, bodyLimit: body.maxBytes, config: routeConfig },
        admit: admitted,
        handle,
      });
  }
}

/** Whether its requests count as a whole toward the load of the node. Transfers of files have limits of their own; a pull counts only while it looks. */
const isLoad = ({ files, waits }: AnyEndpoint) => files === undefined && waits !== true;

type Stage<Answer> = (request: ApiRequest, reply: ApiReply) => Promise<Answer>;

/** The stages before the body is read: announced size and media type, key or token, rate limits. */
function createAdmitter(parts: ServerParts, admission: Admission) {
  const { config } = parts;
  const authenticators = authenticatorsOf(parts);
  return (method: Method, endpoint: AnyEndpoint, body: AcceptedBody): Stage<void> =>
    async (request, reply) => {
      if (method !== 'GET') checkHead(request, body);
      const caller = await authenticate(request, authenticators, endpoint);
      admission(request, reply, caller, method === 'GET' ? 'reads' : 'writes');
      if (isLoad(endpoint)) await parts.load.check();
      if (body.type === 'files') limitUpload(request.raw, config.requestTimeoutMs, parts.socketRefusals);
    };
}

/** The stages from the body on: files, JSON and fields, idempotency key, operation, response. */
function createHandler(parts: ApiParts, limits: Limits) {
  const { config, db } = parts;
  const services = servicesOf(parts);
  const authenticators = authenticatorsOf(parts);
  const sameKey = new KeyedMutex();
  const reads = new SharedReads<Buffer>();
  const limitMembers = createMemberLimit(config.clientRateLimitMembers);
  return (method: Method, endpoint: AnyEndpoint): Stage<unknown> => {
    const check = createCheck(endpoint, limits, config.maxNesting);
    const checkPath = createChecker(endpoint.params ?? {}, limits, 'params');
    const ids = endpoint.access === 'token' ? ShownIds.of(endpoint.response) : undefined;
    return async (request, reply) => {
      const { caller } = request;
      if (caller === null || !('actingUser' in caller))
        throw new Error('a request reached its handler without a caller');
      const { space, actingUser, bearer } = caller;
      const ctx = contextOf(parts, request, { space, actingUser });
      const checkFirst = async () => {
        // (Faults of the path are reported with those of the body.)
        if (checkPath(request.params).length === 0) await endpoint.checkBeforeFiles?.(ctx, request.params);
      };
      using _held = endpoint.holds && holdRequest(parts, request, endpoint.holds);
      await using upload = await receiveFiles(endpoint, { ctx, checkFirst }, request, parts);
      const { params, query, body, idempotencyKey } = check(request, upload);
      const adds = endpoint.access === 'token' ? (endpoint.addsMembers?.(body) ?? 0) : 0;
      if (adds > 0) limitMembers(caller.id, adds, reply);
      const authorizeAgain = async () => void (await authenticate(request, authenticators, endpoint));
      const clientLeft = () => closingOf(reply.raw);
      const call = {
        ctx,
        params,
        query,
        body,
        upload,
        request,
        clientLeft,
        callerId: caller.id,
        bearer,
        authorizeAgain,
        services,
      };
      const run = (idempotency?: IdempotencyKey) => endpoint.run({ ...call, idempotency });
      const answer = async (data: unknown) => {
        const whole = envelope(data);
        const viewer = actingUser?.extUserId;
        return ids === undefined || viewer === undefined ? whole : ids.shownTo(db, viewer, whole);
      };

      if (method === 'GET') {
        const whose = [space.appId, space.tenantId, actingUser?.extUserId];
        const key = [...whose, request.headers.host, request.url].join('\n');
        const read = async () => {
          const { data } = await run();
          return Buffer.from(data instanceof ReadyResponse ? data.json : JSON.stringify(await answer(data)));
        };
        reply.header('content-type', 'application/json; charset=utf-8');
        return await (endpoint.unshared === true ? read() : reads.read(key, read));
      }
      const { idempotencyTtlMs: ttlMs } = config;
      const content = { query, body: identityOf(body, upload) };
      const idempotency = idempotencyKey && identify(idempotencyKey, request, caller, content, ttlMs);
      const { data, isReplay } = idempotency
        ? await sameKey.alone(`${space.appId}\n${space.tenantId}\n${idempotency.key}`, () => run(idempotency))
        : await run();
      if (isReplay) reply.header('idempotent-replayed', 'true');
      const isShown = endpoint.dataOnRequest !== true || prefersRepresentation(request.headers.prefer);
      return await answer(isShown ? data : undefined);
    };
  };
}

/** A traced request has a database that adds to its trace. */
function contextOf(
  { db, tracer }: ServerParts,
  { span }: ApiRequest,
  caller: Pick<Context, 'space' | 'actingUser'>,
): Context {
  const trace = span?.context;
  return trace === undefined
    ? { db, ...caller }
    : { db: tracedTransactor(db, tracer, trace), ...caller, trace };
}

/** Aborts when the response has been sent, or the client has left. */
function closingOf(response: ServerResponse): AbortSignal {
  const closing = new AbortController();
  if (response.destroyed) closing.abort();
  else response.once('close', () => closing.abort());
  return closing.signal;
}

/** Receives the files, if the endpoint takes any. */
async function receiveFiles(
  endpoint: AnyEndpoint,
  { ctx, checkFirst }: { ctx: Context; checkFirst: () => Promise<void> },
  request: ApiRequest,
  parts: ServerParts,
): Promise<Upload | undefined> {
  const names = Object.keys(endpoint.files ?? {});
  if (names.length === 0) return undefined;
  const { config, temporary } = parts;
  const { optionalFiles: optional = [], inPlaceOf = {} } = endpoint;
  const maxBytes = endpoint.maxBytes?.(config) ?? config.uploadBytes;
  const isCounted = endpoint.countsTowardQuotas === true;
  const reservation = isCounted ? new UploadReservation(ctx, quotasOf(config)) : undefined;
  try {
    await checkFirst();
    using _held = holdRequest(parts, request, 'uploads');
    return await receiveUpload(request, { names, optional, inPlaceOf }, maxBytes, temporary, reservation);
  } catch (error) {
    discard(bodyOf(request));
    throw error;
  }
}

function envelope(data: unknown) {
  if (data instanceof Page) return { ...SUCCESS, data: data.items, has_more: data.hasMore };
  if (data instanceof CursorPage) return { ...SUCCESS, data: data.items, next: data.next };
  return data === undefined || data === null ? SUCCESS : { ...SUCCESS, data };
}

interface CheckedRequest {
  idempotencyKey: string | undefined;
  params: unknown;
  query: unknown;
  body: unknown;
}

/**
 * The stages "JSON" and "fields" of an endpoint: parses the body, then collects the faults of path, query and body together.
 */
function createCheck(
  endpoint: AnyEndpoint,
  limits: Limits,
  maxNesting: number,
): (request: ApiRequest, upload?: Upload) => CheckedRequest {
  const { params: paramsSchema = {}, query: querySchema = {}, body: bodySchema = {} } = endpoint;
  const checkParams = createChecker(paramsSchema, limits, 'params');
  const checkQuery = createChecker(querySchema, limits, 'query');
  const checkBody = createChecker(bodySchema, limits, 'body');
  return (request, upload) => {
    const query = readQuery(querySchema, request.query, endpoint.id);
    const queryFaults = [...checkQuery(query), ...strayFaults(querySchema, request.query, endpoint.id)];
    const idempotencyKey = idempotencyKeyOf(request);
    const faults = [
      ...checkParams(request.params),
      ...(endpoint.checkParams?.(request.params, query) ?? []),
      ...queryFaults,
      ...(endpoint.checkQuery?.(query) ?? []),
      ...checkIdempotencyKey(idempotencyKey),
    ];
    if (endpoint.body === undefined) {
      refuseFaults(faults);
      return { params: request.params, query, body: undefined, idempotencyKey };
    }
    const { value, faults: unstorable } = upload ?? readBody(endpoint, request.body, maxNesting);
    const spellings = endpoint.normalizeBody?.(value) ?? [];
    // Before the schema check, which removes `null` and `""` from optional fields in place.
    const ruleFaults = endpoint.checkBody?.(value, request.params) ?? [];
    refuseFaults([...faults, ...unstorable, ...spellings, ...checkBody(value), ...ruleFaults]);
    return { params: request.params, query, body: value, idempotencyKey };
  };
}

function readBody({ optionalBody }: AnyEndpoint, raw: unknown, maxNesting: number): ParsedBody {
  const isEmpty = !Buffer.isBuffer(raw) || raw.length === 0;
  return isEmpty && optionalBody === true ? { value: {}, faults: [] } : parseBody(raw, maxNesting);
}

function prefersRepresentation(header: string | string[] | undefined): boolean {
  const preferences = [header ?? []].flat().join(',').split(',');
  return preferences.some((preference) => preference.trim().toLowerCase() === 'return=representation');
}
