/*
 * Links between the Markdown files lead where they lead in the repository. On the site, a link to a page becomes the address of that
 * page. Source files are not on the site: without the address of the repository (SITE_REPOSITORY, such as
 * `https://git.example.com/palaver/blob/v0.1.0`), the path of the file is shown instead of a link.
 */
import { existsSync, globSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { placesOf } from './api-pages.ts';
import { API_PAGES, ERRORS_PAGE, isPage, placeOf, ROOT } from './pages.ts';
import { withSizes } from './pictures.ts';

/** The parts of markdown-it that are used here. */
interface Token {
  type: string;
  tag: string;
  content: string;
  children: Token[] | null;
  attrGet: (name: string) => string | null;
  attrSet: (name: string, value: string) => void;
}

interface State {
  tokens: Token[];
  env: { path: string; realPath?: string };
  Token: new (type: string, tag: string, nesting: 0) => Token;
}

export interface MarkdownIt {
  core: { ruler: { push: (name: string, rule: (state: State) => void) => void } };
}

/** Files that the site has as they are. */
export const DOWNLOADS: Record<string, string> = {
  'docs/reference/openapi.json': 'openapi.json',
  LICENSE: 'LICENSE.txt',
  // For coding agents: the files themselves.
  ...Object.fromEntries(globSync('skills/*/SKILL.md', { cwd: ROOT }).map((path) => [path, path])),
};

/** Sources of which the site has a page, or a section of one. */
const DESCRIBED: Record<string, string> = {
  'packages/client/src/index.ts': 'reference/sdk/chat.md',
  'packages/client/src/chat/connect-options.ts': 'reference/sdk/chat.md#connectoptions',
  'packages/client/src/desk/index.ts': 'reference/sdk/desk.md',
  'packages/client/src/server/index.ts': 'reference/sdk/server.md',
  'packages/client/src/web-push/index.ts': 'reference/sdk/web-push.md',
};

export type Target =
  | { kind: 'elsewhere' }
  | { kind: 'page' | 'download' | 'source'; path: string; anchor: string };

/** Where a link in a file leads, seen from the root of the repository. Throws if there is nothing. */
export function targetOf(href: string, file: string): Target {
  if (/^([a-z]+:|#|\/\/)/i.test(href)) return { kind: 'elsewhere' };
  const [, target = '', anchor = ''] = /^([^#]*)(#.*)?$/.exec(href) ?? [];
  const path = join(dirname(file), decodeURI(target)).replace(/\/$/, '');
  if (path.startsWith('..') || !existsSync(join(ROOT, path))) throw new Error(`${file}: nothing at ${href}`);
  if (isPage(path)) return { kind: 'page', path: placeOf(path), anchor };
  if (path === ERRORS_PAGE) return { kind: 'page', path: placeOfError(anchor), anchor: '' };
  if (API_PAGES.includes(path)) {
    const place = placesOf(path).get(anchor.slice(1)) ?? { path: basename(path), anchor };
    return { kind: 'page', path: `reference/${place.path}`, anchor: place.anchor };
  }
  const [described, section] = DESCRIBED[path]?.split('#') ?? [];
  if (described !== undefined)
    return { kind: 'page', path: described, anchor: section === undefined ? '' : `#${section}` };
  const download = DOWNLOADS[path];
  return download === undefined
    ? { kind: 'source', path, anchor }
    : { kind: 'download', path: download, anchor };
}

/** The page of a code, or that of all codes. */
function placeOfError(anchor: string): string {
  return /^#m\d{5}$/.test(anchor)
    ? `reference/errors/${anchor.slice(1).toUpperCase()}.md`
    : 'reference/errors.md';
}

/** A plugin of markdown-it. VitePress puts the path of the site before addresses that begin with a slash. */
export function repositoryLinks(md: MarkdownIt, repository: string | undefined): void {
  md.core.ruler.push('repository-links', ({ tokens, env, Token }) => {
    const file = relative(ROOT, env.realPath ?? env.path);
    for (const token of tokens) {
      if (token.type === 'html_block')
        token.content = withRelativePictures(withSizes(token.content, dirname(file)));
      // The target of the open link, if it cannot be a link. (Links do not contain links.)
      let source: string | undefined;
      token.children &&= token.children.flatMap((child, index, { [index - 1]: text }) => {
        if (child.type === 'link_open') source = adaptLink(child, file, repository);
        if (source === undefined || !/^link_(open|close)$/.test(child.type)) return [child];
        if (child.type === 'link_open' || text?.content === source) return [];
        const path = new Token('html_inline', '', 0);
        path.content = ` (<code>${source}</code>)`;
        return [path];
      });
    }
  });
}

/** Gives a link its address on the site. If it has none, returns the path to which it leads. */
function adaptLink(link: Token, file: string, repository: string | undefined): string | undefined {
  const target = targetOf(link.attrGet('href') ?? '', file);
  if (target.kind === 'elsewhere') return undefined;
  const { kind, path, anchor } = target;
  if (kind === 'source' && repository === undefined) return path;
  const folder = kind === 'source' ? repository?.replace(/\/$/, '') : '';
  link.attrSet('href', `${folder}/${path}${anchor}`);
  return undefined;
}

/** Vite takes a path for one of a file only if it begins with a dot. */
function withRelativePictures(html: string): string {
  return html.replaceAll(/\b(src|srcset)="(?![a-z]+:|[/.])/g, '$1="./');
}
