import { createPublicKey, generateKeyPairSync, randomBytes, verify } from 'node:crypto';
import {
  type Answer,
  type HttpsReceiver,
  type HttpsRequest,
  jsonReply,
  startHttpsReceiver,
} from '../../../testing/src/receivers/https-receiver.ts';
import type { PushCredentials, PushTarget } from '../../src/notifications/push/push.ts';

/** Firebase Cloud Messaging, HTTP v1, with Google's token service: it verifies assertions and what messages may hold. */

export interface FcmReceived {
  token: string;
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
  credentials: PushCredentials & { provider: 'fcm' };
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

/** RSA keys take long to make: one does for all tests of a file. */
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

export async function startFcmService(): Promise<FcmService> {
  const accessTokens = new Set<string>();
  const devices = new Set<string>();
  const { url, sockets, close } = await startHttpsReceiver(async (request) => {
    if (request.path === '/token') return issue(request);
    if (request.path === '/v1/projects/shop-1234/messages:send') return receive(request);
    return jsonReply(404, { error: { code: 404, message: 'no such project', status: 'NOT_FOUND' } });
  });
  const issue = async ({ body }: HttpsRequest): Promise<Answer> => {
    service.tokenRequests += 1;
    const fault = faultOfGrant(new URLSearchParams(String(body)), service.credentials.clientEmail);
    if (fault !== '') {
      service.faults.push(fault);
      return jsonReply(400, { error: 'invalid_grant', error_description: fault });
    }
    const given = await service.answerToken();
    if (given !== undefined) return given;
    const token = `ya29.${randomBytes(16).toString('hex')}`;
    accessTokens.add(token);
    return jsonReply(200, { access_token: token, expires_in: service.expiresIn, token_type: 'Bearer' });
  };
  const receive = async ({ headers, body }: HttpsRequest): Promise<Answer> => {
    const accessToken = String(headers.authorization).replace(/^Bearer /, '');
    if (!accessTokens.has(accessToken)) {
      return jsonReply(401, { error: { code: 401, message: 'invalid token', status: 'UNAUTHENTICATED' } });
    }
    const { message } = JSON.parse(String(body));
    const fault = faultOfMessage(message);
    if (fault !== '') {
      service.faults.push(fault);
      return fcmError(400, 'INVALID_ARGUMENT', [badRequest(fault)]);
    }
    if (!devices.has(message.token)) return fcmError(404, 'UNREGISTERED');
    const received = { token: message.token, message, accessToken, at: performance.now() };
    const answer = await service.answer(received);
    if (typeof answer === 'object' && answer.status === 200) service.messages.push(received);
    return answer;
  };
  const service: FcmService = {
    url,
    tokenUrl: `${url}/token`,
    sockets,
    credentials: {
      provider: 'fcm',
      projectId: 'shop-1234',
      clientEmail: 'push@shop-1234.iam.gserviceaccount.com',
      privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
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
    answer: () => jsonReply(200, { name: `projects/shop-1234/messages/${randomBytes(8).toString('hex')}` }),
    answerToken: () => undefined,
    close,
  };
  return service;
}

/** RFC 7523; https://developers.google.com/identity/protocols/oauth2/service-account. Empty: nothing is wrong. */
function faultOfGrant(form: URLSearchParams, clientEmail: string): string {
  if (form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer') return 'another grant';
  const [header = '', claims = '', signature = ''] = (form.get('assertion') ?? '').split('.');
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString() || '{}');
  if (read(header).alg !== 'RS256') return 'another algorithm';
  const signed = Buffer.from(`${header}.${claims}`);
  if (
    !verify(
      'sha256',
      signed,
      createPublicKey(publicKey.export({ type: 'spki', format: 'pem' })),
      Buffer.from(signature, 'base64url'),
    )
  ) {
    return 'Invalid JWT Signature.';
  }
  const { iss, aud, scope, iat, exp } = read(claims);
  const now = Date.now() / 1_000;
  if (iss !== clientEmail) return 'another account';
  if (aud !== 'https://oauth2.googleapis.com/token') return 'another audience';
  if (scope !== 'https://www.googleapis.com/auth/firebase.messaging') return 'another scope';
  return iat <= now + 1 && exp > now && exp - iat <= 3_600 ? '' : 'not valid now';
}

/** The field of a message that Firebase would refuse; empty: none. */
// biome-ignore lint/suspicious/noExplicitAny: the message is what is checked
function faultOfMessage({ token, data = {}, android, notification, ...others }: any): string {
  if (Object.keys(others).length > 0) return `message.${Object.keys(others)[0]}`;
  if (typeof token !== 'string') return 'message.token';
  const wrong = Object.entries(data).find(
    ([key, value]) => typeof value !== 'string' || /^(from|message_type|google\..*|gcm\..*)$/.test(key),
  );
  if (wrong !== undefined) return `message.data.${wrong[0]}`;
  if (!/^\d+s$/.test(android?.ttl)) return 'message.android.ttl';
  if (!/^(NORMAL|HIGH)$/.test(android?.priority)) return 'message.android.priority';
  if (notification !== undefined && android?.notification?.tag === undefined)
    return 'message.android.notification.tag';
  return Buffer.byteLength(JSON.stringify({ data, notification })) <= 4_096 ? '' : 'message';
}
