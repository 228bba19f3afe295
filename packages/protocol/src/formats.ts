/** The string formats of the contract that no JSON Schema keyword can express, as pure predicates. */

/** Control, format (bidi, zero-width), line and paragraph separator characters. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/**
 * An identifier from the integrator's system (user, tenant, reference, bot): no control, bidi or zero-width
 * characters, no leading or trailing space, storable; nor `.` or `..`, which URL parsers remove from a path, however they are escaped.
 * The schema limits its length (`x-max-bytes`).
 */
export function isIdentifier(value: string): boolean {
  if (value === '.' || value === '..') return false;
  return value !== '' && value === value.trim() && !INVISIBLE.test(value) && value.isWellFormed();
}

const MAX_BIGINT = 2n ** 63n - 1n;
/** Numbers of fewer digits are smaller. */
const MAX_DIGITS = String(MAX_BIGINT).length;

/** A decimal string of a positive 63-bit integer. Leading zeros are allowed: ids are compared as numbers. */
export function isDecimalId(value: string): boolean {
  return isDecimalPosition(value) && !/^0+$/.test(value);
}

/** A decimal id, or 0, which is the start in a paging parameter. */
export function isDecimalPosition(value: string): boolean {
  if (!/^[0-9]{1,64}$/.test(value)) return false;
  return value.length < MAX_DIGITS || BigInt(value) <= MAX_BIGINT;
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
  if (!value.includes('@')) return URL.canParse(value);
  const url = URL.parse(value);
  return url !== null && url.username === '' && url.password === '';
}

/** Where push services reach the operator of an application (RFC 8292, 2.1). Apple refuses spaces and angle brackets. */
export function isVapidSubject(value: string): boolean {
  if (/^mailto:/i.test(value)) return /^mailto:[^\s@<>]+@[^\s@<>]+$/i.test(value) && isCleanUrl(value);
  return /^https:/i.test(value) && isHttpUrl(value);
}

/** Longer tags are of no language that anyone has words in. */
const MAX_TAG_CHARS = 64;

/** A language tag (BCP 47) in its canonical form, such as `pt-BR` for `PT-br`; undefined if the text is none. */
export function languageTag(value: string): string | undefined {
  if (value.length > MAX_TAG_CHARS) return undefined;
  try {
    return Intl.getCanonicalLocales(value)[0];
  } catch {
    return undefined;
  }
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

/**
 * A cursor of a search: the time of a message in microseconds since 1970, its thread and its number, all without leading zeros. The
 * search continues with what was sent before.
 */
export function isSearchPosition(value: string): boolean {
  const [, threadId, seq] = /^(?:0|[1-9]\d{0,15})_([1-9]\d{0,18})_([1-9]\d{0,18})$/.exec(value) ?? [];
  return threadId !== undefined && seq !== undefined && isDecimalId(threadId) && isDecimalId(seq);
}

/** A cursor that only the server can read. */
export function isSealedPosition(value: string): boolean {
  return value.length <= MAX_SEALED_CHARS && /^sealed\.v1\.[0-9a-f]{16}\.[A-Za-z0-9_-]+$/.test(value);
}

const MAX_SEALED_CHARS = 500;

/** An absolute https address without credentials, white space or control characters. */
export function isHttpsUrl(value: string): boolean {
  return /^https:\/\//i.test(value) && isCleanUrl(value);
}

/** Maximum length of a language tag, in characters. (The longest registered ones have half of it.) */
export const MAX_LANGUAGE_CHARS = 35;
/** Maximum length of the name of a time zone, in characters. */
export const MAX_TIME_ZONE_CHARS = 64;

/** A BCP 47 language tag. (The schema limits its length: a longer one is not looked at.) */
export function isLanguage(value: string): boolean {
  return value.length > MAX_LANGUAGE_CHARS || canonicalLanguage(value) !== undefined;
}

/** The canonical form of a language tag, such as `en-GB` for `en-gb`; undefined if it is none. */
export function canonicalLanguage(value: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(value)[0];
  } catch {
    return undefined;
  }
}

/** A name of the IANA time zone database, not an offset. (The schema limits its length: a longer one is not looked at.) */
export function isTimeZone(value: string): boolean {
  if (value.length > MAX_TIME_ZONE_CHARS) return true;
  if (!/^[a-z]/i.test(value)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
    return true;
  } catch {
    return false;
  }
}

/** A time of day, from 00:00 to 23:59. */
export function isTimeOfDay(value: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(value);
}

/** Maximum length of an e-mail address, in characters (RFC 5321, with the brackets around it). */
export const MAX_EMAIL_CHARS = 254;
const MAX_LOCAL_CHARS = 64;
const MAX_LABEL_CHARS = 63;

/**
 * One e-mail address without a name: ASCII, unquoted, at a domain name; a domain with other letters is written in its ASCII form
 * (`xn--…`). So it needs no quotes anywhere, and cannot be read as two. (The schema limits its length.)
 */
