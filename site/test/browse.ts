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
import type { Locator, Page, Response } from 'playwright-core';
import { findChromium, launch } from '../../packages/client/test/browser-page.ts';
import { VERSION } from '../../packages/server/src/version.ts';
import { folderOf } from '../versions.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const CURRENT = folderOf(VERSION);

/** A desktop and a phone. */
const SCREENS = [
  [1440, 900],
  [390, 844],
] as const;

/** Wide enough for a sidebar, not for an outline beside the page. */
const TABLET = [1024, 768] as const;

/** One of each kind, and those with much on them. */
const PAGES = [
  'index.html',
  'introduction.html',
  'comparison.html',
  'guides/react.html',
  'internals/webhooks.html',
  'reference/api.html',
  'reference/api/members.html',
  'reference/configuration.html',
];

const OUTSIDE_OF_BAR = `[...document.querySelectorAll('.VPNavBar :is(a, button, select)')]
  .filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > innerWidth)
  .map((one) => one.textContent)`;

/** (The name of the search is its label, without the key that is shown beside it. Links within sentences may be lower than 24 pixels.) */
const LOOK = `axe
  .run(document, { rules: { 'label-content-name-mismatch': { enabled: false }, 'target-size': { enabled: true } } })
  .then(({ violations }) =>
    violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html.slice(0, 120))].join(' ')))`;

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
  await putsFirstThingsFirst(page);
  await finds(page);
  await draws(page);
  await showsApi(page);
  await switchesVersions(page);
  await staysInPlace();
  await isAccessible(page);
  assert.deepEqual(complaints, []);
} finally {
  await browser.close();
  await server.close();
}

async function openPage(options: { viewport?: { width: number; height: number } } = {}): Promise<Page> {
  // (Contrast cannot be judged during a transition.)
  const page = await browser.newPage({ ...options, reducedMotion: 'reduce' });
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
  await page.getByRole('heading', { name: 'Chat for your own app, on your own servers' }).waitFor();
  await page.getByText('Every acknowledged message is durable', { exact: true }).waitFor();
  const widths = "[...document.querySelectorAll('main img')].map((picture) => picture.naturalWidth)";
  assert.ok((await page.evaluate<number[]>(widths)).some((width) => width > 500));
  say('The home page shows what Palaver is.');
}

/** What a newcomer looks for is in the first screen, on a desktop and on a phone. */
async function putsFirstThingsFirst(page: Page): Promise<void> {
  const endOf = async (locator: Locator) => {
    await locator.waitFor();
    const { y = Infinity, height = 0 } = (await locator.boundingBox()) ?? {};
    return y + height;
  };
  const main = page.getByRole('main');
  for (const [width, height] of SCREENS) {
    await page.setViewportSize({ width, height });
    await page.goto(`${site}${CURRENT}/index.html`);
    for (const one of [main.getByText('npm start'), main.getByRole('link', { name: 'React', exact: true })])
      assert.ok((await endOf(one)) < height, `${width}: ${String(one)}`);
    await page.goto(`${site}${CURRENT}/introduction.html`);
    // (After the picture.)
    const command = page.getByText('npm start', { exact: true }).first();
    assert.ok((await endOf(command)) < 1.5 * height, `${width}: the command of the introduction`);
  }
  const [[width, height]] = SCREENS;
  await page.setViewportSize({ width, height });
  await page.goto(`${site}${CURRENT}/introduction.html`);
  const react = page.getByRole('complementary').getByRole('link', { name: 'React', exact: true });
  assert.ok((await endOf(react)) < height, 'React in the sidebar');
  for (const width of [800, 1024, 1280]) {
    await page.setViewportSize({ width, height });
    const outside = await page.evaluate<string[]>(OUTSIDE_OF_BAR);
    assert.deepEqual(outside, [], `the bar at ${width} pixels`);
  }
  await page.setViewportSize({ width: 1024, height });
  await page.getByRole('button', { name: 'mobile navigation' }).click();
  await page.locator('#VPNavScreen').getByRole('link', { name: 'Reference', exact: true }).click();
  await page.getByRole('heading', { name: 'Endpoints', exact: true }).waitFor();
  await page.setViewportSize({ width: SCREENS[0][0], height });
  say('The command and React are in the first screen, and the links at the top on any.');
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
  let bytes = 0;
  const count = async (response: Response) => {
    bytes += (await response.body().catch(() => Buffer.alloc(0))).length;
  };
  await page.goto(`${site}${CURRENT}/index.html`);
  await page.getByRole('navigation').getByRole('link', { name: 'Reference', exact: true }).click();
  await page.getByRole('link', { name: 'Create a group thread' }).first().click();
  await page.waitForURL(/\/reference\/api\/threads\.html#create-a-group-thread$/);
  await page.getByRole('heading', { name: 'Create a group thread' }).waitFor();
  await page.getByText('curl "$API/open-api/v1.0/chat/threads"').first().waitFor();
  page.on('response', count);
  await page.goto(`${site}${CURRENT}/reference/api/messages.html`, { waitUntil: 'networkidle' });
  page.off('response', count);
  assert.ok(bytes > 100_000 && bytes < 1_000_000, `a page of the API takes ${bytes} bytes`);
  const response = await page.request.get(`${site}${CURRENT}/openapi.json`);
  const { info } = (await response.json()) as { info: { version: string } };
  assert.equal(info.version, VERSION);
  say('The reference shows an operation with an example.');
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

/** Nothing moves while a page arrives, apart from a pixel here and there when a font does. */
async function staysInPlace(): Promise<void> {
  for (const [width, height] of [...SCREENS, TABLET]) {
    const page = await openPage({ viewport: { width, height } });
    await page.addInitScript(`
      window.shifts = [];
      new PerformanceObserver((list) => window.shifts.push(...list.getEntries().map(({ value }) => value)))
        .observe({ type: 'layout-shift', buffered: true });`);
    for (const path of PAGES) {
      await page.goto(`${site}${CURRENT}/${path}`, { waitUntil: 'networkidle' });
      const shifts = await page.evaluate<number[]>('window.shifts');
      const sum = shifts.reduce((one, other) => one + other, 0);
      assert.ok(sum < 0.01, `${path} moves by ${sum} at ${width} pixels`);
    }
    await page.close();
  }
  say('Pages stay where they are while they arrive.');
}

async function isAccessible(page: Page): Promise<void> {
  for (const [width, height] of SCREENS) {
    await page.setViewportSize({ width, height });
    for (const path of ['0.0/guides/bots.html', ...PAGES.map((one) => `${CURRENT}/${one}`)]) {
      // (A phone has the same colours.)
      for (const colorScheme of width < 800 ? (['light'] as const) : (['light', 'dark'] as const)) {
        await page.emulateMedia({ colorScheme });
        await page.goto(`${site}${path}`, { waitUntil: 'networkidle' });
        await page.evaluate(AXE);
        assert.deepEqual(await page.evaluate<string[]>(LOOK), [], `${path}, ${colorScheme}, ${width} pixels`);
      }
    }
  }
  say('axe finds no violations, in light and dark mode, on desktops and phones.');
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
