import { createHash } from 'node:crypto';
import { importPKCS8, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import { untilAborted } from '../../platform/http-response.ts';
import { isObject, outcomeOf, parseResponse, type ServiceResponse } from './outcomes.ts';
import { fit, present, type ShownParts, shownOf, withoutSubtitle } from './payload.ts';
import type { Poster } from './poster.ts';
import type { Push, PushCredentials, PushOutcome, PushTarget } from './push.ts';

type FcmCredentials = PushCredentials & { provider: 'fcm' };

/** https://firebase.google.com/docs/reference/fcm/rest/v1/ErrorCode ("Message too big"). */
const MAX_PAYLOAD_BYTES = 4_096;
/** https://firebase.google.com/docs/reference/fcm/rest/v1/projects.messages#AndroidConfig (`ttl`): four weeks. */
const MAX_TTL_SECONDS = 28 * 24 * 60 * 60;
/** What Firebase asks for if it names no delay with 429. */
const QUOTA_RETRY_MS = 60_000;

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';
/** Google's token service accepts only its own address, also behind a proxy. */
const AUDIENCE = 'https://oauth2.googleapis.com/token';
const GRANT_SECONDS = 60 * 60;
/** A token is replaced so long before it expires. */
const TOKEN_MARGIN_MS = 5 * 60_000;
/** Whatever the token service says. */
const MAX_TOKEN_MS = 24 * 60 * 60_000;
const MAX_ACCOUNTS = 1_000;

export interface FcmOptions {
  poster: Poster;
  /** The settings `PALAVER_FCM_TOKEN_URL` and `PALAVER_FCM_URL`. */
  fcmTokenUrl: string;
  fcmUrl: string;
}

/** Notifications by Firebase Cloud Messaging, HTTP v1: Android, and whatever else has its SDK. */
export class Fcm {
  readonly #options: FcmOptions;
  /** Access tokens and the requests for them, by service account. */
  readonly #tokens = new LRUCache<string, Promise<string>>({ max: MAX_ACCOUNTS });
  readonly #closing = new AbortController();

  constructor(options: FcmOptions) {
    this.#options = options;
  }

  /** Rejects if there is no response. */
  async send(
    credentials: FcmCredentials,
    { token: device }: PushTarget,
    push: Push,
    signal: AbortSignal,
  ): Promise<PushOutcome> {
    const { poster, fcmUrl } = this.#options;
    const url = new URL(`${fcmUrl}/v1/projects/${encodeURIComponent(credentials.projectId)}/messages:send`);
    const message = fcmMessage(push, Date.now());
    // (The device's token does not count towards the size of a message.)
    const body = JSON.stringify({ message: { token: device, ...message } });
    const account = accountOf(credentials);
    const post = async () => {
      const accessToken = this.#accessToken(account, credentials);
      const headers = {
        authorization: `Bearer ${await untilAborted(accessToken, signal)}`,
        'content-type': 'application/json',
      };
      const response = await poster.post(url, { headers, body }, signal);
      if (isTokenRefused(response) && this.#tokens.peek(account) === accessToken)
        this.#tokens.delete(account);
      return response;
    };
    try {
      let response = await post();
      // The token may have been revoked. A second one that is refused says that something else is wrong.
      if (isTokenRefused(response)) response = await post();
      return outcomeOfResponse(response);
    } catch (error) {
      if (error instanceof TokenRefusedError) return outcomeOf('failed', error.response);
      throw error;
    }
  }

  close(): void {
    this.#closing.abort(new Error('push services are closed'));
  }

  /** One request serves all that wait for it, so none of them can abort it. */
  #accessToken(account: string, credentials: FcmCredentials): Promise<string> {
    const known = this.#tokens.get(account);
    if (known !== undefined) return known;
    const requesting = this.#requestToken(credentials);
    const token = requesting.then(({ accessToken }) => accessToken);
    this.#tokens.set(account, token);
    requesting.then(
      ({ expiresInMs }) => {
        const usedMs = Math.min(expiresInMs - Math.min(TOKEN_MARGIN_MS, expiresInMs / 2), MAX_TOKEN_MS);
        const ttl = Math.max(1, Math.floor(usedMs));
        if (this.#tokens.peek(account) === token) this.#tokens.set(account, token, { ttl });
      },
      () => {
        if (this.#tokens.peek(account) === token) this.#tokens.delete(account);
      },
    );
    return token;
  }

  /** Trades an assertion that the service account has signed for an access token (RFC 7523, section 2.1). */
  async #requestToken(credentials: FcmCredentials): Promise<{ accessToken: string; expiresInMs: number }> {
    const now = Math.floor(Date.now() / 1_000);
    const assertion = await new SignJWT({ scope: SCOPE })
      .setProtectedHeader({ typ: 'JWT', alg: 'RS256' })
      .setIssuer(credentials.clientEmail)
      .setAudience(AUDIENCE)
      .setIssuedAt(now)
      .setExpirationTime(now + GRANT_SECONDS)
      .sign(await importPKCS8(credentials.privateKey, 'RS256'));
    const body = new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion,
    });
    const response = await this.#options.poster.post(
      new URL(this.#options.fcmTokenUrl),
      { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: String(body) },
      this.#closing.signal,
    );
    const { access_token: accessToken, expires_in: expiresIn } = parseResponse(response.text);
    if (response.status !== 200 || typeof accessToken !== 'string' || typeof expiresIn !== 'number') {
      throw new TokenRefusedError(response);
    }
    return { accessToken, expiresInMs: expiresIn * 1_000 };
  }
}

