import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { constants } from 'node:http2';
import { createServer } from 'node:https';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  type ApnsService,
  apnsError,
  startApnsService,
} from '../../../testing/src/receivers/apns-service.ts';
import { TEST_CERTIFICATE, TEST_KEY } from '../../../testing/src/receivers/certificate.ts';
import { type Answer, listen } from '../../../testing/src/receivers/https-receiver.ts';
import { until } from '../harness/until.ts';
import { newPush, newServices, sendOn } from './new-services.ts';

let service: ApnsService;
beforeEach(async () => {
  service = await startApnsService();
  return () => service.close();
});

/** A way to a server. Bytes on its connections can be lost without notice, as behind a router that forgot them. */
async function startSilentWay(
  port: number,
): Promise<{ port: number; silence: () => void; close: () => void }> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((client) => {
    const upstream = connect({ host: '127.0.0.1', port });
    client.pipe(upstream).pipe(client);
    for (const socket of [client, upstream]) sockets.add(socket.on('error', () => {}));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    silence: () => {
      for (const socket of sockets) socket.unpipe().pause();
    },
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

const settings = (more: Record<string, string> = {}) => ({ PALAVER_APNS_URL: service.url, ...more });
const sender = (more: Record<string, string> = {}) =>
  sendOn(newServices({ settings: settings(more) }), service.credentials);

const IMPATIENT = { PALAVER_PUSH_TIMEOUT_MS: '300' };
/** (A busy machine may need longer than this for a connection.) */
const delivered = (send: ReturnType<typeof sender>) =>
  until(async () => ((await send(service.register())).result === 'delivered' ? true : undefined));

test('a push arrives as a notification that Apple accepts', async () => {
  const send = sender();
  const target = service.register();
  expect(await send(target, newPush({ expiresAt: 1_900_000_000_001 }))).toEqual({
    result: 'delivered',
    status: 200,
    response: '',
  });
  expect(await send(target, newPush({ kind: 'withdraw', badge: 0 }))).toMatchObject({ result: 'delivered' });
  expect(await send(target, newPush({ isDataOnly: true }))).toMatchObject({ result: 'delivered' });
  const [shown, withdrawn, data] = service.notifications;
  expect(shown?.headers).toMatchObject({
    'apns-topic': 'example.shop.app',
    'apns-push-type': 'alert',
    'apns-priority': '10',
    'apns-expiration': '1900000001',
    'apns-collapse-id': '4711',
  });
  expect(shown?.payload.aps.alert).toEqual({ title: 'Ann', body: 'Your order has shipped' });
  expect(withdrawn?.headers).toMatchObject({ 'apns-push-type': 'background', 'apns-priority': '5' });
  expect(withdrawn?.payload).toEqual({
    aps: { 'content-available': 1, badge: 0 },
    ...{ kind: 'withdraw', badge: 0, thread_id: '4711', seq: '42', app_id: 'shop' },
  });
  expect(data?.payload).toMatchObject({ kind: 'data', badge: 3 });
  expect(service.faults).toEqual([]);
});

test('the largest payload is accepted, and the longest thread id', async () => {
  const send = sender();
  const body = '"'.repeat(9_000);
  for (const threadId of ['t'.repeat(63), 't'.repeat(64), 't'.repeat(65), 'é'.repeat(33)]) {
    expect(await send(service.register(), newPush({ threadId, body }))).toMatchObject({
      result: 'delivered',
    });
  }
  const ids = service.notifications.map(({ headers }) => headers['apns-collapse-id'] ?? '');
  expect(ids.slice(0, 2)).toEqual(['t'.repeat(63), 't'.repeat(64)]);
  expect(ids.slice(2)).toEqual([expect.stringMatching(/^[\w-]{43}$/), expect.stringMatching(/^[\w-]{43}$/)]);
  expect(service.faults).toEqual([]);
});

describe('provider tokens', () => {
  test('are signed once for a key, and state a time that all nodes state', async () => {
    const [one, another] = [sender(), sender()];
    const targets = Array.from({ length: 50 }, () => service.register());
    await Promise.all(targets.flatMap((target) => [one(target), another(target)]));
    expect(service.providerTokens.size).toBe(2);
    const [first, second] = [...service.providerTokens].map((token) =>
      JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()),
    );
    expect(first).toEqual(second);
    expect(first.iat % 1_800).toBe(0);
  });

  test('are replaced every 30 minutes', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 1_800_000 });
    onTestFinished(() => void vi.useRealTimers());
    const send = sender();
    await send(service.register());
    vi.setSystemTime(Date.now() + 1_800_000);
    await Promise.all([send(service.register()), send(service.register())]);
    expect(service.providerTokens.size).toBe(2);
    expect(service.notifications).toHaveLength(3);
  });

  test('that have expired are replaced', async () => {
    const send = sender();
    await send(service.register());
    service.answer = () => apnsError(403, 'ExpiredProviderToken');
    expect(await send(service.register())).toMatchObject({ result: 'failed', status: 403 });
    service.answer = () => ({ status: 200 });
    expect(await send(service.register())).toMatchObject({ result: 'delivered' });
    expect(service.providerTokens.size).toBe(2);
  });

  test('of a wrong key make the push fail', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const wrong = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const send = (key: string) =>
      sendOn(newServices({ settings: settings() }), { ...service.credentials, privateKey: key })(
        service.register(),
      );
    expect(await send(wrong)).toMatchObject({ result: 'failed', status: 403 });
    expect(await send('x')).toMatchObject({ result: 'failed', status: null });
  });
});

