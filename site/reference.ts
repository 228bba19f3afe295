/*
 * Pages that only the site has, written to `site/reference/` when it is built: those of the API, one for each error code, made of the sections
 * of docs/reference/errors.md, and the reference of the SDK, made of its doc comments.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { sdkPages } from '../packages/client/reference/sdk-pages.ts';
import { apiPages, placesOf } from './api-pages.ts';
import { API_PAGES, ERRORS_PAGE, ROOT } from './pages.ts';

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
  return {
    ...errorPages(readFileSync(join(ROOT, ERRORS_PAGE), 'utf8')),
    ...apiReference(),
    ...Object.fromEntries(sdk),
  };
}

/** The pages of the API. */
export function apiReference(): Record<string, string> {
  const pages = Object.entries(apiPages()).map(
    ([path, text]) => [path, movedTo(path, text, placeIn(path))] as const,
  );
  return Object.fromEntries(pages);
}

/** Where the headings of an API page have gone, of which `path` is a part. */
function placeIn(path: string): (anchor: string) => string {
  const page = API_PAGES.find((one) => path.startsWith(basename(one, '.md'))) ?? '';
  return (anchor) => {
    const place = placesOf(page).get(anchor);
    if (place === undefined) throw new Error(`${page}: no heading for #${anchor}`);
    return `${place.path}${place.anchor}`;
  };
}

/** The table of all codes, `errors.md`, and the page of each. (packages/server/reference/error-section.ts gives a section its form.) */
export function errorPages(markdown: string): Record<string, string> {
  const [table = '', ...sections] = markdown.split(/^(?=## M\d{5}$)/m);
  const pages = sections.map((section) => {
    const [start, code = '', text] = /^## (M\d{5})\n\n\*\*(.+?)\.?\*\*\n/.exec(section) ?? [];
    if (start === undefined) throw new Error(`${ERRORS_PAGE}: no code and text in ${section.slice(0, 80)}`);
    const rest = section.slice(start.length).replaceAll(/^\*\*([A-Z][a-z ]+)\*\*$/gm, '## $1');
    return [
      `errors/${code}.md`,
      `# ${code}: ${text}\n${movedTo(`errors/${code}.md`, rest, placeOfCode)}`,
    ] as const;
  });
  return { 'errors.md': movedTo('errors.md', table, placeOfCode), ...Object.fromEntries(pages) };
}

/** (Sections link to each other, and to nothing else on their page.) */
function placeOfCode(anchor: string): string {
  return `errors/${anchor.toUpperCase()}.md`;
}

/**
 * Markdown that moves from docs/reference to a page in site/reference, with links that lead where they led. `placeOfAnchor`: where in
 * site/reference a heading of its former page is.
 */
function movedTo(page: string, markdown: string, placeOfAnchor: (anchor: string) => string): string {
  const from = join('site/reference', dirname(page));
  return markdown.replaceAll(/\]\((?![a-z]+:)([^)]+)\)/g, (_, link: string) => {
    if (!link.startsWith('#')) return `](${relative(from, join('docs/reference', link))})`;
    const [path = '', anchor] = placeOfAnchor(link.slice(1)).split('#');
    const shown = path === page ? '' : relative(from, join('site/reference', path));
    return `](${shown}${anchor === undefined ? '' : `#${anchor}`})`;
  });
}
