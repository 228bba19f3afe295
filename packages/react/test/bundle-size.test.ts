import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { OutputChunk } from 'rolldown';
import { expect, onTestFinished, test } from 'vitest';
import { bundleElement, writeElement } from '../../../scripts/bundle-element.ts';
import { LANGUAGES } from './all-texts.ts';
import { bundle } from './bundle.ts';

const MAX_BYTES = 38 * 1_024;
const MAX_ELEMENT_BYTES = 129 * 1_024;
const MAX_WHOLE_ELEMENT_BYTES = 192 * 1024;
/** A page loads the texts of one language, and the names of its emoji. */
const MAX_LANGUAGE_BYTES = 55 * 1024;
/** Parts that are loaded when they are opened, the player of animated stickers, which comes with the first of them, and the emoji. */
const LATER = [
  'emoji-panel',
  'en',
  'lightbox',
  'lottie_light',
  'new-chat',
  'search-dialog',
  'thread-details',
];

/** The first chunk, and those that it imports at once. */
function loadedAtOnce([first, ...others]: readonly OutputChunk[]): Set<OutputChunk> {
  const atOnce = new Set<OutputChunk>();
  const add = (chunk: OutputChunk | undefined) => {
    if (chunk === undefined || atOnce.has(chunk)) return;
    atOnce.add(chunk);
    for (const file of chunk.imports) add(others.find(({ fileName }) => fileName === file));
  };
  add(first);
  return atOnce;
}

const bytesOf = (chunks: Iterable<OutputChunk>) =>
  Array.from(chunks, ({ code }) => gzipSync(code).length).reduce((sum, one) => sum + one, 0);

test('a page loads at most 38 KB for the components, without React and the SDK', async () => {
  const external = [/^react(-dom)?($|\/)/, '@palaver/client'];
  const chunks = await bundle('../src/index.ts', { external });
  const atOnce = loadedAtOnce(chunks);
  expect(bytesOf(atOnce)).toBeLessThan(MAX_BYTES);
  const later = chunks.filter((chunk) => !atOnce.has(chunk)).map(({ name }) => name);
  expect(later).toEqual(expect.arrayContaining(LATER));
  expect(Array.from(atOnce, ({ code }) => code).join()).not.toContain('🦩');
});

test('a page loads at most 129 KB for the element, with React, the SDK and the styles; its languages apart, all of it has 192 KB at most, and each of them 55 KB', async () => {
  const chunks = await bundleElement();
  expect(chunks[0]?.fileName).toBe('element.js');
  const atOnce = loadedAtOnce(chunks);
  expect(bytesOf(atOnce)).toBeLessThan(MAX_ELEMENT_BYTES);
  const byLanguage = LANGUAGES.map((language) => chunks.filter(({ name }) => name === language));
  const languages = new Set(byLanguage.flat());
  expect(bytesOf(chunks.filter((chunk) => !languages.has(chunk)))).toBeLessThan(MAX_WHOLE_ELEMENT_BYTES);
  expect(Math.max(...byLanguage.map(bytesOf))).toBeLessThan(MAX_LANGUAGE_BYTES);
  expect(Math.min(...byLanguage.map(bytesOf))).toBeGreaterThan(0);
  const later = chunks.filter((chunk) => !atOnce.has(chunk)).map(({ name }) => name);
  expect(later).toEqual(expect.arrayContaining(LATER));
  // A page may load `element.js` by another address than the chunks would.
  expect(chunks.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports])).not.toContain(
    'element.js',
  );
});

test('a server can import the element', { tags: 'thorough' }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'palaver-element-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  await writeElement(folder);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const element = (await import(pathToFileURL(join(folder, 'element.js')).href)) as object;
  expect(Object.keys(element)).toEqual(['PalaverChat', 'connect']);
});