/** The service account got no access token. An operator can correct that, so the push is retried. */
class TokenRefusedError extends Error {
  override readonly name = 'TokenRefusedError';
  readonly response: ServiceResponse;

  constructor(response: ServiceResponse) {
    super('no access token');
    // An answer of 200 may hold a token.
    this.response = response.status === 200 ? { ...response, text: 'not an access token' } : response;
  }
}

/** Another key of the same account gets a token of its own, so that a rotated key is used at once. */
function accountOf({ clientEmail, privateKey }: FcmCredentials): string {
  return createHash('sha256').update(`${clientEmail}\0${privateKey}`).digest('base64');
}

/**
 * The message without its target. Messages with a notification have no `collapse_key`: Firebase keeps only four of these for a
 * device. The tag replaces the notification that the device shows.
 */
export function fcmMessage(push: Push, now: number): object {
  const { appId: app_id, threadId: thread_id, seq, badge, expiresAt } = push;
  const seconds = Math.min(Math.max(0, Math.ceil((expiresAt - now) / 1_000)), MAX_TTL_SECONDS);
  const ttl = `${seconds}s`;
  const data = { thread_id, seq, app_id, badge: String(badge) };
  if (push.kind === 'withdraw') {
    // A message of high priority that shows nothing would cost the app its right to that priority.
    return { data: { kind: 'withdraw', ...data, ...push.links }, android: { priority: 'NORMAL', ttl } };
  }
  const android = { priority: 'HIGH', ttl };
  if (push.isDataOnly) return { data: { kind: 'data', ...data, ...push.links }, android };
  const build = ({ title, body, icon, image, reference_id, satl_reference_id }: ShownParts) => ({
    notification: present({ title, body, image }),
    // (Android shows no icon from the web: the app may.)
    data: { kind: 'show', ...data, ...present({ reference_id, satl_reference_id, icon }) },
    android: { ...android, notification: { tag: thread_id } },
  });
  return build(fit(MAX_PAYLOAD_BYTES, withoutSubtitle(shownOf(push)), build));
}

/** (`THIRD_PARTY_AUTH_ERROR` also has status 401: Firebase may not use Apple's service.) */
function isTokenRefused({ status, text }: ServiceResponse): boolean {
  return status === 401 && errorOf(text).code !== 'THIRD_PARTY_AUTH_ERROR';
}

/** https://firebase.google.com/docs/reference/fcm/rest/v1/ErrorCode */
function outcomeOfResponse(response: ServiceResponse): PushOutcome {
  const { status, text, retryAfterMs } = response;
  if (status === 200) return outcomeOf('delivered', response);
  const { code, message, fields } = errorOf(text);
  if (code === 'UNREGISTERED' || code === 'SENDER_ID_MISMATCH') return outcomeOf('gone', response);
  if (status === 400) {
    const isTokenWrong =
      fields.includes('message.token') || (fields.length === 0 && WRONG_TOKEN.test(message));
    return outcomeOf(isTokenWrong ? 'gone' : 'refused', response);
  }
  if (status === 413) return outcomeOf('refused', response);
  if (status === 429) {
    return outcomeOf('failed', { ...response, retryAfterMs: retryAfterMs ?? QUOTA_RETRY_MS });
  }
  // 401, 403 and 404 are about the service account and the project, which the operator can correct.
  return outcomeOf('failed', response);
}

/** Firebase reports some tokens of a wrong form without naming the field (its documentation, "Error codes", example 2). */
const WRONG_TOKEN = /^The registration token is not a valid FCM registration token/;

interface FcmError {
  /** An `ErrorCode` of FCM. */
  code: string;
  message: string;
  /** The fields that are wrong. */
  fields: string[];
}

function errorOf(text: string): FcmError {
  const { error } = parseResponse(text);
  const { message = '', details = [] } = isObject(error) ? error : {};
  const list = Array.isArray(details) ? details.filter(isObject) : [];
  const violations = list.flatMap(({ fieldViolations }) =>
    Array.isArray(fieldViolations) ? fieldViolations.filter(isObject) : [],
  );
  return {
    code: list.map(({ errorCode }) => errorCode).find((code) => typeof code === 'string') ?? '',
    message: typeof message === 'string' ? message : '',
    fields: violations.map(({ field }) => field).filter((field) => typeof field === 'string'),
  };
}
