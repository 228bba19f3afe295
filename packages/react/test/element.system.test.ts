import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { isMissing, launchBrowser } from '../../client/test/browsers.ts';
import { whatHides } from '../../client/test/harness/whole.ts';
import { HILLS } from '../../console/test/demo-files.ts';
import { findings, leavesOutAxe } from '../../console/test/page-checks.ts';
import { middleOf, Seat, scrolled } from '../../console/test/playground-page.ts';
import { type SignedIn, signIn } from '../../server/test/harness/client-api.ts';
import { ElementSite } from './element-site.ts';

describe.skipIf(isMissing)('<palaver-chat> on a page without React (needs a browser)', () => {
  let browser: Browser;
  let site: ElementSite;
  beforeAll(async () => {
    browser = await launchBrowser();
    site = await ElementSite.start(browser);
  });
  afterEach(async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
    expect(site.complaints.splice(0)).toEqual([]);
  });
  afterAll(async () => {
    await browser.close();
    await site.close();
  });

  const chatOf = (page: Page, id: string) => new Seat(page.locator(`palaver-chat#${id}`));
  /** Opens a page in which two users have an element each, and both show the same new thread. */
  async function openBoth() {
    const thread = await site.chats.group(...site.chats.people);
    await site.chats.people[0]?.say(thread, 'Hello');
    const page = await site.open(['user1', 'user2']);
    const [ann, ben] = [chatOf(page, 'user1'), chatOf(page, 'user2')];
    for (const chat of [ann, ben]) await chat.message('Hello');
    return { page, ann, ben, thread };
  }
  /** A computed style of an element. */
  const styleOf = (place: Locator, name: string) =>
    place.evaluate((one, property) => getComputedStyle(one).getPropertyValue(property), name);
  const openSockets = (page: Page) =>
    page.evaluate<number>('[...sockets].filter(({ readyState }) => readyState <= 1).length');

  test('two users chat on one page, under a policy without inline scripts and styles', async () => {
    const { ann, ben } = await openBoth();
    await ann.write('From Ann');
    await ben.message('From Ann');
    await ben.act('From Ann', 'React with 👍');
    await ann.place.getByRole('button', { name: /^👍/ }).waitFor();
    await ben.act('From Ann', 'Reply');
    await ben.write('From Ben');
    await ann.message('From Ben');
  });

  test('the page of the guide chats', async () => {
    const thread = await site.chats.group(...site.chats.people);
    const page = await site.openGuide();
    await page.getByRole('textbox', { name: 'Message' }).fill('From the guide');
    await page.keyboard.press('Enter');
    const read = async () => (await site.chats.people[1]?.messages(thread))?.map(({ body }) => body.text);
    await expect.poll(read).toContain('From the guide');
    for (const viewport of [
      { width: 390, height: 780 },
      { width: 1280, height: 800 },
    ]) {
      await page.setViewportSize(viewport);
      expect([viewport, await whatHides(page, 'palaver-chat')]).toEqual([viewport, []]);
      expect([viewport, await whatHides(page, 'main')]).toEqual([viewport, []]);
    }
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
  });

  test('the page of the guide says in words that there is no token', async () => {
    const page = await site.openGuide(async (opened) => {
      await opened.route('**/chat-token', (route) => route.fulfill({ status: 401 }));
    });
    await page.getByText('Please sign in.').waitFor();
    expect(await whatHides(page, 'palaver-chat')).toEqual([]);
  });

  test('styles do not cross the shadow tree; variables reach the chat from any element around it', async () => {
    const { page, ann } = await openBoth();
    const message = await ann.message('Hello');
    expect(await styleOf(message, 'display')).not.toBe('none');
    expect(await styleOf(message, 'color')).toBe('rgb(23, 26, 33)');
    expect(await styleOf(message, 'letter-spacing')).toBe('normal');
    expect(await styleOf(message, 'text-transform')).toBe('none');
    expect(await styleOf(message, 'text-align')).toBe('start');
    expect(await styleOf(ann.place.getByRole('button', { name: 'New chat' }), 'padding-top')).not.toBe(
      '60px',
    );
    // Variables that the page does not set keep our values, also if they depend on one that it sets.
    const accent = 'rgb(0, 128, 128)';
    const badge = ann.place.locator('.pv').first();
    expect(await styleOf(badge, '--pvi-accent')).toBe(accent);
    await page.evaluate(`document.documentElement.style.setProperty('--pv-text', 'rgb(1, 2, 3)')`);
    expect(await styleOf(message, 'color')).toBe('rgb(1, 2, 3)');
    // A class of ours on the page is the page's.
    expect(await styleOf(page.locator('#buy'), 'padding-top')).toBe('60px');
    expect(await styleOf(page.locator('#buy'), 'border-radius')).toBe('0px');
  });

  test('the keyboard walks through messages, and stays on one while others come', async () => {
    const { page, ann, ben } = await openBoth();
    await ann.write('Second');
    await ben.message('Second');
    await ann.message('Second');
    const { keyboard } = page;
    const focused = () => page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.textContent);
    await ann.place.getByRole('log').focus();
    await keyboard.press('ArrowUp');
    await expect.poll(focused).toContain('Second');
    await keyboard.press('ArrowUp');
    await expect.poll(focused).toContain('Hello');
    for (let count = 1; count <= 80; count += 1)
      await site.chats.people[2]?.say(await threadOf(ann), `More ${count}`);
    await ann.message('More 80');
    expect(await focused()).toContain('Hello');

    // The buttons of the message are next. Escape closes the menu and gives the focus back.
    const label = () =>
      page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.getAttribute('aria-label'));
    for (const name of ['React', 'Reply', 'More']) {
      await keyboard.press('Tab');
      await expect.poll(label).toBe(name);
    }
    await keyboard.press('Enter');
    await ann.place.getByRole('menu').waitFor();
    await expect.poll(label).toBe('React with 👍');
    await keyboard.press('Escape');
    await ann.place.getByRole('menu').waitFor({ state: 'detached' });
    await expect.poll(label).toBe('More');
  });

  test('the emoji picker types where the caret is; mentions know where it is moved', async () => {
    const { page, ann } = await openBoth();
    const { keyboard } = page;
    await ann.field.fill('ab @use');
    const suggestions = ann.place.getByRole('listbox', { name: 'Members to mention' });
    await suggestions.waitFor();
    await suggestions.getByRole('option').first().click();
    await suggestions.waitFor({ state: 'detached' });
    await keyboard.type('too');
    await ann.isWriting('ab @USER2 too');
    await ann.field.fill('ab @use');
    await suggestions.waitFor();
    for (let count = 0; count < 6; count += 1) await keyboard.press('ArrowLeft');
    await suggestions.waitFor({ state: 'detached' });
    await ann.click('Emoji');
    const picker = ann.place.getByRole('dialog', { name: 'Emoji' });
    await picker.getByRole('textbox').fill('sloth');
    await picker.getByRole('gridcell', { name: 'sloth', exact: true }).waitFor();
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await ann.isWriting('a🦥b @use');
    await ann.click('Emoji');
    await picker.getByRole('textbox').waitFor();
    await keyboard.press('Escape');
    await picker.waitFor({ state: 'detached' });
    // A press beside it closes it, and what was pressed has the focus.
    await ann.click('Emoji');
    await picker.waitFor();
    const other = chatOf(page, 'user2').field;
    await other.click();
    await picker.waitFor({ state: 'detached' });
    await keyboard.type('Here');
    expect(await other.inputValue()).toBe('Here');
  });

  test('Ctrl K searches in the chat with the focus, or else in the first; pictures open and close', async () => {
    const { page, ann, ben } = await openBoth();
    const { keyboard } = page;
    const dialogIn = ({ place }: Seat) => place.getByRole('dialog', { name: 'Search messages' });
    await ben.field.focus();
    await keyboard.press('Control+k');
    await dialogIn(ben).waitFor();
    expect(await dialogIn(ann).count()).toBe(0);
    await keyboard.press('Escape');
    await dialogIn(ben).waitFor({ state: 'detached' });
    await keyboard.type('Back');
    await ben.isWriting('Back');
    await page.locator('#buy').focus();
    await keyboard.press('Control+k');
    await dialogIn(ann).waitFor();
    expect(await dialogIn(ben).count()).toBe(0);
    await keyboard.press('Escape');

    await ann.pick('Photo or video', [HILLS]);
    await ann.click('Send');
    await ben.place.getByRole('link', { name: 'hills.png' }).click();
    const picture = ben.place.getByRole('dialog', { name: 'hills.png' });
    await picture.getByRole('img').waitFor();
    await keyboard.press('Escape');
    await picture.waitFor({ state: 'detached' });
  });

  test('the list keeps its place when messages come and when the element is moved', async () => {
    const { page, ann, thread } = await openBoth();
    for (let count = 1; count <= 60; count += 1) await site.chats.people[2]?.say(thread, `Line ${count}`);
    await ann.message('Line 60');
    const list = ann.place.getByRole('log');
    await list.hover();
    await scrolled(list, () => page.mouse.wheel(0, -700));
    const place = () => list.evaluate((one) => one.scrollTop);
    const [before, middle] = [await place(), await middleOf(list)];
    await site.chats.people[2]?.say(thread, 'News');
    await ann.place.getByRole('button', { name: /new/ }).waitFor();
    expect(await place()).toBe(before);
    await page.evaluate(`document.body.append(document.querySelector('palaver-chat'))`);
    expect(await middleOf(list)).toBe(middle);
    await site.chats.people[2]?.say(thread, 'More news');
    await ann.place.getByRole('button', { name: '2 new' }).waitFor();
    expect(await middleOf(list)).toBe(middle);
    expect(await page.evaluate('sockets.size')).toBe(2);
  });

  test.skipIf(leavesOutAxe)('axe finds no violations', async () => {
    const { page, ann } = await openBoth();
    // (A page has one chat. The styles of this page are not meant to be read.)
    await page.evaluate(`document.querySelector('#user2').remove()`);
    await page.evaluate(`document.styleSheets[0].disabled = true`);
    await ann.write('Look at https://example.com');
    await ann.act('Look at https://example.com', 'React with 👍');
    await ann.click('Members and settings');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await findings({ page })).toEqual([]);
    }
    await ann.click('New chat');
    expect(await findings({ page })).toEqual([]);
  });

  test('without the element there is no connection, and nothing waits; put back, it connects again', async () => {
    const { page, ann } = await openBoth();
    expect(await openSockets(page)).toBe(2);
    await page.evaluate(`window.removed = [...document.querySelectorAll('palaver-chat')];
      for (const one of removed) one.remove();`);
    await expect.poll(() => openSockets(page)).toBe(0);
    await expect.poll(() => page.evaluate('waiting.size')).toBe(0);
    await page.evaluate(`document.querySelector('main').append(removed[0])`);
    await ann.write('Again');
    await ann.message('Again');
    expect(await openSockets(page)).toBe(1);
  });

  test('attributes and properties can change: one thread, another language, look and client', async () => {
    const { page, ann, thread } = await openBoth();
    const other = await site.chats.group(...site.chats.people);
    await site.chats.people[1]?.say(other, 'In the other');
    const set = (what: string) => page.evaluate(`{ const chat = document.querySelector('#user1'); ${what} }`);
    await set(`chat.thread = ${JSON.stringify(thread)}`);
    await ann.place.getByRole('button', { name: 'New chat' }).waitFor({ state: 'detached' });
    await ann.message('Hello');
    for (const name of ['Back to the chats', 'Search in this chat'])
      expect(await ann.place.getByRole('button', { name }).count()).toBe(0);
    await set(
      `chat.setAttribute('language', 'de-AT'); chat.setAttribute('theme', 'dark'); chat.density = 'compact'`,
    );
    await ann.place.getByPlaceholder('Nachricht schreiben').waitFor();
    const message = await ann.message('Hello');
    expect(await styleOf(message, 'color-scheme')).toBe('dark');
    expect(await styleOf(message, 'font-size')).toBe('14px');
    await set(`chat.thread = ${JSON.stringify(other)}; chat.language = 'nl'`);
    await ann.message('In the other');
    await ann.field.waitFor();
    await set(`chat.thread = '999999'`);
    await ann.sees('This chat is no longer there.');

    await page.locator('#buy').focus();
    await set(`chat.thread = ${JSON.stringify(thread)}; chat.focus()`);
    await expect.poll(() => ann.field.evaluate((one) => one.matches(':focus'))).toBe(true);

    // A client of the page takes the place of the element's own connection, and outlasts the element.
    await set(`chat.thread = null; window.given = import('/palaver-chat/element.js').then(({ connect }) => {
      chat.client = connect({ url: chat.url, tokenProvider: chat.tokenProvider });
      return chat.client.ready().then(() => chat.client);
    })`);
    await page.evaluate('given.then(() => {})');
    await ann.message('In the other');
    await expect.poll(() => openSockets(page)).toBe(2);
    await set('chat.remove()');
    await expect.poll(() => page.evaluate('document.querySelector("#user1")')).toBe(null);
    await site.chats.people[1]?.say(other, 'Still there');
    await expect
      .poll(() => page.evaluate(`given.then((one) => one.threads.getSnapshot()[0].last_message.body.text)`))
      .toBe('Still there');
    await page.evaluate(`document.querySelector('#user2').tokenProvider = null`);
    await expect.poll(() => openSockets(page)).toBe(1);
  });

  test('the page shows its own kinds of messages, in its own styles; its faults concern one message', async () => {
    const { page, ann, thread } = await openBoth();
    await page.evaluate(`document.querySelector('#user1').renderers = { order: ({ payload, message }) => {
      const shown = document.createElement('button');
      shown.className = 'order';
      shown.textContent = 'Order ' + JSON.parse(payload).number + ' ' + message.reactions.length;
      return shown;
    } }`);
    const order = (payload: string) =>
      site.chats.people[1]?.say(thread, {
        body: { text: '', metadata: [{ type: 'custom_defined', custom_name: 'order', payload }] },
      });
    await order('{"number":4711}');
    const shown = ann.place.getByRole('button', { name: /^order 4711/i });
    await shown.waitFor();
    expect(await styleOf(shown, 'background-color')).toBe('rgb(255, 255, 0)');
    expect(await shown.textContent()).toBe('Order 4711 0');
    const last = (await site.chats.people[1]?.thread(thread))?.last_seq ?? 0;
    await site.chats.people[1]?.ok(
      'PUT',
      `/client/v1.0/threads/${thread}/messages/${last}/reactions/${encodeURIComponent('👍')}`,
    );
    await expect.poll(() => shown.textContent()).toBe('Order 4711 1');
    await order('null');
    await ann.sees('Something went wrong here.');
    expect(site.complaints.splice(0)).not.toEqual([]);
    await ann.write('Still here');
    await ann.message('Still here');
  });

  test('when another user has signed in, the chat ends, the page learns of it, and connects as the new user', async () => {
    const { people, server } = site.chats;
    const [, ben, ann] = people as [SignedIn, SignedIn, SignedIn];
    const thread = await site.chats.group(ann, ben);
    await ben.say(thread, 'Hello');
    const page = await site.open(['user3']);
    const chat = chatOf(page, 'user3');
    await chat.message('Hello');
    await page.evaluate(`{
      const chat = document.querySelector('#user3');
      const tokenProvider = async () => (await fetch('/chat-token?user=user2', { method: 'POST' })).text();
      chat.addEventListener('signedout', ({ detail }) => { window.signedOut = detail.code; });
      window.goOn = () => { chat.tokenProvider = null; chat.tokenProvider = tokenProvider; };
      chat.tokenProvider = tokenProvider;
    }`);
    await chat.field.fill('Half a sen');
    await server.ok('DELETE', `/user/v1.0/user/${ann.userId}/tokens`);
    people[2] = await signIn(server, ann.userId);
    await chat.sees('Signed out: Another user has signed in.');
    await chat.sees('This chat has ended: you can read, and not write.');
    expect(await page.evaluate('signedOut')).toBe('user_changed');
    expect(await chat.field.count()).toBe(0);
    expect(await openSockets(page)).toBe(0);

    await page.evaluate('goOn()');
    await chat.field.waitFor();
    // The other user's unsent text is not there.
    expect(await chat.field.inputValue()).toBe('');
    await chat.write('It is me');
    const last = async () => (await ben.messages(thread, 'after_seq=1')).at(-1);
    await expect.poll(last).toMatchObject({ body: { text: 'It is me' }, sender: { user_id: 'user2' } });
  });

  /** The id of the thread that is open. */
  async function threadOf({ place }: Seat): Promise<string> {
    await place.waitFor();
    return (await site.chats.people[0]?.threads())?.[0]?.id ?? '';
  }
});
