import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A call that a webhook receiver got. */
export interface Received {
  url: string;
  headers: Record<string, string>;
  body: string;
  // Each test knows the fields of its bodies.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  event: any;
  /** The time of its arrival, by `performance.now()`. */
  at: number;
}

export type Answer = (received: Received, response: ServerResponse, request: IncomingMessage) => void;

/** A webhook receiver: a real server with configurable responses. */
export interface Receiver {
  /** Its address, without a trailing slash. */
  url: string;
  /** All received calls, in order of arrival. */
  received: Received[];
  /** Sets the responses from now on. */
  answer: Answer;
  /** The calls whose path ends with this. */
  of: (path: string) => Received[];
  close: () => Promise<void>;
}

export const ok: Answer = (_, response) => response.writeHead(204).end();
export const status =
  (code: number, headers: Record<string, string> = {}, body = ''): Answer =>
  (_, response) =>
    response.writeHead(code, headers).end(body);

export async function startReceiver(port = 0): Promise<Receiver> {
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request);
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    const event = JSON.parse(body);
    const call = { url: request.url ?? '', headers, body, event, at: performance.now() };
    receiver.received.push(call);
    receiver.answer(call, response, request);
  };
  // (The caller may abort.)
  const server = createServer((request, response) => void receive(request, response).catch(() => {}));
  server.on('connection', (socket) => socket.on('error', () => {}));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: [],
    answer: ok,
    of: (path) => receiver.received.filter(({ url }) => url.endsWith(path)),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return receiver;
}

/** Allows calls to the tests, which listen on loopback. */
export const ALLOW_LOOPBACK = { PALAVER_WEBHOOK_ALLOW_PRIVATE: '127.0.0.1' };
