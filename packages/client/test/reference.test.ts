import { expect, test } from 'vitest';
import { Declarations } from '../reference/declarations.ts';

/* docs/reference/sdk is made of doc comments. (That it is up to date is tested with the other pages of docs/reference.) */

const EXPORTED = Declarations.with((declarations) =>
  ['index', 'server/index'].flatMap((entry) => declarations.exportsOf(entry).map(({ declared }) => declared)),
);

test('everything that the entries export is explained', () => {
  // (Types of the API are explained by its schemas.)
  const own = EXPORTED.filter(({ module }) => module !== 'api');
  expect(own.length).toBeGreaterThan(40);
  expect(own.filter(({ comment }) => comment === '').map(({ name }) => name)).toEqual([]);
});

test('whatever can be called is explained with an example', () => {
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
