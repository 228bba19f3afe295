import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ERRORS } from '@palaver/protocol/errors';
import { expect, onTestFinished, test } from 'vitest';
import { placesOf } from '../api-pages.ts';
import { withFirstView } from '../first-view.ts';
import { targetOf } from '../links.ts';
import { listOf, textOf } from '../llms.ts';
import {
  API_PAGES,
  descriptionOf,
  ERRORS_PAGE,
  isPage,
  navigation,
  placeOf,
  ROOT,
  readFeatures,
  type SidebarItem,
  sidebar,
} from '../pages.ts';
import { withSizes } from '../pictures.ts';
import { apiReference, errorPages } from '../reference.ts';

const REPLACED = [ERRORS_PAGE, ...API_PAGES];
const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: ROOT }).filter((path) => !REPLACED.includes(path));

const withBelow = (items: readonly SidebarItem[]): SidebarItem[] =>
  items.flatMap((item) => [item, ...withBelow(item.items ?? [])]);

test('the groups stand in the order in which a newcomer needs them, and React is the first of the user interface', () => {
  const groups = sidebar();
  const names = ['Start here', 'Build the UI', 'Back end', 'Run it', 'Move here', 'Reference', 'Inside'];
  expect(groups.map(({ text }) => text)).toEqual(names);
  expect(groups[1]?.items[0]).toEqual({ text: 'React', link: '/guides/react.md' });
  const bar = navigation();
  expect(bar.map(({ text }) => text)).toEqual(names);
  for (const { link } of bar) {
    const place = link.replace(/\.md$/, '.html');
    expect(
      bar.filter(({ activeMatch }) => new RegExp(activeMatch).test(place)).map((one) => one.link),
    ).toEqual([link]);
  }
});

test('the sidebar has every page once', () => {
  const links = sidebar().flatMap(({ items }) => withBelow(items).map(({ link }) => link));
  // (These are there after a build of the site.)
  const ofRepository = links.filter(
    (link) => !/^\/reference\/((errors|api|client-api)\.md|(sdk|api|client-api)\/)/.test(link),
  );
  expect(ofRepository.toSorted()).toEqual(pages.map((path) => `/${placeOf(path)}`).toSorted());
});

test('each page has a place of its own on the site, a name in the sidebar, and a description', () => {
  expect(pages.filter((path) => !isPage(path))).toEqual([]);
  expect(new Set(pages.map(placeOf)).size).toBe(pages.length);
  const names = sidebar().flatMap(({ items }) => withBelow(items).map(({ text }) => text));
  expect(names.filter((name) => !/^[\p{L}@]/u.test(name))).toEqual([]);
  const texts = pages.map((path) => descriptionOf(readFileSync(join(ROOT, path), 'utf8')));
  expect(texts.filter((text) => text.length < 20 || text.length > 160)).toEqual([]);
});

test('a new file gets into the group of its folder', () => {
  const root = mkdtempSync(join(tmpdir(), 'palaver-site-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const files = {
    'README.md': '# Palaver',
    'docs/guides/zebras.md': '# Zebras: all of them',
    'docs/guides/users.md': '# Users',
    'docs/guides/ants.md': '# `ant` and others',
    'docs/migrating/from-x.md': '# From X',
    'docs/moving.md': '# Moving',
    'docs/guides/notifications.md': '# Notifications',
    'docs/guides/notifications-watch.md': '# Notifications on a watch',
    'docs/reference/errors.md': '# Error codes',
    'docs/reference/api.md': '# Endpoints',
    'site/reference/api.md': '# Endpoints',
    'site/reference/api/bots.md': '# Bots: endpoints',
    'site/reference/errors.md': '# Error codes',
    'site/reference/errors/M40304.md': '# M40304: The user is muted',
    'site/reference/sdk/chat.md': '# `@palaver/client`',
    'NOTICE.md': '# Notice',
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), `<!-- Generated -->\n\n${text}\n`);
  }
  const groups = sidebar(root).map(({ text, items }) => [text, ...withBelow(items).map((item) => item.text)]);
  expect(groups).toEqual([
    ['Start here', 'Introduction'],
    ['Build the UI', 'Notifications', 'Notifications on a watch'],
    ['Back end', 'Users', 'ant and others', 'Zebras'],
    ['Run it', 'Moving'],
    ['Move here', 'From X'],
    ['Reference', 'Endpoints', 'Bots', 'Error codes', '@palaver/client'],
    ['Inside', 'Notice'],
  ]);
});

