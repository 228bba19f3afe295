import type { Member } from '@palaver/client';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { seedOfRun } from '../../server/test/harness/seed.ts';
import { mentionedAfter, mentionedBy, startedMention } from '../src/composer/mentions.ts';
import { shown } from './short-text.ts';

const member = (ext_user_id: string, display_name: string) => ({ ext_user_id, display_name }) as Member;
const MEMBERS = [member('1', 'Ann'), member('2', 'Ann-Marie'), member('3', 'Ann')];

test('a mention matches the longest name', () => {
  expect(mentionedBy('Thanks, @Ann-Marie!', MEMBERS)).toEqual(['2']);
  expect(mentionedBy('@Ann-Marie, ask @Ann', MEMBERS)).toEqual(['1', '2', '3']);
  expect(mentionedBy('Ann is away', MEMBERS)).toEqual([]);
});

test("the user's own name may be the longest, and is not mentioned", () => {
  expect(mentionedBy('@Ann-Marie', MEMBERS, '2')).toEqual([]);
  expect(mentionedBy('@Ann-Marie, ask @Ann', MEMBERS, '2')).toEqual(['1', '3']);
  expect(mentionedAfter({ mentions: ['1', '2', '9'] }, '@Ann-Marie', MEMBERS, '2')).toEqual(['9']);
});

test('an edit mentions the members whose names its text has, and keeps mentions of others, whose names are not known', () => {
  const message = { mentions: ['1', '9'] };
  expect(mentionedAfter(message, '@Ann-Marie', MEMBERS)).toEqual(['2', '9']);
  expect(mentionedAfter(message, 'nobody', MEMBERS)).toEqual(['9']);
});

/** The names that are suggested at the end of a text. */
const suggested = (text: string, ...names: string[]) =>
  startedMention(
    text,
    names.map((name, index) => member(`${index}`, name)),
  ).members.map(({ display_name }) => display_name);

test('members are suggested by the beginning of any of their words, the best first', () => {
  const names = ['Zoe Ann', 'Ann-Marie', 'Ann', 'Joanna', ''];
  expect(suggested('Thanks, @ann', ...names)).toEqual(['Ann', 'Ann-Marie', 'Zoe Ann']);
  expect(suggested('@ma', ...names)).toEqual(['Ann-Marie']);
  expect(suggested('@', ...names)).toEqual(['Zoe Ann', 'Ann-Marie', 'Ann', 'Joanna']);
  expect(suggested('@ ', ...names)).toEqual([]);
  expect(suggested('ann@ann', ...names)).toEqual([]);
  expect(startedMention('Thanks, @ann', []).from).toBe(8);
});

test('members are suggested whatever the case and the accents', () => {
  expect(suggested('@ngu', 'Cleo Nguyễn')).toEqual(['Cleo Nguyễn']);
  expect(suggested('@ÉLO', 'Elodie', 'élodie')).toEqual(['Elodie', 'élodie']);
});

test('nobody is suggested once a name is complete, unless a longer one begins with it', () => {
  expect(suggested('@Ben', 'Ben', 'Uncle Ben')).toEqual([]);
  expect(suggested('@Ben ', 'Ben')).toEqual([]);
  // (As it is written here, it mentions nobody.)
  expect(suggested('@ben', 'Ben')).toEqual(['Ben']);
  expect(suggested('@Ben', 'Ben Okafor', 'Ben')).toEqual(['Ben', 'Ben Okafor']);
  expect(suggested('@Ben ', 'Ben Okafor', 'Ben')).toEqual([]);
  expect(suggested('@Ben O', 'Ben Okafor', 'Ben')).toEqual(['Ben Okafor']);
  expect(suggested('@Ben ', 'Ben Okafor')).toEqual(['Ben Okafor']);
});

/** What a message with this text mentions, and what the components mark in it, which is the same. */
function mentioned(text: string, ...names: string[]): string[] {
  const sent = mentionedBy(
    text,
    names.map((name) => member(name, name)),
  );
  const marked = Array.from(shown(text, names).matchAll(/<mention .(.+?)>/g), ([, name]) => name);
  expect(new Set(marked)).toEqual(new Set(sent));
  return sent;
}

