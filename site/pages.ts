/*
 * Which Markdown files of the repository are pages of the site, where they are on it, and how the sidebar groups them. A new file in
 * one of the folders becomes a page without a change here; to give it another place in the sidebar, name it in `GROUPS`.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

export const HOME = 'site/index.md';

/** All error codes with their causes. The site has a page for each code instead, and their table in its place. */
export const ERRORS_PAGE = 'docs/reference/errors.md';

/** What VitePress leaves out of the Markdown files of the repository. `isPage` is its counterpart. */
export const EXCLUDED = ['!(docs|site)/*', '!(docs|site)/*/**', 'site/{public,test}/**', ERRORS_PAGE];

/** Whether a path, relative to the repository, is a page. (Those in `site/reference/` are written when the site is built.) */
export function isPage(path: string): boolean {
  return path === HOME || (/^((docs|site\/reference)\/.+|[^/]+)\.md$/.test(path) && path !== ERRORS_PAGE);
}

/** The path of a page on the site, still with `.md`: `docs/guides/bots.md` is `guides/bots.md` there. */
export function placeOf(path: string): string {
  if (path === HOME) return 'index.md';
  if (path === 'README.md') return 'introduction.md';
  if (path.startsWith('site/')) return path.slice('site/'.length);
  if (path.startsWith('docs/')) return path.slice('docs/'.length).replace(/(^|\/)README\.md$/, '$1index.md');
  return `about/${path.toLowerCase()}`;
}

interface Group {
  text: string;
  /** Files in this order; a pattern stands for all that no group names, by title. */
  files: readonly string[];
}

const GROUPS: readonly Group[] = [
  { text: 'Start', files: ['README.md', 'docs/guides/first-group.md', 'docs/guides/marketplace.md'] },
  {
    text: 'Guides',
    files: [
      'docs/guides/users.md',
      'docs/guides/threads.md',
      'docs/guides/members.md',
      'docs/guides/messages.md',
      'docs/guides/text.md',
      'docs/guides/search.md',
      'docs/guides/files.md',
      'docs/guides/web-component.md',
      'docs/guides/bots.md',
      'docs/guides/webhooks.md',
      'docs/guides/events.md',
      'docs/guides/exporting-messages.md',
      'docs/guides/notifications*.md',
      'docs/guides/*.md',
    ],
  },
  { text: 'Migrating', files: ['docs/migrating/*.md'] },
  {
    text: 'Concepts',
    files: ['docs/life-of-a-message.md', 'docs/reliability.md', 'docs/when-things-fail.md', 'docs/errors.md'],
  },
  { text: 'Operating', files: ['docs/operating.md', 'docs/deploying.md', 'docs/growing.md', 'docs/*.md'] },
  {
    text: 'Reference',
    files: [
      'docs/api.md',
      'docs/reference/api.md',
      'docs/reference/client-api.md',
      'docs/realtime.md',
      'site/reference/*.md',
      'site/reference/sdk/*.md',
      'docs/reference/configuration.md',
      'docs/reference/*.md',
    ],
  },
  {
    text: 'Internals',
    files: ['docs/internals/README.md', 'docs/internals/*.md'],
  },
  { text: 'Decisions', files: ['docs/decisions/README.md', 'docs/decisions/*.md'] },
  {
    text: 'About',
    files: ['COMPATIBILITY.md', 'ROADMAP.md', 'CHANGELOG.md', 'SECURITY.md', 'CONTRIBUTING.md', '*.md'],
  },
];

const NAMES: Record<string, string> = { 'README.md': 'Introduction' };

export interface SidebarItem {
  text: string;
  link: string;
}

/** (The page of a single error code is reached from the list of all codes, and is in no group.) */
export function sidebar(root = ROOT): { text: string; items: SidebarItem[] }[] {
  const titleOf = (path: string) => NAMES[path] ?? readTitle(readFileSync(join(root, path), 'utf8'));
  const isPattern = (path: string) => path.includes('*');
  const find = (pattern: string) => globSync(pattern, { cwd: root }).filter((path) => path !== ERRORS_PAGE);
  const taken = new Set(GROUPS.flatMap(({ files }) => files.filter((file) => !isPattern(file))));
  return GROUPS.map(({ text, files }) => {
    const paths = files.flatMap((file) => {
      if (!isPattern(file)) return find(file);
      const rest = find(file).filter((path) => !taken.has(path));
      for (const path of rest) taken.add(path);
      return rest.toSorted((a, b) => titleOf(a).localeCompare(titleOf(b), 'en'));
    });
    return { text, items: paths.map((path) => ({ text: titleOf(path), link: `/${placeOf(path)}` })) };
  }).filter(({ items }) => items.length > 0);
}

/** The first heading, without its markup. The part after a colon explains the title, and is left out. */
function readTitle(markdown: string): string {
  const [, title = ''] = /^# ([^:\n]+)/m.exec(markdown) ?? [];
  return title.replaceAll('`', '').trim();
}

/** The reasons that the README gives, without the commands that repeat their figures, for the home page. */
export function readFeatures(readme: string): { title: string; details: string }[] {
  const [, reasons = ''] = /\n## Five reasons\n(.*?)\n## /s.exec(readme) ?? [];
  return [...reasons.matchAll(/^- \*\*(.+?)\*\*((?:.|\n {2})+)/gm)].map(([, bold = '', text = '']) => {
    const title = bold.replace(/\.$/, '');
    // (The bold part is a sentence, or the subject of one.)
    const sentences = bold === title ? bold + text : text;
    return {
      title,
      details: sentences
        .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
        .replace(/:\s+`[^`]+`\.\s*$/, '.')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    };
  });
}
