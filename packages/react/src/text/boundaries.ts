// (A copy of packages/protocol/src/boundaries.ts: `npm run generate` writes it.)
/*
 * Where a word, a mention, a link and emphasis may begin and end, in every script. The server's search, the composer and the components
 * that show texts ask this module. (The published components cannot import it, so `npm run generate` copies it to them.) Everything
 * takes time in proportion to the length of the text.
 */

/** Letters, marks and digits. This and the next are parts of a character class. */
export const WORD = '\\p{L}\\p{M}\\p{N}';
/**
 * Scripts without spaces between words, and Korean, whose particles follow a word without one. (Of some scripts not `scx`, which would add
 * accents and apostrophes that Latin and Cyrillic words have, too.)
 */
export const UNSPACED =
  '\\p{scx=Han}\\p{scx=Hira}\\p{sc=Kana}\\p{scx=Hang}\\p{scx=Bopo}\\p{scx=Yiii}\\p{sc=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}' +
  '\\p{sc=Tale}\\p{scx=Talu}\\p{scx=Lana}\\p{scx=Tavt}\\p{scx=Java}\\p{scx=Bali}';
/** With Tibetan, which has a sign between syllables: so syllables begin and end like words, but the next word follows without a space. */
const JOINED = `${UNSPACED}\\p{scx=Tibt}`;
/** Quotation marks around a phrase, of all scripts. Single ones are left out, because they are apostrophes as well. */
export const QUOTES = '"“”„‟«»‹›「」『』〝〞〟';
/** Letters that have a case, and digits: in these scripts, two words never stand side by side without a sign or a space. */
const CASED = '\\p{Cased}\\p{Nd}';

/** Finds where words begin. In scripts without spaces, any letter may begin one. */
export const WORD_START = new RegExp(`(?<![${WORD}])[\\p{L}\\p{N}]|(?=[\\p{L}\\p{N}])[${UNSPACED}]`, 'gu');

/** A part of a text, in UTF-16 units. */
export interface Span {
  start: number;
  end: number;
}

/**
 * An at sign that may begin a mention. After a letter with a case or a digit, it belongs to an e-mail address; after a domain and
 * a slash, to the address of a page. In other scripts, a word or a prefix (`好@`, `و@`) may stand before it without a space.
 */
const AT = `(?<!(?:[${CASED}][\\p{M}_]*|\\.\\p{L}\\p{L}[^\\s@＠]*/))[@＠]`;
const IS_AT = new RegExp(AT, 'uy');
/** Matches in the middle of a word, to which a hyphen, a full stop and `_` before a letter belong; and within an emoji. */
const IN_WORD = new RegExp(
  [`[${CASED}]`, `(?![${JOINED}])[\\p{Lo}\\p{Nd}]`]
    .map((letter) => `(?<=${letter}[\\p{M}._-]*)(?:_*|[.-])${letter}`)
    .concat('[\\p{M}\\p{Emoji_Modifier}\\u200d]')
    .join('|'),
  'uy',
);

function isAt(pattern: RegExp, text: string, index: number): boolean {
  pattern.lastIndex = index;
  return pattern.test(text);
}

/** A mention that is being typed: the at sign at `index`, and the beginning of a name up to the end of the text. */
export const STARTED_MENTION = new RegExp(`${AT}([^@＠\\n]{0,40})$`, 'u');

/**
 * The mentions of these names (the longest first) in a text. None begins or ends inside one of the spans, which are code and links; one
 * that has a whole link in it is the name of a user who is called like an address.
 */
export function mentionsIn(text: string, names: readonly string[], spans: readonly Span[]): Span[] {
  const isInside = new Uint8Array(text.length + 1);
  for (const { start, end } of spans) isInside.fill(1, start + 1, end);
  const found: Span[] = [];
  let last = 0;
  for (const { index: start } of text.matchAll(/[@＠]/g)) {
    // Mentions may follow each other without a space.
    const isAfterMention = start === last && start > 0;
    if (start < last || isInside[start] || !(isAfterMention || isAt(IS_AT, text, start))) continue;
    const name = names.find((one) => {
      const end = start + 1 + one.length;
      return text.startsWith(one, start + 1) && !isInside[end] && !isAt(IN_WORD, text, end);
    });
    if (name === undefined) continue;
    last = start + 1 + name.length;
    found.push({ start, end: last });
  }
  return found;
}

/** A link in a text. */
export interface Link extends Span {
  text: string;
  href: string;
}

/**
 * An address ends with the sentence: before a quotation mark, a bracket or another sign that is not ASCII, before an emoji, a sign that
 * turns the direction of the text, and `**` or `~~`. If a letter of a script without spaces follows an ASCII letter or digit, the next
 * word begins; after a slash, `=` and the like, it belongs to the address.
 */
