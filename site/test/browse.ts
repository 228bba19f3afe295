/*
 * Opens a built site in Chromium: `node site/test/browse.ts <folder> <base>`. The folder has two versions, 0.0 and that of the
 * packages (.ci/builds-site). Fails at the first thing that does not work, at any error in a page, and at any request to another host.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import fastifyStatic from '@fastify/static';
import fastify from 'fastify';
import type { Page } from 'playwright-core';
import { findChromium, launch } from '../../packages/client/test/browser-page.ts';
import { VERSION } from '../../packages/server/src/version.ts';
import { folderOf } from '../versions.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const CURRENT = folderOf(VERSION);

const [folder = '', base = '/'] = process.argv.slice(2);
const executablePath = findChromium();
if (executablePath === undefined) throw new Error('chromium is needed: apt-get install chromium');

const server = fastify();
await server.register(fastifyStatic, { root: folder, prefix: base });
await server.listen({ host: '127.0.0.1', port: 0 });
const origin = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
const site = `${origin}${base}`;
const browser = await launch(executablePath);
const complaints: string[] = [];
try {
  const page = await openPage();
  await showsHome(page);
  await finds(page);
  await draws(page);
  await showsApi(page);
  await switchesVersions(page);
  await isAccessible(page);
  assert.deepEqual(complaints, []);
} finally {
  await browser.close();
  await server.close();
}

async function openPage(): Promise<Page> {
  // (Contrast cannot be judged during a transition.)
  const page = await browser.newPage({ reducedMotion: 'reduce' });
  page.setDefaultTimeout(15_000);
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`);
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(site) && !url.startsWith('data:')) complaints.push(`a request to ${url}`);
  });
  return page;
}

/** The root leads to the newest version. */
async function showsHome(page: Page): Promise<void> {
  await page.goto(site);
  await page.waitForURL(`${site}${CURRENT}/index.html`);
  await page.getByRole('heading', { name: 'A chat back end that you host yourself' }).waitFor();
  await page.getByText('Every acknowledged message is durable', { exact: true }).waitFor();
  const widths = "[...document.querySelectorAll('main img')].map((picture) => picture.naturalWidth)";
  assert.ok((await page.evaluate<number[]>(widths)).some((width) => width > 500));
  say('The home page shows what Palaver is.');
}

async function finds(page: Page): Promise<void> {
  const field = page.getByRole('searchbox');
  const results = page.getByRole('listbox');
  await page.getByRole('button', { name: 'Search' }).click();
  // Words without spaces between them, syntax of other searches, and words with marks, of which one looks like one that is there.
  for (const text of ['メッセージを送る', '"[(*', 'không']) {
    await field.fill(text);
    await page.getByText(`No results for "${text}"`).waitFor();
  }
  await field.fill('tin nhắn');
  await results.getByRole('option').first().waitFor();
  await field.fill('idempotency');
  await results.getByRole('option', { name: 'Idempotency and retries' }).first().click();
  await page.getByRole('heading', { name: 'Idempotency and retries' }).waitFor();
  assert.match(page.url(), /\.html#idempotency-and-retries$/);
  say('A search for "idempotency" finds and opens a page.');
}

/** Each drawing of a page, in light and dark mode. */
async function draws(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto(`${site}${CURRENT}/life-of-a-message.html`);
    await page.locator('.drawing svg').nth(2).waitFor();
    await page.locator('.drawing-source').waitFor({ state: 'detached' });
    assert.equal(await page.locator('.drawing svg').count(), 3);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  say('Drawings are drawn.');
}

async function showsApi(page: Page): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'API', exact: true }).click();
  await page.getByRole('link', { name: 'Create a group thread' }).first().click();
  await page.getByRole('heading', { name: 'Create a group thread' }).waitFor();
  await page.getByText('https://chat.example.com').first().waitFor();
  const response = await page.request.get(`${site}${CURRENT}/openapi.json`);
  const { info } = (await response.json()) as { info: { version: string } };
  assert.equal(info.version, VERSION);
  await page.getByRole('link', { name: 'Palaver documentation' }).click();
  say('The API reference shows an operation.');
}

async function switchesVersions(page: Page): Promise<void> {
  const select = page.getByRole('combobox', { name: 'Version' });
  await page.goto(`${site}latest/guides/messages.html#send`);
  await page.waitForURL(`${site}${CURRENT}/guides/messages.html#send`);
  await select.selectOption({ label: '0.0.9' });
  await page.waitForURL(`${site}0.0/guides/messages.html`);
  await page.getByRole('link', { name: 'the latest release' }).click();
  await page.waitForURL(`${site}${CURRENT}/guides/messages.html`);
  assert.equal(await page.getByRole('link', { name: 'the latest release' }).count(), 0);
  say('The switch leads from one version to the other, and back.');
}

/** (The page of the API reference is Scalar's, apart from its first line.) */
async function isAccessible(page: Page): Promise<void> {
  const paths = [
    'index.html',
    'introduction.html',
    'guides/messages.html',
    'internals/webhooks.html',
    'reference/configuration.html',
  ];
  for (const path of ['0.0/guides/bots.html', ...paths.map((one) => `${CURRENT}/${one}`)]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto(`${site}${path}`, { waitUntil: 'networkidle' });
      await page.evaluate(AXE);
      // (The name of the search is its label, without the key that is shown beside it.)
      const options = "{ rules: { 'label-content-name-mismatch': { enabled: false } } }";
      const found = await page.evaluate<string[]>(
        `axe.run(document, ${options}).then(({ violations }) =>
          violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html.slice(0, 120))].join(' ')))`,
      );
      assert.deepEqual(found, [], `${path}, ${colorScheme}`);
    }
  }
  say('axe finds no violations, in light and dark mode.');
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
