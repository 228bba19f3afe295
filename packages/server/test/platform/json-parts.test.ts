import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonMember, jsonParts } from '../../src/platform/json-parts.ts';

const written = fc.tuple(fc.jsonValue(), fc.constantFrom('', ' ', '\n  ')).map(([value, space]) => ({
  value,
  text: JSON.stringify(value, null, space),
}));

test('the parts of an array are its elements, byte for byte', () => {
  fc.assert(
    fc.property(fc.array(written), (elements) => {
      const texts = elements.map(({ text }) => text);
      expect(jsonParts(`[${texts.join(',')}]`)).toEqual(texts);
      expect(jsonParts(` [ ${texts.join(' , ')} ] `)).toEqual(texts);
    }),
  );
});

test('a member of an object is its value, byte for byte', () => {
  fc.assert(
    fc.property(fc.array(written, { minLength: 1 }), (values) => {
      const members = values.map(({ text }, index) => `"name_${index}" : ${text}`);
      const json = `{${members.join(',')}}`;
      for (const [index, { text }] of values.entries()) expect(jsonMember(json, `name_${index}`)).toBe(text);
      expect(jsonMember(json, 'name')).toBeUndefined();
    }),
  );
});

test('text that looks like JSON does not mislead', () => {
  const tricky = ['"],[{"', '"\\"],"', '"\\\\"', '{"a,":["}"]}', '1e400', '-0', '"\\u00e9"'];
  expect(jsonParts(`[${tricky.join(',')}]`)).toEqual(tricky);
});

test('a text of a megabyte is one part', () => {
  const text = JSON.stringify('\n'.repeat(1_000_000));
  expect(jsonParts(`[${text},1]`)).toEqual([text, '1']);
});