test('links lead to pages, downloads and sources of the repository', () => {
  const page = { kind: 'page', anchor: '' };
  expect(targetOf('bots.md', 'docs/guides/users.md')).toEqual({ ...page, path: 'guides/bots.md' });
  expect(targetOf('../../README.md#start', 'docs/guides/users.md')).toEqual({
    kind: 'page',
    path: 'introduction.md',
    anchor: '#start',
  });
  const errors = '../reference/errors.md';
  expect(targetOf(errors, 'docs/guides/users.md')).toEqual({ ...page, path: 'reference/errors.md' });
  expect(targetOf(`${errors}#m40304`, 'docs/guides/users.md')).toEqual({
    ...page,
    path: 'reference/errors/M40304.md',
  });
  const endpoints = '../reference/api.md';
  expect(targetOf(endpoints, 'docs/guides/users.md')).toEqual({ ...page, path: 'reference/api.md' });
  expect(targetOf(`${endpoints}#send-a-message`, 'docs/guides/users.md')).toEqual({
    kind: 'page',
    path: 'reference/api/messages.md',
    anchor: '#send-a-message',
  });
  expect(targetOf(`${endpoints}#every-request`, 'docs/guides/users.md')).toEqual({
    kind: 'page',
    path: 'reference/api.md',
    anchor: '#every-request',
  });
  expect(targetOf('packages/client/src/index.ts', 'README.md')).toEqual({
    ...page,
    path: 'reference/sdk/chat.md',
  });
  expect(targetOf('docs/reference/openapi.json', 'README.md')).toMatchObject({ kind: 'download' });
  expect(targetOf('deploy/systemd/', 'README.md')).toMatchObject({ kind: 'source', path: 'deploy/systemd' });
  expect(targetOf('packages/client/README.md', 'README.md')).toMatchObject({ kind: 'source' });
  for (const href of ['#start', 'https://example.com', 'mailto:ann@example.com', '//example.com'])
    expect(targetOf(href, 'README.md')).toEqual({ kind: 'elsewhere' });
  expect(() => targetOf('nothing.md', 'README.md')).toThrow('README.md: nothing at nothing.md');
  expect(() => targetOf('../other/README.md', 'README.md')).toThrow('nothing at');
});

test('the home page has the reasons of the README', () => {
  const features = readFeatures(readFileSync(join(ROOT, 'README.md'), 'utf8'));
  expect(features).toHaveLength(5);
  for (const { title, details } of features) {
    expect(title).toMatch(/^[A-Z].*\w$/);
    expect(details).toMatch(/^[A-Z][^[\]`*]*\.$/);
  }
});

test('the section of each error code becomes a page', () => {
  const { 'errors.md': table, ...sections } = errorPages(readFileSync(join(ROOT, ERRORS_PAGE), 'utf8'));
  expect(Object.keys(sections)).toEqual(Object.keys(ERRORS).map((code) => `errors/${code}.md`));
  expect(table).toContain('| [`M40304`](errors/M40304.md) | 403 |');
  const section = sections['errors/M40002.md'];
  expect(section).toMatch(/^# M40002: A required field is missing\n\nStatus 400\. /);
  expect(section).toContain('\n## Remedy\n');
  expect(section).toContain('[`M40008`](M40008.md)');
  expect(section).toContain('[Send a message](../../../docs/reference/api.md#send-a-message)');
});

test('each endpoint is on the page of its tag, with a request and a response', () => {
  const texts = apiReference();
  const { paths } = JSON.parse(readFileSync(join(ROOT, 'docs/reference/openapi.json'), 'utf8')) as {
    paths: Record<string, Record<string, { summary: string; operationId: string }>>;
  };
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  expect(operations.length).toBeGreaterThan(100);
  const ofApi = Object.entries(texts).filter(([path]) => /^(client-)?api\//.test(path));
  for (const { summary, operationId } of operations) {
    const found = ofApi.filter(([, text]) => text.includes(` · operation \`${operationId}\``));
    expect(found, operationId).toHaveLength(1);
    expect(found[0]?.[1]).toContain(`## ${summary}\n`);
  }
  const messages = texts['api/messages.md'] ?? '';
  expect(messages).toMatch(
    /^# Messages: endpoints for back ends\n\nSend, read, edit, delete and pin messages\.\n/,
  );
  expect(messages).toContain(
    '```sh [Image]\ncurl "$API/open-api/v1.0/chat/messages" -H "X-Api-Key: $KEY" -d \'{\n',
  );
  expect(messages).toContain('[`Message`](models.md#message)');
  expect(messages).toContain('[Every request](../api.md#every-request)');
  expect(texts['api.md']).toContain('[Send a message](api/messages.md#send-a-message)');
  expect(texts['client-api.md']).toContain('(../../docs/reference/api.md)');
  expect(texts['client-api/threads.md']).toContain('-H "Authorization: Bearer $TOKEN"');
  expect(placesOf('docs/reference/api.md').get('threads')).toEqual({ path: 'api/threads.md', anchor: '' });
});