describe('the outcome', () => {
  test('of a removed app is gone, with the time', async () => {
    const target = service.register();
    service.unregister(target, 1_700_000_000_123);
    expect(await sender()(target)).toMatchObject({
      result: 'gone',
      status: 410,
      goneSince: 1_700_000_000_123,
    });
  });

  test.each<[string, Answer, string]>([
    ['BadDeviceToken', apnsError(400, 'BadDeviceToken'), 'refused'],
    ['DeviceTokenNotForTopic', apnsError(400, 'DeviceTokenNotForTopic'), 'refused'],
    ['ExpiredToken', apnsError(410, 'ExpiredToken'), 'gone'],
    ['410 without JSON', { status: 410, body: '' }, 'gone'],
    ['BadTopic', apnsError(400, 'BadTopic'), 'failed'],
    ['TopicDisallowed', apnsError(400, 'TopicDisallowed'), 'failed'],
    ['IdleTimeout', apnsError(400, 'IdleTimeout'), 'failed'],
    ['PayloadEmpty', apnsError(400, 'PayloadEmpty'), 'refused'],
    ['400 without JSON', { status: 400, body: 'x' }, 'refused'],
    ['a reason of another type', { status: 400, body: '{"reason":{"a":1},"timestamp":"x"}' }, 'refused'],
    ['BadCertificateEnvironment', apnsError(403, 'BadCertificateEnvironment'), 'failed'],
    ['InvalidProviderToken', apnsError(403, 'InvalidProviderToken'), 'failed'],
    ['BadPath', apnsError(404, 'BadPath'), 'refused'],
    ['MethodNotAllowed', apnsError(405, 'MethodNotAllowed'), 'refused'],
    ['PayloadTooLarge', apnsError(413, 'PayloadTooLarge'), 'refused'],
    ['TooManyRequests', apnsError(429, 'TooManyRequests'), 'failed'],
    ['TooManyProviderTokenUpdates', apnsError(429, 'TooManyProviderTokenUpdates'), 'failed'],
    ['InternalServerError', apnsError(500, 'InternalServerError'), 'failed'],
    ['Shutdown', apnsError(503, 'Shutdown'), 'failed'],
    ['a redirect', { status: 301, headers: { location: 'https://127.0.0.1/' } }, 'failed'],
  ])('of %s', async (_, answer, result) => {
    service.answer = () => answer;
    const outcome = await sender()(service.register());
    expect(outcome).toMatchObject({ result, status: (answer as { status: number }).status });
    expect(outcome.goneSince).toBeUndefined();
  });

  test.each(['x', '', '../..', `${'a'.repeat(400)}b`, 'ab%2F'])('of the token %j is gone', async (token) => {
    const outcome = await sender()({ provider: 'apns', token, keys: null });
    expect(outcome).toMatchObject({ result: 'gone', status: null });
    expect(service.sockets.total).toBe(0);
  });

  test('of a token that Apple does not know is refused', async () => {
    const outcome = await sender()({ provider: 'apns', token: 'ab'.repeat(32), keys: null });
    expect(outcome).toMatchObject({ result: 'refused', status: 400 });
  });

  test('says when to try again', async () => {
    service.answer = () => ({ status: 429, headers: { 'retry-after': '9' }, body: '{}' });
    expect(await sender()(service.register())).toMatchObject({ result: 'failed', retryAfterMs: 9_000 });
  });

  test('of a sandbox key comes from the sandbox', async () => {
    const services = newServices({
      settings: { PALAVER_APNS_SANDBOX_URL: service.url, PALAVER_APNS_URL: 'https://nobody.push.test:1' },
    });
    const send = (environment: 'production' | 'sandbox') =>
      sendOn(services, { ...service.credentials, environment })(service.register());
    expect(await send('sandbox')).toMatchObject({ result: 'delivered' });
    expect(await send('production')).toMatchObject({ result: 'failed', status: null });
  });
});

