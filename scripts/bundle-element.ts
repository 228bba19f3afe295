import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type OutputChunk, type Plugin, rolldown } from 'rolldown';
import { joinStyles } from './join-styles.ts';

const from = (path: string) => fileURLToPath(new URL(`../packages/${path}`, import.meta.url));

/**
 * Bundles `<palaver-chat>`, with React, the SDK and its styles: `element.js`, the chunk with all that a page loads at once, and those that it
 * loads later. The names of the chunks have their hashes.
 */
export async function bundleElement(): Promise<OutputChunk[]> {
  const build = await rolldown({
    input: { element: from('react/src/element/element.ts') },
    platform: 'browser',
    plugins: [styles],
    resolve: { alias: { '@palaver/client': from('client/src/index.ts') } },
    transform: { target: 'es2022', define: { 'process.env.NODE_ENV': '"production"' } },
    checks: { pluginTimings: false },
    // Directives for rendering on a server (`use client`) mean nothing to a page.
    onLog: (level, log, handle) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && handle(level, log),
  });
  const { output } = await build.generate({
    format: 'esm',
    minify: true,
    entryFileNames: '[name].js',
    // Shared code is in a chunk of its own, because the entry may have a second address: frameworks load scripts as `element.js?ver=2`.
    codeSplitting: { groups: [{ name: 'chat', tags: ['$initial'] }] },
    chunkFileNames: '[name]-[hash].js',
    // Names of authors, as their licenses want it.
    comments: { legal: true },
  });
  await build.close();
  return output.filter((one) => one.type === 'chunk');
}

/** Writes it into a folder, as published. Returns the chunks. */
export async function writeElement(folder: string): Promise<OutputChunk[]> {
  mkdirSync(folder, { recursive: true });
  const chunks = await bundleElement();
  for (const { fileName, code } of chunks) writeFileSync(join(folder, fileName), code);
  return chunks;
}

/** A style sheet as a text. */
const styles: Plugin = {
  name: 'styles',
  load: (id) =>
    id.endsWith('.css')
      ? { code: `export default ${JSON.stringify(inheriting(joinStyles(id)))}`, moduleType: 'js' }
      : undefined,
};

const TOKENS = readFileSync(from('react/src/styles/tokens.css'), 'utf8');

/**
 * The page sets variables on any element around the chat, so none of ours may hide them: `--pv-accent` becomes `--pvi-accent`, whose value is
 * that of the page's `--pv-accent`, or else ours.
 */
export function inheriting(css: string): string {
  const names = new Set(Array.from(TOKENS.matchAll(/^ *--pv-([\w-]+):/gm), ([, name]) => name));
  return css
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\n\s*/g, '\n')
    .replaceAll(/([{};,])\n/g, '$1')
    .replaceAll(':where(:root, .pv)', '.pv')
    .replaceAll(/--pv-([\w-]+)/g, (all, name: string) => (names.has(name) ? `--pvi-${name}` : all))
    .replaceAll(/--pvi-([\w-]+):\s*([^;]+);/g, '--pvi-$1: var(--pv-$1, $2);')
    .replaceAll(' {', '{')
    .replaceAll(/([{;][\w-]+): /g, '$1:');
}