const NEXT_WORD = `(?<=[a-z\\d*'!,;:])(?=\\p{L})[${JOINED}]`;
const ADDRESS = `(?:(?!\\*\\*|~~|${NEXT_WORD})[${WORD}\\u200c\\u200d!#-;=?@[-_{-~·・–])+`;
const PREFIX = '(?:https?://|www\\.)';
/** In angle brackets, everything belongs to the address. */
const WEB = new RegExp(
  `<(${PREFIX}[^\\s<>\\p{Bidi_Control}]+)>|(?<![a-z\\d])${PREFIX}(?=[\\p{L}\\p{N}[])${ADDRESS}`,
  'giu',
);
/** What follows a link rather than belongs to it. */
const FOLLOWING = "?!.,:;*_~'·・–([{";

/** Web addresses that begin with http://, https:// or www., and e-mail addresses. */
export function linksIn(text: string): Link[] {
  const web = Array.from(text.matchAll(WEB), ({ 0: found, 1: bracketed, index: start }) => {
    const address = bracketed ?? found.slice(0, lengthOf(found));
    const end = start + (bracketed === undefined ? address : found).length;
    return { start, end, text: address, href: /^www/i.test(address) ? `https://${address}` : address };
  });
  return [...web, ...emailsIn(text)];
}

/** Without the punctuation after it, and up to a bracket that was opened before it. */
function lengthOf(address: string): number {
  let depth = 0;
  let length = 0;
  for (; length < address.length; length += 1) {
    if ('([{'.includes(address.charAt(length))) depth += 1;
    else if (')]}'.includes(address.charAt(length))) depth -= 1;
    if (depth < 0) break;
  }
  while (FOLLOWING.includes(address.charAt(length - 1))) length -= 1;
  return length;
}

/** The lengths of RFC 5321, §4.5.3.1. */
const MOST_LOCAL = 64;
const MOST_DOMAIN = 255;
const LOCAL = new RegExp(`[${CASED}][${CASED}\\p{M}._+-]*(?<!\\.)$`, 'u');
const LABEL = `(?:-*(?!${NEXT_WORD})[${WORD}])+`;
const DOMAIN = new RegExp(`^(?!-)${LABEL}(?:\\.(?!-)${LABEL})+`, 'iu');

function emailsIn(text: string): Link[] {
  const found: Link[] = [];
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    const [local] = LOCAL.exec(text.slice(Math.max(0, at - MOST_LOCAL - 1), at)) ?? [''];
    const [domain] = DOMAIN.exec(text.slice(at + 1, at + 1 + MOST_DOMAIN)) ?? [''];
    if (local === '' || local.length > MOST_LOCAL || domain === '') continue;
    const address = `${local}@${domain}`;
    const start = at - local.length;
    found.push({ start, end: start + address.length, text: address, href: `mailto:${address}` });
  }
  return found;
}

const CJK = `${JOINED}\\u3000-\\u303f\\ufe10-\\ufe6f\\uff00-\\uffef`;
const SIGN = `(?![${CJK}])[\\p{P}\\p{S}]`;
const VARIANT = '[\\ufe00-\\ufe0e]?';
const BEFORE = {
  space: /(?:^|\s)$/u,
  letter: new RegExp(`[${CASED}]$`, 'u'),
  sign: new RegExp(`${SIGN}${VARIANT}$`, 'u'),
  anySign: new RegExp(`[\\p{P}\\p{S}]${VARIANT}$`, 'u'),
  edge: new RegExp(`(?:^|[\\s\\p{P}\\p{S}${CJK}]${VARIANT}|[\\u{e0100}-\\u{e01ef}])$`, 'u'),
};
const AFTER = {
  space: /^(?:$|\s)/u,
  letter: new RegExp(`^[${CASED}]`, 'u'),
  sign: new RegExp(`^${SIGN}`, 'u'),
  edge: new RegExp(`^(?:$|[\\s\\p{P}\\p{S}${CJK}])`, 'u'),
};

/**
 * Whether a row of `*`, `_` or `~` may begin and end emphasis: the rules of CommonMark 0.31 (§6.2) with the amendment for Chinese, Japanese
 * and Korean (markdown-cjk-friendly), which here holds for all scripts without spaces. Between two letters with a case or digits, no row
 * means anything, so that `2*3*4` stays what it is.
 */
export function flanking(text: string, { start, end }: Span): { canOpen: boolean; canClose: boolean } {
  const before = text.slice(Math.max(0, start - 3), start);
  const after = text.slice(end, end + 2);
  const isInside = BEFORE.letter.test(before) && AFTER.letter.test(after);
  const left = !AFTER.space.test(after) && (!AFTER.sign.test(after) || BEFORE.edge.test(before));
  const right = !BEFORE.space.test(before) && (!BEFORE.sign.test(before) || AFTER.edge.test(after));
  const isLow = text[start] === '_';
  return {
    canOpen: left && !isInside && (!isLow || !right || BEFORE.anySign.test(before)),
    canClose: right && !isInside && (!isLow || !left || /^[\p{P}\p{S}]/u.test(after)),
  };
}
