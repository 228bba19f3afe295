import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/**
 * What goes wrong with a request. `cut`: the connection ends before the request arrives. `silence`: no response ever comes.
 * `lost answer`: the request arrives, but its response does not. Otherwise: a proxy sends this response itself.
 */
export type Misfortune =
  | 'cut'
  | 'silence'
  | 'lost answer'
  | { status: number; headers?: Record<string, string>; body: string };

/** A bad network to a server: each request takes the next misfortune; without one, it gets through. */
export interface BadWay {
  url: string;
  misfortunes: Misfortune[];
  /** The requests, in order. */
  requests: { method: string; url: string; headers: IncomingHttpHeaders; atMs: number }[];
}

export async function badWayTo(upstream: string, misfortunes: Misfortune[] = []): Promise<BadWay> {
  const requests: BadWay['requests'] = [];
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    requests.push({ method, url, headers, atMs: performance.now() });
    void befall(misfortunes.shift(), upstream, request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, misfortunes, requests };
}

async function befall(
  misfortune: Misfortune | undefined,
  upstream: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (misfortune === 'cut') return void request.socket.resetAndDestroy();
  if (misfortune === 'silence') return;
  if (typeof misfortune === 'object') {
    return void response.writeHead(misfortune.status, misfortune.headers).end(misfortune.body);
  }
  const answer = await forward(upstream, request);
  if (misfortune === 'lost answer') return void request.socket.resetAndDestroy();
  // (`fetch` has unpacked the body.)
  const { 'content-encoding': _, 'content-length': __, ...headers } = Object.fromEntries(answer.headers);
  response.writeHead(answer.status, headers).end(await answer.text());
}

async function forward(upstream: string, request: IncomingMessage): Promise<Response> {
  const { connection: _, 'transfer-encoding': __, ...headers } = request.headers;
  const method = request.method ?? 'GET';
  const body = await buffer(request);
  return fetch(`${upstream}${request.url}`, {
    method,
    headers: headers as Record<string, string>,
    ...(body.length > 0 ? { body: new Uint8Array(body) } : {}),
  });
}

/** A failure response of Palaver. */
export function refusal(status: number, code: string, headers: Record<string, string> = {}): Misfortune {
  const body = JSON.stringify({ message_code: code, message: 'Refused.', request_id: 'r-1' });
  return { status, headers, body };
}
