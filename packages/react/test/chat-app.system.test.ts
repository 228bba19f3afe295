import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isMissing, launchBrowser } from '../../client/test/browsers.ts';
import { type ChatServer, startChatServer } from '../../client/test/chat-server.ts';
import { HILLS } from '../../console/test/demo-files.ts';
import type { SignedIn } from '../../server/test/harness/client-api.ts';
import { chatPage, Site } from './site.ts';

describe.skipIf(isMissing)('a chat in a page (needs a browser)', () => {
  let chats: ChatServer;
  let site: Site;
  let browser: Browser;
  let [ann, ben]: SignedIn[] = [];
  beforeAll(async () => {
    [chats, browser] = await Promise.all([startChatServer(2), launchBrowser()]);
    const elsewhere = chats.url.replace('127.0.0.1', 'localhost');
    const pages = {
      app: { text: chatPage(chats.url, 'hasSound') },
      elsewhere: { text: chatPage(elsewhere) },
    };
    site = await Site.start({ pages, chats, browser });
    [ann, ben] = chats.people;
  });
  afterAll(async () => {
    await browser.close();
    site.close();
    await chats.close();
  });

  /** Two threads of Ann and Ben; the latest one is open. */
  async function twoThreads() {
    const [other, latest] = [await chats.group(...chats.people), await chats.group(...chats.people)];
    await ben?.say(latest, 'The latest');
    return { other, latest };
  }

  test('the title of the page counts unread messages', async () => {
    const { other } = await twoThreads();
    const page = await site.open('app', 0);
    await page.getByRole('log').getByText('The latest').waitFor();
    await ben?.say(other, 'Elsewhere');
    await expect.poll(() => page.title()).toBe('(1) Chat');
    await ben?.say(other, 'And again');
    await expect.poll(() => page.title()).toBe('(2) Chat');
    await page.getByRole('button', { name: /And again/ }).click();
    await expect.poll(() => page.title()).toBe('Chat');
    await page.close();
  });

  test('a click opens the chat that was pressed, whatever moves up in the list meanwhile', async () => {
    const { other, latest } = await twoThreads();
    const page = await site.open('app', 0);
    await page.getByRole('log').getByText('The latest').waitFor();
    await ben?.say(other, 'Pressed');
    const pressed = page.getByRole('button', { name: /Pressed/ });
    await pressed.hover();
    await page.mouse.down();
    await ben?.say(latest, 'Moves up');
    await page.getByRole('log').getByText('Moves up').waitFor();
    await page.mouse.up();
    await page.getByRole('log').getByText('Pressed').waitFor();
    const entries = page.getByRole('list', { name: 'Chats' }).getByRole('button');
    await expect.poll(() => entries.first().textContent()).toContain('Moves up');
    await page.close();
  });

  test('a message in another chat makes a sound, one in sight does not', async () => {
    const { other, latest } = await twoThreads();
    const page = await site.open('app', 0);
    // (The test cannot hear the loudspeakers: it counts the notes that are played.)
    await page.evaluate(`
      window.notes = 0;
      const { start } = OscillatorNode.prototype;
      OscillatorNode.prototype.start = function (...when) { window.notes += 1; start.apply(this, when); };`);
    const notes = () => page.evaluate<number>('window.notes');
    await page.getByRole('log').getByText('The latest').click();
    await ben?.say(latest, 'In sight');
    await page.getByRole('log').getByText('In sight').waitFor();
    await ann?.say(other, 'My own, from another device');
    await ben?.say(other, 'Elsewhere');
    await expect.poll(notes).toBe(2);
    await ben?.say(other, 'And again');
    await expect.poll(notes).toBe(4);
    await page.close();
  });

  test('what the browser cannot show leaves its name in its place, until the next connection', async () => {
    const thread = await chats.group(...chats.people);
    const source_url = `${chats.url}/nothing-here.png`;
    const size = { width: 560, height: 320, size: 1 };
    const address = { source_url, source_thumb_url: source_url };
    const video = { type: 'video', name: 'Sunrise', ...size, ...address };
    await ben?.say(thread, { body: { text: '', metadata: [video] } });
    await ben?.say(thread, {
      body: { text: '', metadata: [{ type: 'image', name: 'Hills', ...size, ...address }] },
    });
    const context = await browser.newContext();
    let isThere = false;
    await context.route('**/nothing-here.png', (route) =>
      isThere ? route.fulfill({ contentType: HILLS.mimeType, body: HILLS.buffer }) : route.continue(),
    );
    const page = await site.open('app', 0, '', context);
    const list = page.getByRole('log');
    const place = list.locator('.pv-broken').filter({ hasText: 'Hills' });
    await place.waitFor();
    expect(await place.boundingBox()).toMatchObject({ width: 280, height: 160 });
    expect(await list.getByRole('link', { name: 'Hills' }).getAttribute('href')).toBe(source_url);
    const film = list.getByRole('link', { name: /^Sunrise/ });
    await list.locator('video').evaluate((one: HTMLVideoElement) => one.play().catch(() => {}));
    await film.waitFor();
    expect(await film.getAttribute('href')).toBe(source_url);
    isThere = true;
    await page.evaluate('chat.disconnect()');
    expect(await place.count()).toBe(1);
    await page.evaluate('chat.reconnect()');
    await list.getByRole('img', { name: 'Hills' }).waitFor();
    expect(await place.count()).toBe(0);
    await context.close();
  });

  test('a link has the preview that was sent with it, under its own host', async () => {
    const thread = await chats.group(...chats.people);
    const url = 'https://bank.example@news.example.com/a';
    const image_url = 'https://cdn.example.com/a.png';
    const preview = { url, title: 'A headline', description: 'More of it', image_url };
    const send = (link_preview: unknown) =>
      ben?.say(thread, { body: { text: 'Read this', metadata: [{ type: 'text', link_preview }] } });
    for (const wrong of ['javascript:alert(1)', 'mailto:a@b.example', 'not an address', 7])
      await send({ ...preview, url: wrong });
    for (const wrong of [null, 'text', [], { ...preview, title: '' }, { ...preview, title: {} }])
      await send(wrong);
    await send({ ...preview, title: 'Evil picture', image_url: 'data:image/svg+xml,<svg/>' });
    await send(preview);
    const context = await browser.newContext();
    await context.route('https://cdn.example.com/**', (route) =>
      route.fulfill({ contentType: HILLS.mimeType, body: HILLS.buffer }),
    );
    const page = await site.open('app', 0, '', context);
    const list = page.getByRole('log');
    const card = list.getByRole('link', { name: 'A headline' });
    await card.waitFor();
    expect(await card.getAttribute('href')).toBe(url);
    expect(await card.textContent()).toBe('news.example.comA headlineMore of it');
    const picture = card.locator('img');
    await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
    expect(await list.getByRole('link', { name: 'Evil picture' }).locator('img').count()).toBe(0);
    expect(await list.locator('.pv-link-preview').count()).toBe(2);
    await context.close();
  });

  test('who types on a message types into the field', async () => {
    const { latest } = await twoThreads();
    await ben?.say(latest, 'Select me');
    const page = await site.open('app', 0);
    await page.getByRole('log').getByText('Select me').click();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.type('typed there');
    expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('typed there');
    await page.close();
  });

  test('keys of an input method are not taken for commands', async () => {
    const { latest } = await twoThreads();
    chats.server.runIndexer();
    const page = await site.open('app', 0);
    await page.getByRole('log').getByText('The latest').waitFor();
    /** Safari has already ended the composition when it reports the key. Returns whether the key has had no effect of ours. */
    const confirm = (place: Locator, key: string) =>
      place.evaluate((field, pressed) => {
        const common = { bubbles: true, cancelable: true, composed: true };
        return field.dispatchEvent(new KeyboardEvent('keydown', { key: pressed, keyCode: 229, ...common }));
      }, key);
    const pressAll = async (place: Locator) => {
      for (const key of ['ArrowDown', 'ArrowUp', 'Tab', 'Enter', 'Escape'])
        expect(await confirm(place, key)).toBe(true);
    };
    const field = page.getByRole('textbox', { name: 'Message' });
    await field.fill('日本');
    await pressAll(field);
    expect(await field.inputValue()).toBe('日本');
    await field.fill('@use');
    const suggestions = page.getByRole('listbox', { name: 'Members to mention' });
    await suggestions.waitFor();
    await pressAll(field);
    expect(await suggestions.count()).toBe(1);
    expect(await field.inputValue()).toBe('@use');

    await page.getByRole('button', { name: 'Emoji', exact: true }).click();
    const picker = page.getByRole('dialog', { name: 'Emoji' });
    const emoji = picker.getByRole('textbox');
    await emoji.fill('sloth');
    await picker.getByRole('gridcell', { name: 'sloth', exact: true }).waitFor();
    await pressAll(emoji);
    expect(await emoji.evaluate((one) => one.matches(':focus'))).toBe(true);
    await emoji.press('Escape');

    await page.keyboard.press('Control+k');
    const dialog = page.getByRole('dialog', { name: 'Search messages' });
    await dialog.getByRole('combobox').fill('latest');
    await dialog.getByRole('listbox', { name: 'Messages found' }).getByRole('option').first().waitFor();
    await pressAll(dialog.getByRole('combobox'));
    expect(await dialog.count()).toBe(1);
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Members and settings' }).click();
    const details = page.getByRole('complementary', { name: 'Members and settings' });
    await pressAll(details.getByRole('combobox').first());
    expect(await details.count()).toBe(1);
    // The key after it is the user's.
    await field.fill('日本');
    await field.press('Enter');
    await page.getByRole('log').getByText('日本').waitFor();
    const stored = async () => (await ben?.messages(latest, 'after_seq=1'))?.map(({ body }) => body.text);
    await expect.poll(stored).toEqual(['The latest', '日本']);
    await page.close();
  });

  test('a mention and an emoji that were inserted can be undone, and done again', async () => {
    await twoThreads();
    const page = await site.open('app', 0);
    const field = page.getByRole('textbox', { name: 'Message' });
    await field.waitFor();
    await field.click();
    await page.keyboard.type('Hello @use');
    await page.getByRole('listbox', { name: 'Members to mention' }).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => field.inputValue()).toBe('Hello @USER2 ');
    await page.getByRole('button', { name: 'Emoji', exact: true }).click();
    const picker = page.getByRole('dialog', { name: 'Emoji' });
    await picker.getByRole('textbox').fill('sloth');
    await picker.getByRole('gridcell', { name: 'sloth', exact: true }).click();
    await expect.poll(() => field.inputValue()).toBe('Hello @USER2 🦥');
    await page.keyboard.press('Control+z');
    await expect.poll(() => field.inputValue()).toBe('Hello @USER2 ');
    await page.keyboard.press('Control+z');
    await expect.poll(() => field.inputValue()).toBe('Hello @use');
    await page.keyboard.press('Control+Shift+z');
    await expect.poll(() => field.inputValue()).toBe('Hello @USER2 ');
    // The page knows it, too.
    await page.keyboard.type('and you');
    await page.keyboard.press('Enter');
    await page.getByRole('log').getByText('Hello @USER2 and you').waitFor();
    await page.close();
  });

  test('the day turns at midnight in a chat that is open', async () => {
    await twoThreads();
    const context = await browser.newContext();
    await context.clock.install({ time: new Date().setHours(23, 59, 30, 0) });
    const page = await site.open('app', 0, '', context);
    const today = page.getByRole('log').getByText('Today', { exact: true });
    await today.waitFor();
    const time = page.locator('.pv-chat-time').first();
    const day = await page.evaluate(
      `new Date().toLocaleDateString(navigator.language, { day: 'numeric', month: 'short' })`,
    );
    expect(await time.textContent()).toMatch(/\d:\d\d/);
    expect(await time.textContent()).not.toBe(day);
    await context.clock.fastForward(30_000);
    await expect.poll(() => time.textContent()).toBe(day);
    expect(await today.count()).toBe(0);
    await context.close();
  });

  test('the field grows with its lines, up to a part of the page', async () => {
    await twoThreads();
    const page = await site.open('app', 0);
    const field = page.getByRole('textbox', { name: 'Message' });
    const height = async () => (await field.boundingBox())?.height ?? 0;
    await field.waitFor();
    const one = await height();
    await field.fill('1\n2\n3');
    expect(await height()).toBeGreaterThan(2 * one - 10);
    await field.fill('line\n'.repeat(100));
    expect(await height()).toBeLessThan(250);
    await field.fill('');
    expect(await height()).toBe(one);
    await page.close();
  });

  test('what is not sent, and what was searched for, is kept for each server apart', async () => {
    const { latest } = await twoThreads();
    await ben?.say(latest, 'A needle');
    chats.server.runIndexer();
    const context = await browser.newContext();
    const open = async (path: 'app' | 'elsewhere') => {
      const page = await site.open(path, 0, '', context);
      await page.getByRole('log').getByText('A needle').waitFor();
      return { page, field: page.getByRole('textbox', { name: 'Message' }) };
    };
    const search = async (page: Page) => {
      await page.keyboard.press('Control+k');
      const dialog = page.getByRole('dialog');
      await dialog.waitFor();
      return dialog;
    };
    const recent = (dialog: Locator) => dialog.getByRole('listbox', { name: 'Recent searches' });
    const { page, field } = await open('app');
    await field.fill('for later');
    const dialog = await search(page);
    await dialog.getByRole('combobox').fill('needle');
    await dialog.getByRole('listbox', { name: 'Messages found' }).getByRole('option').click();
    await dialog.waitFor({ state: 'detached' });
    await page.close();
    // (The address is all that a page knows of a server: the same server at another address is another one.)
    const other = await open('elsewhere');
    expect(await other.field.inputValue()).toBe('');
    expect(await recent(await search(other.page)).count()).toBe(0);
    await other.page.close();
    const again = await open('app');
    expect(await again.field.inputValue()).toBe('for later');
    expect(
      await recent(await search(again.page))
        .getByRole('option')
        .allInnerTexts(),
    ).toEqual(['needle']);
    await context.close();
  });

  test('the user chooses which messages of a thread notify them', async () => {
    const { latest } = await twoThreads();
    const choice = () => ann?.ok('GET', `/client/v1.0/threads/${latest}/notifications`);
    const page = await site.open('app', 0);
    await page.getByRole('button', { name: 'Members and settings' }).click();
    const level = page.getByRole('combobox', { name: 'Notify me of' });
    expect(await level.inputValue()).toBe('default');
    await level.selectOption('Mentions and replies');
    await expect.poll(choice).toEqual({ level: 'mentions', muted_until: null });
    await page.getByRole('button', { name: 'Nothing for an hour' }).click();
    await page.getByText(/^Nothing until/).waitFor();
    // A pause goes on when the level changes, and a change outlasts the page.
    await level.selectOption('Nothing');
    await expect.poll(choice).toEqual({ level: 'none', muted_until: expect.any(Number) });
    await page.reload();
    await page.getByRole('button', { name: 'Members and settings' }).click();
    await page.getByRole('button', { name: 'Notify me again' }).click();
    await expect.poll(choice).toEqual({ level: 'none', muted_until: null });
    expect(await level.inputValue()).toBe('none');
    await page.close();
  });

  test('before the first connection, outlines stand for the chats', async () => {
    await twoThreads();
    const held = Promise.withResolvers<void>();
    const context = await browser.newContext();
    await context.route('**/chat-token', (route) => held.promise.then(() => route.continue()));
    const page = await site.open('app', 0, '', context);
    await page.getByRole('status').getByText('Loading …').waitFor({ state: 'attached' });
    expect(await page.getByText('No chats yet.').count()).toBe(0);
    held.resolve();
    await page.getByRole('list', { name: 'Chats' }).waitFor();
    await page.getByRole('log').getByText('The latest').waitFor();
    expect(await page.locator('.pv-skeleton').count()).toBe(0);
    await context.close();
  });
});
