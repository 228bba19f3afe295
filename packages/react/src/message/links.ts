/** A link in a text. */
interface Link {
  start: number;
  end: number;
  href: string;
}

/** The links in a text, by the rules of GitHub's Markdown: web addresses that begin with http://, https:// or www., and e-mail addresses. */
export function linksIn(text: string): Link[] {
  return [...webAddressesIn(text), ...emailsIn(text)].filter(({ href }) => isSafe(href));
}

/** Excludes URLs such as `javascript:`, which would run code in this page. */
export function isSafe(address: string): boolean {
  try {
    return ['http:', 'https:', 'mailto:', 'tel:'].includes(new URL(address).protocol);
  } catch {
    return false;
  }
}

/**
 * Where there are no spaces between words, a link ends with the sentence. It also ends before a character that turns the direction of the text,
 * which would make the address read as another one.
 */
const WEB =
  /(?<![a-z\d])(?:https?:\/\/|www\.)(?=[\p{L}\p{N}[])[^\s\p{Bidi_Control}<>"「」『』（），、。！？]+/giu;
/** What follows a link rather than belongs to it. */
const FOLLOWING = '?!.,:;*_~\'"…';

function webAddressesIn(text: string): Link[] {
  return [...text.matchAll(WEB)].map(({ 0: whole, index: start }) => {
    const address = whole.slice(0, lengthOf(whole));
    const href = address.toLowerCase().startsWith('www.') ? `https://${address}` : address;
    return { start, end: start + address.length, href };
  });
}

/** Without the punctuation after it, and without a parenthesis that was opened before it. */
function lengthOf(address: string): number {
  let length = address.length;
  let closed = address.split(')').length - address.split('(').length;
  for (;;) {
    const last = address.charAt(length - 1);
    if (last === ')' && closed > 0) closed -= 1;
    else if (!FOLLOWING.includes(last)) return length;
    length -= 1;
  }
}

/** The lengths of RFC 5321, §4.5.3.1. */
const MOST_LOCAL = 64;
const MOST_DOMAIN = 255;
const LOCAL = /[\p{L}\p{N}._+-]+$/u;
const DOMAIN = /^[\p{L}\p{N}][\p{L}\p{N}-]*(?:\.[\p{L}\p{N}][\p{L}\p{N}-]*)+/u;

function emailsIn(text: string): Link[] {
  const found: Link[] = [];
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    const [local] = LOCAL.exec(text.slice(Math.max(0, at - MOST_LOCAL - 1), at)) ?? [''];
    const [domain] = DOMAIN.exec(text.slice(at + 1, at + 1 + MOST_DOMAIN)) ?? [''];
    if (local === '' || local.length > MOST_LOCAL || domain === '') continue;
    const [start, end] = [at - local.length, at + 1 + domain.length];
    found.push({ start, end, href: `mailto:${text.slice(start, end)}` });
  }
  return found;
}
