import { type afterAll, onTestFinished } from 'vitest';
import type { Contract } from '../../../server/test/harness/contract.ts';
import { startTestServer, type TestServer } from '../../../server/test/harness/test-server.ts';
import { until } from '../../../server/test/harness/until.ts';
import { Palaver, type PalaverOptions } from '../../src/server/index.ts';

/** A request, and the `data` of its response. */
export interface Exchange {
  method: string;
  /** Without the query. */
  path: string;
  data: unknown;
}

/** The real server, and the SDK connected to it. */
export interface Reached {
  server: TestServer;
  url: string;
  palaver: Palaver;
  /** The SDK with other options. */
  connect: (options?: Partial<PalaverOptions>) => Palaver;
  /** The calls of `palaver`. Each response is checked against the OpenAPI document. */
  exchanges: Exchange[];
}

/** `atEnd` says when to close the server: after the test by default. */
export async function reachPalaver(
  atEnd: typeof onTestFinished | typeof afterAll = onTestFinished,
): Promise<Reached> {
  const server = await startTestServer();
  atEnd(() => server.close());
  const url = await server.app.listen({ host: '127.0.0.1', port: 0 });
  const exchanges: Exchange[] = [];
  const connect = (options: Partial<PalaverOptions> = {}) =>
    new Palaver({ url, apiKey: server.key, ...options });
  const fetch = listening(server.contract, exchanges);
  return { server, url, palaver: connect({ fetch }), connect, exchanges };
}

function listening(contract: Contract, exchanges: Exchange[]): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const body = await response.clone().json();
    const method = init?.method ?? 'GET';
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    contract.check(method, pathname, response.status, body);
    exchanges.push({ method, path: pathname, data: body.data });
    return response;
  };
}

/** A device. (Palaver may not call this address, so nothing leaves the machine. The keys are those of the example in RFC 8291.) */
export const BROWSER = {
  provider: 'web_push',
  subscription: {
    endpoint: 'https://127.0.0.1/browser',
    keys: {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    },
  },
} as const;

/** Ids of what {@link furnish} creates. */
export interface Furniture {
  threadId: string;
  seq: number;
  endpointId: string;
  deliveryId: string;
}

/**
 * Creates the users ann, ben and cleo, a bot, and a group of ann (its owner) and ben with one message; and a webhook
 * endpoint that subscribes to new users.
 */
export async function furnish(palaver: Palaver): Promise<Furniture> {
  const { id: endpointId } = await palaver.webhooks.create({
    url: 'https://example.com',
    event_types: ['user.created'],
  });
  await palaver.users.putMany([
    { user_id: 'ann', display_name: 'Ann' },
    { user_id: 'ben', display_name: 'Ben' },
    { user_id: 'cleo', display_name: 'Cleo' },
  ]);
  await palaver.bots.create({ bot_id: 'robot', display_name: 'Robot' });
  const { thread_id: threadId } = await palaver.threads.create({
    name: 'Order 4711',
    owner_id: 'ann',
    member_ids: ['ben'],
  });
  const [sent] = await palaver.messages.send(textTo(threadId, 'Hello'));
  // (Its event is on its way.)
  const delivery = await until(
    async () => (await palaver.webhooks.listDeliveries({ limit: 1 }).toArray())[0],
  );
  return { threadId, seq: sent?.seq ?? 0, endpointId, deliveryId: delivery.id };
}

/** A text of ann. */
export function textTo(threadId: string, text: string) {
  return { sender: { user_id: 'ann' }, target: { thread_id: threadId }, body: { text } };
}
