import type {
  ButtonClicked,
  DeskReadingEvent,
  StickerPackEvent,
  ThreadEvent,
  UserEvent,
  WebhookDisabledEvent,
} from '../api.ts';

/** The event in a webhook delivery; `type` says which event it is. */
export type WebhookEvent =
  | ThreadEvent
  | ButtonClicked
  | UserEvent
  | DeskReadingEvent
  | StickerPackEvent
  | WebhookDisabledEvent;

/** Request headers in the form of the web's `Request` or of Node. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** Why the verification of a delivery failed. */
export type WebhookFault = 'header' | 'timestamp' | 'signature' | 'body';

/** A delivery is not from your Palaver, or is too old. Respond with status 400 and ignore it. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
  /** `header`: a header is missing; `timestamp`: too old or too new; `signature`: none is valid; `body`: not JSON. */
  readonly fault: WebhookFault;

  constructor(fault: WebhookFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

/** Options of {@link verifyWebhook}. */
export interface VerifyWebhookOptions {
  /**
   * Maximum age of a delivery, and maximum clock difference. An older delivery may be a replay attack. 300 by default.
   */
  toleranceSeconds?: number;
}

/**
 * Verifies that a delivery is from your Palaver (Standard Webhooks 1.0), and resolves to its event. `body` must be the
 * raw body, byte for byte, not the result of a framework's parser. While you rotate the secret, pass both secrets.
 * Rejects with a {@link WebhookVerificationError}.
 *
 * @example
 * ```ts
 * createServer(async (request, response) => {
 *   try {
 *     const event = await verifyWebhook(await buffer(request), request.headers, secret);
 *     console.log(event.type, event.data);
 *     response.writeHead(204).end();
 *   } catch {
 *     response.writeHead(400).end();
 *   }
 * });
 * ```
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  { toleranceSeconds = 300 }: VerifyWebhookOptions = {},
): Promise<WebhookEvent> {
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = signaturesIn(headerOf(headers, 'webhook-signature'));
  checkTime(timestamp, toleranceSeconds);
  const signed = concat(new TextEncoder().encode(`${id}.${timestamp}.`), bytesOf(body));
  for (const secret of [secrets].flat()) {
    const key = await keyOf(secret);
    for (const signature of signatures) {
      // The platform compares in constant time.
      if (await crypto.subtle.verify('HMAC', key, signature, signed)) return parse(body);
    }
  }
  throw new WebhookVerificationError('signature', 'No signature matches this secret');
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : findHeader(headers, name);
  if (typeof value === 'string' && value !== '') return value;
  throw new WebhookVerificationError('header', `The header ${name} is missing`);
}

/** Header names are case-insensitive. A repeated header counts as missing. */
function findHeader(headers: Exclude<WebhookHeaders, Headers>, name: string) {
  return Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
}

function checkTime(timestamp: string, toleranceSeconds: number): void {
  const age = Math.floor(Date.now() / 1_000) - Number(timestamp);
  if (/^\d+$/.test(timestamp) && Math.abs(age) <= toleranceSeconds) return;
  throw new WebhookVerificationError('timestamp', `According to its timestamp, the delivery is ${age} s old`);
}

/** `v1,<base64> v1,<base64>`; ignores signatures of other versions. */
function signaturesIn(header: string): Uint8Array<ArrayBuffer>[] {
  return header.split(' ').flatMap((entry) => {
    const [version, text = ''] = entry.split(',', 2);
    const bytes = version === 'v1' ? fromBase64(text) : undefined;
    return bytes === undefined ? [] : [bytes];
  });
}

/** Throws a TypeError if this is not a secret: a mistake in your settings, not in the delivery. */
function keyOf(secret: string): Promise<CryptoKey> {
  const bytes = fromBase64(secret.replace(/^whsec_/, ''));
  if (bytes === undefined || bytes.length === 0)
    throw new TypeError('A webhook secret must be whsec_ followed by base64');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function bytesOf(body: string | Uint8Array): Uint8Array {
  return typeof body === 'string' ? new TextEncoder().encode(body) : body;
}

function concat(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

function parse(body: string | Uint8Array): WebhookEvent {
  try {
    return JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body)) as WebhookEvent;
  } catch {
    throw new WebhookVerificationError('body', 'The body is not JSON');
  }
}
