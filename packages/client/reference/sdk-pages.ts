import { anchorOf, blocks, code, wrap } from '../../server/reference/markdown.ts';
import { Declarations, type Declared, type Exported, type Member } from './declarations.ts';

/** The module of the generated API types, which have their own page. */
const MODELS = 'api';
const MODELS_PAGE = 'models.md';

/** The page for an entry point of the package. */
interface Entry {
  file: string;
  module: string;
  title: string;
  intro: string;
}

const ENTRIES: readonly Entry[] = [
  {
    file: 'chat.md',
    module: 'index',
    title: '`@palaver/client`',
    intro: 'The chat SDK for a signed-in user. Start with [the guide](../../../docs/guides/chat-sdk.md).',
  },
  {
    file: 'web-push.md',
    module: 'web-push/index',
    title: '`@palaver/client/web-push`',
    intro:
      'Notifications of a browser, and the service worker that shows them. Start with [the guide](../../../docs/guides/notifications.md#browsers).',
  },
  {
    file: 'desk.md',
    module: 'desk/index',
    title: '`@palaver/client/desk`',
    intro:
      'The support desk: the threads of the tenant, for agents. Start with [the guide](../../../docs/guides/support-desk.md).',
  },
  {
    file: 'server.md',
    module: 'server/index',
    title: '`@palaver/client/server`',
    intro:
      'The SDK for back ends, with the whole API. Start with [the guide](../../../docs/guides/server-sdk.md).',
  },
];

/** The SDK reference by path in site/reference/sdk, which the site's build writes: the declarations of all exports of the entry points. */
export function sdkPages(): Record<string, string> {
  return Declarations.with((declarations) => ({
    ...Object.fromEntries(ENTRIES.map((entry) => [entry.file, entryPage(entry, declarations)])),
    [MODELS_PAGE]: modelsPage(declarations),
  }));
}

type LinksTo = (names: readonly string[], module: string) => string;

function entryPage({ module, title, intro }: Entry, declarations: Declarations): string {
  const shown = declarations.exportsOf(module).filter(({ declared }) => declared.module !== MODELS);
  const isConstructible = ({ declared, isType }: Exported) =>
    !isType && declared.members.some(({ kind, comment }) => kind === 'constructor' && comment !== '');
  const constructible = shown.filter(isConstructible).map(({ declared }) => declared);
  const others = shown.map(({ declared }) => declared).filter((one) => !constructible.includes(one));
  const of = (kind: Declared['kind']) => others.filter((one) => one.kind === kind).sort(byName);
  // The classes and functions that callers start with come first. The page stays the same when a declaration moves to another file.
  const all = [...constructible, ...of('function'), ...of('class'), ...of('type')];
  const linksTo = linker(declarations, pagesOf(declarations, new Set(all)));
  const contents = `This page: ${all.map(({ name }) => link(name)).join(', ')}. Types of requests and responses: [models](${MODELS_PAGE}).`;
  return page(
    title,
    [intro, contents],
    all.map((one) => section(one, constructible.includes(one), linksTo)),
  );
}

const byName = (a: Declared, b: Declared) => (a.name < b.name ? -1 : 1);

function modelsPage(declarations: Declarations): string {
  const all = declarations
    .exportsOf('index')
    .map(({ declared }) => declared)
    .filter(({ module }) => module === MODELS);
  const linksTo = linker(declarations, pagesOf(declarations, new Set(all)));
  const intro =
    'The types of requests, responses and frames. Both entries export them. The API reference describes the values of each field: [for back ends](../../../docs/reference/api.md), [for users](../../../docs/reference/client-api.md).';
  return page(
    'Models',
    [intro],
    all.map((one) => section(one, false, linksTo)),
  );
}

function page(title: string, intro: readonly string[], sections: readonly string[]): string {
  return `${blocks(`# ${title}`, ...intro.map((text) => wrap(text)), ...sections)}\n`;
}

type PageOf = (one: Declared) => string | undefined;

/** The page that describes an export: this one (`own`, the empty address), that of the models, or that of another entry. */
function pagesOf(declarations: Declarations, own: ReadonlySet<Declared>): PageOf {
  return (one) => {
    if (own.has(one)) return '';
    if (one.module === MODELS) return MODELS_PAGE;
    const isOf = ({ module }: Entry) =>
      declarations.exportsOf(module).some(({ declared }) => declared === one);
    return ENTRIES.find(isOf)?.file;
  };
}

/** Links names that the pages describe. All other names must belong to the platform. */
function linker(declarations: Declarations, pageOf: PageOf): LinksTo {
  return (names, module) => {
    const links = [...new Set(names)].flatMap((name) => {
      const found = declarations.resolve(name, module);
      if (found === undefined) return [];
      const page = pageOf(found);
      if (page === undefined) throw new Error(`${module} shows ${name}, which no entry exports`);
      return [link(name, page)];
    });
    return links.length === 0 ? '' : wrap(`Types: ${links.join(', ')}`);
  };
}

function link(name: string, page = ''): string {
  return `[${code(name)}](${page}#${anchorOf(name)})`;
}

function section(one: Declared, isConstructible: boolean, linksTo: LinksTo): string {
  if (one.kind === 'class') return classSection(one, isConstructible, linksTo);
  const names = one.names.filter((name) => name !== one.name);
  const links = linksTo(names, one.module);
  const [declaration, explanation] = [fenced(one.signature), prose(one.comment)];
  // A function is laid out like a method. A type has a short explanation, which comes first.
  return one.kind === 'function'
    ? blocks(`## ${one.name}`, declaration, explanation, links)
    : blocks(`## ${one.name}`, explanation, declaration, links);
}

/** Lists plain properties. Members that can be called or have an example get their own section. */
function classSection(one: Declared, isConstructible: boolean, linksTo: LinksTo): string {
  const members = one.members.filter(({ kind }) => isConstructible || kind !== 'constructor');
  const described = members.filter(
    ({ kind, comment }) => kind !== 'property' || comment.includes('@example'),
  );
  const listed = members.filter((member) => !described.includes(member));
  return blocks(
    `## ${one.name}`,
    prose(one.comment),
    listed
      .map(({ signature, comment }) => `- ${code(signature)}${comment && `: ${prose(comment)}`}`)
      .join('\n'),
    linksTo(
      listed.flatMap(({ names }) => names),
      one.module,
    ),
    ...described.map((member) => memberSection(one.name, member, linksTo)),
  );
}

function memberSection(
  owner: string,
  { kind, name, signature, comment, names, module }: Member,
  linksTo: LinksTo,
): string {
  return blocks(
    kind === 'constructor' ? `### new ${owner}` : `### ${owner}.${name}`,
    fenced(signature),
    prose(comment),
    linksTo(names, module),
  );
}

function fenced(text: string): string {
  return `\`\`\`ts\n${text}\n\`\`\``;
}

/** Converts a doc comment to Markdown. Its examples are already code blocks. */
function prose(comment: string): string {
  return comment.replaceAll(/\{@link (.+?)\}/g, '`$1`').replaceAll(/^@example\n/gm, '');
}
