import type { LookupFunction } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startApnsService } from '../../../testing/src/receivers/apns-service.ts';
import { startFcmService } from '../../../testing/src/receivers/fcm-service.ts';
import type { Answer, Sockets } from '../../../testing/src/receivers/https-receiver.ts';
import {
  newWebPushCredentials,
  startWebPushService,
} from '../../../testing/src/receivers/web-push-service.ts';
import type { PushCredentials, PushOutcome, PushTarget } from '../../src/notifications/push/push.ts';
import type { PushServices } from '../../src/notifications/push/push-services.ts';
import { until } from '../harness/until.ts';
import { newPush, newServices, type ServicesOptions, sendOn } from './new-services.ts';

/** What all services have in common: hostile and broken peers, and nothing that leaks. */

interface Peer {
  url: string;
  sockets: Sockets;
  credentials: PushCredentials;
  settings: Record<string, string>;
  newTarget: () => PushTarget;
  setAnswer: (answer: () => Answer | Promise<Answer>) => void;
}

async function startWebPush(): Promise<Peer> {
  const service = await startWebPushService();
  onTestFinished(() => service.close());
  return {
    ...service,
    credentials: newWebPushCredentials(),
    settings: {},
    newTarget: () => service.subscribe().target,
    setAnswer: (answer) => {
      service.answer = answer;
    },
  };
}

async function startFcm(): Promise<Peer> {
  const service = await startFcmService();
  onTestFinished(() => service.close());
  return {
    ...service,
    settings: { PALAVER_FCM_URL: service.url, PALAVER_FCM_TOKEN_URL: service.tokenUrl },
    newTarget: service.register,
    setAnswer: (answer) => {
      service.answer = answer;
    },
  };
}

async function startApns(): Promise<Peer> {
  const service = await startApnsService();
  onTestFinished(() => service.close());
  return {
    ...service,
    settings: { PALAVER_APNS_URL: service.url },
    newTarget: service.register,
    setAnswer: (answer) => {
      service.answer = answer;
    },
  };
}

const PEERS: [string, () => Promise<Peer>][] = [
  ['Web Push', startWebPush],
  ['FCM', startFcm],
  ['APNs', startApns],
];

