import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import cors from '@fastify/cors';
import swagger from '@fastify/swagger';
import { ERRORS } from '@palaver/protocol/errors';
import { REALTIME_PATH } from '@palaver/protocol/realtime';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { limitsOf } from '../config/config.ts';
import { Refusal } from '../domain/refusal.ts';
import { toRefusal } from '../edge/failure.ts';
import { answerRefusedByNode, isAnswering } from '../edge/refused-by-node.ts';
import type { ServerParts } from '../edge/services.ts';
import { addApiRoutes } from './api-routes.ts';
import { countHeader } from './auth.ts';
import { acceptBodies } from './collect-body.ts';
import { corsDelegator } from './cors.ts';
import { inTurn } from './in-turn.ts';
import { openapiOptions } from './openapi/document.ts';
import { addPlayground } from './playground/playground.ts';
import type { Method } from './routes.ts';
import { sendFailure } from './send-failure.ts';
import { addStartPage } from './start-page.ts';
import { addStickerFiles } from './sticker-files.ts';
import { addSystemRoutes } from './system.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Strangers may ask for it as often as they like: it costs nothing, and says whether the server is there. */
    isUncounted?: boolean;
  }
}

/**
 * The HTTP server with every route, ready to listen. A request goes through the hooks in the order in which they are added;
 * the first check that refuses answers, and sendFailure() turns its error into the envelope.
 */
export async function buildServer(parts: ServerParts): Promise<FastifyInstance> {
  const app = createApp(parts);
  watchConnections(app.server, parts);
  app.decorateRequest('failedWith', null);
  setHandlers(app, parts);
  acceptBodies(app);
  await addRequestHooks(app, parts);
  addResponseHook(app, parts);
  await app.register(swagger, openapiOptions(parts.version, limitsOf(parts.config)));
  addSystemRoutes(app, parts);
  addStartPage(app, parts);
  addApiRoutes(app, parts);
  addStickerFiles(app, parts);
  await addPlayground(app, parts);
  return app;
}

function createApp({ config, log }: ServerParts): FastifyInstance {
  const baseLog: FastifyBaseLogger = log;
  return fastify({
    loggerInstance: baseLog,
    // One log for all requests: a child of its own for each costs more than what it would add to a line.
    childLoggerFactory: (parent) => parent,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: config.bodyBytes,
    requestTimeout: config.requestTimeoutMs,
    connectionTimeout: config.answerTimeoutMs,
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
      sendFailure(error, request, reply);
    },
  });
}

/** What Node's server does by itself with connections and requests, where we need something else. */
function watchConnections(server: Server, { addresses, anonymous, metrics }: ServerParts): void {
  // Nothing has gone over the connection for long. That is right while a handler is at work: then no answer waits.
  server.on('timeout', (socket: Socket) => {
    if (!isAnswering(socket) || socket.writableLength > 0) socket.destroy();
  });
  // (Fastify has no option for it that leaves the server to Fastify.)
  const [serve, ...others] = server.listeners('request') as RequestListener[];
  if (serve === undefined || others.length > 0)
    throw new Error('the server has not the one listener that it had');
  server.off('request', serve);
  server.on('request', inTurn(serve));
  // Node would close the connection without a word.
  server.on('connect', (_request, socket) => answerRefusedByNode(new Error('no proxy'), socket as Socket));
  // Node would answer 417 without the envelope; what the client expects of a server is its own affair.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));

  server.on('connection', (socket) => {
    // (A proxy speaks for many, who are counted where they are known.)
    if (!addresses.isTrustedProxy(socket.remoteAddress)) anonymous.enter(socket, socket.remoteAddress ?? '');
  });
  metrics.addGauge(
    'palaver_anonymous_connections',
    'Open connections on which no valid key or token has been seen.',
    () => anonymous.size,
  );
}

function setHandlers(app: FastifyInstance, parts: ServerParts): void {
  app.setErrorHandler((error, request, reply) =>
    request.caller === null
      ? answerStranger(parts, error, request, reply)
      : sendFailure(error, request, reply),
  );
  // (The files of the playground are looked for after routing.)
  app.setNotFoundHandler(() => {
    throw new Refusal('M40406');
  });
  app.setSerializerCompiler(() => (value) => JSON.stringify(value));
  // api-routes.ts checks requests itself: it finds the faults of all parts at once.
  app.setValidatorCompiler(() => () => true);
}

