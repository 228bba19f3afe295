import { highlight } from '@palaver/client';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seedOfRun } from '../../server/test/harness/seed.ts';
import { cutAround } from '../src/search/snippet.ts';

/** The snippet of a text in which a word was found, with the word in brackets. */
function snippet(text: string, word: string): string {
  const before = text.indexOf(word);
  const ranges =
    before < 0
      ? []
      : [{ field: 'text', start: Array.from(text.slice(0, before)).length, length: Array.from(word).length }];
  return cutAround(highlight(text, ranges))
    .map((part) => (part.isMatch ? `[${part.text}]` : part.text))
    .join('');
}

const WORDS = 'one two three four five six seven eight nine ten eleven twelve ';

test.each([
  ['short (found)', 'found', 'short ([found])'],
  [`${WORDS}found`, 'found', '…six seven eight nine ten eleven twelve [found]'],
  [`${WORDS.replaceAll(' ', ', ')}found`, 'found', '…eight, nine, ten, eleven, twelve, [found]'],
  [`${WORDS.replaceAll(' ', '/')}found`, 'found', '…six/seven/eight/nine/ten/eleven/twelve/[found]'],
  [
    `${'東京都'.repeat(10)} ${'大阪府'.repeat(9)}見`,
    '見',
    `…${'東京都'.repeat(4)} ${'大阪府'.repeat(9)}[見]`,
  ],
  [`${'x'.repeat(60)}found`, 'found', `…${'x'.repeat(40)}[found]`],
])('the snippet of %j around %j begins with a word', (text, word, expected) => {
  expect(snippet(text, word)).toBe(expected);
});

test('a snippet ends with a word, unless it is a long one', () => {
  expect(snippet(`${WORDS.repeat(3)}`, 'none')).toBe(
    `${WORDS.repeat(2)}one two three four five six seven eight nine ten…`,
  );
  expect(snippet('x'.repeat(300), 'none')).toBe(`${'x'.repeat(180)}…`);
  expect(snippet('東京都'.repeat(100), 'none')).toBe(`${'東京都'.repeat(60)}…`);
});

test('a snippet has what was found, cuts no sign apart, and has 40 signs before it and 180 altogether at most', () => {
  const signs = ['a', 'é', 'e\u0301', ' ', ', ', '/', '都', 'น้ำ', 'हिन्दी', '👩‍👧', '🇻🇳', '한'];
  const text = fc.array(fc.constantFrom(...signs), { maxLength: 300 }).map((all) => all.join(''));
  const graphemes = (all: string) => Array.from(new Intl.Segmenter().segment(all), ({ segment }) => segment);
  fc.assert(
    fc.property(text, text, (before, after) => {
      const whole = `${before} found ${after}`;
      const shown = snippet(whole, 'found');
      const [left = '', right = ''] = shown.split('[found]');
      expect(graphemes(left).length).toBeLessThanOrEqual(42);
      expect(graphemes(left + right).length).toBeLessThanOrEqual(180);
      const all = new Set(graphemes(whole));
      expect(graphemes(left + right).filter((sign) => sign !== '…' && !all.has(sign))).toEqual([]);
    }),
    { seed: seedOfRun(), numRuns: 60 },
  );
});
