/*
 * `node site/test/check-links.ts <folder> <base>`: every link and every file of a built site leads somewhere in it, anchors included,
 * no page takes anything from another host, and each says in a sentence what it is about. (VitePress itself checks links between pages, but
 * not anchors.)
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder = '', base = '/'] = process.argv.slice(2);
const files = new Set(globSync('**', { cwd: folder }));
const pages = [...files].filter((file) => file.endsWith('.html'));
const html = (file: string) => readFileSync(join(folder, file), 'utf8');
const anchors = new Map(
  pages.map((page) => [page, new Set([...html(page).matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id))]),
);

let checked = 0;
const broken = pages.flatMap((page) =>
  [...html(page).matchAll(/<(\w+)[^>]*?\s(?:href|src)="([^"]*)"/g)]
    .filter(([, element = '', link = '']) => !leadsSomewhere(page, element, link))
    .map(([text]) => `${page}: ${text}`),
);
if (checked < 5_000) throw new Error(`only ${checked} links were found`);
if (broken.length > 0) throw new Error(`broken links:\n${broken.join('\n')}`);
// (The other pages only lead to these.)
const described = pages.filter((page) => /^\d/.test(page) && !page.endsWith('404.html'));
const silent = described.filter((page) => !/<meta name="description" content="[^"]{20,}">/.test(html(page)));
if (described.length < 100 || silent.length > 0)
  throw new Error(`without a description: ${silent.join(', ')}`);
process.stdout.write(`${checked} links of ${pages.length} pages lead somewhere.\n`);

function leadsSomewhere(page: string, element: string, link: string): boolean {
  const address = link.replaceAll('&amp;', '&');
  if (/^(data|mailto):/.test(address)) return true;
  const url = new URL(address, `http://site${base}${page}`);
  // A person may follow a link to another site; a page loads nothing from there.
  if (url.host !== 'site') return element === 'a' && url.protocol === 'https:';
  checked += 1;
  if (!url.pathname.startsWith(base)) return false;
  const path = decodeURIComponent(url.pathname.slice(base.length));
  const file = path === '' || path.endsWith('/') ? `${path}index.html` : path;
  const anchor = decodeURIComponent(url.hash.slice(1));
  return files.has(file) && (anchor === '' || anchors.get(file)?.has(anchor) === true);
}
