import { once } from 'node:events';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Server, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { TEST_CERTIFICATE, TEST_KEY } from './certificate.ts';

export interface Reply {
  status: number;
  headers?: Record<string, string>;
  body?: string;
  /** The body never ends. */
  isEndless?: boolean;
}

/** How a push service of a test answers. `hang`: never. `cut`: it closes the connection. */
export type Answer = Reply | 'hang' | 'cut';

export const jsonReply = (status: number, body: object, headers: Record<string, string> = {}): Reply => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

/** Each header as one text. */
export const asStrings = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

export interface HttpsRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface HttpsReceiver {
  /** Its address, without a trailing slash. */
  url: string;
  sockets: Sockets;
  close: () => Promise<void>;
}

/** A server over TLS on loopback, whose certificate is {@link TEST_CERTIFICATE}. */
export async function startHttpsReceiver(
  receive: (request: HttpsRequest) => Answer | Promise<Answer>,
): Promise<HttpsReceiver> {
  const server = createServer({ key: TEST_KEY, cert: TEST_CERTIFICATE }, (request, response) => {
    const respond = async () => {
      const { method = '', url: path = '', headers } = request;
      give(await receive({ method, path, headers, body: await buffer(request) }), response);
    };
    // (The client may abort.)
    respond().catch(() => {});
  });
  const { url, sockets, close } = await listen(server);
  return { url, sockets, close };
}

function give(answer: Answer, response: ServerResponse): void {
  if (answer === 'hang') return;
  if (answer === 'cut') {
    response.socket?.destroy();
    return;
  }
  const { status, headers = {}, body = '', isEndless = false } = answer;
  response.writeHead(status, headers);
  if (isEndless) pourInto(response);
  else response.end(body);
}

/** Writes as long as the other side reads. */
export function pourInto(stream: NodeJS.WritableStream & { destroyed?: boolean }): void {
  const pour = () => {
    while (stream.destroyed !== true && stream.write('x'.repeat(16 * 1024)));
  };
  stream.on('drain', pour);
  stream.on('error', () => {});
  pour();
}

/** The sockets of a server. */
export interface Sockets {
  open: Set<Socket>;
  /** How many there have been. */
  total: number;
}

/** Listens on loopback. Closing also ends all connections. */
export async function listen(
  server: Server,
): Promise<{ url: string; sockets: Sockets; close: () => Promise<void> }> {
  const sockets: Sockets = { open: new Set(), total: 0 };
  server.on('connection', (socket: Socket) => {
    sockets.total += 1;
    sockets.open.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => sockets.open.delete(socket));
  });
  server.on('tlsClientError', () => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sockets,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets.open) socket.destroy();
      await closed;
    },
  };
}
