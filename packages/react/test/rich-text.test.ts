import { expect, test } from 'vitest';
import { type Inline, parse, plainOf } from '../src/text/rich-text.ts';
import { shown } from './short-text.ts';

test.each([
  ['plain', 'plain'],
  ['**bold** and *italic*, _too_', '<strong bold> and <em italic>, <em too>'],
  ['__bold__ ~~gone~~', '<strong bold> <del gone>'],
  ['**bold with *italic* inside**', '<strong bold with <em italic> inside>'],
  ['`code *as it is*`', '<code code *as it is*>'],
  ['``code with ` inside``', '<code code with ` inside>'],
  ['line one\nline two', 'line one\nline two'],
  ['> quoted\n> more\nanswer', '<quote quoted\nmore>¶answer'],
  ['> > twice', '<quote <quote twice>>'],
  ['- one\n- two', '<list one|two>'],
  ['3. three\n4. four', '<list from 3 three|four>'],
  ['```js\nlet a = `b`;\n```\nafter', '<code block let a = `b`;>¶after'],
  ['```js\r\nlet a;\r\nlet b;\r\n```\r\nafter', '<code block let a;\nlet b;>¶after'],
  ['- one\r\n- two\r\n> three\r\n', '<list one|two>¶<quote three>¶'],
  ['see https://a.example/b_c_d and _this_', 'see <link https://a.example/b_c_d> and <em this>'],
  ['**https://a.example**', '<strong <link https://a.example>>'],
  ['(**strong**)', '(<strong strong>)'],
  ['**Tiếng Việt** và *日本*', '<strong Tiếng Việt> và <em 日本>'],
])('%j', (text, expected) => {
  expect(shown(text)).toBe(expected);
});

test.each([
  ['2 * 3 * 4'],
  ['2*3*4'],
  ['snake_case_name'],
  ['**never closed'],
  ['*never **closed'],
  ['closed** only'],
  ['a ` alone'],
  ['``` \nno language, no end'],
  ['```\nno end'],
  ['-no list'],
  ['1.5 is no list'],
  ['javascript:alert(1)'],
  ['<b>no</b> &amp;'],
  ['[no](no)'],
])('%j is literal', (text) => {
  expect(shown(text)).toBe(text);
});

test.each([
  ['see http://a.example/x?y=z#part, now', 'http://a.example/x?y=z#part'],
  ['(https://a.example/b_(c))', 'https://a.example/b_(c)'],
  ['https://a.example/b(c', 'https://a.example/b(c'],
  ['Really, https://a.example?!', 'https://a.example'],
  ['HTTPS://A.EXAMPLE/X', 'HTTPS://A.EXAMPLE/X'],
  ['http://localhost:3000/a', 'http://localhost:3000/a'],
  ['http://[::1]:3000/', 'http://[::1]:3000/'],
  ['<https://a.example>', 'https://a.example'],
  ['"https://a.example"', 'https://a.example'],
  ['詳細はhttps://a.example/日本。', 'https://a.example/日本'],
  ['詳細は https://a.example/日本。次', 'https://a.example/日本'],
  ['www.a.example.', 'https://www.a.example'],
  ['ann.b+c@a-b.example.', 'mailto:ann.b+c@a-b.example'],
  ['https://ann@a.example/x', 'https://ann@a.example/x'],
  [`${'x'.repeat(64)}@a.example`, `mailto:${'x'.repeat(64)}@a.example`],
  [`${'x'.repeat(65)}@a.example`, ''],
  ['a.example', ''],
  ['@a.example', ''],
  ['a@b', ''],
  ['https:// www. http://', ''],
  ['xhttps://a.example', ''],
  ['javascript:alert(1) data:text/html,x file:///etc/passwd', ''],
])('the link in %j is %j', (text, href) => {
  const links = (parts: readonly Inline[]): string[] =>
    parts.flatMap((part) => (part.type === 'link' ? [part.href] : 'parts' in part ? links(part.parts) : []));
  expect(
    parse(text, [])
      .flatMap((block) => (block.type === 'text' ? links(block.parts) : []))
      .join(),
  ).toBe(href);
});

test('mentions are marked, the longest name first', () => {
  expect(shown('@Ann-Marie and @Ann *and* @Ann_B_', ['Ann', 'Ann-Marie', 'Ann_B_'])).toBe(
    '<mention @Ann-Marie> and <mention @Ann> <em and> <mention @Ann_B_>',
  );
  expect(shown('@(a+)+ @$&', ['(a+)+', '$&'])).toBe('<mention @(a+)+> <mention @$&>');
});

/** Twenty times as long as a message can be: a parser that takes quadratic time would not end within the limit of a test. */
const LENGTH = 200_000;

test.each([
  ['*'],
  ['**'],
  ['_a'],
  ['*a '],
  ['*a* '],
  ['**a *b '],
  ['`'],
  ['` ``'],
  ['> '],
  ['>'],
  ['- a\n'],
  ['```\n'],
  ['```a\n```\n'],
  ['https://a.example/_'],
  ['a.b@c.d,'],
  ['~~_**'],
  ['\n'],
  ['@Ann *'],
])('%j over and over ends, and loses no letter', (piece) => {
  const words = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, '');
  const text = piece.repeat(LENGTH / piece.length);
  expect(words(shown(text)).length).toBeGreaterThanOrEqual(words(text).length);
});

test.each([
  ['- a\n', 250],
  ['*a* ', 166],
  ['https://a.example ', 250],
])('a text with more parts than a page can bear, here of %j, is literal', (piece, most) => {
  const isLiteral = (text: string) => shown(text) === text;
  expect(isLiteral(piece.repeat(most).trim())).toBe(false);
  expect(isLiteral(piece.repeat(most + 1).trim())).toBe(true);
});

test.each([
  ['plain', 'plain'],
  [
    '**Bold _and_ more**, `code` and https://example.com/a_b',
    'Bold and more, code and https://example.com/a_b',
  ],
  [
    'Bring:\n- water\n- *a* jacket\n\n> quoted\n> twice\n```\nlet x;\n```',
    'Bring: water a jacket quoted twice let x;',
  ],
  ['2 * 3 * 4', '2 * 3 * 4'],
])('%j is %j in one line', (text, line) => {
  expect(plainOf(text)).toBe(line);
});

test('an address ends before a character that turns the direction of the text', () => {
  expect(shown('\u202ehttps://evil.example/\u202emoc.knab')).toBe(
    '\u202e<link https://evil.example/>\u202emoc.knab',
  );
});
