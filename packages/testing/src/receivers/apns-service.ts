import { createPublicKey, generateKeyPairSync, randomBytes, verify } from 'node:crypto';
import {
  constants,
  createSecureServer,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import { buffer } from 'node:stream/consumers';
import type { PushCredentials, PushTarget } from '@palaver/server/src/notifications/push/push.ts';
import { TEST_CERTIFICATE, TEST_KEY } from './certificate.ts';
import { type Answer, asStrings, jsonReply, listen, pourInto, type Sockets } from './https-receiver.ts';
import { readPart } from './jwt.ts';

/** The Apple Push Notification service, over HTTP/2: it verifies provider tokens, topics, headers and sizes. */

export interface ApnsReceived {
  device: string;
  headers: Record<string, string>;
  // Each test knows the fields of its payloads.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  payload: any;
  providerToken: string;
  /** The time of its arrival, by `performance.now()`. */
  at: number;
}

export interface ApnsService {
  /** For the settings `PALAVER_APNS_URL` and `PALAVER_APNS_SANDBOX_URL`. */
  url: string;
  sockets: Sockets;
  /** The open sessions. */
  sessions: Set<ServerHttp2Session>;
  /** The most streams that were open at once in one session. */
  mostStreams: number;
  /** A key that may send to the topic. */
  credentials: PushCredentials & { provider: 'apns' };
  /** Installs the app on a device. */
  register: () => PushTarget;
  /** The device's token answers 410 from now on, with this time. */
  unregister: (target: PushTarget, since: number) => void;
  /** All accepted notifications, in order of arrival. */
  notifications: ApnsReceived[];
  /** The provider tokens that it has seen. */
  providerTokens: Set<string>;
  /** A session gets GOAWAY after so many requests. */
  goAwayAfter: number;
  /** Sends GOAWAY on all open sessions; with a code of an error it is not graceful. */
  goAway: (code?: number) => void;
  /** What Apple would have refused, and why. */
  faults: string[];
  /** Called for each accepted notification. */
  onNotification: (notification: ApnsReceived) => void;
  /** Called for each fault. */
  onFault: (why: string) => void;
  /** Decides how valid notifications are answered, instead of 200. */
  answer: (notification: ApnsReceived) => Answer | Promise<Answer>;
  close: () => Promise<void>;
}

export const apnsError = (status: number, reason: string, more: object = {}): Answer =>
  jsonReply(status, { reason, ...more });

const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const TOPIC = 'example.shop.app';
const CREDENTIALS = {
  provider: 'apns',
  keyId: 'ABC123DEFG',
  teamId: 'DEF123GHIJ',
  topic: TOPIC,
  environment: 'production',
  privateKey: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
} as const;

export async function startApnsService({ maxConcurrentStreams = 1_000 } = {}): Promise<ApnsService> {
  const devices = new Map<string, number | null>();
  const server = createSecureServer({
    key: TEST_KEY,
    cert: TEST_CERTIFICATE,
    settings: { maxConcurrentStreams },
  });
  server.on('sessionError', () => {});
  server.on('session', (session) => serve(session, service, receive));
  const receive: Receive = async (stream, headers) => {
    const body = await buffer(stream);
    const providerToken = String(headers.authorization).replace(/^bearer /, '');
    const refusal = refusalOf(headers, body, providerToken);
    if (refusal !== null) {
      service.faults.push(refusal[1]);
      service.onFault(refusal[1]);
      return apnsError(...refusal);
    }
    service.providerTokens.add(providerToken);
    const device = String(headers[':path']).slice('/3/device/'.length);
    const since = devices.get(device);
    if (since === undefined) return apnsError(400, 'BadDeviceToken');
    if (since !== null) return apnsError(410, 'Unregistered', { timestamp: since });
    const received = {
      device,
      headers: asStrings(headers),
      payload: JSON.parse(String(body)) as unknown,
      providerToken,
      at: performance.now(),
    };
    const answer = await service.answer(received);
    if (typeof answer === 'object' && answer.status === 200) {
      service.notifications.push(received);
      service.onNotification(received);
    }
    return answer;
  };
  const { url, sockets, close } = await listen(server);
  const service: ApnsService = {
    url,
    sockets,
    sessions: new Set(),
    mostStreams: 0,
    credentials: CREDENTIALS,
    register: () => {
      const token = randomBytes(32).toString('hex');
      devices.set(token, null);
      return { provider: 'apns', token, keys: null };
    },
    unregister: ({ token }, since) => void devices.set(token, since),
    notifications: [],
    providerTokens: new Set(),
    goAwayAfter: Number.POSITIVE_INFINITY,
    goAway: (code = constants.NGHTTP2_NO_ERROR) => {
      for (const session of service.sessions) {
        if (code === constants.NGHTTP2_NO_ERROR) session.close();
        else session.goaway(code);
      }
    },
    faults: [],
    onNotification: () => {},
    onFault: () => {},
    answer: () => ({ status: 200 }),
    close: async () => {
      for (const session of service.sessions) session.destroy();
      await close();
    },
  };
  return service;
}

type Receive = (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => Promise<Answer>;

function serve(session: ServerHttp2Session, service: ApnsService, receive: Receive): void {
  let [requests, open] = [0, 0];
  service.sessions.add(session);
  session.on('error', () => {});
  session.once('close', () => service.sessions.delete(session));
  session.on('stream', (stream, headers) => {
    open += 1;
    requests += 1;
    service.mostStreams = Math.max(service.mostStreams, open);
    // (A graceful GOAWAY: the streams that have begun end first.)
    if (requests === service.goAwayAfter) session.close();
    stream.on('error', () => {});
    stream.once('close', () => {
      open -= 1;
    });
    // (The client may abort.)
    receive(stream, headers)
      .then((answer) => give(answer, stream))
      .catch(() => {});
  });
}

function give(answer: Answer, stream: ServerHttp2Stream): void {
  if (answer === 'hang' || stream.destroyed) return;
  if (answer === 'cut') {
    stream.session?.destroy();
    return;
  }
  const { status, headers = {}, body = '', isEndless = false } = answer;
  stream.respond({ ':status': status, 'apns-id': randomBytes(16).toString('hex'), ...headers });
  if (isEndless) pourInto(stream);
  else stream.end(body);
}

/** Status and reason with which Apple refuses a request; null: it does not. */
function refusalOf(headers: IncomingHttpHeaders, body: Buffer, token: string): [number, string] | null {
  const authentication = faultOfToken(token);
  if (authentication !== '') return [403, authentication];
  if (headers[':method'] !== 'POST') return [405, 'MethodNotAllowed'];
  if (!/^\/3\/device\/[0-9a-f]+$/.test(String(headers[':path']))) return [404, 'BadPath'];
  if (headers['apns-topic'] !== TOPIC) return [400, 'TopicDisallowed'];
  if (body.length === 0) return [400, 'PayloadEmpty'];
  if (body.length > 4_096) return [413, 'PayloadTooLarge'];
  if (Buffer.byteLength(String(headers['apns-collapse-id'] ?? '')) > 64) return [400, 'BadCollapseId'];
  if (!/^\d+$/.test(String(headers['apns-expiration'] ?? '0'))) return [400, 'BadExpirationDate'];
  const { aps = {} } = JSON.parse(String(body)) as { aps?: Record<string, unknown> };
  const [type, priority] = [headers['apns-push-type'], headers['apns-priority']];
  if (
    type === 'background' &&
    (priority !== '5' || aps['content-available'] !== 1 || aps.alert !== undefined)
  ) {
    return [400, 'BadPriority'];
  }
  if (type === 'alert' && typeof aps.alert !== 'object') return [400, 'InvalidPushType'];
  return type === 'alert' || type === 'background' ? null : [400, 'InvalidPushType'];
}

/** Empty: nothing is wrong. */
function faultOfToken(token: string): string {
  const [header = '', claims = '', signature = ''] = token.split('.');
  const { alg, kid } = readPart(header);
  const { iss, iat } = readPart(claims);
  if (alg !== 'ES256' || kid !== CREDENTIALS.keyId || iss !== CREDENTIALS.teamId)
    return 'InvalidProviderToken';
  const key = createPublicKey(keys.publicKey.export({ type: 'spki', format: 'pem' }));
  const signed = Buffer.from(`${header}.${claims}`);
  if (!verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))) {
    return 'InvalidProviderToken';
  }
  const age = Date.now() / 1_000 - Number(iat);
  return age >= 0 && age < 60 * 60 ? '' : 'ExpiredProviderToken';
}
