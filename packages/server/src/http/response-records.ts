import type { ServerParts } from '../edge/services.ts';
import type { ApiReply, ApiRequest } from './exchange.ts';
import { isCounted } from './failure-response.ts';
import { loggedRequest } from './tracing.ts';
import { UNSUBSCRIBE_PATH } from './unsubscribe-page.ts';

/** Records a request whose outcome is known, once its response has been sent: metrics, the audit log, the limit for unauthenticated clients. */
export type ResponseRecorder = (request: ApiRequest, reply: ApiReply) => void;

export function createResponseRecorder(parts: ServerParts): ResponseRecorder {
  const { addresses, strangers, metrics } = parts;
  const time = metrics.addDurations(
    'palaver_http_request_duration_seconds',
    'Time from the first byte of a request to the end of its answer.',
    ['method', 'route', 'status'],
  );
  const record: ResponseRecorder = (request, reply) => {
    // The route pattern, never the URL: a label for each id would exhaust the memory of the collector.
    const route = request.routeOptions.url ?? 'none';
    time({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000);
    logAct(parts, request, reply.statusCode);
    if (isCounted(request) && request.failedWith === null)
      strangers.chargeAnswer(
        addresses.limitedOf(request.raw),
        Number(reply.getHeader('content-length') ?? 0),
      );
    if (!parts.log.isLevelEnabled('debug')) return;
    const path = loggedPathOf(request);
    request.log.debug(
      { ...loggedRequest(request), method: request.method, path, status: reply.statusCode },
      'request',
    );
  };
  return (request, reply) => {
    const { raw } = reply;
    let isRecorded = false;
    const recordOnce = () => {
      if (!isRecorded) record(request, reply);
      isRecorded = true;
    };
    // The client may leave before the response: what its request has done is recorded nevertheless. (A request that it has cut off has
    // done nothing, and socket-refusals.ts records it.)
    const recordLeft = () => {
      if (raw.req.complete) recordOnce();
    };
    raw.once('finish', recordOnce);
    if (raw.closed) recordLeft();
    else raw.once('close', recordLeft);
  };
}

/** Logs refused and failed requests, and successful writes that the audit log includes. */
function logAct({ acts, addresses }: ServerParts, request: ApiRequest, status: number): void {
  const { method, caller, failedWith, routeOptions } = request;
  const isWrite = caller !== null && method !== 'GET' && method !== 'HEAD';
  const kind = routeOptions.config.isSend === true ? 'send' : 'other';
  if (failedWith === null && !(isWrite && acts.includes(kind))) return;
  const isUser = caller?.isUser === true;
  acts.write({
    key: isUser ? undefined : caller?.id,
    user: isUser ? caller.id : undefined,
    app: caller?.space.appId,
    tenant: caller?.space.tenantId || undefined,
    address: addresses.of(request.raw),
    method,
    route: routeOptions.url ?? 'none',
    code: failedWith ?? 'M200',
    status,
    ...loggedRequest(request),
  });
}

/** The path without the query, which may contain secrets. */
export function pathOf({ url }: Pick<ApiRequest, 'url'>): string {
  return url.split(/[?#]/, 1)[0] ?? '/';
}

/** The path without the secret of a link to unsubscribe. */
function loggedPathOf(request: ApiRequest): string {
  const path = pathOf(request);
  return path.startsWith(UNSUBSCRIBE_PATH) ? `${UNSUBSCRIBE_PATH}:token` : path;
}
