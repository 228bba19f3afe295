import { createDecipheriv, createECDH, createHmac, createPublicKey, randomBytes, verify } from 'node:crypto';
import type { PushCredentials, PushTarget } from '@palaver/server/src/notifications/push/push.ts';
import {
  type Answer,
  asStrings,
  type HttpsReceiver,
  type HttpsRequest,
  jsonReply,
  startHttpsReceiver,
} from './https-receiver.ts';
import { readPart } from './jwt.ts';

/**
 * A push service (RFC 8030) and the browsers that subscribe to it. It checks what real services check, and decrypts what arrives
 * with the keys of the subscription, by code that shares nothing with the server's.
 */

export interface TestSubscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
  /** The same, as the server keeps it. */
  target: PushTarget;
  /** The public key of the application that may push; null: any may. */
  applicationKey: string | null;
  /** The accepted pushes, in order of arrival. */
  pushes: WebPushReceived[];
}

export interface WebPushReceived {
  subscription: TestSubscription;
  headers: Record<string, string>;
  /** Decrypted. */
  plaintext: string;
  // Each test knows the fields of its payloads.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  payload: any;
  /** The claims of the VAPID token. */
  vapid: { aud: string; exp: number; sub: string };
  authorization: string;
  /** The time of its arrival, by `performance.now()`. */
  at: number;
}

export interface WebPushService {
  url: string;
  sockets: HttpsReceiver['sockets'];
  subscribe: (applicationKey?: string | null) => TestSubscription;
  /** The endpoint answers 410 from now on. */
  unsubscribe: (subscription: TestSubscription) => void;
  /** All accepted pushes, in order of arrival. */
  pushes: WebPushReceived[];
  /** What a real service would have refused, and why. */
  faults: string[];
  /** Called for each of them. */
  onPush: (push: WebPushReceived) => void;
  /** Called for each fault. */
  onFault: (why: string) => void;
  /** Decides how valid pushes are answered, instead of 201. */
  answer: (push: WebPushReceived) => Answer | Promise<Answer>;
  close: () => Promise<void>;
}

const created = (): Answer => ({ status: 201, headers: { location: '/message/1' } });

export async function startWebPushService(): Promise<WebPushService> {
  const subscriptions = new Map<string, { subscription: TestSubscription; privateKey: Buffer }>();
  const receive = async (request: HttpsRequest): Promise<Answer> => {
    const known = subscriptions.get(request.path);
    if (known === undefined) return { status: 410, body: 'unsubscribed' };
    const refusal = faultOf(request) ?? '';
    if (refusal !== '') return refuse(400, refusal);
    if (request.body.length > 4_096) return refuse(413, 'too large');
    const { subscription, privateKey } = known;
    const vapid = checkVapid(
      String(request.headers.authorization ?? ''),
      service.url,
      subscription.applicationKey,
    );
    if (typeof vapid === 'string') return refuse(403, vapid);
    let plaintext: string;
    try {
      plaintext = decrypt(request.body, privateKey, subscription.keys);
    } catch (error) {
      return refuse(400, `cannot be decrypted: ${String(error)}`);
    }
    const push: WebPushReceived = {
      subscription,
      headers: asStrings(request.headers),
      plaintext,
      payload: JSON.parse(plaintext) as unknown,
      vapid,
      authorization: String(request.headers.authorization),
      at: performance.now(),
    };
    const answer = await service.answer(push);
    if (typeof answer === 'object' && answer.status < 300) {
      service.pushes.push(push);
      subscription.pushes.push(push);
      service.onPush(push);
    }
    return answer;
  };
  const refuse = (status: number, why: string): Answer => {
    service.faults.push(why);
    service.onFault(why);
    return jsonReply(status, { code: status, message: why });
  };
  const { url, sockets, close } = await startHttpsReceiver(receive);
  const service: WebPushService = {
    url,
    sockets,
    subscribe: (applicationKey = null) => {
      const path = `/push/${randomBytes(16).toString('base64url')}`;
      const pair = createECDH('prime256v1');
      const p256dh = pair.generateKeys('base64url');
      const keys = { p256dh, auth: randomBytes(16).toString('base64url') };
      const endpoint = url + path;
      const target: PushTarget = { provider: 'web_push', token: endpoint, keys };
      const subscription: TestSubscription = { endpoint, keys, target, applicationKey, pushes: [] };
      subscriptions.set(path, { subscription, privateKey: pair.getPrivateKey() });
      return subscription;
    },
    unsubscribe: ({ endpoint }) => void subscriptions.delete(new URL(endpoint).pathname),
    pushes: [],
    faults: [],
    onPush: () => {},
    onFault: () => {},
    answer: created,
    close,
  };
  return service;
}

