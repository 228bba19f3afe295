// @module-tag database
import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { ENDPOINTS } from '../harness/api.ts';
import { ALLOW_LOOPBACK, ok, type Receiver, startReceiver } from '../harness/receiver.ts';
import { until } from '../harness/until.ts';
import { useServer } from '../harness/use-server.ts';
import { makeEndpoint, say } from './endpoint.ts';

/** The dispatcher of a node that stops, or that loses its lease, during a call. */

const server = await useServer(ALLOW_LOOPBACK);
let receiver: Receiver;
let threadId: string;

beforeAll(async () => {
  receiver = await startReceiver();
  threadId = await server.group(await server.users(1));
});
afterAll(async () => {
  await receiver.close();
});
afterEach(async () => {
  receiver.answer = ok;
  await freeLease();
  for (const { id } of await server.ok('GET', ENDPOINTS)) await server.ok('DELETE', `${ENDPOINTS}/${id}`);
});

/** Starts a delivery; returns its endpoint and the response that it waits for. */
async function startCall() {
  const { promise: called, resolve } = Promise.withResolvers<ServerResponse>();
  receiver.answer = (_, response) => resolve(response);
  const endpoint = await makeEndpoint(server, receiver, ['message.created']);
  await say(server, threadId, 'hello');
  return { endpoint, response: await called };
}

const setLease = (assignments: string) =>
  server.database.sql(`update leases set ${assignments} where name = 'webhooks'`);
const takeLease = () =>
  setLease(
    `holder = 'another node', fence = fence + 1, renewed_at = now(), expires_at = now() + interval '1 hour'`,
  );
const freeLease = () => setLease(`expires_at = now() - interval '1 second'`);

test('a node that stops records the calls in progress, and then gives the lease up', async () => {
  const stop = server.runWebhooks();
  const { endpoint, response } = await startCall();
  const stopped = stop();
  response.writeHead(204).end();
  await stopped;
  expect(await endpoint.deliveries()).toMatchObject([{ status: 'delivered', tries: 1 }]);
  const held = `select from leases where name = 'webhooks' and expires_at > now()`;
  expect(await server.database.sql(held)).toEqual([]);
});

test.for([
  ['succeeds', true],
  ['is still in progress', false],
] as const)(
  'a node that loses its lease during a call does not record it; the next holder repeats it: it %s',
  async ([, isAnswered]) => {
    onTestFinished(server.runWebhooks());
    const { endpoint, response } = await startCall();
    receiver.answer = ok;
    await takeLease();
    if (isAnswered) response.writeHead(204).end();
    await until(async () => response.closed || undefined);
    expect(response.writableFinished).toBe(isAnswered);
    expect(await endpoint.deliveries()).toMatchObject([{ status: 'pending', tries: 0 }]);
    await freeLease();
    expect(await endpoint.settled()).toMatchObject([{ status: 'delivered', tries: 1 }]);
    expect(endpoint.received()).toHaveLength(2);
  },
);
