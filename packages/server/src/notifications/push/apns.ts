import { createHash } from 'node:crypto';
import { importPKCS8, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import type { ApnsConnections } from './apns-connections.ts';
import { outcomeOf, parseResponse, type ServiceResponse, withoutResponse } from './outcomes.ts';
import { fit, present, type ShownParts, shownOf } from './payload.ts';
import type { Push, PushCredentials, PushOutcome, PushTarget } from './push.ts';

type ApnsCredentials = PushCredentials & { provider: 'apns' };

/** Apple's "Generating a remote notification". */
const MAX_PAYLOAD_BYTES = 4_096;
const MAX_COLLAPSE_ID_BYTES = 64;
/** Apple refuses tokens that are older than an hour, and keys with a new token more than once in 20 minutes. */
const TOKEN_SECONDS = 30 * 60;
const MAX_KEYS = 1_000;
/** Apple's documentation gives no length. They have 32 bytes now. */
const DEVICE_TOKEN = /^[0-9a-f]{1,400}$/i;

export interface ApnsOptions {
  connections: ApnsConnections;
  /** The settings `PALAVER_APNS_URL` and `PALAVER_APNS_SANDBOX_URL`. */
  apnsUrl: string;
  apnsSandboxUrl: string;
}

interface ProviderToken {
  issuedAt: number;
  token: Promise<string>;
}

/** Notifications by the Apple Push Notification service, with token authentication. */
export class Apns {
  readonly #options: ApnsOptions;
  /** By key: one token for all topics of the key. */
  readonly #tokens = new LRUCache<string, ProviderToken>({ max: MAX_KEYS });

  constructor(options: ApnsOptions) {
    this.#options = options;
  }

  /** Rejects if there is no response. */
  async send(
    credentials: ApnsCredentials,
    { token: device }: PushTarget,
    push: Push,
    signal: AbortSignal,
  ): Promise<PushOutcome> {
    // (It becomes part of a path.)
    if (!DEVICE_TOKEN.test(device)) return withoutResponse('gone', 'this is no device token of Apple');
    const { connections, apnsUrl, apnsSandboxUrl } = this.#options;
    const isProduction = credentials.environment === 'production';
    const token = await this.#providerToken(credentials);
    const response = await connections.post(
      new URL(isProduction ? apnsUrl : apnsSandboxUrl),
      {
        // Apple accepts only one team's tokens on a connection.
        partition: credentials.teamId,
        path: `/3/device/${device}`,
        headers: { authorization: `bearer ${token}`, ...apnsHeaders(credentials.topic, push) },
        body: apnsPayload(push),
      },
      signal,
    );
    const { reason, timestamp } = parseResponse(response.text);
    if (reason === 'ExpiredProviderToken') this.#tokens.delete(keyOf(credentials));
    const outcome = outcomeOfResponse(response, typeof reason === 'string' ? reason : '');
    const hasTime = outcome.result === 'gone' && typeof timestamp === 'number';
    return hasTime ? { ...outcome, goneSince: timestamp } : outcome;
  }

  /** All nodes state the same time in their tokens, so that Apple does not see a new token from each. */
  #providerToken(credentials: ApnsCredentials): Promise<string> {
    const now = Math.floor(Date.now() / 1_000);
    const issuedAt = now - (now % TOKEN_SECONDS);
    const key = keyOf(credentials);
    const known = this.#tokens.get(key);
    if (known?.issuedAt === issuedAt) return known.token;
    const token = signToken(credentials, issuedAt);
    this.#tokens.set(key, { issuedAt, token });
    return token;
  }
}

/** Rejects if the key is invalid. */
async function signToken(credentials: ApnsCredentials, issuedAt: number): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: credentials.keyId })
    .setIssuer(credentials.teamId)
    .setIssuedAt(issuedAt)
    .sign(await importPKCS8(credentials.privateKey, 'ES256'));
}

function keyOf({ teamId, keyId, privateKey }: ApnsCredentials): string {
  return createHash('sha256').update(`${teamId}\0${keyId}\0${privateKey}`).digest('base64');
}

/** Whether iOS shows it. Other pushes wake the app, if iOS lets them: it allows a few in an hour. */
const isAlert = (push: Push): boolean => push.kind === 'show' && !push.isDataOnly;

function apnsHeaders(topic: string, push: Push): Record<string, string> {
  return {
    'apns-topic': topic,
    'apns-push-type': isAlert(push) ? 'alert' : 'background',
    // Apple refuses background pushes of priority 10.
    'apns-priority': isAlert(push) ? '10' : '5',
    'apns-expiration': String(Math.max(0, Math.ceil(push.expiresAt / 1_000))),
    // (Apple refuses an empty one.)
    ...present({ 'apns-collapse-id': collapseIdOf(push.threadId) }),
  };
}

function collapseIdOf(threadId: string): string {
  if (Buffer.byteLength(threadId) <= MAX_COLLAPSE_ID_BYTES) return threadId;
  return createHash('sha256').update(threadId).digest('base64url');
}

/** As JSON: at most 4,096 bytes. */
export function apnsPayload(push: Push): string {
  const { appId: app_id, threadId: thread_id, seq, badge } = push;
  const data = { thread_id, seq, app_id };
  if (!isAlert(push)) {
    const kind = push.kind === 'withdraw' ? 'withdraw' : 'data';
    // (The badge a second time: the app cannot read it in `aps`.)
    return JSON.stringify({ aps: { 'content-available': 1, badge }, kind, badge, ...data, ...push.links });
  }
  const build = ({ title, subtitle, body, icon, image, reference_id, satl_reference_id }: ShownParts) => ({
    aps: {
      alert: present({ title, subtitle, body }),
      badge,
      sound: 'default',
      'thread-id': thread_id,
      // An extension of the app may then add the images.
      'mutable-content': 1,
    },
    kind: 'show',
    ...data,
    ...present({ reference_id, satl_reference_id, icon, image }),
  });
  return JSON.stringify(build(fit(MAX_PAYLOAD_BYTES, shownOf(push), build)));
}

/** Apple's "Handling notification responses from APNs". */
function outcomeOfResponse(response: ServiceResponse, reason: string): PushOutcome {
  const { status } = response;
  if (status === 200) return outcomeOf('delivered', response);
  if (status === 410 || GONE.has(reason)) return outcomeOf('gone', response);
  // 403 is about the key, and some reasons of 400 are about the topic: the operator can correct both.
  const isRetried = status < 400 || status === 403 || status === 429 || status >= 500 || RETRIED.has(reason);
  return outcomeOf(isRetried ? 'failed' : 'refused', response);
}

// (Not BadDeviceToken and DeviceTokenNotForTopic: they also mean that the environment or the topic of the application is wrong, and
// that mistake must not cost it all of its devices.)
const GONE = new Set(['Unregistered', 'ExpiredToken']);
const RETRIED = new Set(['BadTopic', 'MissingTopic', 'TopicDisallowed', 'IdleTimeout']);