export function isEmailAddress(value: string): boolean {
  if (value.length > MAX_EMAIL_CHARS) return true;
  const [local = '', domain = '', ...others] = value.split('@');
  if (others.length > 0 || local.length > MAX_LOCAL_CHARS) return false;
  const labels = domain.split('.');
  const isName =
    labels.length > 1 && labels.every((label) => label.length <= MAX_LABEL_CHARS && isLabel(label));
  // (Otherwise it would be an IP address.)
  const isNumber = /^\d+$/.test(labels.at(-1) ?? '');
  return isName && !isNumber && local.split('.').every((atom) => /^[\w!#$%&'*+/=?^`{|}~-]+$/.test(atom));
}

const isLabel = (label: string) =>
  /^[a-z0-9-]+$/i.test(label) && !label.startsWith('-') && !label.endsWith('-');

/** What a link that opens a thread may contain of it. */
interface LinkedThread {
  thread_id: string;
  reference_id?: string;
  satl_reference_id?: string;
}

/** Fills in the placeholders of a {@link isThreadLink link}: URL-encoded, and empty where the thread has no such reference. */
export function fillThreadLink(link: string, thread: LinkedThread): string {
  return link.replaceAll(/\{(thread_id|reference_id|satl_reference_id)\}/g, (_, name: keyof LinkedThread) =>
    encodeURIComponent(thread[name] ?? ''),
  );
}

/**
 * An https address, also with placeholders for the ids of a thread, or an http address of this machine, which only a server on loopback
 * takes; or empty. A reference may come from a user, who must not choose the host, so the host is the same with each reference.
 */
export function isThreadLink(value: string): boolean {
  if (value === '') return true;
  // (URL parsers skip further slashes, and so would take the host from what follows them.)
  if (!/^https?:\/\/[^/\\]/i.test(value)) return false;
  const filledWith = (reference: string) =>
    fillThreadLink(value, { thread_id: '1', reference_id: reference, satl_reference_id: reference });
  const [one, other] = [filledWith('1'), filledWith('2')];
  const isTaken = (link: string) => isHttpsUrl(link) || isLoopbackUrl(link);
  return isTaken(one) && isTaken(other) && new URL(one).host === new URL(other).host;
}

/** An http address of this machine. */
export function isLoopbackUrl(value: string): boolean {
  if (!/^http:\/\//i.test(value) || !isCleanUrl(value)) return false;
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(new URL(value).hostname);
}

/** Visible characters, including the joiners and variation selectors of emoji; storable. */
export function isReactionKey(value: string): boolean {
  const visible = value.replaceAll(/\u200d|\ufe0e|\ufe0f|[\u{e0020}-\u{e007f}]/gu, '');
  return visible !== '' && !/\s/u.test(visible) && !INVISIBLE.test(visible) && value.isWellFormed();
}

/** A text in which something can be read: not only white space and invisible characters. (Schemas refuse the empty text.) */
export function isVisibleText(value: string): boolean {
  return value === '' || /[^\s\p{Cc}\p{Cf}\p{Z}\p{DI}]/u.test(value);
}

const MIN_SECRET_BYTES = 24;
const MAX_SECRET_BYTES = 64;
/** `whsec_`, and the most bytes in base64. */
const MAX_SECRET_CHARS = 6 + 4 * Math.ceil(MAX_SECRET_BYTES / 3);
/** Of random bytes, so few differ in less than one of 10¹⁵ secrets. */
const MIN_DIFFERENT = 8;

/**
 * A signing secret of Standard Webhooks 1.0: `whsec_` and 24 to 64 bytes in base64, with its padding. Bytes that nobody has drawn at
 * random are none: all equal, counted up, or a few that are repeated.
 */
export function isWebhookSecret(value: string): boolean {
  if (value.length > MAX_SECRET_CHARS || !/^whsec_[A-Za-z0-9+/]+={0,2}$/.test(value)) return false;
  const text = value.slice('whsec_'.length);
  if (text.length % 4 !== 0) return false;
  const decoded = atob(text);
  // (A decoder ignores bits that belong to no byte: each secret is written in one way.)
  if (btoa(decoded) !== text) return false;
  const bytes = Array.from(decoded, (char) => char.charCodeAt(0));
  return bytes.length >= MIN_SECRET_BYTES && bytes.length <= MAX_SECRET_BYTES && !isGuessable(bytes);
}

function isGuessable(bytes: readonly number[]): boolean {
  const steps = bytes.slice(1).map((byte, index) => (byte - (bytes[index] ?? 0)) & 0xff);
  const isRepeated = bytes.some(
    (_, period) =>
      period > 0 &&
      2 * period <= bytes.length &&
      bytes.slice(period).every((byte, index) => byte === bytes[index]),
  );
  return isRepeated || new Set(bytes).size < MIN_DIFFERENT || new Set(steps).size < MIN_DIFFERENT;
}

export const FORMATS = {
  identifier: isIdentifier,
  'decimal-id': isDecimalId,
  'decimal-position': isDecimalPosition,
  'position-or-empty': (value: string) => value === '' || isDecimalPosition(value),
  'http-url': isHttpUrl,
  'webhook-secret': isWebhookSecret,
  'vapid-subject': isVapidSubject,
  'json-document': isJsonDocument,
  'reaction-key': isReactionKey,
  'visible-text': isVisibleText,
  'list-position': isListPosition,
  'search-position': isSearchPosition,
  'sealed-position': isSealedPosition,
  'https-url': isHttpsUrl,
  language: isLanguage,
  'time-zone': isTimeZone,
  'time-of-day': isTimeOfDay,
  'email-address': isEmailAddress,
  'thread-link': isThreadLink,
} as const;
