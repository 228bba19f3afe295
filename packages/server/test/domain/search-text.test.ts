import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonical, tokensOf, trace } from '../../src/domain/rules/search/canonical.ts';
import { addPairs, pairBits } from '../../src/domain/rules/search/pairs.ts';
import { SearchQuery } from '../../src/domain/rules/search/search-query.ts';
import { addTerms, termGroups, usesNewTerms } from '../../src/domain/rules/search/terms.ts';
import { someOf } from '../harness/seed.ts';

/** What a search for `query` finds in a text: the parts of it. Undefined: it does not match. */
function find(text: string, query: string): string[] | undefined {
  const search = new SearchQuery(query);
  if (!search.matches([text])) return undefined;
  const points = Array.from(text);
  return search.rangesIn(text, 10).map(({ start, length }) => points.slice(start, start + length).join(''));
}

test.each([
  ['Tiếng Việt rất đẹp', 'tieng vi', ['Tiếng', 'Vi']],
  ['Tiếng Việt rất đẹp', 'DEP', ['đẹp']],
  ['Tie\u0302\u0301ng Vie\u0323\u0302t', 'TIẾNG', ['Tie\u0302\u0301ng']],
  ['Straße nach Łódź', 'strasse lodz', ['Straße', 'Łódź']],
  ['Ἀθῆναι, ΟΔΟΣ', 'αθηναι οδος', ['Ἀθῆναι', 'ΟΔΟΣ']],
  ['Ещё раз', 'еще', ['Ещё']],
  ['東京都に行く', '京都', ['京都']],
  ['東京都に行く', '都', ['都']],
  ['研究生命', '研究生', ['研究生']],
  ['ﾊﾟｿｺﾝを買う', 'パソ', ['ﾊﾟｿ']],
  ['ｉＰｈｏｎｅ１５を買う', 'iphone15を', ['ｉＰｈｏｎｅ１５を']],
  ['학교에서 만나요', '학교', ['학교']],
  ['네ㅋㅋㅋ', 'ㅋㅋ', ['ㅋㅋㅋ']],
  ['ตากลม', 'ตา', ['ตา']],
  ['ຂ້ອຍຮັກເຈົ້າ', 'ຮັກ', ['ຮັກ']],
  ['ខ្ញុំស្រលាញ់', 'ស្រលាញ់', ['ស្រលាញ់']],
  ['ꆈꌠꉙꉠꇁ', 'ꌠꉙ', ['ꌠꉙ']],
  ['ꦱꦸꦒꦼꦁꦲꦺꦚ꧀ꦗꦁ', 'ꦲꦺꦚ꧀ꦗꦁ', ['ꦲꦺꦚ꧀ꦗꦁ']],
  ['ᬭᬳᬚᭂᬂᬲᭂᬫᭂᬂ', 'ᬲᭂᬫᭂᬂ', ['ᬲᭂᬫᭂᬂ']],
  ['ᥘᥫᥴᥖᥭᥰ', 'ᥖᥭᥰ', ['ᥖᥭᥰ']],
  ['བོད་ཡིག་འབྲི།', 'ཡིག', ['ཡིག']],
  ['བོད་ཡིག་འབྲི།', '"བོད་ཡིག"', ['བོད་ཡིག']],
  ['чорна мʼята', 'мʼя', ['мʼя']],
  ['हिन्दी में लिखो', 'हिन्दी', ['हिन्दी']],
  ['مُحَمَّد ذَهَبَ', 'محمد', ['مُحَمَّد']],
  ['שָׁלוֹם לך', 'שלום', ['שָׁלוֹם']],
  ['great 👍🏽!', '👍', ['👍🏽']],
  ['flags 🇻🇳🇩🇪', '🇩🇪', ['🇩🇪']],
  ['see https://www.example.com/a-b?x=1', 'example.com/a', ['example.com/a']],
  ['report_final_v2.pdf', 'final v2.pd', ['final', 'v2.pd']],
  ['the quick brown fox', '"quick bro', ['quick bro']],
  ['the quick brown fox', '„the quick“ fo', ['the quick', 'fo']],
  ['the quick brown fox', '「the quick」 ‹brown fo', ['the quick', 'brown fo']],
  ['great 👩🏽‍🚀👩‍👧!', '👩', ['👩🏽‍🚀👩‍👧']],
  ['great 👩‍❤️‍👨👋', '❤', ['👩‍❤️‍👨']],
  ["don't worry", '"don\'t worry"', ["don't worry"]],
])('%j has %j', (text, query, found) => {
  expect(find(text, query)).toEqual(found);
});

test.each([
  ['the quick brown fox', '"quick bro"'],
  ['the quick brown fox', 'quic fox'],
  ['the quick brown fox', '"brown quick"'],
  ['the quick brown fox', '「brown quick」'],
  ['concatenate', 'cat'],
  ['東京都', '京東'],
  ['हिन्दी', 'हिन्दु'],
  ['か', 'が'],
  ['བོད་ཡང', 'ང'],
  ['чорна мʼята', 'ята'],
  ['ตา', 'ต่า'],
  ['👍', '👎'],
  ['anything', '...'],
])('%j does not have %j', (text, query) => {
  expect(find(text, query)).toBeUndefined();
});

