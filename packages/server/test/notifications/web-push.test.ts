import { createECDH, randomBytes } from 'node:crypto';
import ece from 'http_ece';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import {
  decrypt,
  newWebPushCredentials,
  startWebPushService,
  type WebPushService,
} from '../../../testing/src/receivers/web-push-service.ts';
import { isAuthSecret, isP256PublicKey, isPushEndpoint } from '../../src/domain/rules/web-push-keys.ts';
import type { PushTarget } from '../../src/notifications/push/push.ts';
import { encryptPush, MAX_PLAINTEXT_BYTES } from '../../src/notifications/push/web-push-encryption.ts';
import { newPush, newServices, sendOn } from './new-services.ts';

/** RFC 8291, section 5 and Appendix A. */
const RFC = {
  plaintext: 'When I grow up, I want to be a watermelon',
  senderPrivate: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  receiverPrivate: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  message:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};

describe('encryption', () => {
  test('gives the example of RFC 8291, byte for byte', () => {
    const sender = createECDH('prime256v1');
    sender.setPrivateKey(RFC.senderPrivate, 'base64url');
    const salt = Buffer.from(RFC.salt, 'base64url');
    const message = encryptPush(Buffer.from(RFC.plaintext), RFC.keys, { salt, sender });
    expect(message.toString('base64url')).toBe(RFC.message);
  });

  test('the receiver of the tests reads the example of RFC 8291', () => {
    const privateKey = Buffer.from(RFC.receiverPrivate, 'base64url');
    expect(decrypt(Buffer.from(RFC.message, 'base64url'), privateKey, RFC.keys)).toBe(RFC.plaintext);
  });

  test('is read by a library that others wrote', () => {
    for (const text of ['', RFC.plaintext, 'é\u{1F600}'.repeat(600)]) {
      const receiver = createECDH('prime256v1');
      const keys = {
        p256dh: receiver.generateKeys('base64url'),
        auth: randomBytes(16).toString('base64url'),
      };
      const message = encryptPush(Buffer.from(text), keys);
      const options = { version: 'aes128gcm', privateKey: receiver, authSecret: keys.auth } as const;
      expect(ece.decrypt(message, options).toString()).toBe(text);
    }
  });

  test('makes messages of at most 4,096 bytes, each with a key and a salt of its own', () => {
    expect(MAX_PLAINTEXT_BYTES).toBe(3_993);
    const of = (bytes: number) => encryptPush(Buffer.alloc(bytes, 120), RFC.keys);
    expect([of(0).length, of(3_992).length, of(3_993).length]).toEqual([103, 4_095, 4_096]);
    expect(() => of(3_994)).toThrow(RangeError);
    expect(of(1).subarray(0, 86)).not.toEqual(of(1).subarray(0, 86));
  });
});

describe('keys of a subscription', () => {
  const point = Buffer.from(RFC.keys.p256dh, 'base64url');
  const changed = (change: (bytes: Buffer) => void) => {
    const bytes = Buffer.from(point);
    change(bytes);
    return bytes.toString('base64url');
  };

  test.each([
    ['empty', ''],
    ['64 bytes', point.subarray(0, 64).toString('base64url')],
    ['66 bytes', Buffer.concat([point, Buffer.of(0)]).toString('base64url')],
    ['compressed', Buffer.concat([Buffer.of(2), point.subarray(1, 33)]).toString('base64url')],
    ['another form of a point', changed((bytes) => bytes.writeUInt8(6, 0))],
    ['not on the curve', changed((bytes) => bytes.writeUInt8((bytes[64] ?? 0) ^ 1, 64))],
    ['the point at infinity', Buffer.alloc(65).toString('base64url')],
    [
      'coordinates beyond the field',
      Buffer.concat([Buffer.of(4), Buffer.alloc(64, 255)]).toString('base64url'),
    ],
    ['base64', point.toString('base64')],
    ['padding', `${RFC.keys.p256dh}=`],
    ['a line break', `${RFC.keys.p256dh.slice(0, 86)}\n`],
    ['bits that stand for nothing', `${RFC.keys.p256dh.slice(0, 86)}5`],
    ['huge', 'B'.repeat(1_000_000)],
  ])('p256dh: %s is refused', (_, text) => {
    expect(isP256PublicKey(text)).toBe(false);
  });

  test.each([15, 17, 0])('an auth of %i bytes is refused', (bytes) => {
    expect(isAuthSecret(Buffer.alloc(bytes, 1).toString('base64url'))).toBe(false);
  });

  test('of a browser are accepted', () => {
    expect(isP256PublicKey(RFC.keys.p256dh)).toBe(true);
    expect(isAuthSecret(RFC.keys.auth)).toBe(true);
  });

  test.each([
    ['https://push.example/abc?x=1', true],
    ['HTTPS://push.example:8443/abc', true],
    ['http://push.example/abc', false],
    ['https://user:hush@push.example/', false],
    ['https://push.example/#part', false],
    ['https://push.example/a b', false],
    [' https://push.example/', false],
    ['https://push.example/\n', false],
    ['https://', false],
    ['//push.example/', false],
    ['javascript:alert(1)', false],
    ['', false],
  ])('the address %j: %s', (text, isValid) => {
    expect(isPushEndpoint(text)).toBe(isValid);
  });
});

