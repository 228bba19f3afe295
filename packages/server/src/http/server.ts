import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { promisify } from 'node:util';
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
import type { ServerParts } from '../edge/services.ts';
import { isAnswering } from '../edge/socket-refusals.ts';
import { createAdmission } from './admission.ts';
import { addApiRoutes } from './api-routes.ts';
import { limitArrival } from './arrival.ts';
import { countHeader } from './auth.ts';
import { acceptBodies } from './collect-body.ts';
import { addCompression } from './compression.ts';
import { corsDelegator } from './cors.ts';
import type { ApiParts } from './endpoint-services.ts';
import { sendFailure } from './failure-response.ts';
import { addFiles } from './files.ts';
import { holdResponses } from './held-requests.ts';
import { serveInTurn } from './in-turn.ts';
import { openapiOptions } from './openapi/document.ts';
import { addPlayground } from './playground/playground.ts';
import type { Method } from './routes.ts';
import { addStartPage } from './start-page.ts';
import { addStickerFiles } from './sticker-files.ts';
import { addSystemRoutes } from './system.ts';
import { addTracing, loggedRequest } from './tracing.ts';
import { addUnsubscribePage, UNSUBSCRIBE_PATH } from './unsubscribe-page.ts';
import { addUploads } from './uploads.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route is exempt from the limit for unauthenticated clients: it is cheap and reports whether the server is up. */
    isUncounted?: boolean;
  }
}

/**
 * Builds the HTTP server with every route, ready to listen. A request passes the hooks in the order in which they are added;
 * the first failing check ends it, and sendFailure() turns the error into the envelope.
 */
export async function buildServer(parts: ApiParts): Promise<FastifyInstance> {
  const app = createApp(parts);
  watchConnections(app, parts);
  app.decorateRequest('failedWith', null);
  app.decorateRequest('caller', null);
  app.decorateRequest('response', null);
  setHandlers(app, parts);
  acceptBodies(app, parts);
  await addRequestHooks(app, parts);
  addCompression(app);
  holdResponses(app, parts);
  addTracing(app, parts);
  addResponseHook(app, parts);
  await app.register(swagger, openapiOptions(parts.version, limitsOf(parts.config)));
  addSystemRoutes(app, parts);
  addStartPage(app, parts);
  const admission = createAdmission(parts);
  addApiRoutes(app, parts, admission);
  addFiles(app, parts, admission);
  addUploads(app, parts, admission);
  addStickerFiles(app, parts);
  addUnsubscribePage(app, parts);
  await addPlayground(app, parts);
  return app;
}

function createApp({ config, log, socketRefusals }: ServerParts): FastifyInstance {
  const baseLog: FastifyBaseLogger = log;
  return fastify({
    loggerInstance: baseLog,
    // All requests share one logger: a child logger per request would cost more than it adds to a line.
    childLoggerFactory: (parent) => parent,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: config.bodyBytes,
    // (Of all but uploads, arrival.ts limits the time.)
    requestTimeout: Math.max(config.uploadTimeoutMs, config.requestTimeoutMs),
    connectionTimeout: config.answerTimeoutMs,
    keepAliveTimeout: config.keepAliveTimeoutMs,
    http: {
      headersTimeout: config.requestTimeoutMs,
      connectionsCheckingInterval: 500,
      // Node's own response to a missing Host header has no envelope; addRequestHooks() checks it.
      requireHostHeader: false,
      // On other routes the header is ignored, as HTTP requires: `curl --http2` sends one with every request.
      shouldUpgradeCallback: (request) => isRealtimeHandshake(request),
    },
    routerOptions: { maxParamLength: 16_384 },
    exposeHeadRoutes: false,
    // By default Fastify responds with 503 without the envelope while closing; addRequestHooks() does it.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    genReqId: (request) => readRequestId(request.headers['x-request-id']),
    clientErrorHandler: (error, socket) => socketRefusals.answerNode(error, socket),
    frameworkErrors: (error, request, reply) => {
      setCommonHeaders(request, reply);
      sendFailure(error, request, reply);
    },
  });
}

/** How often connections are looked for that count as anonymous again. */
const SWEEP_MS = 1_000;

/** Replaces Node's default handling of connections and requests where it does not fit. */
function watchConnections(app: FastifyInstance, parts: ServerParts): void {
  const { server } = app;
  const { addresses, anonymous, httpConnections, config, metrics, socketRefusals } = parts;
  // The connection was idle for long. That is fine while a handler works on a request and no output is waiting.
  server.on('timeout', (socket: Socket) => {
    if (!isAnswering(socket) || socket.writableLength > 0) socket.destroy();
  });
  // (Fastify has no option to wrap the listener of its own server.)
  const [serve, ...others] = server.listeners('request') as RequestListener[];
  if (serve === undefined || others.length > 0) throw new Error('expected exactly one request listener');
  server.off('request', serve);
  serveInTurn(server, (request, response) => {
    limitArrival(request, config.requestTimeoutMs, socketRefusals);
    serve(request, response);
  });
  // By default Node closes the connection without a response.
  server.on('connect', (_request, socket) =>
    socketRefusals.answerNode(new Error('no proxy'), socket as Socket),
  );
  // By default Node responds with 417 without the envelope. The `Expect` header is ignored instead.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));

  server.on('connection', (socket) => {
    // (A trusted proxy speaks for many clients, which are counted by their own addresses.)
    if (!addresses.isTrustedProxy(socket.remoteAddress)) httpConnections.add(socket);
  });
  server.on('upgrade', (_request, socket) => httpConnections.remove(socket as Socket));
  const sweeping = setInterval(() => httpConnections.sweep(), SWEEP_MS).unref();
  app.addHook('onClose', async () => clearInterval(sweeping));
  metrics.addGauge(
    'palaver_anonymous_connections',
    'Open connections on which no valid key or token has been seen, or not lately.',
    () => anonymous.size,
  );
  metrics.addGauge('palaver_connections', 'Open connections of clients: HTTP and WebSocket.', () =>
    promisify(server.getConnections.bind(server))(),
  );
}

