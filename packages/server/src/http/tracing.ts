import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServerParts } from '../edge/services.ts';
import { parseTraceparent } from '../platform/tracing/span-context.ts';
import { loggedSpan, SPAN_KIND, type Span, type Tracer } from '../platform/tracing/tracer.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined: the request is not traced; null: that is not decided yet, because it is not authenticated. */
    span: Span | undefined | null;
  }
}

/** Adds a span for each traced request: from its first byte to the end of its response. While tracing is off, it adds nothing. */
export function addTracing(app: FastifyInstance, { tracer }: ServerParts): void {
  app.decorateRequest('span', null);
  if (!tracer.isOn) return;
  // The caller is known only now, after the hooks that authenticate.
  app.addHook('preParsing', (request, reply, _payload, done) => {
    begin(tracer, request, reply);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    // A request that was refused before.
    if (request.span === null) begin(tracer, request, reply);
    if (request.span !== undefined && request.span !== null) end(request.span, request, reply);
    done();
  });
}

/**
 * Requests of strangers are not traced: their number has no bound, and they would displace the others. Only the `traceparent` of a back end
 * decides whether its request is traced. (With that of a user, anybody could have everything recorded.)
 */
function begin(tracer: Tracer, request: FastifyRequest, reply: FastifyReply): void {
  request.span = undefined;
  const { routeOptions, caller, method, headers } = request;
  if (caller === null) return;
  request.span = tracer.startRoot(`${method} ${routeOptions.url ?? 'none'}`, {
    kind: SPAN_KIND.server,
    caller: parseTraceparent(headers.traceparent),
    isTrusted: !caller.isUser,
    startMs: performance.now() - reply.elapsedTime,
  });
}

function end(
  span: Span,
  { method, routeOptions, caller, failedWith }: FastifyRequest,
  reply: FastifyReply,
): void {
  span.set({
    'http.request.method': method,
    'http.route': routeOptions.url,
    'http.response.status_code': reply.statusCode,
    'url.scheme': 'http',
    'palaver.app': caller?.space.appId,
    'palaver.code': failedWith ?? undefined,
  });
  if (reply.statusCode >= 500) span.fail(failedWith ?? String(reply.statusCode));
  span.end();
}

/** What log lines say to identify a request. */
export const loggedRequest = ({ id, span }: Pick<FastifyRequest, 'id' | 'span'>) => ({
  requestId: id,
  ...loggedSpan(span?.context),
});
