import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BROWSER, isMissing, launchBrowser } from '../../client/test/browsers.ts';
import { type ChatServer, startChatServer } from '../../client/test/chat-server.ts';
import { HILLS } from '../../console/test/demo-files.ts';
import type { SignedIn } from '../../server/test/harness/client-api.ts';
import { en } from '../src/texts/en.ts';
import { languageOf } from '../src/texts/language.ts';
import { chatPage, Site } from './site.ts';

/** More than a page of messages. */
const LINES = 60;

describe.skipIf(isMissing)('a long thread (needs a browser)', () => {
  let chats: ChatServer;
  let site: Site;
  let browser: Browser;
  let [ann, ben]: SignedIn[] = [];
  let thread: string;
  let page: Page;
  let list: Locator;
  beforeAll(async () => {
    [chats, browser] = await Promise.all([startChatServer(2), launchBrowser()]);
    site = await Site.start({ pages: { app: { text: chatPage(chats.url) } }, chats, browser });
    [ann, ben] = chats.people;
    thread = await chats.group(...chats.people);
  });
  afterAll(async () => {
    await browser.close();
    site.close();
    await chats.close();
  });

  /** Ben writes more than a page of messages, after `first`. Resolves to its number. */
  async function talk(name: string, first: string | object = 'Well', where = thread) {
    const said = await ben?.say(where, first);
    for (let line = 1; line <= LINES; line += 1) await ben?.say(where, `${name} ${line}`);
    return said?.seq ?? 0;
  }
  /** Ann opens the thread, whose last message is this. */
  async function show(last: string) {
    page = await site.open('app', 0);
    list = page.getByRole('log');
    await list.getByText(last, { exact: true }).waitFor();
  }
  /** That this message is in the middle of the list, and marked for a moment. */
  async function isFound(text: string) {
    const message = list.getByRole('article').filter({ hasText: text }).first();
    await message.and(page.locator('[data-found="true"]')).waitFor();
    const [box, around] = [await message.boundingBox(), await list.boundingBox()];
    expect(box?.y).toBeGreaterThan(around?.y ?? 0);
    expect(box?.y).toBeLessThan((around?.y ?? 0) + (around?.height ?? 0));
  }

  test('a press on a quote leads to its message, which is not loaded yet', async () => {
    const seq = await talk('Talk', 'The question');
    await ann?.say(thread, { body: { text: 'The answer' }, reply_to: seq });
    await show('The answer');
    await list.locator('.pv-quote').click();
    await isFound('The question');
    await page.close();
  });

  test('after a jump, the user sees what they send: the latest messages come with it', async () => {
    const group = await chats.group(...chats.people);
    const seq = await talk('Below', 'Far above', group);
    // Then the messages around the first one and the latest ones have none in common.
    await talk('Further below', 'Well', group);
    await ann?.say(group, { body: { text: 'About it' }, reply_to: seq });
    await show('About it');
    const field = page.getByRole('textbox', { name: 'Message' });
    const isInSight = async (text: string) => {
      const message = list.getByRole('article').filter({ hasText: text }).first();
      const gap = async () => {
        const [box, around] = [await message.boundingBox(), await list.boundingBox()];
        if (box === null || around === null) return 'not there';
        return box.y > around.y && box.y + box.height <= around.y + around.height ? 'in sight' : box.y;
      };
      await expect.poll(gap).toBe('in sight');
    };
    const jump = async () => {
      await list.locator('.pv-quote').last().click();
      // (The quote has the same words.)
      await isFound('Far above');
    };
    await jump();
    await field.fill('Written above');
    await field.press('Enter');
    await isInSight('Written above');
    await jump();
    await page.getByRole('button', { name: 'Attach' }).click();
    const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Notes') };
    await page.locator('input[type=file]').last().setInputFiles(notes);
    await field.press('Enter');
    await isInSight('notes.txt');
    // Later messages do not take them away from where they go next.
    await jump();
    await ben?.say(group, 'News');
    await page.getByRole('button', { name: /new/ }).waitFor();
    await isInSight('Far above');
    await page.close();
  });

  test('a press on the pin leads to its message', async () => {
    const seq = await talk('More', 'Pinned words');
    await chats.server.ok('PUT', `/open-api/v1.0/chat/threads/${thread}/messages/${seq}/pin`);
    await show(`More ${LINES}`);
    await page.getByRole('button', { name: /Pinned words/ }).click();
    await isFound('Pinned words');
    await page.close();
  });

  test('a button leads to the new messages that mention the user, one after the other', async () => {
    await ann?.say(thread, 'All read');
    const about = (text: string) => ben?.say(thread, { body: { text }, mentions: [ann?.extUserId] });
    await about('First for you');
    for (let line = 1; line <= 15; line += 1) await ben?.say(thread, `Between ${line}`);
    await about('Second for you');
    for (let line = 1; line <= 30; line += 1) await ben?.say(thread, `After ${line}`);
    await show('After 30');
    await page.getByRole('button', { name: '2 mentions of you' }).click();
    await isFound('First for you');
    await page.getByRole('button', { name: '1 mention of you' }).click();
    await isFound('Second for you');
    await page.getByRole('button', { name: /mentions? of you/ }).waitFor({ state: 'detached' });
    await page.close();
  });

  test('a press right after a scroll leaves the messages where they are', async () => {
    await talk('Pressed');
    await show(`Pressed ${LINES}`);
    const message = list.getByRole('article').last();
    await message.hover();
    await message.getByRole('button', { name: 'Reply' }).waitFor();
    // (Within one task, so that the event of the scroll is still to come.)
    const moved = await message.evaluate(async (pressed) => {
      const scrolled = pressed.closest('.pv-message-list');
      if (scrolled === null) throw new Error('The message is in no list');
      scrolled.scrollTop -= 100;
      const before = pressed.getBoundingClientRect().top;
      pressed.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, buttons: 1 }));
      pressed.querySelector<HTMLElement>('[aria-label="Reply"]')?.click();
      await Promise.resolve();
      return pressed.getBoundingClientRect().top - before;
    });
    expect(moved).toBe(0);
    await page.getByText(/^Reply to /).waitFor();
    await page.close();
  });

  test('a message out of sight is not read; a label says the day of those in sight', async () => {
    await talk('Some');
    await show(`Some ${LINES}`);
    const readSeq = async () => (await ann?.thread(thread))?.me.read_seq;
    await expect.poll(readSeq).toBe((await ann?.thread(thread))?.last_seq);
    await list.focus();
    await page.keyboard.press('PageUp');
    await page.getByRole('button', { name: 'Latest' }).waitFor();
    expect(await page.locator('.pv-top-day').textContent()).toBe('Today');
    const before = await readSeq();
    const said = await ben?.say(thread, 'Not seen yet');
    await page.getByRole('button', { name: '1 new' }).waitFor();
    expect(await readSeq()).toBe(before);
    await page.getByRole('button', { name: '1 new' }).click();
    await expect.poll(readSeq).toBe(said?.seq);
    await page.close();
  });

  test('the label over the list says the day of the first message in sight', async () => {
    const first = await talk('Yesterday');
    await chats.server.database.sql(
      `update messages set created_at = created_at - interval '1 day' where thread_id = ${thread} and seq <= ${first + LINES}`,
    );
    await talk('Today', 'A new day');
    await show(`Today ${LINES}`);
    const day = page.locator('.pv-top-day');
    const goTo = async (text: string) => {
      await list.focus();
      await expect
        .poll(async () => {
          await page.keyboard.press('PageUp');
          return list.getByText(text, { exact: true }).isVisible();
        })
        .toBe(true);
    };
    await goTo('Today 30');
    expect(await day.textContent()).toBe('Today');
    await goTo('Yesterday 30');
    await expect.poll(() => day.textContent()).toBe(languageOf(en).dayOf(Date.now() - 86_400_000));
    await page.close();
  });

  // (Playwright has no phones with Firefox.)
  test.skipIf(BROWSER === 'firefox')('a tap on a message shows what can be done with it', async () => {
    await ben?.say(thread, 'Tap me');
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    const context = await browser.newContext(phone);
    page = await site.open('app', 0, '', context);
    const message = page.getByRole('article').filter({ hasText: 'Tap me' });
    await message.waitFor();
    expect(await message.getByRole('toolbar').count()).toBe(0);
    await message.getByText('Tap me').tap();
    await message.getByRole('button', { name: 'More' }).tap();
    await page.getByRole('menuitem', { name: 'Reply' }).tap();
    await page.getByText('Reply to USER2').waitFor();
    await context.close();
  });

  test('a line precedes what came while the user was away, and goes with what they write', async () => {
    const line = () => list.locator('[data-new="true"]');
    const setVisible = (state: 'visible' | 'hidden') =>
      page.evaluate(`
        Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));`);
    const rows = () => list.locator('[data-new="true"], article').allInnerTexts();
    const precedes = async (text: string) => {
      await list.getByText(text, { exact: true }).waitFor();
      const shown = await rows();
      expect(shown[shown.findIndex((one) => one.includes(text)) - 1]).toBe('New');
      expect(await line().count()).toBe(1);
    };
    await talk('Line');
    await show(`Line ${LINES}`);
    await expect.poll(async () => (await ann?.thread(thread))?.unread_count).toBe(0);
    const write = async (text: string) => {
      await page.getByRole('textbox', { name: 'Message' }).fill(text);
      await page.keyboard.press('Enter');
      await list.getByText(text).waitFor();
      await expect.poll(() => line().count()).toBe(0);
    };
    await write('Read by now');
    await ben?.say(thread, 'Before her eyes');
    await list.getByText('Before her eyes').waitFor();
    expect(await line().count()).toBe(0);
    await setVisible('hidden');
    await ben?.say(thread, 'While hidden');
    await precedes('While hidden');
    await setVisible('visible');
    await ben?.say(thread, 'Seen at once');
    await precedes('While hidden');
    // Scrolling up keeps the line, because that is where the user wants to read.
    await list.focus();
    await page.keyboard.press('PageUp');
    await page.getByRole('button', { name: 'Latest' }).waitFor();
    await ben?.say(thread, 'Out of sight');
    await page.getByRole('button', { name: '1 new' }).click();
    await precedes('While hidden');
    await write('An answer');
    await list.focus();
    await page.keyboard.press('PageUp');
    await page.getByRole('button', { name: 'Latest' }).waitFor();
    await ben?.say(thread, 'After the answer');
    await page.getByRole('button', { name: '1 new' }).click();
    await precedes('After the answer');
    await page.close();
  });

  test('the actions of a message cover no other message', async () => {
    await show('After the answer');
    const message = list.getByRole('article').last();
    await message.hover();
    const actions = await message.getByRole('toolbar').boundingBox();
    const own = await message.locator('.pv-bubble').boundingBox();
    if (actions === null || own === null) throw new Error('The actions are not visible');
    // The two touch, and a browser rounds the sum of a place and a width otherwise than the next place.
    const rounding = 0.01;
    expect(actions.x).toBeGreaterThan(own.x + own.width - rounding);
    const boxes = await list.locator('.pv-bubble').evaluateAll((all) =>
      all.map((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        return { left, right, top, bottom };
      }),
    );
    const [x, y] = [actions.x + rounding, actions.y];
    const { width, height } = actions;
    const covered = boxes.filter(
      ({ left, right, top, bottom }) => left < x + width && right > x && top < y + height && bottom > y,
    );
    expect(covered).toEqual([]);
    await page.close();
  });

  test('the chat list has a part of the width that there is', async () => {
    await show('After the answer');
    const widthAt = async (width: number) => {
      await page.setViewportSize({ width, height: 700 });
      return (await page.locator('.pv-sidebar').boundingBox())?.width;
    };
    expect(await widthAt(700)).toBe(252);
    expect(await widthAt(800)).toBe(288);
    expect(await widthAt(3_000)).toBe(360);
    await page.close();
  });

  test('messages in sight stay where they are when the text grows, and when pictures above them load', async () => {
    const picture = 'https://cdn.example.com/hills.png';
    const size = { width: 560, height: 320, size: 1 };
    const image = { type: 'image', name: 'Hills', ...size, source_url: picture, source_thumb_url: picture };
    await talk('Grown');
    for (let count = 1; count <= 3; count += 1) {
      await ben?.say(thread, { body: { text: '', metadata: [image] } });
      for (let line = 1; line <= 4; line += 1) await ben?.say(thread, `Below ${count}.${line}`);
    }
    const context = await browser.newContext();
    const held = Promise.withResolvers<void>();
    await context.route(picture, async (route) => {
      await held.promise;
      await route.fulfill({ contentType: HILLS.mimeType, body: HILLS.buffer });
    });
    page = await site.open('app', 0, '', context);
    list = page.getByRole('log');
    await list.getByText('Below 3.4').waitFor();
    await list.focus();
    await page.keyboard.press('PageUp');
    await page.getByRole('button', { name: 'Latest' }).waitFor();
    // (Browsers scroll for a while.)
    await list.evaluate(async (one) => {
      let [top, still] = [Number.NaN, 0];
      while (still < 20) {
        still = one.scrollTop === top ? still + 1 : 0;
        top = one.scrollTop;
        await new Promise(requestAnimationFrame);
      }
    });
    // The first row that is wholly in sight keeps its place, whatever is above it.
    const first = await list.evaluateHandle((one) =>
      [...one.querySelectorAll('.pv-rows > *')].find(
        (row) => row.getBoundingClientRect().top >= one.getBoundingClientRect().top,
      ),
    );
    // (From the top of the list, since the header above it grows, too.)
    const look = () =>
      list.evaluate(async (one, row) => {
        for (let frames = 0; frames < 20; frames += 1) await new Promise(requestAnimationFrame);
        if (row?.isConnected !== true) throw new Error('The row is no longer in the list');
        return {
          top: row.getBoundingClientRect().top - one.getBoundingClientRect().top,
          height: one.scrollHeight,
        };
      }, first);
    const before = await look();
    held.resolve();
    const hills = list.getByRole('img', { name: 'Hills' }).first();
    await expect.poll(() => hills.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
    const loaded = await look();
    expect(Math.abs(loaded.top - before.top)).toBeLessThan(2);
    await page.addStyleTag({ content: '.pv { --pv-size: 21px !important }' });
    const grown = await look();
    expect(grown.height).toBeGreaterThan(before.height + 100);
    expect(Math.abs(grown.top - before.top)).toBeLessThan(2);
    await context.close();
  });
});
