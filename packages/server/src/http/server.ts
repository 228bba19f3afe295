import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import cors from '@fastify/cors';
import swagger from '@fastify/swagger';
import { REALTIME_PATH } from '@palaver/protocol/realtime';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { limitsOf } from '../config.ts';
import { Refusal } from '../domain/refusal.ts';
import { addApiRoutes } from './api-routes.ts';
import { acceptBodies } from './body.ts';
import { corsDelegator } from './cors.ts';
import { answerFailure } from './failure.ts';
import { openapiOptions } from './openapi.ts';
import type { ServerParts } from './parts.ts';
import { addPlayground, hasPlayground } from './playground/playground.ts';
import { answerRefusedByNode, noteRequest } from './refused-by-node.ts';
import type { Method } from './routes.ts';
import { addStickerFiles } from './sticker-files.ts';
import { addSystemRoutes } from './system.ts';

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
      // Elsewhere the header is ignored, as HTTP wants it: `curl --http2` sends one with every request.
      shouldUpgradeCallback: (request) => isRealtimeHandshake(request),
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
  // Node would close the connection without a word.
  app.server.on('connect', (_request, socket) =>
    answerRefusedByNode(new Error('no proxy'), socket as Socket),
  );
  // Node would answer 417 without the envelope; what the client expects of a server is its own affair.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));

  app.setErrorHandler(answerFailure);
  app.setSerializerCompiler(() => (value) => JSON.stringify(value));
  // api-routes.ts checks requests itself: it finds the faults of all parts at once.
  app.setValidatorCompiler(() => () => true);
  acceptBodies(app);

  app.addHook('onRequest', (request, reply, done) => {
    noteRequest(reply.raw);
    setCommonHeaders(request, reply);
    done();
  });
  // Before anything is refused: a page can read a refusal only if it carries these headers.
  await app.register(cors, { delegator: corsDelegator(config.corsOrigins) });
  app.addHook('onRequest', (request, reply, done) => {
    if (parts.isDraining()) return done(new Refusal('M50300'));
    if (request.raw.httpVersion === '1.1' && request.headers.host === undefined)
      return done(new Refusal('M40000'));
    // Here rather than in a handler: before the size of a body that no route asked for counts.
    const isUnrouted = request.is404 || request.method === 'OPTIONS';
    return done(isUnrouted ? unrouted(app, request, reply) : undefined);
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    // Else a client that keeps its connection open would keep the stop waiting.
    if (parts.isDraining()) reply.header('connection', 'close');
    done(null, payload);
  });
  const time = parts.metrics.addDurations(
    'palaver_http_request_duration_seconds',
    'Time from the first byte of a request to the end of its answer.',
    ['method', 'route', 'status'],
  );
  app.addHook('onResponse', (request, reply, done) => {
    // The pattern, never the address: a label for each id would fill the memory of whoever collects.
    const route = request.routeOptions.url ?? 'none';
    time({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000);
    request.log.debug(
      { requestId: request.id, method: request.method, url: request.url, status: reply.statusCode },
      'request',
    );
    done();
  });
  await app.register(swagger, openapiOptions(parts.version, limitsOf(parts.config)));
  addSystemRoutes(app, parts);
  addApiRoutes(app, parts);
  addStickerFiles(app, parts);
  if (hasPlayground(config)) await addPlayground(app, parts);
  return app;
}

/** A request for the realtime socket, which realtime/ answers; others are answered like any request. */
function isRealtimeHandshake({ method, url, httpVersion, headers }: IncomingMessage): boolean {
  const isRealtime = method === 'GET' && url?.split('?', 1)[0] === REALTIME_PATH;
  const isWebSocket = httpVersion === '1.1' && headers.upgrade?.toLowerCase() === 'websocket';
  const hasBody = headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
  return isRealtime && isWebSocket && headers.host !== undefined && !hasBody;
}

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** M40406, or M40500 with `Allow` when the path has other methods. */
function unrouted(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): Refusal {
  const path = request.url.split(/[?#]/, 1)[0] ?? '/';
  const methods = METHODS.filter((method) => app.findRoute({ method, url: path }) !== null);
  if (methods.length === 0) return new Refusal('M40406');
  reply.header('allow', methods.join(', '));
  return new Refusal('M40500');
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