async function addRequestHooks(app: FastifyInstance, parts: ServerParts): Promise<void> {
  const { addresses, strangers } = parts;
  app.addHook('onRequest', (request, reply, done) => {
    setCommonHeaders(request, reply);
    done();
  });
  // Before anything is refused: a page can read a refusal only if it carries these headers.
  await app.register(cors, { delegator: corsDelegator(parts.config.corsOrigins) });
  app.addHook('onRequest', (request, reply, done) => {
    if (parts.isDraining()) return done(new Refusal('M50300'));
    if (!hasOneHost(request.raw)) return done(new Refusal('M40000'));
    // Here rather than in a handler: before the size of a body that no route asked for counts.
    const isUnrouted = request.is404 || request.method === 'OPTIONS';
    return done(isUnrouted ? unrouted(app, request, reply) : undefined);
  });
  app.addHook('preHandler', (request, _reply, done) => {
    const isRefused = isCounted(request) && !strangers.admits(addresses.limitedOf(request.raw));
    done(isRefused ? new Refusal('M42900') : undefined);
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    // Else a client that keeps its connection open would come again, and keep the stop waiting.
    if (parts.isLeaving()) reply.header('connection', 'close');
    done(null, payload);
  });
}

/** Counts and logs each answer. */
function addResponseHook(app: FastifyInstance, parts: ServerParts): void {
  const { addresses, strangers } = parts;
  const time = parts.metrics.addDurations(
    'palaver_http_request_duration_seconds',
    'Time from the first byte of a request to the end of its answer.',
    ['method', 'route', 'status'],
  );
  app.addHook('onResponse', (request, reply, done) => {
    // The pattern, never the address: a label for each id would fill the memory of whoever collects.
    const route = request.routeOptions.url ?? 'none';
    time({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000);
    noteAct(parts, request);
    if (isCounted(request) && request.failedWith === null)
      strangers.chargeAnswer(
        addresses.limitedOf(request.raw),
        Number(reply.getHeader('content-length') ?? 0),
      );
    request.log.debug(
      { requestId: request.id, method: request.method, path: pathOf(request), status: reply.statusCode },
      'request',
    );
    done();
  });
}

/** Tells the log of what was refused, has failed, or has changed something. */
function noteAct({ acts, addresses }: ServerParts, request: FastifyRequest): void {
  const { method, caller, failedWith } = request;
  const isWrite = caller !== null && method !== 'GET';
  if (!acts.isOn || (failedWith === null && !isWrite)) return;
  const isUser = caller?.isUser === true;
  acts.write({
    key: isUser ? undefined : caller?.id,
    user: isUser ? caller.id : undefined,
    app: caller?.space.appId,
    tenant: caller?.space.tenantId || undefined,
    address: addresses.of(request.raw),
    method,
    route: request.routeOptions.url ?? 'none',
    code: failedWith ?? 'M200',
    requestId: request.id,
  });
}

/** Without its query, where secrets may stand. */
function pathOf({ url }: FastifyRequest): string {
  return url.split(/[?#]/, 1)[0] ?? '/';
}

/** Answers a failure of somebody who has shown no valid key or token: M42900 when their address has had too many. */
function answerStranger(
  { addresses, strangers }: ServerParts,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (ERRORS[toRefusal(error).code].status >= 500) return sendFailure(error, request, reply);
  if (strangers.take(addresses.limitedOf(request.raw))) return sendFailure(error, request, reply);
  reply.headers({ 'retry-after': 1, connection: 'close' });
  return sendFailure(new Refusal('M42900'), request, reply);
}

/** Whether it counts for what its address may ask for without a key or token. */
function isCounted({ caller, routeOptions }: FastifyRequest): boolean {
  return caller === null && routeOptions.config.isUncounted !== true;
}

/** A request for the realtime socket, which realtime/ answers; others are answered like any request. */
function isRealtimeHandshake(request: IncomingMessage): boolean {
  const { method, url, httpVersion, headers } = request;
  const isRealtime = method === 'GET' && url?.split('?', 1)[0] === REALTIME_PATH;
  const isWebSocket = httpVersion === '1.1' && headers.upgrade?.toLowerCase() === 'websocket';
  const hasBody = headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
  return isRealtime && isWebSocket && hasOneHost(request) && !hasBody;
}

/** As HTTP wants it (RFC 9112, 3.2). Of two, a proxy may have heeded the other one. */
function hasOneHost(request: IncomingMessage): boolean {
  const count = countHeader(request, 'host');
  return count === 1 || (count === 0 && request.httpVersion !== '1.1');
}

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** M40406, or M40500 with `Allow` when the path has other methods. */
function unrouted(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): Refusal {
  const path = pathOf(request);
  const methods = METHODS.filter((method) => app.findRoute({ method, url: path }) !== null);
  // (`OPTIONS *` is about no path; the router takes it for `/`.)
  if (methods.length === 0 || path === '*') return new Refusal('M40406');
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
