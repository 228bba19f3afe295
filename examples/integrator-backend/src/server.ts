import { randomUUID } from 'node:crypto';
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import type { Config } from './config.ts';
import { isDatabaseAway } from './database.ts';
import type { Metrics } from './metrics.ts';
import { protect } from './protection.ts';
import { Refusal } from './refusal.ts';

const BODY_LIMIT_BYTES = 16_384;
/** What Fastify refuses by itself; whatever else it finds wrong with a request is M40000. */
const CODES: Readonly<Record<number, string>> = { 413: 'M41300', 415: 'M41500' };

export interface LogOptions {
  level: string;
  /** Standard output unless told. */
  stream?: NodeJS.WritableStream;
}

/** The server without its routes: one body parser, one envelope, one log. */
export async function buildServer(
  config: Config,
  metrics: Metrics,
  log: LogOptions,
): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    logger: { ...log, serializers: { err: describe } },
    genReqId: () => randomUUID(),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: 30_000,
    // Proxies whose statement of a request's address is believed. An empty list: none.
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    // For errors before any route, such as a path that cannot be decoded.
    frameworkErrors: answerError,
    ...(config.tls === null ? {} : { https: config.tls }),
  });
  // The content type is ignored: `curl -d` and an app that sends no body at all need no header.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) =>
    parse(body),
  );
  await protect(app, config);
  app.addHook('onResponse', async (request, reply) => {
    const labels = { route: request.routeOptions.url ?? 'none', status: reply.statusCode };
    metrics.requests.observe(labels, reply.elapsedTime / 1_000);
  });
  app.setNotFoundHandler(() => {
    throw new Refusal(404, 'M40406', 'There is nothing here.');
  });
  app.setErrorHandler<FastifyError | Refusal>(answerError);
  return app;
}

/** The envelope of a success. */
export function success(data: unknown): { message_code: string; message: string; data: unknown } {
  return { message_code: 'M200', message: 'Success', data };
}

function parse(body: Buffer): unknown {
  if (body.length === 0) return undefined;
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new Refusal(400, 'M40001', 'The body is no valid JSON in UTF-8.');
  }
}

function answerError(error: FastifyError | Refusal, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = asRefusal(error);
  if (refusal.status === 500) request.log.error({ err: error }, 'a request has failed');
  else if (refusal.status > 500 && refusal !== error)
    request.log.warn({ err: error }, 'the database is unavailable');
  const { errors, retryAfterSeconds } = refusal.details;
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds);
  const { code: message_code, message } = refusal;
  reply
    .code(refusal.status)
    .send({ message_code, message, request_id: request.id, ...(errors && { errors }) });
}

function asRefusal(error: FastifyError | Refusal): Refusal {
  if (error instanceof Refusal) return error;
  const { statusCode = 500 } = error;
  if (statusCode < 500)
    return new Refusal(statusCode, CODES[statusCode] ?? 'M40000', 'The request is not valid.');
  if (isDatabaseAway(error))
    return new Refusal(503, 'M50300', 'The database is not there at the moment.', { retryAfterSeconds: 1 });
  return new Refusal(500, 'M50000', 'Something went wrong here.');
}

/** What the log says of an error: not what else hangs on it, where a database leaves the values that it did not take. */
function describe(error: Error & { code?: unknown }): {
  type: string;
  message: string;
  stack: string;
  code?: unknown;
} {
  const { name, message, stack = '', code } = error;
  return { type: name, message, stack, ...(code === undefined ? {} : { code }) };
}
