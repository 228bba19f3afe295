import type { IncomingMessage, RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { promisify } from 'node:util';
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
import { limitsOf } from '../config/config.ts';
import { Refusal } from '../domain/refusal.ts';
import type { ServerParts } from '../edge/services.ts';
import { isAnswering } from '../edge/socket-refusals.ts';
import { createAdmission } from './admission.ts';
import { addApiRoutes } from './api-routes.ts';
import { Arrivals } from './arrival.ts';
import { acceptBodies } from './collect-body.ts';
import { addCompression, createCompressor } from './compression.ts';
import { corsDelegator } from './cors.ts';
import type { ApiParts } from './endpoint-services.ts';
import { isCounted, refuse, sendFailure } from './failure-response.ts';
import { addFiles } from './files.ts';
import { holdResponses } from './held-requests.ts';
import { serveInTurn } from './in-turn.ts';
import { openapiOptions } from './openapi/document.ts';
import { addPlayground } from './playground/playground.ts';
import { commonHeaders, hasOneHost, headRefusal, requestIdOf } from './request-head.ts';
import { createResponseRecorder, pathOf } from './response-records.ts';
import { addUploads } from './resumable-uploads.ts';
import type { Method } from './routes.ts';
import { ShortWay } from './short-way.ts';
import { addStartPage } from './start-page.ts';
import { addStickerFiles } from './sticker-files.ts';
import { addSystemRoutes } from './system.ts';
import { addTracing } from './tracing.ts';
import { addUnsubscribePage } from './unsubscribe-page.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route is exempt from the limit for unauthenticated clients: it is cheap and reports whether the server is up. */
    isUncounted?: boolean;
    /** It sends messages. */
    isSend?: boolean;
  }
}

/**
 * Builds the HTTP server with every route, ready to listen. A request passes the hooks in the order in which they are added;
 * the first failing check ends it, and sendFailure() turns the error into the envelope.
 */
export async function buildServer(parts: ApiParts): Promise<FastifyInstance> {
  const app = createApp(parts);
  const record = createResponseRecorder(parts);
  const compress = createCompressor();
  const shortWay = new ShortWay(parts, { compress, record });
  watchConnections(app, parts, shortWay);
  app.decorateRequest('failedWith', null);
  app.decorateRequest('caller', null);
  app.decorateRequest('response', null);
  setHandlers(app, parts);
  acceptBodies(app, parts);
  await addRequestHooks(app, parts);
  addCompression(app, compress);
  holdResponses(app, parts);
  addTracing(app, parts);
  // (Hooks of responses do not run if the client has left.)
  app.addHook('onSend', (request, reply, payload, done) => {
    record(request, reply);
    done(null, payload);
  });
  await app.register(swagger, openapiOptions(parts.version, limitsOf(parts.config), parts.config.publicUrl));
  addSystemRoutes(app, parts);
  addStartPage(app, parts);
  const admission = createAdmission(parts);
  addApiRoutes(app, parts, admission, shortWay);
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
    genReqId: requestIdOf,
    clientErrorHandler: (error, socket) => socketRefusals.answerNode(error, socket),
    frameworkErrors: (error, request, reply) => {
      reply.headers(commonHeaders(request.id));
      sendFailure(error, request, reply as FastifyReply);
    },
  });
}

/** How often connections are looked for that count as anonymous again. */
const SWEEP_MS = 1_000;

/** Replaces Node's default handling of connections and requests where it does not fit. */
function watchConnections(app: FastifyInstance, parts: ServerParts, shortWay: ShortWay): void {
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
  const arrivals = new Arrivals(config.requestTimeoutMs, socketRefusals);
  serveInTurn(server, (request, response) => {
    arrivals.limit(request);
    if (!shortWay.serves(request, response)) serve(request, response);
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
  app.setErrorHandler((error, request, reply) => refuse(parts, error, request, reply));
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
    reply.headers(commonHeaders(request.id));
    done();
  });
  // First, because a page can read a refusal only if the response carries the CORS headers.
  await app.register(cors, { delegator: corsDelegator(parts.config.corsOrigins) });
  app.addHook('onRequest', (request, reply, done) => {
    const refusal = headRefusal(parts, request.raw);
    if (refusal !== undefined) return done(refusal);
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

/** A handshake for the realtime socket, which realtime/ handles; other upgrade requests are served as plain HTTP. */
function isRealtimeHandshake(request: IncomingMessage): boolean {
  const { method, url, httpVersion, headers } = request;
  const isRealtime = method === 'GET' && url?.split('?', 1)[0] === REALTIME_PATH;
  const isWebSocket = httpVersion === '1.1' && headers.upgrade?.toLowerCase() === 'websocket';
  const hasBody = headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
  return isRealtime && isWebSocket && hasOneHost(request) && !hasBody;
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
