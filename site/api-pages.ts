/*
 * The pages of the API on the site, one for each tag: the sections of docs/reference/api.md and docs/reference/client-api.md, each endpoint
 * with the examples of docs/reference/openapi.json.
 */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { inlined } from '../packages/server/reference/inlined.ts';
import { anchorOf, blocks } from '../packages/server/reference/markdown.ts';
import { API_PAGES, ROOT } from './pages.ts';

/** The parts of the OpenAPI document that are used here. */
interface Document {
  tags: readonly { name: string; description: string }[];
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Operation {
  operationId: string;
  parameters?: readonly { name: string; in: string; required?: boolean }[];
  requestBody?: { content: Content };
  responses: Readonly<Record<string, { content?: Content }>>;
  security?: readonly Readonly<Record<string, unknown>>[];
}

type Content = Readonly<Record<string, { examples?: Readonly<Record<string, { value: unknown }>> }>>;

/** Sections that stay on the first page, which lists all endpoints. */
const SHARED = ['Every request', 'Formats and limits'];

interface Section {
  name: string;
  /** Without its heading. */
  text: string;
}

/** Where a heading of docs/reference/api.md or docs/reference/client-api.md is on the site, by its anchor; paths as in `site/reference/`. */
export function placesOf(page: string): ReadonlyMap<string, { path: string; anchor: string }> {
  const known = PLACES.get(page);
  if (known !== undefined) return known;
  const { sections } = sectionsOf(page);
  const places = new Map<string, { path: string; anchor: string }>();
  for (const { name, text } of sections) {
    const path = pathOf(page, name);
    places.set(anchorOf(name), { path, anchor: SHARED.includes(name) ? `#${anchorOf(name)}` : '' });
    for (const [, heading = ''] of text.matchAll(/^### (.+)$/gm))
      places.set(anchorOf(heading), { path, anchor: `#${anchorOf(heading)}` });
  }
  PLACES.set(page, places);
  return places;
}

const PLACES = new Map<string, ReadonlyMap<string, { path: string; anchor: string }>>();

/** By path in `site/reference/`. Links are those of the page in docs/reference. */
export function apiPages(): Record<string, string> {
  const document = inlined(
    JSON.parse(readFileSync(join(ROOT, 'docs/reference/openapi.json'), 'utf8')) as Document,
  );
  const examples = examplesOf(document);
  return Object.fromEntries(API_PAGES.flatMap((page) => Object.entries(pagesOf(page, document, examples))));
}

function pagesOf(
  page: string,
  document: Document,
  examples: ReadonlyMap<string, string>,
): Record<string, string> {
  const { start, sections } = sectionsOf(page);
  const isShared = ({ name }: Section) => SHARED.includes(name);
  const shared = sections.filter(isShared).map(({ name, text }) => `## ${name}\n\n${text}`);
  const whose = page.includes('client') ? 'endpoints for signed-in users' : 'endpoints for back ends';
  const others = sections.filter((section) => !isShared(section));
  return {
    [basename(page)]: `${blocks(start, ...shared)}\n`,
    ...Object.fromEntries(
      others.map(({ name, text }) => {
        const about = document.tags.find((tag) => tag.name === name)?.description ?? '';
        const every =
          name === 'Models'
            ? ''
            : `[Every request](#every-request) lists the headers and codes that they share.`;
        const body = withExamples(text, examples).replaceAll(/^###/gm, '##');
        const title = `# ${name.replace('Client: ', '')}: ${name === 'Models' ? 'what responses contain' : whose}`;
        return [pathOf(page, name), `${blocks(title, about, every, body)}\n`];
      }),
    ),
  };
}

function sectionsOf(page: string): { start: string; sections: Section[] } {
  const [start = '', ...parts] = readFileSync(join(ROOT, page), 'utf8').split(/^(?=## )/m);
  const sections = parts.map((part) => {
    const [heading = '', ...lines] = part.split('\n');
    return { name: heading.slice(3), text: lines.join('\n').trim() };
  });
  return { start: start.trim(), sections };
}

function pathOf(page: string, section: string): string {
  if (SHARED.includes(section)) return basename(page);
  return `${basename(page, '.md')}/${anchorOf(section.replace('Client: ', ''))}.md`;
}

function withExamples(section: string, examples: ReadonlyMap<string, string>): string {
  const endpoints = section.split(/^(?=### )/m).map((endpoint) => {
    const [, operation = ''] = / · operation `(\w+)`/.exec(endpoint) ?? [];
    return blocks(endpoint.trim(), examples.get(operation) ?? '');
  });
  return blocks(...endpoints);
}

/** By operation: its requests as commands, and its first response. */
function examplesOf({ paths }: Document): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => [
        operation.operationId,
        exampleOf(method.toUpperCase(), path, operation),
      ]),
    ),
  );
}

function exampleOf(method: string, path: string, operation: Operation): string {
  const [response] = valuesIn(operation.responses['200']?.content);
  // (A file or a socket is not shown by a command of one line: the guides do that.)
  if (response === undefined) return '';
  const requests = valuesIn(operation.requestBody?.content);
  if (operation.requestBody !== undefined && requests.length === 0)
    return blocks('**Example of a response**', json(response.value));
  const commands = requests.length === 0 ? [{ name: '', value: undefined }] : requests;
  const blocksOfCode = commands.map(({ name, value }) => commandOf(method, path, operation, name, value));
  const shown = commands.length === 1 ? blocksOfCode : ['::: code-group', ...blocksOfCode, ':::'];
  return blocks('**Example**', ...shown, json(response.value));
}

function valuesIn(content: Content | undefined): { name: string; value: unknown }[] {
  const examples = Object.entries(content?.['application/json']?.examples ?? {});
  return examples.map(([name, { value }]) => ({ name, value }));
}

/** `{thread_id}` in a path is `$THREAD_ID` in a command. */
function commandOf(method: string, path: string, operation: Operation, name: string, body: unknown): string {
  const { parameters = [], security = [] } = operation;
  const query = parameters.filter((one) => one.in === 'query' && one.required === true);
  const values = query.map((one) => `${one.name}=$${one.name.toUpperCase()}`);
  const search = values.length === 0 ? '' : `?${values.join('&')}`;
  const address = `$API${path.replaceAll(/\{(\w+)\}/g, (_, one: string) => `$${one.toUpperCase()}`)}${search}`;
  const access = security.flatMap((one) =>
    'apiKey' in one ? ['-H "X-Api-Key: $KEY"'] : ['-H "Authorization: Bearer $TOKEN"'],
  );
  const verb = method === 'GET' || (method === 'POST' && body !== undefined) ? '' : `-X ${method} `;
  const first = [`curl ${verb}"${address}"`, ...access].join(' ');
  const data = JSON.stringify(body, null, 2)?.replaceAll("'", String.raw`'\''`);
  const command = data === undefined ? first : `${first} -d '${data}'`;
  return `\`\`\`sh${name === '' ? '' : ` [${name}]`}\n${command}\n\`\`\``;
}

function json(value: unknown): string {
  return `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
}