test('a picture has its size', () => {
  const picture = (path: string) => `<img alt="A chat" src="${path}">`;
  expect(withSizes(picture('images/chat-390-dark.png'), 'docs')).toBe(
    '<img width="390" height="844" alt="A chat" src="images/chat-390-dark.png">',
  );
  expect(withSizes(picture('https://example.com/a.png'), 'docs')).toBe(picture('https://example.com/a.png'));
});

test('the groups of a page are open, and the bar stands beside the sidebar, before any script runs', () => {
  const section = (level: number, state: string, link: string, items: string) =>
    `<section class="VPSidebarItem level-${level} collapsible collapsed is-link${state}"><a href="${link}"></a>${items}</section>`;
  const own = section(1, '', '/docs/0.1/b.html', '');
  const groups =
    section(0, '', '/docs/0.1/a/b.html', '') + section(0, ' has-active', '/docs/0.1/c.html', own);
  const html = `<div class="VPNavBar"></div><aside class="VPSidebar">${groups}</aside>`;
  const shown = withFirstView(html, '/docs/0.1/b.html');
  expect(shown).toContain('<div class="VPNavBar has-sidebar top">');
  expect(shown.match(/level-\d collapsible [^"]+/g)).toEqual([
    'level-0 collapsible collapsed is-link',
    'level-0 collapsible is-link has-active',
    'level-1 collapsible is-link',
  ]);
  expect(withFirstView('<div class="VPNavBar"></div>', '/b.html')).toBe('<div class="VPNavBar top"></div>');
});

test('the list for programs has every page that is not about the code, with its address on the site and its text', () => {
  const list = readFileSync(join(ROOT, 'llms.txt'), 'utf8');
  const named = [...list.matchAll(/\]\(([^)]+\.md)\)/g)].map(([, path]) => path);
  const about = globSync(['*.md', 'docs/**/*.md'], { cwd: ROOT }).filter(
    (path) => !/^docs\/(internals|decisions)\/(?!README)/.test(path),
  );
  expect(about.filter((path) => !named.includes(path))).toEqual([]);
  const shown = listOf(list);
  expect(shown).toMatch(/^# Palaver\n\n> /);
  expect(shown).toContain('[llms-full.txt](llms-full.txt)');
  expect(shown).toContain('[React](guides/react.html)');
  expect(shown).toContain('[Endpoints for back ends](reference/api.html)');
  expect(shown).toContain('(skills/palaver-operate/SKILL.md)');
  expect(() => listOf('# A\n\n## B\n\n[c](package.json)\n')).toThrow(
    'llms.txt: package.json is not on the site',
  );
  const text = textOf(list);
  expect(text).toContain('<!-- docs/guides/react.md -->\n\n# React: a chat in your web app\n');
  expect(text).toContain('### Send a message\n');
});