test('words of different texts of a message count together, but not as a phrase', () => {
  expect(new SearchQuery('invoice march').matches(['the invoice', 'march.pdf'])).toBe(true);
  expect(new SearchQuery('"invoice march"').matches(['the invoice', 'march.pdf'])).toBe(false);
});

/** Signs that fold, join or part in unusual ways. */
const SIGNS = Array.from(
  'aAeéếđßİΣς한가ㅋㅏᄀ\u1161\u11a8がﾊﾟ\u3099\u0301\u0302\u200d\u00ad\ufe0f👍🏽🇻🇳ตาก็\u0e31हिन्दीمُحشׁ\u05c1 -_"1１ﬁ℀ｶﾞー々\uff9e\ud800',
);
const oddText = (maxLength: number) =>
  fc.oneof(
    fc.string({ unit: 'binary', maxLength }),
    fc.array(fc.constantFrom(...SIGNS), { maxLength }).map((signs) => signs.join('')),
  );

test('every word, sign and letter of a query has terms; an index of an earlier version lacks some', () => {
  const groups = (query: string, isWhole: boolean) => termGroups(new SearchQuery(query), isWhole).length;
  for (const query of ['a', '京', '한', 'ab', '"a"', '京都', '👍', '🇻🇳'])
    expect([query, groups(query, true)]).toEqual([query, 1]);
  expect(groups('a b', true)).toBe(2);
  const lacking = ['a', '京', '한', 'ꆈꌠ', 'мʼята'];
  expect(lacking.map((query) => groups(query, false))).toEqual(lacking.map(() => 0));
  expect(['"a"', '京都', 'a b', '京 ab'].map((query) => groups(query, false))).toEqual([1, 1, 1, 1]);
  expect(
    ['a', '京', 'a b', '京 ab', 'ab', '"a"', '京都'].map((query) => usesNewTerms(new SearchQuery(query))),
  ).toEqual([true, true, true, true, false, false, false]);
});

test('positions are known of the whole canonical text', { tags: 'thorough' }, () => {
  fc.assert(
    fc.property(oddText(30), (text) => {
      const traced = trace(text);
      expect(traced.text.trim()).toBe(canonical(text).trim());
      expect(traced.starts).toHaveLength(traced.text.length);
      expect(traced.ends).toHaveLength(traced.text.length);
    }),
    { numRuns: someOf(5_000) },
  );
});

test('a text that matches has a term of each group of the query', () => {
  fc.assert(
    fc.property(oddText(20), fc.nat(), fc.integer({ min: 1, max: 5 }), (text, from, length) => {
      const searched = canonical(text).trim();
      const start = from % (searched.length + 1);
      const query = new SearchQuery(searched.slice(start, start + length));
      if (!query.matches([text])) return;
      const terms = new Set<number>();
      addTerms(terms, tokensOf(text));
      for (const group of termGroups(query)) expect(group.some((term) => terms.has(term))).toBe(true);
    }),
    { numRuns: someOf(5_000) },
  );
});

test('a text that matches has the pairs of the query', () => {
  const words = fc.array(fc.constantFrom('a', 'b', 'an', '京', '京都', '👍', '-', "o'b", 'a.b'), {
    maxLength: 6,
  });
  fc.assert(
    fc.property(
      words,
      fc.nat(),
      fc.integer({ min: 1, max: 8 }),
      fc.boolean(),
      (list, from, length, isOpen) => {
        const text = list.join(' ');
        const part = text.slice(from % (text.length + 1)).slice(0, length);
        const query = new SearchQuery(isOpen ? `"${part}` : `"${part}"`);
        if (!query.matches([text])) return;
        const bits = new Set<number>();
        addPairs(bits, tokensOf(text));
        expect([...pairBits(query)].every((bit) => bits.has(bit))).toBe(true);
      },
    ),
    { numRuns: someOf(5_000) },
  );
  expect([...pairBits(new SearchQuery('"the quick brown'))]).toHaveLength(1);
});

test('a part of a text without spaces finds it, and a word of another text, too', () => {
  const runs = fc.string({
    unit: fc.constantFrom(...Array.from('東京都にがパ학교서ตากลมᄀ々ー')),
    minLength: 1,
    maxLength: 20,
  });
  fc.assert(
    fc.property(runs, fc.nat(), fc.integer({ min: 1, max: 8 }), (text, from, length) => {
      const points = Array.from(text.normalize('NFC'));
      const part = points
        .slice(from % points.length)
        .slice(0, length)
        .join('');
      expect(find(`a ${text} b`, part)).not.toBeUndefined();
    }),
    { numRuns: someOf(2_000) },
  );
});
