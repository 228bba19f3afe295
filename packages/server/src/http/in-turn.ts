import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { noteRequest } from '../edge/refused-by-node.ts';

/** Requests of one connection that may wait for the one before them. Clients that wait for their answers have none. */
export const MAX_WAITING = 100;

type Exchange = readonly [IncomingMessage, ServerResponse];

/** Where a connection keeps them; undefined: no request of it is being answered. (A WeakMap costs the garbage collector.) */
const WAITING = Symbol('requests that wait');
/** What comes after too many is not served. */
const IS_OVER = Symbol('too many have waited');
type QueueingSocket = Socket & { [WAITING]?: Exchange[] | undefined; [IS_OVER]?: true };

/**
 * Serves the requests of one connection one after the other: the next when the client has been sent all of the answer before.
 * So a client that sends thousands and reads nothing has one answer in memory. With more than {@link MAX_WAITING} of them the
 * connection is closed after the answers to these.
 */
export function inTurn(serve: RequestListener): RequestListener {
  const serveNow = ([request, response]: Exchange) => {
    response.once('close', () => serveNext(request.socket));
    serve(request, response);
  };
  const serveNext = (socket: QueueingSocket) => {
    // (Ended: the answer before was the last one of this connection.)
    const next = socket.writableEnded || socket.destroyed ? undefined : socket[WAITING]?.shift();
    if (next === undefined) socket[WAITING] = undefined;
    else serveNow(next);
  };
  return (request, response) => {
    const socket: QueueingSocket = request.socket;
    if (socket[IS_OVER] === true) return;
    const waiting = socket[WAITING];
    if (waiting?.length === MAX_WAITING) {
      socket[IS_OVER] = true;
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
