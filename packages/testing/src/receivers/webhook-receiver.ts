import { createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ReceivedWebhook, WebhookEvent } from '../received.ts';

/** A receiver of webhooks that takes only those that are signed with a secret of the server (Standard Webhooks 1.0). */
export interface WebhookReceiver {
  /** Its address, without a trailing slash. It receives at every path. */
  url: string;
  /** The secrets that may sign. */
  findSecrets: () => Promise<readonly string[]>;
  /** Of the response to signed calls. */
  status: number;
  close: () => Promise<void>;
}

/** How far the time of a call may be off. */
const TOLERANCE_S = 5 * 60;

/** `receive` gets each call with a valid signature, `refuse` why another one was answered with 401. */
export async function startWebhookReceiver(
  receive: (call: ReceivedWebhook) => void,
  refuse: (why: string) => void,
): Promise<WebhookReceiver> {
  const respond = async (request: IncomingMessage): Promise<number> => {
    const body = await text(request);
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    const path = request.url ?? '/';
    const fault = faultOf(headers, body, await receiver.findSecrets());
    if (fault !== undefined) {
      refuse(`a call of ${path}: ${fault}`);
      return 401;
    }
    const { 'webhook-id': id = '' } = headers;
    receive({ id, path, headers, body, event: JSON.parse(body) as WebhookEvent });
    return receiver.status;
  };
  const server = createServer((request, response) => {
    respond(request).then(
      (status) => response.writeHead(status).end(),
      // (The caller may abort.)
      () => response.destroy(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    findSecrets: async () => [],
    status: 204,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return receiver;
}

/** Why a call must not be trusted; undefined: it may be. */
function faultOf(
  headers: Record<string, string>,
  body: string,
  secrets: readonly string[],
): string | undefined {
  const { 'webhook-id': id, 'webhook-timestamp': at = '', 'webhook-signature': signatures = '' } = headers;
  if (id === undefined) return 'it has no webhook-id';
  if (Math.abs(Number(at) - Date.now() / 1_000) > TOLERANCE_S)
    return 'its webhook-timestamp is not the present';
  const given = signatures.split(' ').map((signature) => Buffer.from(signature));
  const isSigned = secrets.some((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    const mac = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64');
    const wanted = Buffer.from(`v1,${mac}`);
    return given.some((one) => one.length === wanted.length && timingSafeEqual(one, wanted));
  });
  return isSigned ? undefined : 'its signature is of no secret of this server';
}
