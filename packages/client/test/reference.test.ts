import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { anchorOf } from '../../server/reference/markdown.ts';
import { ROOT } from '../../server/test/harness/command.ts';
import { Declarations } from '../reference/declarations.ts';
import { sdkPages } from '../reference/sdk-pages.ts';
import { Palaver } from '../src/server/index.ts';

/* The site's reference of the SDK is made of doc comments. */

const EXPORTED = Declarations.with((declarations) =>
  ['index', 'desk/index', 'web-push/index', 'server/index'].flatMap((entry) =>
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

test('the pages link to sections that they have', () => {
  const pages = sdkPages();
  const anchors = new Map(
    Object.entries(pages).map(([path, text]) => [
      path,
      [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading)),
    ]),
  );
  const links = Object.entries(pages).flatMap(([path, text]) =>
    [...text.matchAll(/\]\((\w[\w-]*\.md)?#([\w-]+)\)/g)].map(([, target = path, anchor = '']) => [
      target,
      anchor,
    ]),
  );
  expect(links.length).toBeGreaterThan(200);
  expect(links.filter(([target = '', anchor = '']) => !anchors.get(target)?.includes(anchor))).toEqual([]);
});

test('the guide of the SDK for back ends lists its objects with all methods', () => {
  const guide = readFileSync(join(ROOT, 'docs/guides/server-sdk.md'), 'utf8');
  const rows = [...guide.matchAll(/^\| `(palaver\.[\w.]+)` \| (.+) \|$/gm)].map(([, name, methods = '']) => [
    name,
    [...methods.matchAll(/`(\w+)`/g)].map(([, method = '']) => method).toSorted(),
  ]);
  const palaver = new Palaver({ url: 'https://chat.example.com', apiKey: 'key' });
  expect(Object.fromEntries(rows)).toEqual(methodsIn(palaver, 'palaver'));
});

/** The public methods of the objects in an object, by the path of each object. */
function methodsIn(object: object, path: string): Record<string, string[]> {
  return Object.assign(
    {},
    ...Object.entries(object).map(([name, part]: [string, object]) => ({
      [`${path}.${name}`]: Object.getOwnPropertyNames(Object.getPrototypeOf(part))
        .filter((method) => method !== 'constructor')
        .toSorted(),
      ...methodsIn(part, `${path}.${name}`),
    })),
  );
}
