import { generateKeyPairSync, type KeyObject, randomBytes, verify } from 'node:crypto';
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

/** Firebase Cloud Messaging, HTTP v1, with Google's token service: it verifies assertions and what messages may hold. */

export interface FcmReceived {
  token: string;
  headers: Record<string, string>;
  // Each test knows the fields of its messages.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  message: any;
  accessToken: string;
  /** The time of its arrival, by `performance.now()`. */
  at: number;
}

export interface FcmService {
  /** For the setting `PALAVER_FCM_URL`. */
  url: string;
  /** For the setting `PALAVER_FCM_TOKEN_URL`. */
  tokenUrl: string;
  sockets: HttpsReceiver['sockets'];
  /** A service account that may send. */
  readonly credentials: PushCredentials & { provider: 'fcm' };
  /** Installs the app on a device. */
  register: () => PushTarget;
  /** The device's token answers `UNREGISTERED` from now on. */
  unregister: (target: PushTarget) => void;
  /** All accepted messages, in order of arrival. */
  messages: FcmReceived[];
  /** For how many seconds access tokens are valid. */
  expiresIn: number;
  /** How many access tokens were asked for. */
  tokenRequests: number;
  /** Access tokens that were issued before are no longer accepted. */
  revokeAccessTokens: () => void;
  /** What Firebase would have refused, and why. */
  faults: string[];
  /** Called for each accepted message. */
  onMessage: (message: FcmReceived) => void;
  /** Called for each fault. */
  onFault: (why: string) => void;
  /** Decides how valid messages are answered, instead of 200. */
  answer: (message: FcmReceived) => Answer | Promise<Answer>;
  /** Decides how valid requests for a token are answered; undefined: with a token. */
  answerToken: () => Answer | Promise<Answer | undefined> | undefined;
  close: () => Promise<void>;
}

