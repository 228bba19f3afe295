import { createHash, createPrivateKey, type KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import { fromBase64url, isPushEndpoint, P256_POINT_BYTES } from '../../domain/rules/web-push-keys.ts';
import { outcomeOf, type ServiceResponse, withoutResponse } from './outcomes.ts';
import { fit, present, type ShownParts, shownOf, withoutSubtitle } from './payload.ts';
import type { Poster } from './poster.ts';
import type { Push, PushCredentials, PushOutcome, PushTarget } from './push.ts';
import { encryptPush, MAX_PLAINTEXT_BYTES } from './web-push-encryption.ts';

/** The push service of Safari, which takes the permission from a site after three pushes that show nothing (WWDC 2022, "Meet Web Push"). */
const SHOWS_EVERY_PUSH = '.push.apple.com';

type WebPushCredentials = PushCredentials & { provider: 'web_push' };

/** Push services refuse tokens that are valid for more than 24 hours (RFC 8292, section 2); clocks differ. */
const TOKEN_VALID_MS = 12 * 60 * 60 * 1_000;
/** A token is replaced when half of its time is over. */
const TOKEN_USED_MS = TOKEN_VALID_MS / 2;
/** Tokens are per push service, and users name these. */
const MAX_TOKENS = 1_000;
/** The longest `TTL`: push services keep no message longer. */
const MAX_TTL_SECONDS = 28 * 24 * 60 * 60;

/** Notifications in browsers: encrypted (RFC 8291), signed by the application (RFC 8292), posted to a push service (RFC 8030). */
export class WebPush {
  readonly #poster: Poster;
  readonly #tokens = new LRUCache<string, string>({ max: MAX_TOKENS, ttl: TOKEN_USED_MS });

  constructor(poster: Poster) {
    this.#poster = poster;
  }

  /** Rejects if there is no response. */
  async send(
    credentials: WebPushCredentials,
    { token: endpoint, keys }: PushTarget,
    push: Push,
    signal: AbortSignal,
  ): Promise<PushOutcome> {
    if (keys === null || !isPushEndpoint(endpoint)) {
      return withoutResponse('refused', 'the subscription has no https address, or no keys');
    }
    const url = new URL(endpoint);
    if (push.kind === 'withdraw' && url.hostname.endsWith(SHOWS_EVERY_PUSH)) {
      return withoutResponse(
        'refused',
        'Safari withdraws nothing: it takes the permission from sites whose pushes show nothing',
      );
    }
    const body = encryptPush(Buffer.from(webPushPayload(push)), keys);
    const tokenName = [credentials.publicKey, credentials.subject, url.origin].join(' ');
    const token = this.#tokens.get(tokenName) ?? (await this.#newToken(credentials, url.origin, tokenName));
    const headers = {
      authorization: `vapid t=${token}, k=${credentials.publicKey}`,
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: String(ttlOf(push, Date.now())),
      urgency: push.kind === 'show' ? 'high' : 'low',
      topic: topicOf(push),
    };
    const response = await this.#poster.post(url, { headers, body }, signal);
    const outcome = outcomeOfResponse(response);
    // The token may be what is wrong, for instance after the clock was set.
    if (outcome.result === 'failed' && KEY_REFUSED.has(response.status)) this.#tokens.delete(tokenName);
    return outcome;
  }

  async #newToken(credentials: WebPushCredentials, audience: string, name: string): Promise<string> {
    const { subject } = credentials;
    const token = await new SignJWT(subject === '' ? {} : { sub: subject })
      .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
      .setAudience(audience)
      .setExpirationTime(Math.floor((Date.now() + TOKEN_VALID_MS) / 1_000))
      .sign(privateKeyOf(credentials));
    this.#tokens.set(name, token);
    return token;
  }
}

/** Throws if the two keys are invalid. */
function privateKeyOf({ publicKey, privateKey }: WebPushCredentials): KeyObject {
  const point = fromBase64url(publicKey, P256_POINT_BYTES);
  if (point === undefined) throw new Error('the public key of Web Push is invalid');
  const [x, y] = [point.toString('base64url', 1, 33), point.toString('base64url', 33)];
  const key = { kty: 'EC', crv: 'P-256', x, y, d: privateKey };
  return createPrivateKey({ key, format: 'jwk' });
}

function ttlOf({ expiresAt }: Push, now: number): number {
  return Math.min(Math.max(0, Math.ceil((expiresAt - now) / 1_000)), MAX_TTL_SECONDS);
}

/** Of the pushes about one thread that wait for a browser, the push service keeps the last one (RFC 8030, section 5.4). */
function topicOf({ appId, threadId }: Push): string {
  // (A topic has at most 32 characters.)
  return createHash('sha256').update(`${appId}\0${threadId}`).digest('base64url').slice(0, 32);
}

/** What the service worker gets, as JSON: at most 3,993 bytes. */
export function webPushPayload(push: Push): string {
  const { appId: app_id, threadId: thread_id, seq, badge } = push;
  const about = (links: object) => ({
    badge,
    tag: thread_id,
    data: { thread_id, seq, app_id, ...links },
  });
  if (push.kind === 'withdraw') return JSON.stringify({ kind: 'withdraw', ...about(push.links) });
  if (push.isDataOnly) return JSON.stringify({ kind: 'data', ...about(push.links) });
  const build = ({ title, body, icon, image, reference_id, satl_reference_id }: ShownParts) => ({
    ...present({ title, body, icon, image }),
    ...about(present({ reference_id, satl_reference_id })),
  });
  return JSON.stringify(build(fit(MAX_PLAINTEXT_BYTES, withoutSubtitle(shownOf(push)), build)));
}

/**
 * What the statuses of push services mean (RFC 8030, section 5; RFC 8292, section 4.2; the error codes of Mozilla's autopush).
 *
 * 401 and 403 say that the key is wrong, or that the subscription belongs to another one; some services say so with 400. The
 * operator can correct it, so the push is retried until it expires, instead of being lost. The same holds for a redirect, which
 * is not followed: it is usually from something in between, such as a proxy.
 */
function outcomeOfResponse(response: ServiceResponse): PushOutcome {
  const { status, text } = response;
  if (status >= 200 && status < 300) return outcomeOf('delivered', response);
  if (status === 404 || status === 410) return outcomeOf('gone', response);
  if (status < 400 || status >= 500 || RETRIED.has(status)) return outcomeOf('failed', response);
  if (status === 400 && NAMES_THE_KEY.test(text)) return outcomeOf('failed', response);
  return outcomeOf('refused', response);
}

const KEY_REFUSED = new Set([400, 401, 403]);
/** Besides the key: 408, 425 and 429 by their definition; 406 is what Windows says when it is called too often. */
const RETRIED = new Set([401, 403, 406, 408, 425, 429]);
/** Chrome: `UnauthorizedRegistration`. Safari: `VapidPkHashMismatch`, `BadJwtToken`. */
const NAMES_THE_KEY = /vapid|jwt|unauthorized/i;
