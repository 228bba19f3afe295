import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { SignedIn } from '../../server/test/harness/client-api.ts';
import { cleanEnvironment, ROOT } from '../../server/test/harness/command.ts';
import { newDataDir, startPalaver } from '../../server/test/harness/palaver.ts';
import { scratchFolder } from '../../server/test/harness/scratch.ts';
import { installWs, openTerminal } from '../../server/test/harness/terminal.ts';
import { urlOf } from '../../server/test/harness/test-database.ts';
import { findChromium, launch } from './browser-page.ts';
import { type ChatServer, startChatServer } from './chat-server.ts';
import { whatHides } from './harness/whole.ts';

/** Runs docs/guides/chat-sdk.md in an empty folder with the packed SDK installed. */

const GUIDE = readFileSync(join(ROOT, 'docs/guides/chat-sdk.md'), 'utf8');
const codeOf = (language: string) =>
  new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(GUIDE)?.[1] ?? '';
const run = promisify(execFile);

let chats: ChatServer;
let ann: SignedIn;
let ben: SignedIn;
let folder: string;
beforeAll(async () => {
  folder = scratchFolder();
  const packed = join(folder, 'packed');
  mkdirSync(packed);
  const env = cleanEnvironment();
  const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', packed], {
    cwd: join(ROOT, 'packages/client'),
    env,
  });
  const tarball = join(packed, stdout.trim().split('\n').at(-1) ?? '');
  writeFileSync(join(folder, 'package.json'), '{"private": true, "type": "module"}');
  await run('npm', ['install', '--ignore-scripts', '--offline', '--no-audit', '--no-fund', tarball], {
    cwd: folder,
    env,
  });
  installWs(folder);
  chats = await startChatServer(2);
  [ann, ben] = chats.people as [SignedIn, SignedIn];
});
afterAll(async () => {
  await chats.close();
  rmSync(folder, { recursive: true, force: true });
});

test('two terminals go on chatting after the server is killed and restarted', async () => {
  const file = join(folder, 'chat.mjs');
  writeFileSync(file, codeOf('js'));
  const dataDir = newDataDir();
  const settings = { DATABASE_URL: urlOf(chats.server.database.connection), PALAVER_LOG_LEVEL: 'error' };
  const palaver = await startPalaver(settings, dataDir);
  const threadId = await chats.server.group([ann.userId, ben.userId]);
  const open = ({ token }: SignedIn) => openTerminal(file, palaver.url, token, threadId);
  const [anns, bens] = [open(ann), open(ben)];
  anns.type('first');
  bens.type('hello');
  await Promise.all([bens.shows('USER1: first'), anns.shows('USER2: hello')]);
  palaver.process.kill('SIGKILL');
  await palaver.exited;
  anns.type('second');
  anns.type('third');
  await startPalaver({ ...settings, PORT: new URL(palaver.url).port }, dataDir);
  await bens.shows('USER1: third');
  for (const terminal of [anns, bens]) {
    await terminal.shows('USER1: third');
    expect(terminal.lines().filter((line) => line.startsWith('USER1'))).toEqual([
      'USER1: first',
      'USER1: second',
      'USER1: third',
    ]);
  }
});

const executablePath = findChromium();

test.skipIf(executablePath === undefined)('two phones chat on the page (needs chromium)', async () => {
  const page = codeOf('html');
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const isScript = path.endsWith('.js');
    response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' });
    response.end(isScript ? readFileSync(join(folder, path)) : page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const browser = await launch(executablePath ?? '');
  onTestFinished(() => browser.close());
  const threadId = await chats.server.group([ann.userId, ben.userId]);
  const { port } = server.address() as AddressInfo;
  const open = async ({ token }: Pick<SignedIn, 'token'>) => {
    const phone = { viewport: { width: 390, height: 780 }, isMobile: true };
    const tab = await (await browser.newContext(phone)).newPage();
    const query = new URLSearchParams({ url: chats.url, token, thread: threadId });
    await tab.goto(`http://127.0.0.1:${port}/chat.html?${query.toString()}`);
    return tab;
  };
  const [anns, bens] = await Promise.all([open(ann), open(ben)]);
  await anns.fill('input', 'hello from a tab');
  await anns.press('input', 'Enter');
  await bens.waitForFunction(`document.querySelector('li')?.textContent === 'hello from a tab'`);
  await bens.fill('input', 'hi');
  await bens.press('input', 'Enter');
  await anns.waitForFunction(`document.querySelectorAll('li')[1]?.textContent === 'hi'`);

  // It stays in place when there is more than the window can show.
  for (let count = 0; count < 40; count += 1) await ann.say(threadId, `Line ${count}`);
  await anns.getByText('Line 39').waitFor();
  for (const selector of ['input', 'li:last-child'])
    expect([selector, await whatHides(anns, selector, { width: 300, height: 20 })]).toEqual([selector, []]);
  expect(await whatHides(anns, 'main')).toEqual([]);

  const stranger = await open({ token: 'no-token' });
  await stranger
    .getByRole('status')
    .getByText(/\w+ \w+/)
    .waitFor();
  expect(await stranger.getByRole('status').textContent()).toContain('token');
});
