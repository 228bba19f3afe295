import { expect, test } from 'vitest';
import { Declarations } from '../reference/declarations.ts';

/* docs/reference/sdk is generated from doc comments. (packages/server/test/docs tests that it is up to date.) */

const EXPORTED = Declarations.with((declarations) =>
  ['index', 'web-push/index', 'server/index'].flatMap((entry) =>
    declarations.exportsOf(entry).map(({ declared }) => declared),
  ),
);

test('every export has a doc comment', () => {
  // (Types of the API get their comments from its schemas.)
  const own = EXPORTED.filter(({ module }) => module !== 'api');
  expect(own.length).toBeGreaterThan(40);
  expect(own.filter(({ comment }) => comment === '').map(({ name }) => name)).toEqual([]);
});

test('every function and method has an example', () => {
  const functions = EXPORTED.filter(({ kind }) => kind === 'function');
  const methods = EXPORTED.flatMap(({ name, members }) =>
    members
      .filter(({ kind }) => kind === 'method')
      .map((method) => ({ ...method, name: `${name}.${method.name}` })),
  );
  expect(methods.length).toBeGreaterThan(70);
  const isExplained = ({ comment }: { comment: string }) => /^[^@].*@example\n```ts\n/s.test(comment);
  expect([...functions, ...methods].filter((one) => !isExplained(one)).map(({ name }) => name)).toEqual([]);
});