describe('a mention', () => {
  test.each([
    ['@Ann', 'Ann'],
    ['Thanks @Ann', 'Ann'],
    ['(@Ann)', 'Ann'],
    ['“@Ann”, she said', 'Ann'],
    ['cc:@Ann/@Ben', 'Ann', 'Ben'],
    ['.@Ann', 'Ann'],
    ["@Ann’s and @Ben's", 'Ann', 'Ben'],
    ['@Ann...and @Ben…', 'Ann', 'Ben'],
    ['*@Ann* _@Ben_', 'Ann', 'Ben'],
    ['@Ann@Ben', 'Ann', 'Ben'],
    ['好@Ann', 'Ann'],
    ['@Annさん、@Benは', 'Ann', 'Ben'],
    ['@Ann은 @Ben에게', 'Ann', 'Ben'],
    ['ถาม@Annนะ', 'Ann'],
    ['你好＠小明你好@小红', '小明', '小红'],
    ['@ཉི་མའི་དེབ།', 'ཉི་མ'],
    ['@김철수는', '김철수'],
    ['و@أحمد، ل@דנה', 'أحمد', 'דנה'],
    ['@أحمد؟', 'أحمد'],
    ['👋@Ann👍', 'Ann'],
    ['@Annको @Benக்கு', 'Ann', 'Ben'],
    ["@O'Neil @Jean-Luc @J.R., @J.R.", "O'Neil", 'Jean-Luc', 'J.R.'],
    ['@Ann 🌸hello @Ben!x', 'Ann 🌸', 'Ben!'],
    ['@Ann Marie Smith, @Ann Marie', 'Ann Marie Smith', 'Ann Marie'],
    ['@ann@a.example!', 'ann@a.example'],
    ['@www.a.example', 'www.a.example'],
    ['@दीपा @दीपाली', 'दीपाली', 'दीपा'],
    ['> @Ann\n- @Ben', 'Ann', 'Ben'],
    ['**@小明**说', '小明'],
    ['\u2067@דנה\u2069', 'דנה'],
  ])('%j mentions %s', (text, ...names) => {
    expect(new Set(mentioned(text, ...names, 'Nobody'))).toEqual(new Set(names));
  });

  test.each([
    ['@Anna is late', 'Ann'],
    ['@Ann2', 'Ann'],
    ['@Ann_b', 'Ann'],
    ['@Ann-Marie', 'Ann'],
    ['@Ann.Smith', 'Ann'],
    ['@ann.example', 'ann'],
    ['@J.R.Smith', 'J.R.'],
    ['@Annе́', 'Ann'],
    ['@Zoe\u0308', 'Zoe'],
    ['@Анна', 'Анн'],
    ['@أحمدي', 'أحمد'],
    ['@दीपाली', 'दीपा'],
    ['@น้ำ', 'น'],
    ['@👩‍🔬', '👩'],
    ['@👍🏽', '👍'],
    ['mail x@ann.example', 'ann'],
    ['mail x@ann', 'ann'],
    ['é@ann', 'ann'],
    ['e\u0301@ann', 'ann'],
    ['почта@ann', 'ann'],
    ['7@ann', 'ann'],
    ['x_@ann', 'ann'],
    ['@x@ann.example', 'ann'],
    ['https://a.example/@Ann', 'Ann'],
    ['https://a.example/x@Ann/y', 'Ann'],
    ['www.a.example/@Ann', 'Ann'],
    ['a.example/u/@Ann', 'Ann'],
    ['<https://a.example/,@Ann>', 'Ann'],
    ['`@Ann`', 'Ann'],
    ['``x ` @Ann``', 'Ann'],
    ['```js\n@Ann\n```', 'Ann'],
    ['> ```\n> @Ann\n> ```', 'Ann'],
    ['@ Ann', 'Ann'],
    ['@ann', 'Ann'],
    ['Ann', 'Ann'],
  ])('%j does not mention %s', (text, name) => {
    expect(mentioned(text, name, 'Nobody')).toEqual([]);
  });

  test('is of the longest name that fits', () => {
    const names = ['Ann', 'Ann M', 'Anna', 'Ann Marie', 'Ann-Marie', 'An'];
    expect(mentioned('@Ann', ...names)).toEqual(['Ann']);
    expect(mentioned('@Anna', ...names)).toEqual(['Anna']);
    expect(mentioned('@Ann Marie', ...names)).toEqual(['Ann Marie']);
    expect(mentioned('@Ann Maria', ...names)).toEqual(['Ann']);
    expect(mentioned('@Ann-Marie', ...names)).toEqual(['Ann-Marie']);
  });

  test('of a name with signs that turn the direction is written, sent and shown without them', () => {
    const name = '\u200fדנה\u200f';
    expect(mentionedBy('@דנה', [member(name, name)])).toEqual([name]);
    expect(shown('@דנה', ['דנה'])).toBe('<mention @דנה>');
  });

  const WORDS = [
    'Ann',
    'Ben',
    'Анна',
    'أحمد',
    'דנה',
    'दीपा',
    '小明',
    'はな',
    '김철수',
    'สมชาย',
    'J.R.',
    "O'Neil",
    'Ann 🌸',
  ];
  const words = fc.constantFrom(...WORDS);
  const signs = fc.constantFrom(
    ' ',
    '，',
    '。',
    '(',
    '“',
    '」',
    '؟',
    '/',
    ':',
    '…',
    '👍',
    '好',
    'は',
    '는',
    'ดี',
    '\n',
    '—',
    '।',
    '၊',
  );

  test('is found between signs of any script, and every mention is sent that is shown', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(signs, words)), signs, (pieces, end) => {
        const text = pieces.map(([sign, word]) => `${sign}@${word}`).join('') + end;
        const names = [...new Set(pieces.map(([, word]) => word))];
        expect(new Set(mentioned(text, ...names))).toEqual(new Set(names));
      }),
      { seed: seedOfRun() },
    );
  });

  test('neither begins nor ends inside a word, as Unicode divides texts into words', () => {
    const words = new Intl.Segmenter('en', { granularity: 'word' });
    const texts = fc.constantFrom('a', 'é', 'н', 'λ', 'א', 'ع', 'ह', 'த').chain((letter) => {
      const unit = fc.constantFrom(letter, '1', '_', '.', '-', ' ', '👍', '!');
      const around = fc.string({ unit, maxLength: 5 });
      return fc.record({
        letter: fc.constant(letter),
        before: around,
        size: fc.integer({ min: 1, max: 3 }),
        after: around,
      });
    });
    let count = 0;
    fc.assert(
      fc.property(texts, ({ letter, before, size, after }) => {
        const name = letter.repeat(size);
        const start = `${before}@${name}`;
        // (A low line that ends emphasis is a part of a word for Unicode.)
        if (mentioned(start + after, name).length === 0 || /^_+(?![1_]|\p{L})/u.test(after)) return;
        count += 1;
        const cuts = Array.from(words.segment(start + after), ({ index }) => index);
        expect([...cuts, start.length + after.length]).toContain(start.length);
        expect(before).not.toMatch(/(?:[aéнλ]|1)_*$/u);
      }),
      { seed: seedOfRun(), numRuns: 1000 },
    );
    expect(count).toBeGreaterThan(100);
  });
});

