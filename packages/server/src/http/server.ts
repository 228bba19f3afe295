import { randomUUID } from 'node:crypto';
import swagger from '@fastify/swagger';
import { SUCCESS } from '@palaver/protocol/envelope';
import { applyLimits } from '@palaver/protocol/limits';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { type Config, limitsOf } from '../config.ts';
import type { KeyAuthenticator } from '../domain/apps/authenticate-key.ts';
import { InFlight } from '../domain/idempotency/in-flight.ts';
import type { IdempotencyKey } from '../domain/idempotency/queries.ts';
import type { SendQueue } from '../domain/messages/send-queue.ts';
import { Refusal, refuseFaults } from '../domain/refusal.ts';
import type { Log } from '../platform/log.ts';
import type { Database } from '../storage/database.ts';
import { authenticate, type Caller } from './auth.ts';
import { acceptBodies, parseBody } from './body.ts';
import type { AnyEndpoint } from './endpoint.ts';
import { answerFailure } from './failure.ts';
import { checkIdempotencyKey, idempotencyKeyOf, identify } from './idempotency.ts';
import type { HttpMetrics } from './metrics.ts';
import { documentation, openapiOptions } from './openapi.ts';
import { bracketFaults, readQuery } from './query.ts';
import { createRateLimit } from './rate-limit.ts';
import { answerRefusedByNode, noteRequest } from './refused-by-node.ts';
import { type Method, ROUTES } from './routes.ts';
import { addSystemRoutes } from './system.ts';
import { compileChecker } from './validation.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the stage that checks the API key. */
    caller: Caller | null;
  }
}

export interface ServerParts {
  config: Config;
  version: string;
  db: Database;
  keys: KeyAuthenticator;
  sends: SendQueue;
  metrics: HttpMetrics;
  log: Log;
  /** True from the first moment of a stop on: new requests are refused, those in progress are finished. */
  isDraining: () => boolean;
}

/**
 * The HTTP server with every route, ready to listen. The way of a request is the order of the hooks below; the
 * first check that refuses answers, and answerFailure() turns its error into the envelope.
 */
export async function buildServer(parts: ServerParts): Promise<FastifyInstance> {
  const { config, log } = parts;
  const baseLog: FastifyBaseLogger = log;
  const app = fastify({
    loggerInstance: baseLog,
    // One log for all requests: a child of its own for each costs more than what it would add to a line.
    childLoggerFactory: (parent) => parent,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: config.bodyBytes,
    requestTimeout: config.requestTimeoutMs,
    http: {
      headersTimeout: config.requestTimeoutMs,
      connectionsCheckingInterval: 500,
      // Node's own answer to a request without one has no envelope; see the first hook.
      requireHostHeader: false,
    },
    routerOptions: { maxParamLength: 16_384 },
    exposeHeadRoutes: false,
    // Node's own default would answer 503 without the envelope while closing; see the first hook.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    genReqId: (request) => readRequestId(request.headers['x-request-id']),
    clientErrorHandler: answerRefusedByNode,
    frameworkErrors: (error, request, reply) => {
      setCommonHeaders(request, reply);
      answerFailure(error, request, reply);
    },
  });
  // Node would answer 417 without the envelope; what the client expects of a server is its own affair.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));

  app.setErrorHandler(answerFailure);
  app.setSerializerCompiler(() => (value) => JSON.stringify(value));
  // Requests are checked by check() below, which finds the faults of all parts at once.
  app.setValidatorCompiler(() => () => true);
  acceptBodies(app);

  app.addHook('onRequest', async (request, reply) => {
    noteRequest(reply.raw);
    setCommonHeaders(request, reply);
    if (parts.isDraining()) throw new Refusal('M50300');
    if (request.raw.httpVersion === '1.1' && request.headers.host === undefined) throw new Refusal('M40000');
    // Here rather than in a handler: before the size of a body that no route asked for counts.
    if (request.is404) refuseUnrouted(app, request, reply);
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    // Else a client that keeps its connection open would keep the stop waiting.
    if (parts.isDraining()) reply.header('connection', 'close');
    done(null, payload);
  });
  app.addHook('onResponse', async (request, reply) => {
    parts.metrics.observe(request, reply);
    request.log.debug(
      { requestId: request.id, method: request.method, url: request.url, status: reply.statusCode },
      'request',
    );
  });
  await app.register(swagger, openapiOptions(parts.version));
  addSystemRoutes(app, parts);
  addApiRoutes(app, parts);
  return app;
}

