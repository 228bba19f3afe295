/*
 * Follows docs/guides/react.md as a user does, with the packages in build/: `node packages/react/test/guide/follow.ts <folder>`
 * (.ci/follows-react-guide). Runs its commands and copies its files in an empty folder, with the Node and the npm in PATH; only ports, versions
 * and the place of our packages differ. Fails at the first thing that does not work, and at any error or warning in a page.
 */
import assert from 'node:assert/strict';
import { globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { findChromium, launch } from '../../../client/test/browser-page.ts';
import { whatHides } from '../../../client/test/harness/whole.ts';
import { ROOT } from '../../../server/test/harness/command.ts';
import { freePort } from '../../../server/test/harness/free-port.ts';
import { until } from '../../../server/test/harness/until.ts';
import { chatFaults } from '../measures.ts';
import { pinVersions, readGuide, run, start, writeFiles } from './project.ts';

const [folder = ''] = process.argv.slice(2);
const executablePath = findChromium();
if (executablePath === undefined) throw new Error('chromium is needed: apt-get install chromium');

const [palaver, backEnd, site] = [await freeAddress(), await freeAddress(), await freeAddress()];
const packed = (name: string) => globSync(join(ROOT, `build/palaver-${name}-*.tgz`)).join();
const guide = readGuide('docs/guides/react.md', {
  'http://127.0.0.1:7700': palaver,
  'http://127.0.0.1:3000': backEnd,
  '.listen(3000,': `.listen(${new URL(backEnd).port},`,
  'npm create vite@latest': 'npm create --yes vite@9.3.0',
  'npm install @palaver/react @palaver/client': `npm install --no-audit --no-fund --prefer-offline ${packed('react')} ${packed('client')}`,
});
// Ends what was started: see `start`.
process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));

const [creation = [], starts = []] = guide.commands;
const app = guide.files.get('src/App.tsx') ?? '';

const OLD_REACT = 'react@18.3.1 react-dom@18.3.1 @types/react@18.3.32 @types/react-dom@18.3.7';

const pages: Page[] = [];
const complaints: string[] = [];
const stops: (() => Promise<void>)[] = [];
try {
  const project = createProject();
  await startAll(project);
  const browser = await launch(executablePath);
  stops.push(() => browser.close());
  const [ann, ben] = [await open(browser, 'ann'), await open(browser, 'ben')];
  await chat(ann, ben);
  await showsDesk(project, ann, ben);
  await speaksGerman(project, ben);
  await showsOrders(project, ann, ben);
  await refusesOthers(browser);
  writeFileSync(join(project, 'src/App.tsx'), app);
  checkTypes(project);
  await chatsWhenBuilt(project, ann, ben);
  run(`npm install --no-save --no-audit --no-fund --prefer-offline ${OLD_REACT}`, project);
  checkTypes(project);
  tell('The types fit React 18, too.');
  assert.deepEqual(complaints, []);
} catch (error) {
  // The error says what was waited for, and this what was there instead.
  for (const page of pages) tell(await page.locator('body').ariaSnapshot());
  tell(complaints.join('\n'));
  throw error;
} finally {
  for (const stop of stops.toReversed()) await stop();
}

/** Runs the first block of commands, and copies the files. Returns the folder of the project. */
function createProject(): string {
  let cwd = folder;
  for (const command of creation) {
    if (command.startsWith('cd ')) {
      cwd = join(cwd, command.slice('cd '.length));
      pinVersions(cwd);
    } else run(command, cwd);
  }
  const lines = app.trimEnd().split('\n').length;
  assert.ok(lines <= 12, `${lines} lines for a chat`);
  writeFiles(cwd, guide.files);
  return cwd;
}

/** Starts Palaver where the guide looks for its key, and what the second block of commands starts. */
async function startAll(project: string): Promise<void> {
  const server = `${process.execPath} packages/server/src/main.ts start`;
  const settings = { DATA_DIR: join(project, '../palaver/data'), PORT: new URL(palaver).port };
  stops.push(await start(server, ROOT, `${palaver}/health/ready`, settings));
  const [backEndStart = '', pageStart = ''] = starts;
  stops.push(await start(backEndStart, project, `${backEnd}/?user=ann`));
  stops.push(await start(served(pageStart, site), project, site));
}

async function freeAddress(): Promise<string> {
  return `http://127.0.0.1:${await freePort()}`;
}

/** `npm run …` at another address. */
function served(command: string, address: string): string {
  return `${command} -- --host 127.0.0.1 --port ${new URL(address).port} --strictPort`;
}

async function open(browser: Browser, user: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1_000, height: 700 } });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  pages.push(page);
  page.on('pageerror', ({ message }) => complaints.push(`${user}: ${message}`));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()))
      complaints.push(`${user}: ${message.text()} ${message.location().url}`);
  });
  await page.goto(`${site}/?user=${user}`);
  return page;
}

function field(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Message' });
}

async function sees(page: Page, text: string): Promise<void> {
  await page.getByRole('log').getByText(text, { exact: true }).waitFor();
}

async function say(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press('Enter');
}

