import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ERRORS } from '@palaver/protocol/errors';
import { expect, onTestFinished, test } from 'vitest';
import { targetOf } from '../links.ts';
import { ERRORS_PAGE, isPage, placeOf, ROOT, readFeatures, sidebar } from '../pages.ts';
import { errorPages } from '../reference.ts';

const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: ROOT }).filter((path) => path !== ERRORS_PAGE);

test('the sidebar has every page once', () => {
  const links = sidebar().flatMap(({ items }) => items.map(({ link }) => link));
  // (These are there after a build of the site.)
  const ofRepository = links.filter((link) => !/^\/reference\/(errors\.md|sdk\/)/.test(link));
  expect(ofRepository.toSorted()).toEqual(pages.map((path) => `/${placeOf(path)}`).toSorted());
});

test('each page has a place of its own on the site, and a name in the sidebar', () => {
  expect(pages.filter((path) => !isPage(path))).toEqual([]);
  expect(new Set(pages.map(placeOf)).size).toBe(pages.length);
  const names = sidebar().flatMap(({ items }) => items.map(({ text }) => text));
  expect(names.filter((name) => !/^[\p{L}@]/u.test(name))).toEqual([]);
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
    'docs/reference/errors.md': '# Error codes',
    'site/reference/errors.md': '# Error codes',
    'site/reference/errors/M40304.md': '# M40304: The user is muted',
    'site/reference/sdk/chat.md': '# `@palaver/client`',
    'NOTICE.md': '# Notice',
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), `<!-- Generated -->\n\n${text}\n`);
  }
  const groups = sidebar(root).map(({ text, items }) => [text, ...items.map((item) => item.text)]);
  expect(groups).toEqual([
    ['Start', 'Introduction'],
    ['Guides', 'Users', 'ant and others', 'Zebras'],
    ['Migrating', 'From X'],
    ['Operating', 'Moving'],
    ['Reference', 'Error codes', '@palaver/client'],
    ['About', 'Notice'],
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
