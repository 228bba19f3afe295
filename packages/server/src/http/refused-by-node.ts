import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { ERRORS, type ErrorCode } from '@palaver/protocol/errors';
import { failureBody } from './failure.ts';

/** What Node's HTTP parser refuses before there is a request, by its error codes. */
const NODE_CODES: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'M43100',
  ERR_HTTP_REQUEST_TIMEOUT: 'M40800',
};

/** Answers on the bare socket, with the same envelope as everything else, and closes it. */
export function answerRefusedByNode(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const code = NODE_CODES[error.code ?? ''] ?? 'M40000';
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
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
