import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ERRORS, type ErrorCode } from '@palaver/protocol/errors';
import { failureBody } from './failure.ts';

/** What Node's HTTP parser refuses before there is a request, by its error codes. */
const NODE_CODES: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'M43100',
  ERR_HTTP_REQUEST_TIMEOUT: 'M40800',
};

/** Where a connection keeps the answer to the request that it brought last. (A WeakMap costs the garbage collector.) */
const LATEST = Symbol('latest answer');
type NotedSocket = Socket & { [LATEST]?: ServerResponse };

export function noteRequest(response: ServerResponse): void {
  (response.req.socket as NotedSocket)[LATEST] = response;
}

/** Whether a request of this connection waits for its answer. */
export function isAnswering(socket: NotedSocket): boolean {
  const answer = socket[LATEST];
  return answer !== undefined && !answer.writableFinished;
}

/**
 * Answers on the bare socket, with the same envelope as everything else, and closes it. A request that had come
 * whole before what is refused keeps its own answer, and then there is no other.
 */
export function answerRefusedByNode(error: Error & { code?: string }, socket: NotedSocket): void {
  // Answered already: what still comes is read and thrown away, or closing would be a reset that eats the answer.
  if (socket.writableEnded) return;
  const answer = socket[LATEST];
  // Its answer has come before the rest of it was read: there is no second one.
  if (answer?.writableFinished === true && !answer.req.complete) {
    socket.destroy();
    return;
  }
  const isLate = answer !== undefined && isAnswering(socket);
  if (isLate && answer.req.complete && socket.writable) {
    socket.pause();
    answer.once('close', () => close(socket));
    return;
  }
  if (error.code === 'ECONNRESET' || !socket.writable || (isLate && answer.headersSent)) {
    socket.destroy();
    return;
  }
  refuseOnSocket(socket, NODE_CODES[error.code ?? ''] ?? 'M40000');
}

/** Answers a failure where there is no reply to send it with, and closes the connection. */
export function refuseOnSocket(socket: Socket, code: ErrorCode, headers: readonly string[] = []): void {
  const requestId = randomUUID();
  const body = JSON.stringify(failureBody(code, requestId));
  const head = [
    `HTTP/1.1 ${ERRORS[code].status} ${ERRORS[code].text.replace(/\.$/, '')}`,
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

/** Time for the client to read the answer: bytes of it that wait unread on our side would make it a reset. */
const LINGER_MS = 1_000;

function close(socket: Socket, lastWords = ''): void {
  socket.end(lastWords);
  // The client may leave its side open for ever.
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
