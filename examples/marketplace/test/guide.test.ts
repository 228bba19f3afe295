import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');

/** Files that `docs/guides/marketplace.md` shows whole. Tests run them here. */
const SHOWN = [
  ...['src/shop.ts', 'src/chat.ts', 'src/routes.ts', 'src/server.ts', 'src/main.ts', 'src/market.test.ts'],
  ...['public/index.html', 'public/page.js', 'public/shop.js', 'public/desk.html', 'public/desk.js'],
];

test('the guide shows the files of the example as they are', () => {
  const guide = readFileSync(join(ROOT, 'docs/guides/marketplace.md'), 'utf8');
  const blocks = [...guide.matchAll(/\*\*`([^`]+)`\*\*[^\n]*\n(?:[^\n`][^\n]*\n)*\n```\w+\n(.*?)^```$/gms)];
  const shown = blocks.map(([, name = '', code = '']) => [name, code]);
  expect(Object.fromEntries(shown)).toEqual(
    Object.fromEntries(
      SHOWN.map((name) => [name, readFileSync(join(import.meta.dirname, '..', name), 'utf8')]),
    ),
  );
  // There is no other code.
  expect(guide.match(/^```(?:ts|js|html)$/gm)).toHaveLength(SHOWN.length);
});
