import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ERRORS, type ErrorCode } from '@palaver/protocol/errors';
import type { ActLog } from './act-log.ts';
import type { ClientAddresses } from './client-address.ts';
import { failureBody } from './failure.ts';

/** Errors of Node's HTTP parser, which occur before there is a request, by their codes. */
const NODE_CODES: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'M43100',
  ERR_HTTP_REQUEST_TIMEOUT: 'M40800',
};

/** The response to the latest request of a connection. (A WeakMap would add garbage collection work.) */
const LATEST = Symbol('latest answer');
/** The response before it, if it was not finished when the latest request came. */
const BEFORE = Symbol('answer before the latest');
type NotedSocket = Socket & { [LATEST]?: ServerResponse; [BEFORE]?: ServerResponse | undefined };

export function noteRequest(response: ServerResponse): void {
  const socket: NotedSocket = response.req.socket;
  socket[BEFORE] = isAnswering(socket) ? socket[LATEST] : undefined;
  socket[LATEST] = response;
}

/** Whether a request of this connection is still waiting for its response. */
export function isAnswering(socket: NotedSocket): boolean {
  const answer = socket[LATEST];
  return answer !== undefined && !answer.writableFinished;
}

/** What is known of a refused request. */
interface RefusedRequest {
  code: ErrorCode;
  /** Undefined if its head was malformed. */
  request: IncomingMessage | undefined;
  /** Its route; the URL itself is never logged. */
  route?: string;
}

/** Refuses requests that do not reach the HTTP server, on the bare socket, and writes each to the log of acts. */
export class SocketRefusals {
  readonly #acts: ActLog;
  readonly #addresses: ClientAddresses;

  constructor(acts: ActLog, addresses: ClientAddresses) {
    this.#acts = acts;
    this.#addresses = addresses;
  }

  /**
   * Sends an error response in the usual envelope, and closes the connection. If a complete request came before the malformed
   * bytes, the client gets the response to that request instead.
   */
  answerNode(error: Error & { code?: string }, socket: NotedSocket): void {
    // A response was already sent. The rest of the input is read and discarded: closing now would reset the connection, and the
    // client would lose the response.
    if (socket.writableEnded) return;
    const answer = lastWhole(socket) ?? socket[LATEST];
    // The response was sent before the request had been read to its end, so there must be no second one.
    if (answer?.writableFinished === true && !answer.req.complete) {
      socket.destroy();
      return;
    }
    const isLate = answer?.writableFinished === false;
    if (isLate && answer.req.complete && socket.writable) {
      socket.pause();
      answer.once('close', () => close(socket));
      return;
    }
    if (error.code === 'ECONNRESET' || !socket.writable || (isLate && answer.headersSent)) {
      socket.destroy();
      return;
    }
    this.refuse(socket, {
      code: NODE_CODES[error.code ?? ''] ?? 'M40000',
      request: isLate ? answer.req : undefined,
    });
  }

  /** Sends an error response without a Fastify reply, and closes the connection. */
  refuse(
    socket: Socket,
    { code, request, route = 'none' }: RefusedRequest,
    headers: readonly string[] = [],
  ): void {
    const requestId = randomUUID();
    const { status, text } = ERRORS[code];
    this.#acts.write({
      address: this.#addresses.of(request ?? { socket, headers: {} }),
      method: request?.method ?? 'none',
      route,
      code,
      status,
      requestId,
    });
    const body = JSON.stringify(failureBody({ code }, requestId));
    const head = [
      `HTTP/1.1 ${status} ${text.replace(/\.$/, '')}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      `x-request-id: ${requestId}`,
      'x-content-type-options: nosniff',
      'cache-control: no-store',
      'connection: close',
      ...(code === 'M50300' ? ['retry-after: 1'] : []),
      ...headers,
    ];
    close(socket, `${head.join('\r\n')}\r\n\r\n${body}`);
  }
}

/**
 * The unfinished response before the latest one, if the latest request has not come completely: an error response now would get
 * into the middle of it.
 */
function lastWhole({ [LATEST]: latest, [BEFORE]: before }: NotedSocket): ServerResponse | undefined {
  return latest?.req.complete === false && before?.writableFinished === false ? before : undefined;
}

/** Time for the client to read the response: closing with unread input would reset the connection. */
const LINGER_MS = 1_000;

function close(socket: Socket, lastWords = ''): void {
  socket.end(lastWords);
  // The client may never close its side.
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