/** The response of FCM to a request with an error. */
export function fcmError(status: number, code: string, details: object[] = [], message = code): Answer {
  const fcm = { '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode: code };
  return jsonReply(status, { error: { code: status, message, status: code, details: [...details, fcm] } });
}

export const badRequest = (field: string): object => ({
  '@type': 'type.googleapis.com/google.rpc.BadRequest',
  fieldViolations: [{ field, description: 'Invalid' }],
});

/** RSA keys take long to make: one does for all tests of a process that need any. */
let pair: { privateKey: KeyObject; publicKey: KeyObject } | undefined;
const keyPair = () => (pair ??= generateKeyPairSync('rsa', { modulusLength: 2048 }));

const credentials = () => ({
  provider: 'fcm' as const,
  projectId: 'shop-1234',
  clientEmail: CLIENT_EMAIL,
  privateKey: keyPair().privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
});
const CLIENT_EMAIL = 'push@shop-1234.iam.gserviceaccount.com';

export async function startFcmService(): Promise<FcmService> {
  const accessTokens = new Set<string>();
  const devices = new Set<string>();
  const { url, sockets, close } = await startHttpsReceiver(async (request) => {
    if (request.path === '/token') return issue(service, accessTokens, request);
    if (request.path === '/v1/projects/shop-1234/messages:send') return receive(request);
    return jsonReply(404, { error: { code: 404, message: 'no such project', status: 'NOT_FOUND' } });
  });
  const receive = async ({ headers, body }: HttpsRequest): Promise<Answer> => {
    const accessToken = String(headers.authorization).replace(/^Bearer /, '');
    if (!accessTokens.has(accessToken)) {
      return jsonReply(401, { error: { code: 401, message: 'invalid token', status: 'UNAUTHENTICATED' } });
    }
    const { message } = JSON.parse(String(body)) as { message: Message };
    const fault = faultOfMessage(message);
    if (fault !== '') {
      note(service, fault);
      return fcmError(400, 'INVALID_ARGUMENT', [badRequest(fault)]);
    }
    const token = String(message.token);
    if (!devices.has(token)) return fcmError(404, 'UNREGISTERED');
    const received: FcmReceived = {
      token,
      headers: asStrings(headers),
      message,
      accessToken,
      at: performance.now(),
    };
    const answer = await service.answer(received);
    if (typeof answer === 'object' && answer.status === 200) {
      service.messages.push(received);
      service.onMessage(received);
    }
    return answer;
  };
  const service: FcmService = {
    url,
    tokenUrl: `${url}/token`,
    sockets,
    get credentials() {
      return credentials();
    },
    register: () => {
      const token = `${randomBytes(11).toString('base64url')}:APA91b${randomBytes(96).toString('base64url')}`;
      devices.add(token);
      return { provider: 'fcm', token, keys: null };
    },
    unregister: ({ token }) => void devices.delete(token),
    messages: [],
    expiresIn: 3_599,
    tokenRequests: 0,
    revokeAccessTokens: () => accessTokens.clear(),
    faults: [],
    onMessage: () => {},
    onFault: () => {},
    answer: () => jsonReply(200, { name: `projects/shop-1234/messages/${randomBytes(8).toString('hex')}` }),
    answerToken: () => undefined,
    close,
  };
  return service;
}

function note(service: FcmService, fault: string): void {
  service.faults.push(fault);
  service.onFault(fault);
}

/** Google's token service. */
async function issue(service: FcmService, tokens: Set<string>, { body }: HttpsRequest): Promise<Answer> {
  service.tokenRequests += 1;
  const fault = faultOfGrant(new URLSearchParams(String(body)));
  if (fault !== '') {
    note(service, fault);
    return jsonReply(400, { error: 'invalid_grant', error_description: fault });
  }
  const given = await service.answerToken();
  if (given !== undefined) return given;
  const token = `ya29.${randomBytes(16).toString('hex')}`;
  tokens.add(token);
  return jsonReply(200, { access_token: token, expires_in: service.expiresIn, token_type: 'Bearer' });
}

/** RFC 7523; https://developers.google.com/identity/protocols/oauth2/service-account. Empty: nothing is wrong. */
function faultOfGrant(form: URLSearchParams): string {
  if (form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer') return 'another grant';
  const [header = '', claims = '', signature = ''] = (form.get('assertion') ?? '').split('.');
  if (readPart(header).alg !== 'RS256') return 'another algorithm';
  const signed = Buffer.from(`${header}.${claims}`);
  if (!verify('sha256', signed, keyPair().publicKey, Buffer.from(signature, 'base64url')))
    return 'Invalid JWT Signature.';
  const { iss, aud, scope, iat, exp } = readPart(claims);
  const now = Date.now() / 1_000;
  if (iss !== CLIENT_EMAIL) return 'another account';
  if (aud !== 'https://oauth2.googleapis.com/token') return 'another audience';
  if (scope !== 'https://www.googleapis.com/auth/firebase.messaging') return 'another scope';
  const [from, until] = [Number(iat), Number(exp)];
  return from <= now + 1 && until > now && until - from <= 3_600 ? '' : 'not valid now';
}

/** What is looked at. */
interface Message {
  token?: unknown;
  data?: Record<string, unknown>;
  android?: { ttl?: unknown; priority?: unknown; notification?: { tag?: unknown } };
  notification?: unknown;
}

/** The field of a message that Firebase would refuse; empty: none. */
function faultOfMessage({ token, data = {}, android, notification, ...others }: Message): string {
  if (Object.keys(others).length > 0) return `message.${Object.keys(others)[0]}`;
  if (typeof token !== 'string') return 'message.token';
  const wrong = Object.entries(data).find(
    ([key, value]) => typeof value !== 'string' || /^(from|message_type|google\..*|gcm\..*)$/.test(key),
  );
  if (wrong !== undefined) return `message.data.${wrong[0]}`;
  if (!/^\d+s$/.test(String(android?.ttl))) return 'message.android.ttl';
  if (!/^(NORMAL|HIGH)$/.test(String(android?.priority))) return 'message.android.priority';
  if (notification !== undefined && android?.notification?.tag === undefined)
    return 'message.android.notification.tag';
  return Buffer.byteLength(JSON.stringify({ data, notification })) <= 4_096 ? '' : 'message';
}
