import { shorten } from './shorten.ts';

declare global {
  interface JSON {
    /** Text that `JSON.stringify` writes unchanged (ECMAScript proposal, in V8; not yet in TypeScript's library). */
    rawJSON(text: string): object;
    isRawJSON(value: unknown): boolean;
  }
}

/** Numbers that a double may not represent exactly as written: long ones, fractions, exponents. */
const INEXACT_NUMBER = /\d{16}|\d[.eE]/;
const MANY_DIGITS = 16;

/**
 * `JSON.parse`, but a number whose value would change in a round trip keeps its source text (as a `JSON.rawJSON` object).
 * So `JSON.stringify` writes what the client sent, even `12345678901234567890`.
 */
export function parseKeepingNumbers(text: string): unknown {
  const value: unknown = JSON.parse(text);
  // (Names of files, such as `IMG_1.jpg`, look like one, and to parse with a function takes several times as long.)
  return INEXACT_NUMBER.test(text) && hasInexactNumber(text) ? JSON.parse(text, keepSource) : value;
}

/** Whether the JSON text has such a number outside its strings. */
function hasInexactNumber(json: string): boolean {
  let digits = 0;
  for (let i = 0; i < json.length; i += 1) {
    const char = json.charCodeAt(i);
    if (char >= ZERO && char <= NINE) {
      digits += 1;
      if (digits === MANY_DIGITS) return true;
    } else if (digits > 0 && isOfNumber(char)) {
      return true;
    } else {
      digits = 0;
      if (char === QUOTE) i = endOfString(json, i);
    }
  }
  return false;
}

function keepSource(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || context?.source === undefined) return value;
  const isExact = String(value) === context.source || isSameDecimal(value, context.source);
  return isExact ? value : JSON.rawJSON(context.source);
}

/** Whether this is a number that {@link parseKeepingNumbers} kept as source text. */
export function isKeptNumber(value: unknown): boolean {
  return JSON.isRawJSON(value);
}

/** Whether both denote the same number, like `1.50` and `1.5`, or `1e2` and `100`. */
function isSameDecimal(value: number, source: string): boolean {
  return Number.isFinite(value) && digits(String(value)) === digits(source);
}

/** Trims zeros in one pass: `/0+$/` takes quadratic time, and stored numbers may have a million zeros. */
function digits(number: string): string {
  const [mantissa = '', exponent = '0'] = number.toLowerCase().replace('-', '').split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const all = whole + fraction;
  let start = 0;
  while (all.charCodeAt(start) === ZERO) start += 1;
  let end = all.length;
  while (end > start && all.charCodeAt(end - 1) === ZERO) end -= 1;
  const scale = Number(exponent) - fraction.length + (all.length - end);
  return start === end ? '0' : `${all.slice(start, end)}e${scale}`;
}

const ZERO = 0x30;
const NINE = 0x39;

/** Limits of a JSON document. */
export interface JsonLimits {
  /** Depth of nested arrays and objects. */
  nesting: number;
  /** Number of values at any depth: even a short one takes time. */
  values: number;
  /** Characters of one number: clients and databases may need more than linear time to parse a long one. */
  numberChars: number;
}

/** The limit that a JSON text exceeds, if any; found in one pass, before parsing. */
export function exceededLimit(json: string, limits: JsonLimits): keyof JsonLimits | undefined {
  let depth = 0;
  let values = 1;
  let numberChars = 0;
  for (let i = 0; i < json.length; i += 1) {
    const char = json.charCodeAt(i);
    if (isOfNumber(char)) {
      numberChars += 1;
      if (numberChars > limits.numberChars) return 'numberChars';
      continue;
    }
    numberChars = 0;
    if (char === QUOTE) {
      i = endOfString(json, i);
    } else if (char === 0x7b || char === 0x5b) {
      depth += 1;
      values += 1;
      if (depth > limits.nesting) return 'nesting';
    } else if (char === 0x7d || char === 0x5d) {
      depth -= 1;
    } else if (char === 0x2c) {
      values += 1;
    }
    if (values > limits.values) return 'values';
  }
  return undefined;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** The index of the quote that ends the string at `start`, or the end of the text. */
function endOfString(json: string, start: number): number {
  let end = json.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(json, end)) end = json.indexOf('"', end + 1);
  return end === -1 ? json.length : end;
}

/** Whether an odd number of backslashes precedes the character. */
function isEscaped(json: string, index: number): boolean {
  let first = index;
  while (json.charCodeAt(first - 1) === BACKSLASH) first -= 1;
  return (index - first) % 2 === 1;
}

/** A digit, or one of `+-.eE`. */
function isOfNumber(char: number): boolean {
  if (char >= ZERO && char <= NINE) return true;
  return char === 0x2e || char === 0x2d || char === 0x2b || char === 0x65 || char === 0x45;
}

/** Whether PostgreSQL cannot store the string, because it has U+0000 or a lone surrogate. */
export function isUnstorable(text: string): boolean {
  return text.includes('\u0000') || !text.isWellFormed();
}

const ESCAPED_UNSTORABLE = /\\u(?:0000|[dD][89a-fA-F])/;

/**
 * The paths of strings and keys in a parsed document that cannot be stored: at most `maxPaths` distinct ones, each shortened
 * to `maxChars`. It is cheap if the text has none.
 */
export function unstorablePaths(text: string, value: unknown, maxPaths: number, maxChars: number): string[] {
  const paths = new Set<string>();
  const collect = (node: unknown, path: string): void => {
    if (typeof node === 'string') {
      if (isUnstorable(node)) paths.add(path);
      return;
    }
    if (typeof node !== 'object' || node === null) return;
    for (const [key, child] of Object.entries(node)) {
      if (paths.size === maxPaths) return;
      // Shortened at every level: otherwise each of ten thousand values could have its own path with a key of a megabyte.
      const childPath = shorten(pathOf(path, key, Array.isArray(node)), maxChars);
      if (isUnstorable(key)) paths.add(childPath.toWellFormed().replaceAll('\u0000', '\uFFFD'));
      else collect(child, childPath);
    }
  };
  // The text is valid UTF-8, so only an escape can contain such a character.
  if (ESCAPED_UNSTORABLE.test(text)) collect(value, '');
  return [...paths];
}

function pathOf(parent: string, key: string, isIndex: boolean): string {
  if (isIndex) return `${parent}[${key}]`;
  return parent === '' ? key : `${parent}.${key}`;
}

/** JSON with the keys of all objects sorted (RFC 8785 for the values that JSON has). */
export function canonicalJson(value: unknown): string {
  // A missing body is undefined, and becomes the empty text.
  return JSON.stringify(sorted(value)) ?? '';
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null || JSON.isRawJSON(value)) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, child]) => [key, sorted(child)]));
}