function addApiRoutes(app: FastifyInstance, { config, db, keys, sends }: ServerParts): void {
  const limits = limitsOf(config);
  const inFlight = new InFlight();
  const rateLimit = createRateLimit({ reads: config.rateLimitReads, writes: config.rateLimitWrites });
  app.decorateRequest('caller', null);

  for (const { method, url, endpoint } of ROUTES) {
    const check = createCheck(endpoint, config);
    app.route({
      method,
      url,
      schema: documentation(method, endpoint, limits),
      // Size and media type have been checked when this hook runs; the body is still bytes.
      preValidation: async (request, reply) => {
        const caller = await authenticate(request, keys, {
          scope: endpoint.scope,
          baseDomain: config.baseDomain,
        });
        await rateLimit(caller.key.id, method === 'GET' ? 'reads' : 'writes', reply);
        request.caller = caller;
      },
      handler: async (request, reply) => {
        const { caller } = request;
        if (caller === null) throw new Error('a request reached its handler without a caller');
        const { params, query, body, idempotencyKey } = check(request);
        const { space } = caller;
        const call = { ctx: { db, space }, params, query, body, sends };
        const run = (idempotency?: IdempotencyKey) => endpoint.run({ ...call, idempotency });
        const { data, isReplay } =
          idempotencyKey === undefined
            ? await run()
            : await inFlight.alone(`${space.appId} ${idempotencyKey}`, () =>
                run(identify(idempotencyKey, request, space, body, config.idempotencyTtlSeconds)),
              );
        if (isReplay) reply.header('idempotent-replayed', 'true');
        const isShown = endpoint.dataOnRequest !== true || prefersRepresentation(request.headers.prefer);
        return data === undefined || data === null || !isShown ? SUCCESS : { ...SUCCESS, data };
      },
    });
  }
}

interface Checked {
  idempotencyKey: string | undefined;
  params: unknown;
  query: unknown;
  body: unknown;
}

/**
 * The stages "JSON" and "fields" of an endpoint: parses the body, then finds the faults of path, query and body
 * together.
 */
function createCheck(endpoint: AnyEndpoint, config: Config): (request: FastifyRequest) => Checked {
  const limits = limitsOf(config);
  const querySchema = applyLimits(endpoint.query ?? {}, limits);
  const checkParams = compileChecker(applyLimits(endpoint.params ?? {}, limits), 'params');
  const checkQuery = compileChecker(querySchema, 'query');
  const checkBody = compileChecker(applyLimits(endpoint.body ?? {}, limits), 'body');
  return (request) => {
    const query = readQuery(querySchema, request.query);
    const queryFaults = [...checkQuery(query), ...bracketFaults(querySchema, request.query)];
    const idempotencyKey = idempotencyKeyOf(request);
    const faults = [
      ...checkParams(request.params),
      ...queryFaults,
      ...(endpoint.checkQuery?.(query) ?? []),
      ...checkIdempotencyKey(idempotencyKey),
    ];
    if (endpoint.body === undefined) {
      refuseFaults(faults);
      return { params: request.params, query, body: undefined, idempotencyKey };
    }
    const { value, faults: unstorable } = parseBody(request.body, config.maxNesting);
    const spellings = endpoint.normalizeBody?.(value) ?? [];
    // Before the schema, which takes `null` and `""` out of optional fields in place.
    const ruleFaults = endpoint.checkBody?.(value) ?? [];
    refuseFaults([...faults, ...unstorable, ...spellings, ...checkBody(value), ...ruleFaults]);
    return { params: request.params, query, body: value, idempotencyKey };
  };
}

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** M40406, or M40500 with `Allow` when the path has other methods. */
function refuseUnrouted(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): never {
  const path = request.url.split(/[?#]/, 1)[0] ?? '/';
  const methods = METHODS.filter((method) => app.findRoute({ method, url: path }) !== null);
  if (methods.length === 0) throw new Refusal('M40406');
  reply.header('allow', methods.join(', '));
  throw new Refusal('M40500');
}

function setCommonHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers({
    'x-request-id': request.id,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  });
}

function readRequestId(header: string | string[] | undefined): string {
  return typeof header === 'string' && /^[\x21-\x7e]{1,128}$/.test(header) ? header : randomUUID();
}

function prefersRepresentation(header: string | string[] | undefined): boolean {
  const preferences = [header ?? []].flat().join(',').split(',');
  return preferences.some((preference) => preference.trim().toLowerCase() === 'return=representation');
}
