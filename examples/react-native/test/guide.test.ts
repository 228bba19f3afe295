import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../../packages/server/test/harness/command.ts';

/** docs/guides/react-native.md shows parts of the example. */

const GUIDE = readFileSync(join(ROOT, 'docs/guides/react-native.md'), 'utf8');
const SHOWN = [...GUIDE.matchAll(/^```tsx?\n(.*?)^```$/gms)].map(([, code = '']) => code);
const FILES = globSync('examples/react-native/src/**/*.{ts,tsx}', { cwd: ROOT });
const SOURCES = FILES.map((file) => readFileSync(join(ROOT, file), 'utf8'));

test('the guide shows code', () => {
  expect(SHOWN.length).toBeGreaterThan(2);
});

test.for(SHOWN)('the example has the code of the guide: %s', (code) => {
  expect(SOURCES.filter((source) => source.includes(code))).toHaveLength(1);
});
