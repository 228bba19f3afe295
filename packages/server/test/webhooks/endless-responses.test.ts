import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ALLOW_LOOPBACK, ok, type Receiver, startReceiver } from '../harness/receiver.ts';
import { useServer } from '../harness/use-server.ts';
import { makeEndpoint } from './endpoint.ts';

/** (With the usual time for a call: an endless response keeps a busy machine so busy that others take a second.) */
const server = await useServer({ ...ALLOW_LOOPBACK, PALAVER_WEBHOOK_SCHEDULE: '0,0' });
let receiver: Receiver;
let stopWebhooks: () => Promise<void>;
beforeAll(async () => {
  receiver = await startReceiver();
  stopWebhooks = server.runWebhooks();
  await server.users(1);
});
afterAll(async () => {
  await stopWebhooks();
  await receiver.close();
});
beforeEach(() => {
  receiver.received.length = 0;
});

const endpoint = () => makeEndpoint(server, receiver, ['thread.created']);

/** An endless 200 response. */
const endless =
  (told: { written: number }): Receiver['answer'] =>
  (_, response) => {
    response.writeHead(200);
    const chunk = Buffer.alloc(64 * 1024, 'x');
    const more = () => {
      while (!response.destroyed && told.written < 10_000_000_000) {
        told.written += chunk.length;
        if (!response.write(chunk)) return void response.once('drain', more);
      }
    };
    more();
  };

test('an endless response is read no further than necessary', async () => {
  const one = await endpoint();
  const told = { written: 0 };
  receiver.answer = endless(told);
  await server.group(['user1']);
  const [delivery] = await one.settled();
  expect(delivery).toMatchObject({ status: 'delivered', tries: 1 });
  expect(delivery.attempts[0].response_body).toBe('x'.repeat(1_024));
  expect(told.written).toBeLessThan(20_000_000);
});

test('an endpoint with endless responses does not delay others', async () => {
  const bad = await endpoint();
  const good = await endpoint();
  const told = { written: 0 };
  const answer = endless(told);
  const path = new URL(bad.url).pathname;
  receiver.answer = (call, ...rest) => (call.url === path ? answer : ok)(call, ...rest);
  await Promise.all(Array.from({ length: 20 }, () => server.group(['user1'])));
  await good.arrived(20);
  await bad.arrived(20);
  const all = [...(await good.settled()), ...(await bad.settled())];
  expect(all.map(({ status }) => status)).toEqual(all.map(() => 'delivered'));
  expect(told.written).toBeLessThan(20 * 20_000_000);
});