describe('a push', () => {
  let service: WebPushService;
  const credentials = newWebPushCredentials();
  beforeEach(async () => {
    service = await startWebPushService();
    return () => service.close();
  });

  test('arrives encrypted and signed, with what browsers need', async () => {
    const subscription = service.subscribe(credentials.publicKey);
    const send = sendOn(newServices(), credentials);
    expect(await send(subscription.target)).toEqual({ result: 'delivered', status: 201, response: '' });
    expect(await send(subscription.target, newPush({ kind: 'withdraw', badge: 0 }))).toMatchObject({
      result: 'delivered',
    });
    const [shown, withdrawn] = subscription.pushes;
    expect(shown?.payload).toMatchObject({
      title: 'Ann',
      body: 'Your order has shipped',
      badge: 3,
      tag: '4711',
    });
    expect(shown?.headers).toMatchObject({ ttl: '3600', urgency: 'high', 'content-encoding': 'aes128gcm' });
    expect(shown?.vapid).toMatchObject({ aud: service.url, sub: credentials.subject });
    expect(withdrawn?.payload).toEqual({
      kind: 'withdraw',
      badge: 0,
      tag: '4711',
      data: { thread_id: '4711', seq: '42', app_id: 'shop' },
    });
    expect(withdrawn?.headers.urgency).toBe('low');
    // The topic is the thread's: the later push replaces the one that waits.
    expect(withdrawn?.headers.topic).toBe(shown?.headers.topic);
    expect(shown?.headers.topic).toMatch(/^[\w-]{32}$/);
    await send(subscription.target, newPush({ threadId: '4712' }));
    await send(subscription.target, newPush({ appId: 'other' }));
    expect(new Set(subscription.pushes.map(({ headers }) => headers.topic)).size).toBe(3);
    expect(service.faults).toEqual([]);
    // One token serves all pushes to one service.
    expect(new Set(service.pushes.map(({ authorization }) => authorization)).size).toBe(1);
  });

  test.each([
    ['long ago', () => 0, '0'],
    ['in half a second', () => Date.now() + 500, '1'],
    ['in a year', () => Date.now() + 365 * 86_400_000, '2419200'],
  ])('that expires %s has a TTL in range', async (_, expiresAt, ttl) => {
    const { target, pushes } = service.subscribe();
    await sendOn(newServices(), credentials)(target, newPush({ expiresAt: expiresAt() }));
    expect(pushes[0]?.headers.ttl).toBe(ttl);
  });

  test.each([
    [200, 'delivered'],
    [201, 'delivered'],
    [202, 'delivered'],
    [204, 'delivered'],
    [301, 'failed'],
    [307, 'failed'],
    [400, 'refused'],
    [401, 'failed'],
    [403, 'failed'],
    [404, 'gone'],
    [405, 'refused'],
    [406, 'failed'],
    [408, 'failed'],
    [410, 'gone'],
    [413, 'refused'],
    [429, 'failed'],
    [500, 'failed'],
    [502, 'failed'],
    [503, 'failed'],
  ])('with status %i is %s', async (status, result) => {
    service.answer = () => ({
      status,
      headers: { location: service.url },
      body: status === 204 ? '' : 'why',
    });
    const outcome = await sendOn(newServices(), credentials)(service.subscribe().target);
    expect(outcome).toEqual({ result, status, response: status === 204 ? '' : 'why' });
  });

  test.each(['UnauthorizedRegistration', '{"reason":"VapidPkHashMismatch"}', '{"reason":"BadJwtToken"}'])(
    'is retried if 400 says that the key is wrong: %s',
    async (body) => {
      service.answer = () => ({ status: 400, body });
      const outcome = await sendOn(newServices(), credentials)(service.subscribe().target);
      expect(outcome).toMatchObject({ result: 'failed', status: 400 });
    },
  );

  test('signed with another key than the subscription is for fails, and gets a new token', async () => {
    const services = newServices();
    const { target, pushes } = service.subscribe(newWebPushCredentials().publicKey);
    expect(await sendOn(services, credentials)(target)).toMatchObject({ result: 'failed', status: 403 });
    expect(pushes).toEqual([]);
    service.answer = () => ({ status: 401 });
    const authorizations = new Set<string>();
    for (let time = 0; time < 2; time += 1) {
      service.answer = ({ authorization }) => {
        authorizations.add(authorization);
        return { status: 401 };
      };
      await sendOn(services, credentials)(service.subscribe().target);
    }
    expect(authorizations.size).toBe(2);
  });

  test('withdraws nothing from Safari, which would take the permission from the site', async () => {
    const send = sendOn(newServices(), credentials);
    const { keys } = service.subscribe();
    const to = (host: string): PushTarget => ({ provider: 'web_push', token: `https://${host}/QOq-1`, keys });
    const withdraw = newPush({ kind: 'withdraw' });
    expect(await send(to('web.push.apple.com'), withdraw)).toMatchObject({
      result: 'refused',
      status: null,
      response: expect.stringContaining('Safari'),
    });
    // (Nothing listens there.)
    const called = { result: 'failed', response: expect.stringContaining('ECONNREFUSED') };
    expect(await send(to('web.push.apple.com:9'))).toMatchObject(called);
    expect(await send(to('push.apple.com.example:9'), withdraw)).toMatchObject(called);
  });

  test('to a former subscription is gone', async () => {
    const subscription = service.subscribe();
    service.unsubscribe(subscription);
    const outcome = await sendOn(newServices(), credentials)(subscription.target);
    expect(outcome).toEqual({ result: 'gone', status: 410, response: 'unsubscribed' });
  });

  test.each([
    ['120', 120_000],
    ['0', undefined],
    ['999999999999999999999999', 86_400_000],
    [new Date(Date.now() + 86_400_000 * 9).toUTCString(), 86_400_000],
    ['Sun, 06 Nov 1994 08:49:37 GMT', undefined],
    ['-1', undefined],
    ['soon', undefined],
  ])('is to be tried again when Retry-After says: %s', async (value, retryAfterMs) => {
    service.answer = () => ({ status: 429, headers: { 'retry-after': value } });
    const outcome = await sendOn(newServices(), credentials)(service.subscribe().target);
    expect(outcome.retryAfterMs).toBe(retryAfterMs);
  });

  test('is to be tried again at a date', async () => {
    service.answer = () => ({
      status: 503,
      headers: { 'retry-after': new Date(Date.now() + 600_000).toUTCString() },
    });
    const { retryAfterMs = 0 } = await sendOn(newServices(), credentials)(service.subscribe().target);
    expect(retryAfterMs).toBeGreaterThan(0);
    expect(retryAfterMs).toBeLessThanOrEqual(600_000);
  });

  test.each([
    ['keys of the application', { publicKey: 'BAAA' }],
    ['a private key', { privateKey: 'AAAA' }],
  ])('without valid %s fails, since an operator can correct them', async (_, wrong) => {
    const outcome = await sendOn(newServices(), { ...credentials, ...wrong })(service.subscribe().target);
    expect(outcome).toMatchObject({ result: 'failed', status: null });
  });

  test.each([
    ['no keys', { keys: null }],
    ['an address without TLS', { token: 'http://127.0.0.1/' }],
    ['no address', { token: 'x' }],
    ['another provider', { provider: 'fcm' as const }],
  ])('to a target with %s is refused', async (_, wrong) => {
    const outcome = await sendOn(newServices(), credentials)({ ...service.subscribe().target, ...wrong });
    expect(outcome).toMatchObject({ result: 'refused', status: null });
    onTestFinished(() => expect(service.sockets.total).toBe(0));
  });
});