describe('sessions', () => {
  test('1,000 pushes, 200 at once, arrive in spite of GOAWAY every 300', { tags: 'thorough' }, async () => {
    service.goAwayAfter = 300;
    const services = newServices({ settings: settings() });
    const send = sendOn(services, service.credentials);
    const waiting = Array.from({ length: 1_000 }, (_, seq) => ({
      target: service.register(),
      seq: String(seq),
    }));
    const retried: string[] = [];
    const work = async () => {
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        const { result, response } = await send(next.target, newPush({ seq: next.seq }));
        if (result === 'delivered') continue;
        expect(result).toBe('failed');
        retried.push(response);
        waiting.push(next);
      }
    };
    await Promise.all(Array.from({ length: 200 }, work));
    expect(new Set(service.notifications.map(({ payload }) => payload.seq)).size).toBe(1_000);
    // Only what was sent after GOAWAY was refused.
    expect(retried.length).toBeLessThan(800);
    expect(service.sockets.total).toBeGreaterThanOrEqual(4);
    expect(service.providerTokens.size).toBe(1);
    expect(service.faults).toEqual([]);
    expect(services.open.sessions).toBeLessThanOrEqual(8);
  });

  test('are replaced after GOAWAY without a failure when nothing is on its way', async () => {
    const services = newServices({ settings: settings() });
    const send = sendOn(services, service.credentials);
    for (let time = 1; time <= 3; time += 1) {
      expect(await send(service.register())).toMatchObject({ result: 'delivered' });
      expect(service.sockets.total).toBe(time);
      service.goAway();
      await until(async () => (services.open.sessions === 0 ? true : undefined));
    }
  });

  test('that end with an error fail the pushes on their way, and are replaced', async () => {
    const send = sender();
    const { promise: isAsked, resolve: ask } = Promise.withResolvers<void>();
    service.answer = () => {
      ask();
      return 'hang';
    };
    const sending = send(service.register());
    await isAsked;
    service.goAway(constants.NGHTTP2_ENHANCE_YOUR_CALM);
    expect(await sending).toMatchObject({ result: 'failed', status: null });
    service.answer = () => ({ status: 200 });
    expect(await send(service.register())).toMatchObject({ result: 'delivered' });
  });

  test('that end gracefully finish the pushes on their way', async () => {
    const send = sender();
    const gate = Promise.withResolvers<void>();
    const { promise: isAsked, resolve: ask } = Promise.withResolvers<void>();
    service.answer = async () => {
      ask();
      await gate.promise;
      return { status: 200 };
    };
    const sending = send(service.register());
    await isAsked;
    service.goAway();
    gate.resolve();
    expect(await sending).toMatchObject({ result: 'delivered' });
  });

  test('have no more streams than the peer allows, and are at most four', async () => {
    const narrow = await startApnsService({ maxConcurrentStreams: 5 });
    onTestFinished(() => narrow.close());
    const gate = Promise.withResolvers<void>();
    let arrived = 0;
    narrow.answer = async () => {
      arrived += 1;
      await gate.promise;
      return { status: 200 };
    };
    const services = newServices({ settings: { PALAVER_APNS_URL: narrow.url } });
    const send = sendOn(services, narrow.credentials);
    const sending = Array.from({ length: 100 }, () => send(narrow.register()));
    await until(async () => (arrived >= 20 ? true : undefined));
    expect([arrived, narrow.sessions.size, narrow.mostStreams]).toEqual([20, 4, 5]);
    gate.resolve();
    const outcomes = await Promise.all(sending);
    expect(outcomes.filter(({ result }) => result !== 'delivered')).toEqual([]);
    expect(narrow.mostStreams).toBe(5);
    expect(narrow.sockets.total).toBe(4);
  });

  test('are separate for each team, as Apple asks for', async () => {
    const services = newServices({ settings: settings() });
    await sendOn(services, service.credentials)(service.register());
    await sendOn(services, { ...service.credentials, keyId: 'OTHER00000' })(service.register());
    expect(service.sockets.total).toBe(1);
    await sendOn(services, { ...service.credentials, teamId: 'OTHER00000' })(service.register());
    expect(service.sockets.total).toBe(2);
  });

  test('that are cut fail the pushes on their way, and are replaced', async () => {
    const send = sender();
    service.answer = () => 'cut';
    const outcomes = await Promise.all([send(service.register()), send(service.register())]);
    for (const outcome of outcomes) expect(outcome).toMatchObject({ result: 'failed', status: null });
    service.answer = () => ({ status: 200 });
    expect(await send(service.register())).toMatchObject({ result: 'delivered' });
  });

  test('stay in use when one push hangs', async () => {
    const send = sender(IMPATIENT);
    await delivered(send);
    service.answer = () => 'hang';
    expect(await send(service.register())).toEqual({
      result: 'failed',
      status: null,
      response: 'no answer within 0.3 s',
    });
    service.answer = () => ({ status: 200 });
    await delivered(send);
    // It answered the ping, so it was not closed.
    expect(service.sockets.open.size).toBe(service.sockets.total);
  });

  test('whose peer is silent are given up', async () => {
    const way = await startSilentWay(Number(new URL(service.url).port));
    onTestFinished(way.close);
    const url = `https://127.0.0.1:${way.port}`;
    const services = newServices({ settings: { PALAVER_APNS_URL: url, ...IMPATIENT } });
    const send = sendOn(services, service.credentials);
    await delivered(send);
    way.silence();
    expect(await send(service.register())).toMatchObject({ result: 'failed', status: null });
    await until(async () => (services.open.sessions === 0 ? true : undefined));
    await delivered(send);
  });

  test('read no more than the start of an endless response', async () => {
    service.answer = () => ({ status: 400, isEndless: true });
    const outcome = await sender()(service.register());
    expect(outcome).toMatchObject({ result: 'refused', status: 400 });
    expect(outcome.response).toHaveLength(500);
  });

  test('need HTTP/2', async () => {
    const server = createServer({ key: TEST_KEY, cert: TEST_CERTIFICATE });
    const { url, close, sockets } = await listen(server);
    onTestFinished(close);
    const outcome = await sender({ PALAVER_APNS_URL: url })(service.register());
    expect(outcome).toMatchObject({ result: 'failed', status: null });
    await until(async () => (sockets.open.size === 0 ? true : undefined));
  });
});
