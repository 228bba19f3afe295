import type { ClientMember } from '@palaver/client';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { seedOfRun } from '../../server/test/harness/seed.ts';
import { startedMention } from '../src/composer/mentions.ts';
import { type Inline, parse } from '../src/text/rich-text.ts';
import { shown } from './short-text.ts';

const SEED = { seed: seedOfRun() };

describe('a link', () => {
  const links = (text: string) =>
    Array.from(shown(text).matchAll(/<link (.+?)>/g), ([, link]) => link).join(' ');

  test.each([
    ['“https://a.example/x”', 'https://a.example/x'],
    ['«https://a.example/x», ‘https://a.example/y’', 'https://a.example/x https://a.example/y'],
    ['「https://a.example/x」を見て', 'https://a.example/x'],
    ['（https://a.example/x）【https://a.example/y】', 'https://a.example/x https://a.example/y'],
    ['انظر https://a.example/x؟', 'https://a.example/x'],
    ['https://a.example/x…', 'https://a.example/x'],
    ['https://a.example/x—and', 'https://a.example/x'],
    ['https://a.example’s page', 'https://a.example'],
    ['https://a.exampleを見て', 'https://a.example'],
    ['看https://a.example/x这个', 'https://a.example/x'],
    ['https://a.example/x는', 'https://a.example/x'],
    ['https://a.example/xꆈꌠ', 'https://a.example/x'],
    ['https://a.example/xབལྟ་རོགས།', 'https://a.example/x'],
    ['https://a.example/x,看', 'https://a.example/x'],
    ['(https://a.example/x)を見て', 'https://a.example/x'],
    ['[see](https://a.example/x)[y]', 'https://a.example/x'],
    ['[https://a.example/x]', 'https://a.example/x'],
    ['https://a.example/b_(c_[d])e', 'https://a.example/b_(c_[d])e'],
    ['((https://a.example/(b)))', 'https://a.example/(b)'],
    ['https://ja.example/wiki/日本_(曖昧さ回避)', 'https://ja.example/wiki/日本_(曖昧さ回避)'],
    ['https://ja.example/wiki/ジョン・レノン。', 'https://ja.example/wiki/ジョン・レノン'],
    ['https://ca.example/Col·lecció', 'https://ca.example/Col·lecció'],
    ['https://a.example/?q=京都&r=大阪', 'https://a.example/?q=京都&r=大阪'],
    ['https://fa.example/می\u200cخواهم', 'https://fa.example/می\u200cخواهم'],
    ['https://例え.テスト/x', 'https://例え.テスト/x'],
    ['https://bücher.example/ä', 'https://bücher.example/ä'],
    ['https://सर्च.example', 'https://सर्च.example'],
    ['<https://a.example/x,> and <www.a.example>', 'https://a.example/x, www.a.example'],
    ['a.example', ''],
    ['https://a.example/x👍', 'https://a.example/x'],
    ['**https://a.example/x**を', 'https://a.example/x'],
    ['*https://a.example/x*を', 'https://a.example/x'],
    ['メールはann@a.exampleまで', 'ann@a.example'],
    ['_ann@a.example_', 'ann@a.example'],
    ['ann@a.example-', 'ann@a.example'],
    ['ann@例え.テスト', 'ann@例え.テスト'],
    ['好@a.example', ''],
    ['`https://a.example`', ''],
  ])('in %j is %j', (text, link) => {
    expect(links(text)).toBe(link);
  });

  test('ends before all punctuation of all scripts that is not ASCII, apart from a few signs inside of it', () => {
    const all = Array.from({ length: 0x1ffff }, (_, point) => String.fromCodePoint(point));
    const punctuation = all.filter((sign) => sign > '\x7f' && /\p{P}/u.test(sign));
    expect(punctuation.length).toBeGreaterThan(700);
    const wrong = punctuation.filter(
      (sign) =>
        links(`${sign}https://a.example/x${sign}`) !== 'https://a.example/x' ||
        (!'·・–'.includes(sign) && links(`https://a.example/x${sign}y`) !== 'https://a.example/x'),
    );
    expect(wrong).toEqual([]);
  });

  test('in angle brackets is shown without them', () => {
    expect(shown('see <https://a.example/x>.')).toBe('see <link https://a.example/x>.');
    expect(shown('<b> <ann@a.example>')).toBe('<b> <<link ann@a.example>>');
  });
});

