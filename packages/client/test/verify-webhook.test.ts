import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { verifyWebhook, type WebhookVerificationError } from '../src/server/index.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const OTHER = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
const ID = 'msg_p5jXN8AQM9LWM0D4loKWxJek';
const BODY = '{"type":"bot.button_clicked","timestamp":"2026-11-21T18:00:00Z","data":{"label":"Größe 🙂"}}';
const now = () => Math.floor(Date.now() / 1_000);

/** A signature by the rules of the specification. */
function sign(secret: string, timestamp: number | string, body: string, id = ID): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}

function headersFor(signature: string, timestamp: number | string = now()): Record<string, string> {
  return { 'webhook-id': ID, 'webhook-timestamp': `${timestamp}`, 'webhook-signature': signature };
}

const faultOf = (delivery: Promise<unknown>) =>
  delivery.then(
    () => 'accepted',
    (error: WebhookVerificationError) => error.fault,
  );

test('the signatures of this test match the test vector of the specification', () => {
  const body = '{"test": 2432232314}';
  expect(sign(SECRET, 1614265330, body)).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});

describe('a delivery is accepted', () => {
  test('when it is signed with the secret, and its event is returned', async () => {
    const event = await verifyWebhook(BODY, headersFor(sign(SECRET, now(), BODY)), SECRET);
    expect(event).toEqual(JSON.parse(BODY));
  });

  test('when the package standardwebhooks has signed it', async () => {
    const at = new Date();
    const signature = new Webhook(SECRET).sign(ID, at, BODY);
    const timestamp = Math.floor(at.getTime() / 1_000);
    expect(await verifyWebhook(BODY, headersFor(signature, timestamp), SECRET)).toEqual(JSON.parse(BODY));
    expect(new Webhook(SECRET).verify(BODY, headersFor(sign(SECRET, timestamp, BODY), timestamp))).toEqual(
      JSON.parse(BODY),
    );
  });

  test('as bytes, and with headers in any form', async () => {
    const headers = headersFor(sign(SECRET, now(), BODY));
    const upper = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
    );
    for (const shape of [headers, upper, new Headers(headers)]) {
      expect(await verifyWebhook(Buffer.from(BODY), shape, SECRET)).toEqual(JSON.parse(BODY));
    }
  });

  test('when one of several signatures is made with one of several secrets', async () => {
    const signatures = `v1a,xyz ${sign(OTHER, now(), 'another')} v1,not-base64! ${sign(SECRET, now(), BODY)}`;
    await verifyWebhook(BODY, headersFor(signatures), [OTHER, SECRET]);
  });

  test('when its timestamp is within the tolerance, in the past or the future', async () => {
    for (const at of [now() - 295, now() + 295]) {
      await verifyWebhook(BODY, headersFor(sign(SECRET, at, BODY), at), SECRET);
    }
    const old = now() - 3_000;
    await verifyWebhook(BODY, headersFor(sign(SECRET, old, BODY), old), SECRET, { toleranceSeconds: 3_600 });
  });
});

describe('a delivery is rejected', () => {
  test('when its signature is for another secret, id, time or body', async () => {
    const wrong = [
      sign(OTHER, now(), BODY),
      sign(SECRET, now(), BODY, 'msg_other'),
      sign(SECRET, now() - 1, BODY),
      sign(SECRET, now(), `${BODY} `),
      sign(SECRET, now(), BODY).replace('v1,', 'v2,'),
      'v1,',
      'v1',
    ];
    for (const signature of wrong) {
      expect(await faultOf(verifyWebhook(BODY, headersFor(signature), SECRET)), signature).toBe('signature');
    }
  });

  test('when its timestamp is too old, too new or invalid', async () => {
    for (const at of [now() - 310, now() + 310, 'soon', `${now()}.5`, '-1', '1e9']) {
      const delivery = verifyWebhook(BODY, headersFor(sign(SECRET, at, BODY), at), SECRET);
      expect(await faultOf(delivery), String(at)).toBe('timestamp');
    }
  });

  test('when a header is missing or repeated', async () => {
    const headers = headersFor(sign(SECRET, now(), BODY));
    for (const name of Object.keys(headers)) {
      expect(await faultOf(verifyWebhook(BODY, { ...headers, [name]: undefined }, SECRET))).toBe('header');
      expect(await faultOf(verifyWebhook(BODY, { ...headers, [name]: ['a', 'b'] }, SECRET))).toBe('header');
    }
  });

  test('when its body is not JSON, although the signature is valid', async () => {
    const headers = headersFor(sign(SECRET, now(), 'hello'));
    expect(await faultOf(verifyWebhook('hello', headers, SECRET))).toBe('body');
  });
});

test('an invalid secret is a TypeError', async () => {
  const headers = headersFor(sign(SECRET, now(), BODY));
  await expect(verifyWebhook(BODY, headers, 'whsec_')).rejects.toThrow(TypeError);
  await expect(verifyWebhook(BODY, headers, 'not base64!')).rejects.toThrow(TypeError);
});
