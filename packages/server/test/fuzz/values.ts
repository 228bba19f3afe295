/*
 * Values that have broken servers before: the corpus tries each in each place, random requests use any of them
 * anywhere.
 */
import { DEFAULT_LIMITS } from '@palaver/protocol/limits';

/** Seven code points that are displayed as one. */
export const FAMILY = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466}';

/** Text that another layer might cut, fold, interpret, or be unable to store. */
export const STRINGS: readonly string[] = [
  '',
  ' ',
  ' a',
  'a\u00a0',
  'a\u0000b',
  'a\u001b[31m\u007f\u0085',
  'line\r\nSet-Cookie: a=b\r\n\r\n{"level":50}',
  '\ud800',
  'a\udc00\ud83d',
  '\u202eabc\u2066',
  'a\u200bb\ufeff',
  'e\u0301 \u00e9 \ufb01',
  FAMILY,
  '\u{10ffff}\uffff',
  '0',
  '-1',
  '1e2',
  '9223372036854775807',
  '9223372036854775808',
  '\uff11',
  'null',
  '__proto__',
  'javascript:alert(1)',
  '//a.example/x',
  'https://user:password@a.example',
  'https://a.example/\u{1f600}?q=<script>',
  `'; drop table users; --`,
  '../../../etc/passwd%00',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is just what templates would fill in
  '{{7*7}} ${7*7} <%= 7*7 %> <script>alert(1)</script>',
  '%s %n %2e%2e \\u0000 \\ =cmd|/c calc!A1',
];

/** Field names with a meaning in JavaScript or in libraries. */
export const NAMES: readonly string[] = [
  '__proto__',
  'constructor',
  'toString',
  'length',
  'then',
  '',
  '\u0000',
  '\ud800',
];

/** A number with exactly these digits. */
const raw = (number: string): unknown => JSON.rawJSON(number);

export const VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  ...['-0', '1.0', '1e2', '1e400', '-1e-400', '12345678901234567890', '9'.repeat(1_000)].map(raw),
  ...['9'.repeat(1_001), `1.${'0'.repeat(60_000)}1`, `1e${'9'.repeat(1_000)}`].map(raw),
  [],
  {},
  [null],
  [[]],
  [{}],
  ['a'],
  { $ne: null },
  { length: 1_000_000_000 },
  Object.fromEntries(NAMES.slice(0, 5).map((name) => [name, { is_guest: true }])),
  ...STRINGS,
];

/** Every limit of the protocol minus one, exact, and plus one, in letters and in characters of four bytes. */
export const LONG_STRINGS: readonly string[] = [...new Set([100, 255, ...Object.values(DEFAULT_LIMITS)])]
  .flatMap((limit) => [limit - 1, limit, limit + 1])
  .flatMap((length) => ['a'.repeat(length), '\u{1f600}'.repeat(length)]);

export const HUGE_STRINGS: readonly string[] = [
  `a${'\u0301'.repeat(100_000)}`,
  FAMILY.repeat(20_000),
  // Each takes more bytes as JSON than here.
  '"'.repeat(60_000),
  '\u0001'.repeat(9_000),
];

/** The fuzzed server's limit of a JSON body, in bytes. */
export const BODY_LIMIT = 1024 * 1024;

export const METHODS = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'QUERY',
];

/** Addresses outside the API, and missing ones. */
export const ELSEWHERE = [
  '/health/live',
  '/health/ready',
  '/openapi.json',
  '/docs',
  '/metrics',
  '/',
  '*',
  '/open-api/v1.0/chat',
];

/** Nested arrays. */
export function nested(depth: number): string {
  return `${'['.repeat(depth)}${']'.repeat(depth)}`;
}

/** Unusual spellings of numbers, booleans and words, percent-encoded or not. */
export const QUERY_VALUES: readonly string[] = [
  '',
  '0',
  '1',
  '-1',
  '100',
  '101',
  '30.5',
  '1e2',
  '0x10',
  '%205%20',
  '+5',
  '05',
  '5abc',
  'NaN',
  'Infinity',
  '2147483648',
  '9007199254740993',
  '9223372036854775807',
  '9223372036854775808',
  '1'.repeat(1_000),
  '%ef%bc%91',
  'true',
  'TRUE',
  'false%20',
  'yes',
  'null',
  '%00',
  '5%00',
  '%ff',
  '%zz',
  '%',
  '%ed%a0%80',
  '\xe9',
  "1'%20or%20'1'='1",
  '1,2',
  '[1]',
  '%F0%9F%98%80',
  'user1',
  'a'.repeat(8_000),
  // Chat list positions: made up, damaged, or out of range.
  '0__0_0_0',
  '4294967295__9999999999999999_9999999999999999_999999999999999999',
  '9999999999_9999999999-0-1_1700000000000000_1700000000000000_1',
  `1_${Array.from({ length: 1_000 }, (_, n) => n).join('-')}_1_1_1`,
  `1_${Array.from({ length: 1_001 }, (_, n) => n).join('-')}_1_1_1`,
  '1__1_1_9999999999999999999',
  '1_-_1_1_1',
  '1__1_1',
  '1__1_1_1%00',
];

/** Values in place of an id in a path. */
export const SEGMENTS: readonly string[] = [
  '',
  '.',
  '..',
  '%2e%2e',
  '%2F',
  '%2f..%2f',
  '%252F',
  '%00',
  'a%00b',
  '%zz',
  '%',
  '%c3',
  '%ff',
  '%c0%af',
  '%ed%a0%80',
  '%20user1',
  '%0d%0aset-cookie:%20a=b',
  '%e2%80%ae',
  '%F0%9F%98%80',
  '\xe9',
  ';a=b',
  'a+b',
  '%3Fa%23b',
  "'--",
  '0',
  '01',
  '-1',
  '1.0',
  '1e2',
  '9223372036854775807',
  '9223372036854775808',
  '%ef%bc%91',
  '1'.repeat(64),
  'a'.repeat(255),
  'a'.repeat(256),
  'a'.repeat(8_000),
  '%F0%9F%98%80'.repeat(32),
  '%F0%9F%98%80'.repeat(33),
  '%F0%9F%98%80'.repeat(64),
  '__proto__',
  // Joiners and modifiers of emoji, alone.
  '%E2%80%8D',
  '%EF%B8%8F%E2%80%8D%EF%B8%8E',
  '%CC%81'.repeat(32),
  '%F0%9F%8F%BD',
  '%F0%9F%87%A9',
  '%F3%A0%81%A7%F3%A0%81%BF',
];
