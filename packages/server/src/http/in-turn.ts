import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { noteRequest } from '../edge/socket-refusals.ts';

/** Pipelined requests of one connection that may wait. Clients that wait for each response have none. */
export const MAX_WAITING = 100;

type Exchange = readonly [IncomingMessage, ServerResponse];

/** The queue of a connection; undefined if no request is being served. (A WeakMap would add garbage collection work.) */
const WAITING = Symbol('requests that wait');
/** Set when the queue overflowed: later requests of the connection are dropped. */
const HAS_OVERFLOWED = Symbol('too many have waited');
type QueueingSocket = Socket & { [WAITING]?: Exchange[] | undefined; [HAS_OVERFLOWED]?: true };

/**
 * Serves the requests of one connection one at a time: the next one starts when the previous response has been sent in full.
 * So a client that sends thousands of requests and reads nothing keeps only one response in memory. When more than {@link
 * MAX_WAITING} requests wait, the connection closes after the last of them is served.
 */
export function inTurn(serve: RequestListener): RequestListener {
  const serveNow = ([request, response]: Exchange) => {
    response.once('close', () => serveNext(request.socket));
    serve(request, response);
  };
  const serveNext = (socket: QueueingSocket) => {
    // (If it has ended, the previous response was the last one of this connection.)
    const next = socket.writableEnded || socket.destroyed ? undefined : socket[WAITING]?.shift();
    if (next === undefined) socket[WAITING] = undefined;
    else serveNow(next);
  };
  return (request, response) => {
    const socket: QueueingSocket = request.socket;
    if (socket[HAS_OVERFLOWED] === true) return;
    const waiting = socket[WAITING];
    if (waiting?.length === MAX_WAITING) {
      socket[HAS_OVERFLOWED] = true;
      const [, last] = waiting.at(-1) ?? [];
      last?.setHeader('connection', 'close');
      return;
    }
    noteRequest(response);
    if (waiting === undefined) {
      socket[WAITING] = [];
      serveNow([request, response]);
    } else waiting.push([request, response]);
  };
}