async function chat(ann: Page, ben: Page): Promise<void> {
  await ann.getByRole('button', { name: 'New chat' }).click();
  const dialog = ann.getByRole('dialog', { name: 'New chat' });
  assert.doesNotMatch((await dialog.textContent()) ?? '', /Nobody/, 'nobody was searched for');
  await dialog.getByRole('searchbox').fill('Ben');
  await dialog.getByRole('checkbox', { name: 'Ben' }).check();
  await dialog.getByRole('button', { name: 'Start the chat' }).click();
  // (The chat can be there before the response that closes the dialog.)
  await dialog.waitFor({ state: 'detached' });
  await say(ann, 'Hello Ben');
  await sees(ben, 'Hello Ben');
  await say(ben, 'Hello Ann');
  await sees(ann, 'Hello Ann');
  await fills(ann, '.pv-chat-app');
  const before = ann.viewportSize() ?? { width: 1_000, height: 700 };
  await ann.setViewportSize({ width: 390, height: 780 });
  await fills(ann, '.pv-chat-app');
  assert.deepEqual(await whatHides(ann, '#root'), []);
  await sees(ann, 'Hello Ann');
  await ann.setViewportSize(before);
  const accent = `getComputedStyle(document.querySelector('.pv')).getPropertyValue('--pv-accent')`;
  assert.match(await ann.evaluate<string>(accent), /#0b6b46/);
  tell('Ann and Ben chat.');
}

/** A part is as high as the page, and nothing scrolls beside the messages. */
async function fills(page: Page, selector: string): Promise<void> {
  assert.equal((await page.locator(selector).boundingBox())?.height, page.viewportSize()?.height);
  const { scrollHeight, clientHeight } = await page.evaluate<{ scrollHeight: number; clientHeight: number }>(
    `(({ scrollHeight, clientHeight }) => ({ scrollHeight, clientHeight }))(document.documentElement)`,
  );
  assert.equal(scrollHeight, clientHeight);
}

/**
 * Puts one of the guide's components in the place of `ChatApp`, and reloads the pages once Vite serves it. (Vite also updates open pages, but it
 * does not tell a page about changes from before that page connected.)
 */
async function show(project: string, name: string, ...pages: Page[]): Promise<void> {
  const changed = app
    .replace('<ChatApp ', `<${name} `)
    .replace(
      'import { ChatApp, useConnect }',
      `import { ${name} } from './${name}.tsx';\nimport { useConnect }`,
    );
  assert.ok(changed.includes(`<${name} `) && guide.files.has(`src/${name}.tsx`));
  writeFileSync(join(project, 'src/App.tsx'), changed);
  const compiled = async () => (await fetch(`${site}/src/App.tsx`)).text();
  await until(async () => (await compiled()).includes(`/${name}.tsx`) || undefined);
  for (const page of pages) await page.reload();
}

async function showsDesk(project: string, ann: Page, ben: Page): Promise<void> {
  // More than fits on the page.
  for (let count = 1; count <= 20; count += 1) await say(ben, `Message ${count}`);
  await sees(ann, 'Message 20');
  await show(project, 'Desk', ann, ben);
  for (const [page, name] of [
    [ann, 'Ben'],
    [ben, 'Ann'],
  ] as const) {
    await page.getByRole('list', { name: 'Chats' }).getByRole('button', { name }).click();
    await page.getByRole('heading', { name, level: 1 }).waitFor();
  }
  await sees(ann, 'Message 20');
  await fills(ann, '.desk');
  const before = ann.viewportSize() ?? { width: 1_000, height: 700 };
  for (const width of [390, 768, 1_280]) {
    await ann.setViewportSize({ ...before, width });
    await until(async () => (await chatFaults(ann)).length === 0 || undefined);
  }
  await ann.setViewportSize(before);
  await say(ann, 'From the desk');
  await sees(ben, 'From the desk');
  tell('The parts can be laid out otherwise.');
}

async function speaksGerman(project: string, ben: Page): Promise<void> {
  await show(project, 'GermanChat', ben);
  await ben.getByRole('button', { name: 'Neues Gespräch' }).waitFor();
  await ben.getByRole('textbox', { name: 'Nachricht' }).waitFor();
  tell('The chat speaks German.');
}

async function showsOrders(project: string, ann: Page, ben: Page): Promise<void> {
  await show(project, 'ShopChat', ann, ben);
  await ann.getByRole('button', { name: 'Attach' }).click();
  await ann.getByRole('button', { name: 'Order 4711' }).click();
  for (const page of [ann, ben])
    await page.getByRole('log').locator('b', { hasText: 'Order 4711' }).waitFor();
  tell('The chat shows messages of a kind of its own.');
}

/** The back end issues tokens only for its users, and the page says so. */
async function refusesOthers(browser: Browser): Promise<void> {
  const before = complaints.length;
  const page = await open(browser, 'eve');
  await page.locator('.pv-connection').getByText('Please sign in.').waitFor();
  await page.close();
  // Chromium itself reports each 401.
  assert.ok(complaints.splice(before).every((one) => one.includes('401')));
  tell('Others get no token.');
}

/** Without a bundler's types, with every type of the packages; and Node can load them, as a server that renders does. */
function checkTypes(project: string): void {
  const files = Array.from(guide.files.keys()).filter((file) => file.endsWith('.tsx'));
  const options =
    '--ignoreConfig --noEmit --strict --jsx react-jsx --target es2023 --allowImportingTsExtensions';
  run(`node_modules/.bin/tsc ${options} --module nodenext ${files.join(' ')}`, project);
  const imports = ['@palaver/react', '@palaver/react/texts/ar'].map((name) => `import '${name}';`);
  run(`node --input-type=module --eval "${imports.join(' ')}"`, project);
}

async function chatsWhenBuilt(project: string, ann: Page, ben: Page): Promise<void> {
  run('npm run build', project);
  const built = await freeAddress();
  stops.push(await start(served('npm run preview', built), project, built));
  await Promise.all([ann.goto(`${built}/?user=ann`), ben.goto(`${built}/?user=ben`)]);
  await say(ann, 'Built');
  await sees(ben, 'Built');
  tell('The built page chats.');
}

function tell(message: string): void {
  process.stdout.write(`${message}\n`);
}
