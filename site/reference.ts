/*
 * Pages that only the site has, written to `site/reference/` when it is built: one for each error code, made of the sections of
 * docs/reference/errors.md, and the reference of the SDK, made of its doc comments.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { sdkPages } from '../packages/client/reference/sdk-pages.ts';
import { ERRORS_PAGE, ROOT } from './pages.ts';

export function writeReference(): void {
  const folder = join(ROOT, 'site/reference');
  rmSync(folder, { recursive: true, force: true });
  for (const [path, text] of Object.entries(referencePages())) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

/** By path in `site/reference/`. */
export function referencePages(): Record<string, string> {
  const sdk = Object.entries(sdkPages()).map(([path, text]) => [`sdk/${path}`, text] as const);
  return { ...errorPages(readFileSync(join(ROOT, ERRORS_PAGE), 'utf8')), ...Object.fromEntries(sdk) };
}

/** The table of all codes, `errors.md`, and the page of each. (packages/server/reference/error-section.ts gives a section its form.) */
export function errorPages(markdown: string): Record<string, string> {
  const [table = '', ...sections] = markdown.split(/^(?=## M\d{5}$)/m);
  const pages = sections.map((section) => {
    const [start, code = '', text] = /^## (M\d{5})\n\n\*\*(.+?)\.?\*\*\n/.exec(section) ?? [];
    if (start === undefined) throw new Error(`${ERRORS_PAGE}: no code and text in ${section.slice(0, 80)}`);
    const rest = section.slice(start.length).replaceAll(/^\*\*([A-Z][a-z ]+)\*\*$/gm, '## $1');
    return [`errors/${code}.md`, `# ${code}: ${text}\n${movedTo('errors', rest)}`] as const;
  });
  return { 'errors.md': movedTo('', table), ...Object.fromEntries(pages) };
}

/** Markdown that moves from docs/reference to a folder in site/reference, with links that lead where they led. */
function movedTo(folder: string, markdown: string): string {
  const from = join('site/reference', folder);
  return markdown.replaceAll(/\]\((?![a-z]+:)([^)]+)\)/g, (_, link: string) => {
    const [path = '', anchor = ''] = link.split('#');
    // (Sections link to each other, and to nothing else on their page.)
    if (path === '') return `](${relative(from, `site/reference/errors/${anchor.toUpperCase()}.md`)})`;
    return `](${relative(from, join('docs/reference', link))})`;
  });
}
