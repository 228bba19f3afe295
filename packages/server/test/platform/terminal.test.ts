import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { forTerminal, onOneLine } from '../../src/platform/terminal.ts';
import { TERMINAL_COMMANDS } from '../harness/terminal-commands.ts';

/** What a terminal would obey is shown instead. */

test.each(TERMINAL_COMMANDS)('U+%s is escaped', (hex) => {
  const character = String.fromCodePoint(Number.parseInt(hex, 16));
  const shown = `a\\u${hex.toLowerCase()}b`;
  expect(onOneLine(`a${character}b`)).toBe(shown);
  expect(forTerminal(`a${character}b`)).toBe(character === '\n' ? 'a\nb' : shown);
});

test('all else stays as it is', () => {
  const all = 'Ann — Łódź 東京 مرحبا שלום \u{1F468}\u200d\u{1F469} "\\u0007" \ud800 e\u0301\u00a0\u00ad';
  expect([forTerminal(all), onOneLine(all)]).toEqual([all, all]);
});

test('a JSON document keeps its values', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), fc.constantFrom(0, 2), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      expect(JSON.parse(forTerminal(text))).toEqual(JSON.parse(text));
    }),
  );
  const hostile = TERMINAL_COMMANDS.map((hex) => String.fromCodePoint(Number.parseInt(hex, 16))).join('');
  const line = forTerminal(JSON.stringify({ [hostile]: hostile }));
  expect(line).toMatch(/^[\x20-\x7e]+$/);
  expect(JSON.parse(line)).toEqual({ [hostile]: hostile });
});
