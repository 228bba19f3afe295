import { expect, test } from 'vitest';
import { findPhrases } from '../../../../scripts/prose.ts';

function found(path: string, ...lines: string[]): string[] {
  return findPhrases(path, lines.join('\n')).map(({ line, phrase }) => `${line}: ${phrase}`);
}

const COMMENTED = 'packages/client/src/planted.ts';
const WITH_LITERALS = 'packages/server/src/planted.ts';

test('a planted phrase is found in each kind of file', () => {
  const block = ['/*', ' * It is not read any', ' * more.', ' */'];
  expect(found(COMMENTED, '', ...block)).toEqual(['3: any more']);
  expect(found('packages/react/src/planted.tsx', '// It is for', '// whoever asks.')).toEqual(['2: whoever']);
  expect(found('planted.css', 'a {', '  /* The page is told. */', '}')).toEqual(['2: is told']);
  expect(
    found('planted.sql', `select '--'; -- It counts no more.`, '-- It does not', '-- count any more.'),
  ).toEqual(['1: no more', '3: any more']);
  expect(found('planted.md', '# A title', '', '- The node hears', '  of it.')).toEqual(['3: hears of']);
  expect(found(WITH_LITERALS, `throw new Error('nobody waits any more');`)).toEqual(['1: any more']);
  expect(found(WITH_LITERALS, 'log(`the page tells of it`);')).toEqual(['1: tells of']);
});

test('code is no prose', () => {
  expect(
    found(COMMENTED, "export const text = 'any more';", '/** `whoever` is the field of the sender. */'),
  ).toEqual([]);
  expect(found('planted.md', '```ts', '// any more', '```', 'The field `whoever`.')).toEqual([]);
  expect(found('planted.sql', `select 'any more'`)).toEqual([]);
  expect(found('planted.css', '.whoever::before { content: "any more" }')).toEqual([]);
});

test('words that are right in another meaning are not found', () => {
  expect(
    found('planted.md', 'No more than 5, and no more. There are no more elements. They are told apart.'),
  ).toEqual([]);
});

test('no sentence opens with a clause, unless it is a question or a label', () => {
  expect(found('planted.md', 'It is small. What is', 'large waits.', '', '1. Who is muted reads.')).toEqual([
    '1: What…',
    '4: Who…',
  ]);
  expect(
    found(COMMENTED, '/** The name. Where it is empty, the id. */', '// (What is left is cut.)'),
  ).toEqual(['1: Where…', '2: What…']);
  expect(
    found(COMMENTED, '/** What a message shows. Empty: nothing. */', '// Why? What does it cost?'),
  ).toEqual([]);
  expect(found('planted.md', '## Who may read', '', '| What | Who |', '', '**Who may write.** All.')).toEqual(
    [],
  );
});
