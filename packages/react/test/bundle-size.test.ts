import { gzipSync } from 'node:zlib';
import type { OutputChunk } from 'rolldown';
import { expect, test } from 'vitest';
import { bundle } from './bundle.ts';

const MAX_BYTES = 35 * 1024;
/** Parts that are loaded when they are opened, the player of animated stickers, which comes with the first of them, and the emoji. */
const LATER = [
  'emoji-panel',
  'ar',
  'de',
  'en',
  'ja',
  'vi',
  'lightbox',
  'lottie_light',
  'new-chat',
  'search-dialog',
  'thread-details',
];

test('a page loads at most 35 KB for the components, without React and the SDK', async () => {
  const external = [/^react(-dom)?($|\/)/, '@palaver/client'];
  const [first, ...others] = await bundle('../src/index.ts', { external });
  const atOnce = new Set<OutputChunk | undefined>();
  const add = (chunk: OutputChunk | undefined) => {
    if (chunk === undefined || atOnce.has(chunk)) return;
    atOnce.add(chunk);
    for (const file of chunk.imports) add(others.find(({ fileName }) => fileName === file));
  };
  add(first);
  const bytes = Array.from(atOnce, (chunk) => gzipSync(chunk?.code ?? '').length);
  expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThan(MAX_BYTES);
  const later = others.filter((chunk) => !atOnce.has(chunk)).map(({ name }) => name);
  expect(later).toEqual(expect.arrayContaining(LATER));
  expect(Array.from(atOnce, (chunk) => chunk?.code).join()).not.toContain('🦩');
});
