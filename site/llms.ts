/*
 * What programs read: `llms.txt`, a list of the pages, and `llms-full.txt`, their text. The list is that of the repository, with the addresses
 * of the site.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { targetOf } from './links.ts';
import { ROOT } from './pages.ts';

const LIST = 'llms.txt';
const LINK = /\]\(([^)]+)\)/g;

export function writeLlms(folder: string): void {
  const list = readFileSync(join(ROOT, LIST), 'utf8');
  writeFileSync(join(folder, LIST), listOf(list));
  writeFileSync(join(folder, 'llms-full.txt'), textOf(list));
}

/** Puts the list of a version at the root of the site, where programs look for it. */
export function publishLlms(out: string, version: string): void {
  const list = join(out, version, LIST);
  // (Older versions may have none.)
  if (!existsSync(list)) return;
  const text = readFileSync(list, 'utf8').replaceAll(LINK, (_, href: string) =>
    /^https?:/.test(href) ? `](${href})` : `](${version}/${href})`,
  );
  writeFileSync(join(out, LIST), text);
}

/** With links to the pages of the site. */
export function listOf(list: string): string {
  const [head = '', ...sections] = list.split(/^(?=## )/m);
  const full = 'The text of all these pages is in [llms-full.txt](llms-full.txt).\n\n';
  return `${head}${full}${sections.join('').replaceAll(LINK, (_, href: string) => `](${addressOf(href)})`)}`;
}

function addressOf(href: string): string {
  const target = targetOf(href, LIST);
  if (target.kind === 'elsewhere') return href;
  if (target.kind === 'source') throw new Error(`${LIST}: ${href} is not on the site`);
  const path = target.kind === 'page' ? target.path.replace(/\.md$/, '.html') : target.path;
  return `${path}${target.anchor}`;
}

/** Each page once, in the order of the list. */
export function textOf(list: string): string {
  const pages = [...list.matchAll(LINK)].map(([, href = '']) => href).filter((href) => href.endsWith('.md'));
  const texts = [...new Set(pages)].map(
    (path) => `<!-- ${path} -->\n\n${readFileSync(join(ROOT, path), 'utf8').trim()}\n`,
  );
  return texts.join('\n');
}
