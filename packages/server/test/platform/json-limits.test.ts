import { expect, test } from 'vitest';
import { exceededLimit } from '../../src/platform/json.ts';

const LIMITS = { nesting: 2, values: 5, numberChars: 4 };

test.for([
  ['brackets and commas in a string', JSON.stringify('[[[[,,,,12345')],
  ['an escaped quote', JSON.stringify('"[[[[')],
  ['an escaped backslash before an escaped quote', JSON.stringify('\\"[[[[')],
  ['a string without an end', '"[[[['],
  ['a string whose end is escaped', '"[[[[\\"'],
  ['a key', '{"[[[[":1}'],
] as const)('%s counts as nothing', ([, text]) => {
  expect(exceededLimit(text, LIMITS)).toBeUndefined();
});

test.for([
  ['an empty string', '""'],
  ['an escaped backslash', JSON.stringify('\\')],
  ['two escaped backslashes', JSON.stringify('\\\\')],
  ['an escaped quote', JSON.stringify('"')],
] as const)('a string ends behind %s', ([, text]) => {
  expect(exceededLimit(`[${text}]`, LIMITS)).toBeUndefined();
  expect(exceededLimit(`[${text}, [[0]]]`, LIMITS)).toBe('nesting');
  expect(exceededLimit(`[${text}, 1, 2, 3, 4]`, LIMITS)).toBe('values');
  expect(exceededLimit(`[${text}, 12345]`, LIMITS)).toBe('numberChars');
});
