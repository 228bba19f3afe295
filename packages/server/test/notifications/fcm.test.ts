import { beforeEach, describe, expect, test } from 'vitest';
import {
  badRequest,
  type FcmService,
  fcmError,
  startFcmService,
} from '../../../testing/src/receivers/fcm-service.ts';
import { type Answer, jsonReply } from '../../../testing/src/receivers/https-receiver.ts';
import { until } from '../harness/until.ts';
import { newPush, newServices, sendOn } from './new-services.ts';

let service: FcmService;
beforeEach(async () => {
  service = await startFcmService();
  return () => service.close();
});

const settings = () => ({ PALAVER_FCM_URL: service.url, PALAVER_FCM_TOKEN_URL: service.tokenUrl });
const sender = () => sendOn(newServices({ settings: settings() }), service.credentials);

test('a push arrives as a message that Firebase accepts', async () => {
  const send = sender();
  const target = service.register();
  expect(await send(target)).toMatchObject({ result: 'delivered', status: 200 });
  expect(await send(target, newPush({ kind: 'withdraw', badge: 0 }))).toMatchObject({ result: 'delivered' });
  expect(await send(target, newPush({ isDataOnly: true }))).toMatchObject({ result: 'delivered' });
  const data = { thread_id: '4711', seq: '42', app_id: 'shop' };
  expect(service.messages.map(({ message }) => message)).toMatchObject([
    {
      token: target.token,
      notification: { title: 'Ann', body: 'Your order has shipped' },
      android: { priority: 'HIGH', notification: { tag: '4711' } },
      data: { ...data, kind: 'show', badge: '3' },
    },
    { android: { priority: 'NORMAL' }, data: { ...data, kind: 'withdraw', badge: '0' } },
    { android: { priority: 'HIGH' }, data: { ...data, kind: 'data', badge: '3' } },
  ]);
  expect(service.messages.filter(({ message }) => 'notification' in message)).toHaveLength(1);
  expect(service.faults).toEqual([]);
});

test('the largest message is accepted', async () => {
  const push = newPush({
    title: 'x'.repeat(9_000),
    body: '"'.repeat(9_000),
    avatarUrl: 'https://img.example/',
  });
  expect(await sender()(service.register(), push)).toMatchObject({ result: 'delivered' });
  expect(service.faults).toEqual([]);
});

describe('access tokens', () => {
  test('are asked for once, also by 200 pushes at the same time', async () => {
    // Both ends of 100 TLS connections are in this process: on a busy machine, ten seconds are less than ten times what they need.
    const patient = { ...settings(), PALAVER_PUSH_TIMEOUT_MS: '60000' };
    const send = sendOn(newServices({ settings: patient }), service.credentials);
    const targets = Array.from({ length: 200 }, () => service.register());
    const outcomes = await Promise.all(targets.map((target) => send(target)));
    expect(outcomes.filter(({ result }) => result !== 'delivered')).toEqual([]);
    expect(service.tokenRequests).toBe(1);
    expect(new Set(service.messages.map(({ token }) => token)).size).toBe(200);
    // (100 connections, and one for the token.)
    expect(service.sockets.total).toBeLessThanOrEqual(101);
  });

  test('that were revoked are replaced, and the push is sent again', async () => {
    const send = sender();
    const target = service.register();
    await send(target);
    service.revokeAccessTokens();
    const outcomes = await Promise.all([send(target), send(target), send(target)]);
    expect(outcomes.map(({ result }) => result)).toEqual(['delivered', 'delivered', 'delivered']);
    expect(service.tokenRequests).toBe(2);
  });

  test('that are never accepted are asked for twice in a push', async () => {
    service.answer = () => jsonReply(401, { error: { code: 401, status: 'UNAUTHENTICATED' } });
    expect(await sender()(service.register())).toMatchObject({ result: 'failed', status: 401 });
    expect(service.tokenRequests).toBe(2);
  });

  test('are replaced before they expire', async () => {
    service.expiresIn = 0.01;
    const send = sender();
    await until(async () => {
      expect(await send(service.register())).toMatchObject({ result: 'delivered' });
      return service.tokenRequests === 3 ? true : undefined;
    });
    expect(new Set(service.messages.map(({ accessToken }) => accessToken)).size).toBe(3);
  });

  test('are kept when Firebase may not use the service of Apple', async () => {
    service.answer = () => fcmError(401, 'THIRD_PARTY_AUTH_ERROR');
    const send = sender();
    for (const target of [service.register(), service.register()]) {
      expect(await send(target)).toMatchObject({ result: 'failed', status: 401 });
    }
    expect(service.tokenRequests).toBe(1);
  });

  test('are of one service account: a rotated key gets another one', async () => {
    const services = newServices({ settings: settings() });
    const target = service.register();
    await sendOn(services, service.credentials)(target);
    const rotated = { ...service.credentials, privateKey: `${service.credentials.privateKey}\n` };
    expect(await sendOn(services, rotated)(target)).toMatchObject({ result: 'delivered' });
    expect(service.tokenRequests).toBe(2);
  });

  test.each<[string, () => Answer, number | null]>([
    [
      'a refusal',
      () => jsonReply(400, { error: 'invalid_grant', error_description: 'Account not found' }),
      400,
    ],
    ['an error', () => ({ status: 503, headers: { 'retry-after': '7' }, body: 'later' }), 503],
    ['no JSON', () => ({ status: 200, body: 'hush' }), 200],
    ['a list', () => ({ status: 200, body: '[]' }), 200],
    ['no token', () => jsonReply(200, { expires_in: 3_599 }), 200],
    ['no time', () => jsonReply(200, { access_token: 'hush' }), 200],
    ['a cut connection', () => 'cut', null],
    ['an endless response', () => ({ status: 200, isEndless: true }), 200],
  ])('that are not given make the push fail: %s', async (name, answer, status) => {
    service.answerToken = answer;
    const send = sender();
    const outcome = await send(service.register());
    expect(outcome).toMatchObject({ result: 'failed', status });
    expect(outcome.retryAfterMs).toBe(name === 'an error' ? 7_000 : undefined);
    expect(outcome.response).not.toContain('hush');
    // The next push asks again.
    service.answerToken = () => undefined;
    expect(await send(service.register())).toMatchObject({ result: 'delivered' });
  });

  test('are not asked for with an unusable key', async () => {
    for (const privateKey of ['', 'x', '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----']) {
      const outcome = await sendOn(newServices({ settings: settings() }), {
        ...service.credentials,
        privateKey,
      })(service.register());
      expect(outcome).toMatchObject({ result: 'failed', status: null });
    }
    expect(service.tokenRequests).toBe(0);
  });

  test('of an abandoned push still serve the others', async () => {
    const gate = Promise.withResolvers<void>();
    const { promise: isAsked, resolve: ask } = Promise.withResolvers<void>();
    service.answerToken = async () => {
      ask();
      await gate.promise;
      return undefined;
    };
    const send = sender();
    const aborting = new AbortController();
    const abandoned = send(service.register(), newPush(), aborting.signal);
    const other = send(service.register());
    await isAsked;
    aborting.abort();
    expect(await abandoned).toMatchObject({ result: 'failed', status: null });
    gate.resolve();
    expect(await other).toMatchObject({ result: 'delivered' });
    expect(service.tokenRequests).toBe(1);
  });
});