describe.each(PEERS)('%s', (_, start) => {
  const begin = async ({ settings = {}, ...options }: ServicesOptions = {}) => {
    const peer = await start();
    const services = newServices({ ...options, settings: { ...peer.settings, ...settings } });
    const send = sendOn(services, peer.credentials);
    const sendOne = (target = peer.newTarget(), signal?: AbortSignal): Promise<PushOutcome> =>
      send(target, newPush(), signal);
    return { peer, services, sendOne };
  };

  test('that hangs fails the push after the timeout', async () => {
    const { peer, sendOne } = await begin({ settings: { PALAVER_PUSH_TIMEOUT_MS: '300' } });
    peer.setAnswer(() => 'hang');
    const outcome = await sendOne();
    expect(outcome).toMatchObject({ result: 'failed', status: null });
    expect(outcome.response).toMatch(/within 0\.3 s/);
  });

  test('does not hold up a push that is abandoned, also before it begins', async () => {
    const { peer, sendOne } = await begin();
    const { promise: isAsked, resolve: ask } = Promise.withResolvers<void>();
    peer.setAnswer(() => {
      ask();
      return 'hang';
    });
    const aborting = new AbortController();
    const sending = sendOne(peer.newTarget(), aborting.signal);
    await isAsked;
    aborting.abort();
    expect(await sending).toMatchObject({ result: 'failed', status: null });
    expect(await sendOne(peer.newTarget(), aborting.signal)).toMatchObject({
      result: 'failed',
      status: null,
    });
  });

  test('is read up to 4 KB, and its status decides', async () => {
    const { peer, sendOne } = await begin();
    peer.setAnswer(() => ({ status: 500, body: 'é'.repeat(1_000_000) }));
    const large = await sendOne();
    expect(large).toMatchObject({ result: 'failed', status: 500, response: 'é'.repeat(500) });
    peer.setAnswer(() => ({ status: 500, isEndless: true }));
    expect(await sendOne()).toMatchObject({ result: 'failed', status: 500, response: 'x'.repeat(500) });
    peer.setAnswer(() => ({ status: 500, body: `a\0${'\u{1F600}'.repeat(300)}` }));
    const { response } = await sendOne();
    expect(response.length).toBeLessThanOrEqual(500);
    expect(response.isWellFormed() && !response.includes('\0')).toBe(true);
  });

  test('is not followed elsewhere', async () => {
    const other = await startWebPush();
    const { peer, sendOne } = await begin();
    for (const status of [301, 302, 303, 307, 308]) {
      peer.setAnswer(() => ({ status, headers: { location: `${other.url}/push/x` } }));
      expect(await sendOne()).toMatchObject({ result: 'failed', status });
    }
    expect(other.sockets.total).toBe(0);
  });

  test('at a private address gets no connection, by address and by name', async () => {
    const { peer, sendOne } = await begin({ allowed: '' });
    expect(await sendOne()).toMatchObject({
      result: 'failed',
      status: null,
      response: expect.stringContaining('127.0.0.1 is no public address'),
    });
    const { port } = new URL(peer.url);
    const named = `https://service.push.test:${port}`;
    const names = Object.fromEntries(
      Object.entries(peer.settings).map(([name, value]) => [name, value.replace(peer.url, named)]),
    );
    const services = newServices({ allowed: '', settings: names });
    const target = { ...peer.newTarget() };
    target.token = target.token.replace(peer.url, named);
    const outcome = await sendOn(services, peer.credentials)(target);
    expect(outcome.response).toContain('service.push.test (127.0.0.1) is no public address');
    expect(peer.sockets.total).toBe(0);
  });

  test('with a certificate that nobody trusts, or that is for another name, gets no push', async () => {
    const { peer, sendOne } = await begin({ isTrusting: false });
    expect(await sendOne()).toMatchObject({ result: 'failed', status: null });
    const other = `https://other.example:${new URL(peer.url).port}`;
    const names = Object.fromEntries(
      Object.entries(peer.settings).map(([name, value]) => [name, value.replace(peer.url, other)]),
    );
    const target = { ...peer.newTarget() };
    target.token = target.token.replace(peer.url, other);
    const outcome = await sendOn(newServices({ settings: names }), peer.credentials)(target);
    expect(outcome).toMatchObject({ result: 'failed', status: null });
    expect(outcome.response).toContain('other.example');
  });

  test('is spoken to over https only', async () => {
    const { peer } = await begin();
    const plain = peer.url.replace('https', 'http');
    const names = Object.fromEntries(
      Object.entries(peer.settings).map(([name, value]) => [name, value.replace(peer.url, plain)]),
    );
    const target = { ...peer.newTarget() };
    target.token = target.token.replace(peer.url, plain);
    const outcome = await sendOn(newServices({ settings: names }), peer.credentials)(target);
    expect(outcome).toMatchObject({ status: null });
    expect(outcome.response).toContain('https');
    expect(peer.sockets.total).toBe(0);
  });

  test('has no connection left after close(), which fails what is on its way and what comes later', async () => {
    const { peer, services, sendOne } = await begin();
    expect(await sendOne()).toMatchObject({ result: 'delivered' });
    let arrived = 0;
    peer.setAnswer(() => {
      arrived += 1;
      return 'hang';
    });
    const hanging = Array.from({ length: 10 }, () => sendOne());
    await until(async () => (arrived === 10 ? true : undefined));
    expect(peer.sockets.open.size).toBeGreaterThan(0);
    await services.close();
    for (const outcome of await Promise.all(hanging)) expect(outcome).toMatchObject({ result: 'failed' });
    expect(await sendOne()).toMatchObject({ result: 'failed', status: null });
    await until(async () => (peer.sockets.open.size === 0 ? true : undefined));
    expect(services.open).toEqual({ pools: 0, sessions: 0 });
    await services.close();
  });

  test('whose name is never found fails the push after the timeout, and close() does not wait', async () => {
    const never: LookupFunction = () => {};
    const peer = await start();
    const named = 'https://never.push.test';
    const names = Object.fromEntries(
      Object.entries(peer.settings).map(([name, value]) => [name, value.replace(peer.url, named)]),
    );
    const services = newServices({ lookup: never, settings: { ...names, PALAVER_PUSH_TIMEOUT_MS: '300' } });
    const target = { ...peer.newTarget() };
    target.token = target.token.replace(peer.url, named);
    const outcome = await sendOn(services, peer.credentials)(target);
    expect(outcome).toMatchObject({ result: 'failed', status: null });
    expect(outcome.response).toMatch(/within 0\.3 s/);
    await services.close();
  });
});

describe('many push services, which users have named', () => {
  const send = (
    services: PushServices,
    target: PushTarget,
    host: string,
    signal = new AbortController().signal,
  ): Promise<PushOutcome> =>
    services.send(
      newWebPushCredentials(),
      { ...target, token: target.token.replace('127.0.0.1', host) },
      newPush(),
      signal,
    );

  test('leave no more than 256 pools of connections', { tags: 'thorough' }, async () => {
    const peer = await startWebPush();
    const services = newServices();
    const target = peer.newTarget();
    for (let first = 0; first < 300; first += 50) {
      await Promise.all(
        Array.from({ length: 50 }, (_, index) => send(services, target, `s${first + index}.push.test`)),
      );
    }
    await until(async () => (services.open.pools <= 256 ? true : undefined));
    await until(async () => (peer.sockets.open.size <= 256 ? true : undefined));
    await services.close();
    await until(async () => (peer.sockets.open.size === 0 ? true : undefined));
  });
});