describe('emphasis', () => {
  test.each([
    ['用**粗**体', '用<strong 粗>体'],
    ['用*斜*体 ~~删~~除', '用<em 斜>体 <del 删>除'],
    ['**重要。**次', '<strong 重要。>次'],
    ['これは**「重要」**です', 'これは<strong 「重要」>です'],
    ['**重要！**A', '<strong 重要！>A'],
    ['**(a)**を', '<strong (a)>を'],
    ['**“粗”**的', '<strong “粗”>的'],
    ['**굵게**는', '<strong 굵게>는'],
    ['**스크립트(script)**라고', '<strong 스크립트(script)>라고'],
    ['**བོད་**ཡིག', '<strong བོད་>ཡིག'],
    ['ไทย**(หนา)**ไทย', 'ไทย<strong (หนา)>ไทย'],
    ['用**API**调用，**粗**API', '用<strong API>调用，<strong 粗>API'],
    ['و**أحمد**', 'و<strong أحمد>'],
    ['用_粗_体', '用_粗_体'],
    ['_粗_。_体_', '<em 粗>。<em 体>'],
    ['**👍**는', '<strong 👍>는'],
    ['***both***', '<em <strong both>>'],
    ['***a** b*', '<em <strong a> b>'],
    ['*a **b***', '<em a <strong b>>'],
    ['*a *b*', '*a <em b>'],
    ['**a *b**', '*<em a <em b>>'],
    ['*粗**体*', '<em 粗**体>'],
    ['snake_case_name and _em_', 'snake_case_name and <em em>'],
    ['__init__.py', '<strong init>.py'],
    ['a__b__c', 'a__b__c'],
    ['2*3*4 2**3**4', '2*3*4 2**3**4'],
    ['a*b*c д*е*ж', 'a*b*c д*е*ж'],
    ['****', '****'],
    ['f****ng ****', 'f****ng ****'],
    ['~one~ ~~~three~~~', '~one~ ~~~three~~~'],
    ['¯\\_(ツ)_/¯', '¯\\_(ツ)_/¯'],
    ['** no ** * no *', '** no ** * no *'],
    ['a**"b"**c', 'a**"b"**c'],
  ])('in %j is %j', (text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  test('may end after any punctuation before a letter of a script without spaces, and begin so', () => {
    const sign = fc
      .integer({ min: 0x21, max: 0x1f9ff })
      .map((point) => String.fromCodePoint(point))
      .filter((one) => /[\p{P}\p{S}]/u.test(one) && !/[*_~`<@\\]/.test(one));
    fc.assert(
      fc.property(
        sign,
        fc.constantFrom('体', 'は', '는', 'ไ', 'ㄅ', 'ក', 'ꆈ', 'ཡ', 'ꦲ', 'ᬳ', 'ᥖ'),
        (one, letter) => {
          expect(shown(`${letter}**${one}x${one}**${letter}`)).toBe(
            `${letter}<strong ${one}x${one}>${letter}`,
          );
        },
      ),
      SEED,
    );
  });

  test('is nested a few levels deep, whatever is written', () => {
    const depth = (parts: readonly Inline[]): number =>
      Math.max(0, ...parts.map((part) => ('parts' in part ? 1 + depth(part.parts) : 0)));
    for (const mark of ['*', '_', '**', '***']) {
      const [block] = parse(`${`${mark}(`.repeat(50)}x${`)${mark}`.repeat(50)}`, []);
      expect(block?.type === 'text' ? depth(block.parts) : 0).toBeLessThanOrEqual(16);
    }
  });

  test('of the nearest marks is shown, however many before them are never closed', () => {
    expect(shown(`${'*a '.repeat(40)}**b**`)).toBe(`${'*a '.repeat(40)}<strong b>`);
  });
});

const ANY = [
  '*',
  '**',
  '_',
  '~~',
  '`',
  '@',
  '@Ann',
  '＠',
  '/',
  '.',
  '-',
  '(',
  ')',
  '[',
  '<',
  '>',
  '"',
  '”',
  '。',
  ' ',
  '\n',
  'a',
  'é',
  '\u0301',
  '好',
  '는',
  'ي',
  '👍',
  '\u200d',
  '1',
  'https://a.example/',
  'www.a',
  'a@b.c',
  '\\',
  '```\n',
  '> ',
];

const NAMES = ['Ann', '.', '👍'];
const MEMBERS = NAMES.map((name) => ({ ext_user_id: name, display_name: name }) as ClientMember);

/** How many signs regular expressions look at while this runs, not counting those to which one of them goes back. */
function signsRead(work: () => unknown): number {
  // oxlint-disable-next-line typescript/unbound-method -- it is called with its `this`
  const { exec } = RegExp.prototype;
  let signs = 0;
  const counting = function (this: RegExp, text: string) {
    const from = this.global || this.sticky ? this.lastIndex : 0;
    const match = exec.call(this, text);
    const end = match === null ? (this.sticky ? from : text.length) : match.index + match[0].length;
    signs += 1 + Math.max(0, end - from);
    return match;
  };
  Object.assign(RegExp.prototype, { exec: counting });
  try {
    work();
  } finally {
    Object.assign(RegExp.prototype, { exec });
  }
  return signs;
}

test('four times the text takes about four times the work, and no text loses a letter', () => {
  const letters = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, '').length;
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...ANY), minLength: 1, maxLength: 4 }),
      fc.string({ unit: fc.constantFrom(...ANY), maxLength: 2 }),
      (piece, end) => {
        const [less, more] = [500, 2000].map((length) =>
          signsRead(() => {
            const text = piece.repeat(length / piece.length) + end;
            expect(letters(shown(text, NAMES))).toBeGreaterThanOrEqual(letters(text));
            startedMention(`${text} @`, MEMBERS, text);
          }),
        );
        expect(more).toBeLessThan(5 * (less ?? 0) + 1000);
      },
    ),
    { ...SEED, numRuns: 60 },
  );
});

/** Ten times as long as a message can be: with a regular expression that goes back again and again, it would not end within the limit of a test. */
const LENGTH = 200_000;

test.each([['/@'], ['a.aa/'], ['\u0301'], ['<https://'], ['https://a.example/...'], ['a-'], ['a@']])(
  '%j over and over ends',
  (piece) => {
    for (const [before, after] of [
      ['', ''],
      ['https://a.example/', '/@'],
    ]) {
      const text = `${before}${piece.repeat(LENGTH / piece.length)}${after}`;
      expect(shown(text, ['Ann', '.']).length).toBeGreaterThan(piece.length);
    }
  },
);
