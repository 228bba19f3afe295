import { ECDH } from 'node:crypto';

/**
 * The rules for a Web Push subscription. A browser gives it to the page, and any guest may register another one: wrong keys would
 * fail only when a message is encrypted, long after their sender could correct them.
 */

/** The size of an uncompressed point of P-256: a byte 4 and two coordinates. */
export const P256_POINT_BYTES = 65;
export const AUTH_SECRET_BYTES = 16;

/** The bytes of a base64url text without padding; undefined if it has another form, or bits that stand for nothing. */
export function fromBase64url(text: string, bytes: number): Buffer | undefined {
  if (text.length !== Math.ceil((bytes * 4) / 3)) return undefined;
  const decoded = Buffer.from(text, 'base64url');
  return decoded.toString('base64url') === text ? decoded : undefined;
}

/**
 * Whether this is a public key of P-256 as browsers write it: `p256dh` of a subscription, or the key of an application server.
 * A point that is not on the curve would leak the private key that is combined with it (RFC 8291, section 7).
 */
export function isP256PublicKey(text: string): boolean {
  const point = fromBase64url(text, P256_POINT_BYTES);
  if (point === undefined || point[0] !== 4) return false;
  try {
    ECDH.convertKey(point, 'prime256v1');
    return true;
  } catch {
    return false;
  }
}

/** Whether this is the `auth` of a subscription. */
export function isAuthSecret(text: string): boolean {
  return fromBase64url(text, AUTH_SECRET_BYTES) !== undefined;
}

/**
 * Whether this may be the address of a subscription. Any port may be named, since people host push services of their own; the
 * address guard decides at each connection whether the IP address is public, and what arrives there is a TLS handshake, which no
 * other protocol mistakes for a command.
 */
export function isPushEndpoint(text: string): boolean {
  // (`URL` would drop spaces and line breaks, so that another text than the one given would be called.)
  if (!/^https:\/\/[\x21-\x7e]+$/i.test(text)) return false;
  const url = URL.parse(text);
  return url !== null && url.username === '' && url.password === '' && url.hash === '';
}