describe('members are suggested', () => {
  const suggested = (text: string, ...names: string[]) => {
    const [before = '', after = ''] = text.split('|');
    return startedMention(
      before,
      names.map((name) => member(name, name)),
      after,
    ).members.map(({ display_name }) => display_name);
  };

  test.each([
    ['@An'],
    ['(@An'],
    ['“@An'],
    ['好@An'],
    ['好＠An'],
    ['ถาม@An'],
    ['و@An'],
    ['👋@An'],
    ['@Ben/@An'],
    ['say @An| please'],
    ['`x` @An|'],
    ['```\nx\n```\n@An'],
  ])('at the end of %j', (text) => {
    expect(suggested(text, 'Anna')).toEqual(['Anna']);
  });

  test.each([
    ['x@An'],
    ['x1@An'],
    ['x_@An'],
    ['https://a.example/@An'],
    ['a.example/@An'],
    ['`@An|`'],
    ['`x @An| y` z'],
    ['```\n@An'],
    ['```\n@An|\n```'],
    ['<https://a.example/,@An|>'],
  ])('not at the end of %j', (text) => {
    expect(suggested(text, 'Anna')).toEqual([]);
  });

  test('by any word of their names, also after a sign or in a script without spaces', () => {
    expect(suggested('@neil', "O'Neil")).toEqual(["O'Neil"]);
    expect(suggested('@r', 'J.R.')).toEqual(['J.R.']);
    expect(suggested('@小明', '王小明')).toEqual(['王小明']);
    expect(suggested('@명', '김명수')).toEqual(['김명수']);
    expect(suggested('@nn', 'Ann')).toEqual([]);
    expect(suggested('@דנה', '\u200fדנה כהן')).toEqual(['\u200fדנה כהן']);
  });
});