function setHandlers(app: FastifyInstance, parts: ServerParts): void {
  app.setErrorHandler((error, request, reply) =>
    request.caller === null
      ? sendFailureToStranger(parts, error, request, reply)
      : sendFailure(error, request, reply),
  );
  // (The router handles the files of the playground before this.)
  app.setNotFoundHandler(() => {
    throw new Refusal('M40406');
  });
  app.setSerializerCompiler(() => (value) => JSON.stringify(value));
  // api-routes.ts validates requests itself, to report the faults of all parts at once.
  app.setValidatorCompiler(() => () => true);
}

async function addRequestHooks(app: FastifyInstance, parts: ServerParts): Promise<void> {
  const { addresses, strangers } = parts;
  app.addHook('onRequest', (request, reply, done) => {
    request.response = reply.raw;
    setCommonHeaders(request, reply);
    done();
  });
  // First, because a page can read a refusal only if the response carries the CORS headers.
  await app.register(cors, { delegator: corsDelegator(parts.config.corsOrigins) });
  app.addHook('onRequest', (request, reply, done) => {
    if (parts.isDraining()) return done(new Refusal('M50300'));
    if (!hasOneHost(request.raw)) return done(new Refusal('M40000'));
    // In a hook, because a handler runs only after the body is read and its size checked.
    // (The route `*` for OPTIONS is that of the CORS plugin.)
    const isUnrouted = request.is404 || (request.method === 'OPTIONS' && request.routeOptions.url === '*');
    return done(isUnrouted ? unrouted(app, request, reply) : undefined);
  });
  app.addHook('preHandler', (request, _reply, done) => {
    const isRefused = isCounted(request) && !strangers.admits(addresses.limitedOf(request.raw));
    done(isRefused ? new Refusal('M42900') : undefined);
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    // Otherwise a client with an open connection would keep sending requests and delay the stop.
    if (parts.isLeaving()) reply.header('connection', 'close');
    done(null, payload);
  });
}

/** Records metrics, the audit log and the rate limit of each response. */
function addResponseHook(app: FastifyInstance, parts: ServerParts): void {
  const { addresses, strangers } = parts;
  const time = parts.metrics.addDurations(
    'palaver_http_request_duration_seconds',
    'Time from the first byte of a request to the end of its answer.',
    ['method', 'route', 'status'],
  );
  app.addHook('onResponse', (request, reply, done) => {
    // The route pattern, never the URL: a label for each id would exhaust the memory of the collector.
    const route = request.routeOptions.url ?? 'none';
    time({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000);
    logAct(parts, request, reply.statusCode);
    if (isCounted(request) && request.failedWith === null)
      strangers.chargeAnswer(
        addresses.limitedOf(request.raw),
        Number(reply.getHeader('content-length') ?? 0),
      );
    const path = loggedPathOf(request);
    request.log.debug(
      { ...loggedRequest(request), method: request.method, path, status: reply.statusCode },
      'request',
    );
    done();
  });
}

/** Logs refused and failed requests, and successful writes. */
function logAct({ acts, addresses }: ServerParts, request: FastifyRequest, status: number): void {
  const { method, caller, failedWith } = request;
  const isWrite = caller !== null && method !== 'GET' && method !== 'HEAD';
  if (failedWith === null && !(isWrite && acts.isOn)) return;
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
    status,
    ...loggedRequest(request),
  });
}

/** The path without the query, which may contain secrets. */
function pathOf({ url }: FastifyRequest): string {
  return url.split(/[?#]/, 1)[0] ?? '/';
}

/** The path without the secret of a link to unsubscribe. */
function loggedPathOf(request: FastifyRequest): string {
  const path = pathOf(request);
  return path.startsWith(UNSUBSCRIBE_PATH) ? `${UNSUBSCRIBE_PATH}:token` : path;
}

/** Sends a failure to an unauthenticated client: M42900 if its address has exceeded its limit. */
function sendFailureToStranger(
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

/** Whether the request counts toward the limit for unauthenticated clients. */
function isCounted({ caller, routeOptions }: FastifyRequest): boolean {
  return caller === null && routeOptions.config.isUncounted !== true;
}

/** A handshake for the realtime socket, which realtime/ handles; other upgrade requests are served as plain HTTP. */
function isRealtimeHandshake(request: IncomingMessage): boolean {
  const { method, url, httpVersion, headers } = request;
  const isRealtime = method === 'GET' && url?.split('?', 1)[0] === REALTIME_PATH;
  const isWebSocket = httpVersion === '1.1' && headers.upgrade?.toLowerCase() === 'websocket';
  const hasBody = headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
  return isRealtime && isWebSocket && hasOneHost(request) && !hasBody;
}

/** RFC 9112, 3.2 requires exactly one `Host`: with two, a proxy may have used the other one. */
function hasOneHost(request: IncomingMessage): boolean {
  const count = countHeader(request, 'host');
  return count === 1 || (count === 0 && request.httpVersion !== '1.1');
}

const METHODS: readonly (Method | 'HEAD')[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** M40406, or M40500 with `Allow` when the path has other methods. */
function unrouted(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): Refusal {
  const path = pathOf(request);
  const methods = METHODS.filter((method) => app.findRoute({ method, url: path }) !== null);
  // (`OPTIONS *` has no path; the router treats it as `/`.)
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
