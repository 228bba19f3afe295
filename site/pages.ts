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

/** All endpoints. The site has a page for each tag instead, and their list in its place. */
export const API_PAGES = ['docs/reference/api.md', 'docs/reference/client-api.md'];

const REPLACED = [ERRORS_PAGE, ...API_PAGES];

/** What VitePress leaves out of the Markdown files of the repository. `isPage` is its counterpart. */
export const EXCLUDED = ['!(docs|site)/*', '!(docs|site)/*/**', 'site/test/**', ...REPLACED];

/** Whether a path, relative to the repository, is a page. (Those in `site/reference/` are written when the site is built.) */
export function isPage(path: string): boolean {
  return path === HOME || (/^((docs|site\/reference)\/.+|[^/]+)\.md$/.test(path) && !REPLACED.includes(path));
}

/** The path of a page on the site, still with `.md`: `docs/guides/bots.md` is `guides/bots.md` there. */
export function placeOf(path: string): string {
  if (path === HOME) return 'index.md';
  if (path === 'README.md') return 'introduction.md';
  if (path.startsWith('site/')) return path.slice('site/'.length);
  if (path.startsWith('docs/')) return path.slice('docs/'.length).replace(/(^|\/)README\.md$/, '$1index.md');
  return `about/${path.toLowerCase()}`;
}

/** A page with pages below it, which are hidden until it is opened; or a pattern, which stands for all pages that no group names, by title. */
type Entry = string | { page: string; below: string };

interface Group {
  text: string;
  /** In this order. */
  files: readonly Entry[];
}

/** A page that is written when the site is built, with those of its tags. */
const ofTheSite = (name: string): Entry => ({
  page: `site/reference/${name}.md`,
  below: `site/reference/${name}/*.md`,
});

/** In the order in which a newcomer needs them. */
const GROUPS: readonly Group[] = [
  {
    text: 'Start here',
    files: ['README.md', 'docs/tour.md', 'docs/guides/first-group.md', 'docs/guides/marketplace.md'],
  },
  {
    text: 'Build the UI',
    files: [
      'docs/guides/react.md',
      'docs/guides/routing.md',
      'docs/guides/web-component.md',
      'docs/guides/chat-sdk.md',
      'docs/guides/react-native.md',
      'docs/guides/client-api.md',
      'docs/guides/text.md',
      { page: 'docs/guides/notifications.md', below: 'docs/guides/notifications-*.md' },
    ],
  },
  {
    text: 'Back end',
    files: [
      'docs/guides/server-sdk.md',
      'docs/guides/other-languages.md',
      'docs/guides/users.md',
      'docs/guides/threads.md',
      'docs/guides/members.md',
      'docs/guides/messages.md',
      'docs/guides/files.md',
      'docs/guides/bots.md',
      'docs/guides/search.md',
      'docs/guides/webhooks.md',
      'docs/guides/events.md',
      'docs/guides/sending-again.md',
      'docs/guides/policy.md',
      'docs/guides/keys-and-tenants.md',
      'docs/guides/testing.md',
      'docs/guides/*.md',
    ],
  },
  {
    text: 'Run it',
    files: [
      'docs/deploying.md',
      'docs/operating.md',
      'docs/growing.md',
      'docs/backups.md',
      'docs/when-things-fail.md',
      'docs/reliability.md',
      'SECURITY.md',
      'docs/*.md',
    ],
  },
  { text: 'Move here', files: ['docs/comparison.md', 'docs/migrating/*.md'] },
  {
    text: 'Reference',
    files: [
      ofTheSite('api'),
      ofTheSite('client-api'),
      'docs/api.md',
      'docs/realtime.md',
      'docs/errors.md',
      'site/reference/*.md',
      'site/reference/sdk/*.md',
      'docs/reference/configuration.md',
      'docs/reference/*.md',
      'COMPATIBILITY.md',
      'CHANGELOG.md',
      'ROADMAP.md',
    ],
  },
  {
    text: 'Inside',
    files: [
      'ARCHITECTURE.md',
      'docs/life-of-a-message.md',
      { page: 'docs/internals/README.md', below: 'docs/internals/*.md' },
      { page: 'docs/decisions/README.md', below: 'docs/decisions/*.md' },
      'CONTRIBUTING.md',
      '*.md',
    ],
  },
];

/** These are open from the start, others once somebody reads one of their pages. */
const OPEN = ['Start here', 'Build the UI'];

const NAMES: Record<string, string> = { 'README.md': 'Introduction', 'docs/comparison.md': 'Comparison' };

export interface SidebarItem {
  text: string;
  link: string;
  collapsed?: true;
  items?: SidebarItem[];
}

export interface SidebarGroup {
  text: string;
  /** Its first page. */
  link: string;
  collapsed: boolean;
  items: SidebarItem[];
}

/** (The page of a single error code is reached from the list of all codes, and is in no group.) */
export function sidebar(root = ROOT): SidebarGroup[] {
  const titleOf = (path: string) => NAMES[path] ?? readTitle(readFileSync(join(root, path), 'utf8'));
  const find = (pattern: string) =>
    globSync(pattern, { cwd: root }).filter((path) => !REPLACED.includes(path));
  const named = GROUPS.flatMap(({ files }) =>
    files.map((entry) => (typeof entry === 'string' ? entry : entry.page)),
  );
  const taken = new Set(named);
  const item = (path: string): SidebarItem => ({ text: titleOf(path), link: `/${placeOf(path)}` });
  const restOf = (pattern: string) => {
    const rest = find(pattern).filter((path) => !taken.has(path));
    for (const path of rest) taken.add(path);
    return rest.map(item).toSorted((a, b) => a.text.localeCompare(b.text, 'en'));
  };
  return GROUPS.map(({ text, files }) => {
    const items = files.flatMap((entry) => {
      if (typeof entry !== 'string') {
        const items = restOf(entry.below);
        return find(entry.page).map((path) => ({ ...item(path), collapsed: true as const, items }));
      }
      return entry.includes('*') ? restOf(entry) : find(entry).map(item);
    });
    return { text, link: items[0]?.link ?? '', collapsed: !OPEN.includes(text), items };
  }).filter(({ items }) => items.length > 0);
}

/** The links at the top of each page: each leads to the first page of a group. */
export function navigation(): { text: string; link: string; activeMatch: string }[] {
  return sidebar().map(({ text, link, items }) => {
    const links = items.flatMap(({ link, items: below = [] }) => [link, ...below.map((one) => one.link)]);
    const paths = links.map((link) => link.replace(/(index)?\.md$/, '').replaceAll('.', String.raw`\.`));
    return { text, link, activeMatch: `^(${paths.join('|')})(\\.html)?$` };
  });
}

/** The first paragraph of a page, as text of at most 160 characters, for search engines. */
export function descriptionOf(markdown: string): string {
  const paragraphs = markdown
    .replace(/^---\n.*?\n---\n/s, '')
    .replaceAll(/^```.*?^```$|<!--.*?-->/gms, '')
    .split(/\n{2,}/)
    .filter((block) => /^[\p{L}*`[<(]/u.test(block.trim()) && !/^(<\w+[ >]|::: )/.test(block.trim()));
  const text = (paragraphs[0] ?? '')
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replaceAll(/[*`]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return text.length <= 160 ? text : `${text.slice(0, 159).replace(/\s+\S*$/, '')}…`;
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
