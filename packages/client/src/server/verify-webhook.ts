import type {
  ButtonClicked,
  StickerPackEvent,
  ThreadEvent,
  UserEvent,
  WebhookDisabledEvent,
} from '../api.ts';

/** What a webhook is told; `type` says which of them it is. */
export type WebhookEvent = ThreadEvent | ButtonClicked | UserEvent | StickerPackEvent | WebhookDisabledEvent;

/** Headers as frameworks have them: of the web's `Request`, or of Node. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** Why a delivery is not to be believed. */
export type WebhookFault = 'header' | 'timestamp' | 'signature' | 'body';

/** A delivery that is not from your Palaver, or too old: answer it with status 400 and forget it. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
  /** `header`: one is missing; `timestamp`: too old or too new; `signature`: none is right; `body`: no JSON. */
  readonly fault: WebhookFault;

  constructor(fault: WebhookFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

/** Options of {@link verifyWebhook}. */
export interface VerifyWebhookOptions {
  /** How far the clock of the sender may be from yours: what is older may be a repeat by somebody who listened. */
  toleranceSeconds?: number;
}

/**
 * Checks that a delivery is from your Palaver, after Standard Webhooks 1.0, and answers what it tells. `body` must be what
 * came, byte for byte, not what a framework has parsed. Give both secrets while you rotate them. Rejects with a
 * {@link WebhookVerificationError}.
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
  throw new WebhookVerificationError('signature', 'No signature is made with this secret');
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : findHeader(headers, name);
  if (typeof value === 'string' && value !== '') return value;
  throw new WebhookVerificationError('header', `The header ${name} is missing`);
}

/** Names of headers have no case; a header that was given twice is none. */
function findHeader(headers: Exclude<WebhookHeaders, Headers>, name: string) {
  return Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
}

function checkTime(timestamp: string, toleranceSeconds: number): void {
  const age = Math.floor(Date.now() / 1_000) - Number(timestamp);
  if (/^\d+$/.test(timestamp) && Math.abs(age) <= toleranceSeconds) return;
  throw new WebhookVerificationError('timestamp', `The delivery is ${age} s old, by its own word`);
}

/** `v1,<base64> v1,<base64>`; versions that we do not know are for others. */
function signaturesIn(header: string): Uint8Array<ArrayBuffer>[] {
  return header.split(' ').flatMap((entry) => {
    const [version, text = ''] = entry.split(',', 2);
    const bytes = version === 'v1' ? fromBase64(text) : undefined;
    return bytes === undefined ? [] : [bytes];
  });
}

/** Throws a TypeError for what is no secret: that is a mistake in the settings, not in the delivery. */
function keyOf(secret: string): Promise<CryptoKey> {
  const bytes = fromBase64(secret.replace(/^whsec_/, ''));
  if (bytes === undefined || bytes.length === 0) throw new TypeError('A webhook secret is whsec_ and base64');
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
