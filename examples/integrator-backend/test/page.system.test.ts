import { readFileSync } from 'node:fs';
import { type Chat, type ClientThread, connect, type Thread } from '@palaver/client';
import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { findChromium, launch } from '../../../packages/client/test/browser-page.ts';
import { type Severable, severable } from '../../../packages/server/test/harness/severable.ts';
import { until } from '../../../packages/server/test/harness/until.ts';
import { pause } from '../../../packages/server/test/harness/waits.ts';
import { DESK, fillIn, isSent, linesOn, PATIENCE, PHONE, say, shows } from './shop-page.ts';
import { startWorld, type World } from './world.ts';

const executablePath = findChromium();
const isMissing = executablePath === undefined;
if (isMissing && process.env.CI) throw new Error('chromium is needed: apt-get install chromium');

/** Console messages that a lost connection or a refusal causes; a missing file is not among them. */
const EXPECTED =
  /^Failed to load resource: (net::|the server responded with a status of (400|401|429|503))|^WebSocket connection to/;
const PICTURE = readFileSync(new URL('../../stickers/icon.png', import.meta.url));
const PASSWORD = 'correct horse battery';

describe.skipIf(isMissing)('the page (needs chromium)', { timeout: 90_000 }, () => {
  let world: World;
  let browser: Browser;
  /** The connection to Palaver, for everybody but the agent. */
  let road: Severable;
  let agent: Chat;
  beforeAll(async () => {
    [world, browser] = await Promise.all([
      startWorld({ HTTPS: 'off', TRUSTED_PROXIES: '' }),
      launch(executablePath ?? ''),
    ]);
    const { PALAVER_URL: url = '' } = world.environment;
    road = await severable(Number(new URL(url).port));
    await reopen();
    const tokenProvider = async () => (await world.palaver.users.issueToken('agent')).token;
    await until(async () => (await tokenProvider().catch(() => undefined)) && true);
    agent = connect({ url, tokenProvider });
  });
  afterAll(async () => {
    await browser.close();
    agent.close();
    await world.close();
    road.close();
  });
  beforeEach(() => world.database.sql('delete from attempts'));

  function reopen(settings: Record<string, string> = {}): Promise<void> {
    return world.restart({ PALAVER_URL: `http://127.0.0.1:${road.port}`, ...settings });
  }

  /** The page in a browser of its own. When the test ends, it checks that the browser reported no errors. */
  async function visit(
    options: BrowserContextOptions = DESK,
    prepare: (page: Page) => Promise<unknown> = async () => {},
  ): Promise<Page> {
    const context = await browser.newContext(options);
    context.setDefaultTimeout(PATIENCE.timeout);
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error' && !EXPECTED.test(message.text())) complaints.push(message.text());
    });
    page.on('pageerror', ({ message }) => complaints.push(message));
    await page.addInitScript(
      `addEventListener('securitypolicyviolation', ({ violatedDirective }) => console.error(violatedDirective))`,
    );
    onTestFinished(async () => {
      await context.close();
      expect(complaints).toEqual([]);
    });
    await prepare(page);
    await page.goto(world.backend.url);
    await page.getByRole('button', { name: 'Chat with us' }).click();
    return page;
  }

  /** The agent's side of the conversation that started with this text. */
  async function answering(first: string): Promise<Thread> {
    const isIt = ({ last_message }: ClientThread) => last_message?.body.text === first;
    const { id } = await until(async () => agent.threads.getSnapshot().find(isIt), PATIENCE.timeout / 1_000);
    const thread = agent.open(id);
    onTestFinished(() => thread.close());
    await thread.loaded();
    return thread;
  }
  const heard = (thread: Thread) => thread.getSnapshot().messages.map(({ body }) => body.text);
  const hears = (thread: Thread, texts: string[]) =>
    expect.poll(() => heard(thread), PATIENCE).toEqual(texts);

  async function namesIn(threadId: string): Promise<string[]> {
    const members = await world.palaver.threads.members.list(threadId).toArray();
    return members.map(({ display_name }) => display_name).sort();
  }

  test.for([
    ['same', DESK],
    ['different', PHONE],
  ] as const)(
    'a guest chats at once, signs up, and finds the history on every device (%s identifiers)',
    async ([IDENTIFIERS, device]) => {
      await reopen({ IDENTIFIERS });
      const users = () => world.database.sql('select from users');
      const before = (await users()).length;
      const email = `${IDENTIFIERS}@example.com`;
      const question = `Is it in stock? (${IDENTIFIERS})`;

      const page = await visit(device);
      expect(await users()).toHaveLength(before);
      await say(page, question);
      await shows(page, [`You: ${question}`]);
      const thread = await answering(question);
      expect(thread.getSnapshot().thread?.peer?.display_name).toMatch(/^Guest /);
      thread.setTyping();
      await page.getByText('Agent is typing').waitFor();
      await page.getByText('We answer here').waitFor();
      thread.send('It is.');
      await shows(page, [`You: ${question}`, 'Agent: It is.']);
      await page.getByText('We answer here').waitFor({ state: 'hidden' });

      await page.reload();
      await page.getByRole('button', { name: 'Chat with us' }).waitFor();
      thread.send('Are you still there?');
      await page.getByRole('button', { name: 'Chat with us 1 new' }).click();
      await shows(page, [`You: ${question}`, 'Agent: It is.', 'Agent: Are you still there?']);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Chat with us', exact: true }).press('Enter');

      await page.getByRole('button', { name: 'Keep this conversation' }).click();
      await fillIn(page, { 'Full name': 'Ann Example', 'E-mail': 'nothing', Password: 'short' });
      await page.getByText('E-mail is no e-mail address.').waitFor();
      expect(await page.evaluate('document.activeElement.name')).toBe('email');
      await fillIn(page, { 'E-mail': email, Password: 'short' });
      await page.getByText('Password must have 10 to 200 characters.').waitFor();
      expect(await page.getByRole('textbox', { name: 'E-mail' }).getAttribute('aria-invalid')).toBe('false');
      await fillIn(page, { Password: PASSWORD });
      await page.getByText('You are Ann Example').waitFor();
      await say(page, 'Yes.');
      await hears(thread, [question, 'It is.', 'Are you still there?', 'Yes.']);
      await expect.poll(() => namesIn(thread.id), PATIENCE).toEqual(['Agent', 'Ann Example']);
      // The agent, who has had the conversation open all along, sees it too.
      const peer = () => thread.getSnapshot().thread?.peer?.display_name;
      await expect.poll(peer, PATIENCE).toBe('Ann Example');
      const history = [`You: ${question}`, 'Agent: It is.', 'Agent: Are you still there?', 'You: Yes.'];
      await page.reload();
      await page.getByText('Hello, Ann Example').waitFor();
      await page.getByRole('button', { name: 'Chat with us' }).click();
      await shows(page, history);

      const other = await visit();
      await other.getByRole('button', { name: 'Sign in' }).click();
      await fillIn(other, { 'E-mail': email, Password: 'a guess' });
      await other.getByText('E-mail or password is wrong.').waitFor();
      await fillIn(other, { Password: PASSWORD });
      await shows(other, history);
      await other.getByRole('button', { name: 'Sign out' }).click();
      await shows(other, []);
      expect(await other.evaluate(`localStorage.getItem('kettle-and-fern session')`)).toBeNull();
      expect(await users()).toHaveLength(before + 1);
      // Another device ended its own session; this one is ended by the back end.
      await world.database.sql('delete from sessions');
      await page.reload();
      await page.getByRole('button', { name: 'Chat with us' }).click();
      await page.getByText('Your session has ended. Please sign in again.').waitFor();
      await shows(page, []);
    },
  );

  test('messages written while offline survive a reload and arrive once', async () => {
    const page = await visit();
    await say(page, 'Do you send abroad?');
    const thread = await answering('Do you send abroad?');
    await isSent(page);
    road.isDown = true;
    road.sever();
    await page.getByText('Offline: what you write waits.').last().waitFor();
    await say(page, 'To Norway?');
    await page.getByRole('img', { name: 'Waiting' }).waitFor();
    // Now the back end cannot reach Palaver either.
    await page.reload();
    await page.getByRole('button', { name: 'Chat with us' }).click();
    await page.getByText('Our chat is away for a moment.').waitFor();
    await say(page, 'Or Iceland?');
    await page.getByText('Waiting for the connection').waitFor();
    thread.send('We do.');
    road.isDown = false;
    await shows(page, ['You: Do you send abroad?', 'Agent: We do.', 'You: To Norway?', 'You: Or Iceland?']);
    await isSent(page);
    await hears(thread, ['Do you send abroad?', 'We do.', 'To Norway?', 'Or Iceland?']);
  });

  test('a click while the page is still loading is not lost', async () => {
    const page = await visit(DESK, (slow) =>
      slow.route('**/config.json', async (route) => {
        await pause(1_000);
        await route.continue();
      }),
    );
    await say(page, 'Are you there?');
    await shows(page, ['You: Are you there?']);
  });

  test('text that looks like markup is shown as plain text on both sides', async () => {
    const page = await visit();
    const evil =
      '<img src=x onerror="alert(1)"><script>alert(2)</script><b>bold</b>\n{{7*7}} javascript:alert(3)';
    await say(page, evil);
    const thread = await answering(evil);
    thread.send(evil);
    await shows(page, [`You: ${evil}`, `Agent: ${evil}`]);
    expect(await page.locator('.pv-text :is(img, script, b, a)').count()).toBe(0);
  });

  test('what is being written when the thread begins stays where it is, and the field keeps the focus', async () => {
    const begun = Promise.withResolvers<void>();
    const page = await visit(DESK, (slow) =>
      slow.route('**/signup-as-guest', (route) => begun.promise.then(() => route.continue())),
    );
    const field = page.getByRole('textbox', { name: 'Message', exact: true });
    await say(page, 'First');
    await page.getByText('Sending …').waitFor();
    await page.keyboard.type('Second');
    begun.resolve();
    const thread = await answering('First');
    await page.keyboard.type(' half');
    expect(await field.inputValue()).toBe('Second half');
    await page.keyboard.press('Enter');
    await shows(page, ['You: First', 'You: Second half']);
    await expect.poll(() => field.evaluate((one) => one.matches(':focus')), PATIENCE).toBe(true);
    await page.keyboard.type('Third');
    await page.keyboard.press('Enter');
    await hears(thread, ['First', 'Second half', 'Third']);
  });

  test('links can be followed, messages get reactions, and Escape closes one thing at a time', async () => {
    const page = await visit();
    await say(page, 'How do I brew it?');
    const thread = await answering('How do I brew it?');
    thread.send('As in https://example.com/brewing');
    const link = page.getByRole('link', { name: 'https://example.com/brewing' });
    expect(await link.getAttribute('href')).toBe('https://example.com/brewing');
    const message = page.getByRole('article').filter({ has: link });
    await message.hover();
    await message.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitemcheckbox', { name: 'React with 👍' }).click();
    await expect.poll(() => JSON.stringify(thread.getSnapshot().messages), PATIENCE).toContain('👍');
    await page.getByRole('button', { name: 'Emoji', exact: true }).click();
    await page.getByRole('dialog', { name: 'Emoji' }).getByRole('textbox').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Emoji' }).waitFor({ state: 'detached' });
    await link.waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Chat with us' }).waitFor();
  });

  test('the visitor and the agent send each other files', async () => {
    const page = await visit();
    const attach = page.getByRole('button', { name: 'Attach', exact: true });
    expect(await attach.count()).toBe(0);
    await say(page, 'This one?');
    const thread = await answering('This one?');
    const chooser = page.waitForEvent('filechooser');
    await attach.click();
    await page.getByRole('button', { name: 'Photo or video' }).click();
    await (await chooser).setFiles([{ name: 'pot.png', mimeType: 'image/png', buffer: PICTURE }]);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect.poll(() => thread.getSnapshot().messages.at(-1)?.body.metadata[0]?.type).toBe('image');
    const picture = page.getByRole('img', { name: 'pot.png' });
    await expect
      .poll(() => picture.evaluate((one) => (one as HTMLImageElement).naturalWidth), PATIENCE)
      .toBeGreaterThan(0);
    thread.sendFile(new File(['Wash it by hand.'], 'care.txt'), { text: 'Like this:' });
    const link = page.getByRole('link', { name: /^care.txt/ });
    await link.waitFor();
    await shows(page, ['You: This one?', 'You: pot.png', 'Agent: care.txt Like this:']);
    const address = (await link.getAttribute('href')) ?? '';
    expect(await (await fetch(address)).text()).toBe('Wash it by hand.');
  });

  test('two tabs share one guest, and signing out of one signs out both', async () => {
    const page = await visit();
    const other = await page.context().newPage();
    await other.goto(world.backend.url);
    await other.getByRole('button', { name: 'Chat with us' }).click();
    await Promise.all([say(page, 'From here'), say(other, 'From there')]);
    await Promise.all([isSent(page), isSent(other)]);
    await expect
      .poll(async () => (await linesOn(other)).sort(), PATIENCE)
      .toEqual(['You: From here', 'You: From there']);
    await page.bringToFront();
    await page.getByRole('button', { name: 'Keep this conversation' }).click();
    await fillIn(page, { 'Full name': 'Ben Example', 'E-mail': 'ben@example.com', Password: PASSWORD });
    await other.getByText('You are Ben Example').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await shows(other, []);
  });

  test('two tabs share one guest even if localStorage tells the second tab too late', async () => {
    const page = await visit();
    const other = await page.context().newPage();
    // Until the tab stores a session itself, it sees none.
    await other.addInitScript(`
      const { getItem, setItem } = Storage.prototype;
      let isLate = true;
      Storage.prototype.getItem = function (key) {
        return isLate && key === 'kettle-and-fern session' ? null : getItem.call(this, key);
      };
      Storage.prototype.setItem = function (key, value) {
        if (key === 'kettle-and-fern session') isLate = false;
        setItem.call(this, key, value);
      };`);
    const signUps: string[] = [];
    page.context().on('request', (request) => {
      if (request.url().endsWith('/signup-as-guest')) signUps.push(request.url());
    });
    await other.goto(world.backend.url);
    await other.getByRole('button', { name: 'Chat with us' }).click();
    await say(page, 'From here');
    await isSent(page);
    await say(other, 'From there');
    await shows(other, ['You: From here', 'You: From there']);
    expect(signUps).toHaveLength(1);
  });

  test('a refused message says so, and the visitor can discard it', async () => {
    const page = await visit();
    // Longer than the page lets a visitor write.
    await page.evaluate(`document.getElementById('text').removeAttribute('maxlength')`);
    await say(page, 'x'.repeat(10_001));
    await page.getByText('Not sent: ').waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();
    await shows(page, []);
    await say(page, 'A short one');
    const thread = await answering('A short one');
    await hears(thread, ['A short one']);
  });

  test('the eleventh guest of a network sees when to retry, and keeps the written text', async () => {
    await world.database.sql(
      `insert into attempts (key, at) select 'guests 127.0.0.1', now() from generate_series(1, 10)`,
    );
    const page = await visit();
    await say(page, 'Hello?');
    await page.getByText('too many attempts from your network. Please try again in 15 minutes').waitFor();
    await page.getByText('Not sent').waitFor();
    await world.database.sql('delete from attempts');
    await page.getByRole('button', { name: 'Try again' }).click();
    const thread = await answering('Hello?');
    await isSent(page);
    expect(heard(thread)).toEqual(['Hello?']);
  });

  test("after a guest's session has ended, the next message starts a new guest", async () => {
    const page = await visit();
    await say(page, 'Before');
    await answering('Before');
    await world.database.sql('delete from sessions');
    await page.reload();
    await page.getByRole('button', { name: 'Chat with us' }).click();
    await page.getByText('This conversation has ended.').waitFor();
    await shows(page, []);
    await say(page, 'After');
    const thread = await answering('After');
    expect(heard(thread)).toEqual(['After']);
  });

  test('axe finds no accessibility problems, in light and dark mode', async () => {
    const page = await visit(PHONE);
    await page.evaluate(axe.source);
    const faults = async () => {
      const found: string[] = [];
      // Dark mode differs in its colours only.
      for (const [colorScheme, options] of [
        ['light', {}],
        ['dark', { runOnly: ['color-contrast'] }],
      ] as const) {
        await page.emulateMedia({ colorScheme });
        const { violations } = await page.evaluate<axe.AxeResults>(`axe.run(${JSON.stringify(options)})`);
        found.push(...violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`));
      }
      return found;
    };
    await say(page, 'Which one?');
    (await answering('Which one?')).send('That one.');
    await shows(page, ['You: Which one?', 'Agent: That one.']);
    await isSent(page);
    expect(await faults()).toEqual([]);
    await page.getByRole('button', { name: 'Keep this conversation' }).click();
    await fillIn(page, { Password: 'short' });
    await page.getByText('E-mail is required.').waitFor();
    expect(await faults()).toEqual([]);
    await page.getByRole('button', { name: 'Sign in' }).click();
    expect(await faults()).toEqual([]);
    await page.getByRole('button', { name: 'Close the chat' }).click();
    expect(await faults()).toEqual([]);
  });
});
