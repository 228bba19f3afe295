import type { IncomingMessage } from 'node:http';
import type { SocketRefusals } from '../edge/socket-refusals.ts';

/** The timer of a request whose body has not arrived. */
const TIMER = Symbol('arrival');
type TimedRequest = IncomingMessage & { [TIMER]?: NodeJS.Timeout };

/** How much of an upload must arrive in each interval. */
const LEAST_BYTES = 32 * 1024;

/** Refuses the request with M40800, and closes its connection, if its body does not arrive within `ms`. */
export function limitArrival(request: TimedRequest, ms: number, refusals: SocketRefusals): void {
  const { 'content-length': length = '0', 'transfer-encoding': chunked } = request.headers;
  if (length === '0' && chunked === undefined) return;
  request[TIMER] = setTimeout(() => refuseLate(request, refusals), ms);
  request.once('close', () => clearTimeout(request[TIMER]));
}

/**
 * Instead, an upload may take as long as the server permits in all, but 32 KiB of it must arrive every `ms`, unless there are bytes that
 * the server has not taken yet.
 */
export function limitUpload(request: TimedRequest, ms: number, refusals: SocketRefusals): void {
  if (request[TIMER] === undefined) return;
  clearTimeout(request[TIMER]);
  let seen = request.socket.bytesRead;
  request[TIMER] = setInterval(() => {
    const { bytesRead } = request.socket;
    if (bytesRead - seen < LEAST_BYTES && request.readableLength === 0) refuseLate(request, refusals);
    seen = bytesRead;
  }, ms);
}

function refuseLate(request: TimedRequest, refusals: SocketRefusals): void {
  clearTimeout(request[TIMER]);
  if (request.complete) return;
  const error = Object.assign(new Error('the body is late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
  refusals.answerNode(error, request.socket);
}