/** What an application has to send with a push (RFC 8030, sections 5.2 to 5.4; RFC 8291, section 4). */
function faultOf({ method, headers }: HttpsRequest): string | undefined {
  if (method !== 'POST') return 'not a POST';
  if (!/^\d+$/.test(String(headers.ttl))) return 'no TTL';
  if (headers['content-encoding'] !== 'aes128gcm') return 'another content coding';
  if (!/^(very-low|low|normal|high)$/.test(String(headers.urgency ?? 'normal'))) return 'unknown urgency';
  if (!/^[A-Za-z0-9_-]{1,32}$/.test(String(headers.topic ?? 'x'))) return 'invalid topic';
  return undefined;
}

/** RFC 8292: the claims, or why the token is refused. */
function checkVapid(
  authorization: string,
  origin: string,
  applicationKey: string | null,
): WebPushReceived['vapid'] | string {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  const [header = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  if (point.length !== 65) return 'no VAPID key';
  if (applicationKey !== null && applicationKey !== key) return 'the VAPID key is another one';
  if (readPart(header).alg !== 'ES256' || readPart(header).typ !== 'JWT')
    return 'the VAPID token is not ES256';
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) return 'the VAPID signature is wrong';
  const { aud, exp, sub } = readPart(claims);
  const now = Date.now() / 1_000;
  if (aud !== origin) return `the VAPID token is for ${String(aud)}`;
  if (typeof exp !== 'number' || exp <= now || exp > now + 24 * 60 * 60)
    return 'the VAPID token is not valid now';
  if (typeof sub !== 'string' || !/^(mailto|https):/.test(sub)) return 'the VAPID token names nobody';
  return { aud, exp, sub };
}

const hmac = (key: Uint8Array, ...parts: Uint8Array[]): Buffer => {
  const mac = createHmac('sha256', key);
  for (const part of parts) mac.update(part);
  return mac.digest();
};

/** What a browser does with a message (RFC 8291, section 3.4; RFC 8188, section 2). Throws if the message is not for these keys. */
export function decrypt(message: Buffer, privateKey: Buffer, keys: { p256dh: string; auth: string }): string {
  const salt = message.subarray(0, 16);
  const recordSize = message.readUInt32BE(16);
  const senderKey = message.subarray(21, 21 + message.readUInt8(20));
  const record = message.subarray(21 + senderKey.length);
  if (record.length > recordSize) throw new Error('more than one record');
  const receiver = createECDH('prime256v1');
  receiver.setPrivateKey(privateKey);
  const shared = hmac(Buffer.from(keys.auth, 'base64url'), receiver.computeSecret(senderKey));
  const one = Buffer.of(1);
  const receiverKey = Buffer.from(keys.p256dh, 'base64url');
  const secret = hmac(salt, hmac(shared, Buffer.from('WebPush: info\0'), receiverKey, senderKey, one));
  const key = hmac(secret, Buffer.from('Content-Encoding: aes128gcm\0'), one).subarray(0, 16);
  const nonce = hmac(secret, Buffer.from('Content-Encoding: nonce\0'), one).subarray(0, 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  const end = padded.findLastIndex((byte) => byte !== 0);
  if (padded[end] !== 2) throw new Error('no delimiter of a last record');
  return padded.subarray(0, end).toString();
}

/** An application's key pair for Web Push. */
export function newWebPushCredentials(): PushCredentials & { provider: 'web_push' } {
  const pair = createECDH('prime256v1');
  const publicKey = pair.generateKeys('base64url');
  // (Leading zeros of the number are part of it.)
  const privateKey = Buffer.from(pair.getPrivateKey('hex').padStart(64, '0'), 'hex').toString('base64url');
  return { provider: 'web_push', subject: 'mailto:ops@shop.example', publicKey, privateKey };
}
