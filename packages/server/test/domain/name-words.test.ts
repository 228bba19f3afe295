import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  endOfPrefix,
  firstWord,
  MAX_WORD_CHARS,
  nameWords,
  wantedWords,
} from '../../src/domain/rules/search/name-words.ts';
import { SearchQuery } from '../../src/domain/rules/search/search-query.ts';
import { someOf } from '../harness/seed.ts';

/** The words by which a name is found. */

const matches = (query: string, name: string) => new SearchQuery(query, 'every').matches([name]);

test.each([
  ['Zoé Müller-Lüdenscheidt', ['zoe', 'muller', 'ludenscheidt']],
  ['Anna anna ANNA', ['anna']],
  ['王小明', ['王小明', '小明', '明']],
  ['小小', ['小小', '小']],
  ['iPhone15を', ['iphone15', 'を']],
  ['👑 Queen', ['👑', 'queen']],
  ['x'.repeat(MAX_WORD_CHARS - 1), ['x'.repeat(MAX_WORD_CHARS - 1)]],
  ['x'.repeat(MAX_WORD_CHARS), ['x'.repeat(MAX_WORD_CHARS)]],
  ['x'.repeat(MAX_WORD_CHARS + 1), ['x'.repeat(MAX_WORD_CHARS)]],
  ['-- .', []],
  ['', []],
])('%j has %j', (name, words) => {
  expect(nameWords(name)).toEqual(words);
});

test.each([
  ['an zo', 'Zoé Ánna', true],
  ['"an" zo', 'Zoé Anna', true],
  ['anna-ma', 'Anna Maria', true],
  ['ma anna', 'Anna Maria', true],
  ['anna-ri', 'Anna Maria', false],
  ['nna', 'Anna', false],
  ['anna x', 'Anna', false],
])('%j finds %j: %s', (query, name, isFound) => {
  expect(matches(query, name)).toBe(isFound);
});

/** Signs that fold, join or part in unusual ways. */
const SIGNS = Array.from(
  'aAbßéếđςİ한가ᄀ\u1161がﾊﾟ\u3099\u0301\u200d\u00ad\ufe0f👍🏽🇻🇳ตาก็हिदमُح 王小明 -_"1１ﬁｶﾞ\u{20000}\u{1f1e9}',
);
const text = (maxLength: number) =>
  fc.oneof(
    fc.string({ unit: 'binary', maxLength }),
    fc.array(fc.constantFrom(...SIGNS), { maxLength }).map((signs) => signs.join('')),
  );

test('whatever finds a name leads through one of its words', () => {
  const part = fc.tuple(text(40), fc.nat(40), fc.nat(40), text(3)).map(([name, from, length, more]) => ({
    name,
    query:
      Array.from(name)
        .slice(from, from + length)
        .join('') + more,
  }));
  fc.assert(
    fc.property(part, ({ name, query }) => {
      if (!matches(query, name)) return;
      const words = nameWords(name).map((word) => Buffer.from(word));
      const wanted = wantedWords(new SearchQuery(query, 'every'));
      expect(wanted.length).toBeGreaterThan(0);
      for (const prefix of wanted) {
        const [start, end] = [Buffer.from(prefix), Buffer.from(endOfPrefix(prefix))];
        // As PostgreSQL compares: by bytes.
        const range = words.filter(
          (word) => Buffer.compare(word, start) >= 0 && Buffer.compare(word, end) < 0,
        );
        expect(range.toSorted((a, b) => Buffer.compare(a, b))[0]?.toString()).toBe(firstWord(name, prefix));
        expect(range.length).toBeGreaterThan(0);
      }
    }),
    { numRuns: someOf(2_000) },
  );
});