describe('the outcome', () => {
  test('of a removed app is gone', async () => {
    const target = service.register();
    service.unregister(target);
    const outcome = await sender()(target);
    expect(outcome).toMatchObject({ result: 'gone', status: 404 });
    expect(outcome.response).toContain('UNREGISTERED');
  });

  test.each<[string, Answer, string]>([
    ['UNREGISTERED', fcmError(404, 'UNREGISTERED'), 'gone'],
    ['another 404: the project is wrong', jsonReply(404, { error: { status: 'NOT_FOUND' } }), 'failed'],
    ['404 without JSON', { status: 404, body: '<html>' }, 'failed'],
    ['SENDER_ID_MISMATCH', fcmError(403, 'SENDER_ID_MISMATCH'), 'gone'],
    ['PERMISSION_DENIED', jsonReply(403, { error: { status: 'PERMISSION_DENIED' } }), 'failed'],
    ['THIRD_PARTY_AUTH_ERROR', fcmError(401, 'THIRD_PARTY_AUTH_ERROR'), 'failed'],
    ['a wrong token', fcmError(400, 'INVALID_ARGUMENT', [badRequest('message.token')]), 'gone'],
    [
      'a wrong token, by the message alone',
      fcmError(400, 'INVALID_ARGUMENT', [], 'The registration token is not a valid FCM registration token'),
      'gone',
    ],
    [
      'another field, whatever the message says',
      fcmError(
        400,
        'INVALID_ARGUMENT',
        [badRequest('message.data')],
        'The registration token is not a valid FCM registration token',
      ),
      'refused',
    ],
    ['another field', fcmError(400, 'INVALID_ARGUMENT', [badRequest('message.android.ttl')]), 'refused'],
    ['INVALID_ARGUMENT without a field', fcmError(400, 'INVALID_ARGUMENT'), 'refused'],
    [
      'violations of another form',
      jsonReply(400, { error: { details: [{ fieldViolations: 1 }, null, 'x'] } }),
      'refused',
    ],
    ['an error of another form', jsonReply(400, { error: 'x' }), 'refused'],
    ['413', { status: 413 }, 'refused'],
    ['INTERNAL', fcmError(500, 'INTERNAL'), 'failed'],
    ['UNAVAILABLE', fcmError(503, 'UNAVAILABLE'), 'failed'],
    ['a redirect', { status: 302, headers: { location: 'https://127.0.0.1/' } }, 'failed'],
    ['a cut connection', 'cut', 'failed'],
  ])('of %s', async (_, answer, result) => {
    service.answer = () => answer;
    const outcome = await sender()(service.register());
    expect(outcome).toMatchObject({
      result,
      status: answer === 'cut' ? null : (answer as { status: number }).status,
    });
    expect(service.messages).toEqual([]);
  });

  test.each([
    [429, '30', 30_000],
    [429, undefined, 60_000],
    [503, '30', 30_000],
    [503, undefined, undefined],
  ])('of %i with Retry-After %s says when to try again', async (status, header, retryAfterMs) => {
    const headers: Record<string, string> = header === undefined ? {} : { 'retry-after': header };
    service.answer = () => ({ status, headers, body: '{}' });
    const outcome = await sender()(service.register());
    expect([outcome.result, outcome.retryAfterMs]).toEqual(['failed', retryAfterMs]);
  });
});
