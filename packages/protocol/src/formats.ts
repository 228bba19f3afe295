/** The string formats of the contract that no JSON Schema keyword can express, as pure predicates. */

/** Control, format (bidi, zero-width), line and paragraph separator characters. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/**
 * An identifier from the integrator's system (user, tenant, reference, bot): no control, bidi or zero-width
 * characters, no leading or trailing space, storable. The schema limits its length (`x-max-bytes`).
 */
export function isIdentifier(value: string): boolean {
  return value !== '' && value === value.trim() && !INVISIBLE.test(value) && value.isWellFormed();
}

const MAX_BIGINT = 2n ** 63n - 1n;

/** A decimal string of a positive 63-bit integer. Leading zeros are allowed: ids are compared as numbers. */
export function isDecimalId(value: string): boolean {
  return isDecimalPosition(value) && !/^0+$/.test(value);
}

/** A decimal id, or 0, which is the start in a paging parameter. */
export function isDecimalPosition(value: string): boolean {
  return /^[0-9]{1,64}$/.test(value) && BigInt(value) <= MAX_BIGINT;
}

/** An absolute http(s) address without credentials, white space or control characters. */
export function isHttpUrl(value: string): boolean {
  return /^https?:\/\//i.test(value) && isCleanUrl(value);
}

const FORBIDDEN_SCHEMES = new Set(['javascript:', 'data:', 'vbscript:', 'file:']);

/**
 * A URI that a client may open for a button of action type 1: http(s), `tel:`, `mailto:`, `sms:` or an app's own
 * scheme, but no scheme that runs code or reads files on the device.
 */
export function isClientUri(value: string): boolean {
  if (/^https?:/i.test(value)) return isHttpUrl(value);
  if (!/^[a-z][a-z0-9+.-]*:./i.test(value) || !isCleanUrl(value)) return false;
  return !FORBIDDEN_SCHEMES.has(new URL(value).protocol);
}

function isCleanUrl(value: string): boolean {
  // The URL parser strips tabs and line breaks and escapes spaces, so a browser would open a different address from
  // the one checked here.
  if (/[\s\p{Cc}]/u.test(value) || !value.isWellFormed()) return false;
  const url = URL.parse(value);
  return url !== null && url.username === '' && url.password === '';
}

/** A JSON document (RFC 8259), as `payload` of a custom-defined message carries it in a string. */
export function isJsonDocument(value: string): boolean {
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
}

/**
 * A cursor of the chat list: the time of the thread's last activity, in microseconds since 1970, and the thread's id, both
 * without leading zeros; or "0", which is the start.
 */
export function isListPosition(value: string): boolean {
  if (value === '0') return true;
  const [, threadId] = /^(?:0|[1-9]\d{0,15})_([1-9]\d{0,18})$/.exec(value) ?? [];
  return threadId !== undefined && isDecimalId(threadId);
}

/** Visible characters, including the joiners and variation selectors of emoji; storable. */
export function isReactionKey(value: string): boolean {
  const visible = value.replaceAll(/\u200d|\ufe0e|\ufe0f|[\u{e0020}-\u{e007f}]/gu, '');
  return visible !== '' && !/\s/u.test(visible) && !INVISIBLE.test(visible) && value.isWellFormed();
}

export const FORMATS = {
  identifier: isIdentifier,
  'decimal-id': isDecimalId,
  'decimal-position': isDecimalPosition,
  'position-or-empty': (value: string) => value === '' || isDecimalPosition(value),
  'http-url': isHttpUrl,
  'json-document': isJsonDocument,
  'reaction-key': isReactionKey,
  'list-position': isListPosition,
} as const;
