import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isMissing } from '../../client/test/browsers.ts';
import { MESSAGES, memberUrl } from '../../server/test/harness/api.ts';
import { myMessageUrl, type SignedIn, signIn } from '../../server/test/harness/client-api.ts';
import { findings, leavesOutAxe } from './page-checks.ts';
import type { PlaygroundPage, Seat } from './playground-page.ts';
import { PlaygroundWorld } from './playground-world.ts';

const PHONE = { viewport: { width: 375, height: 700 } };

describe.skipIf(isMissing)('search (needs a browser)', () => {
  let world: PlaygroundWorld;
  let stopIndexer: () => Promise<void>;
  let ann: SignedIn;
  let cleo: SignedIn;
  let group: string;
  let other: string;
  beforeAll(async () => {
    world = await PlaygroundWorld.start();
    const { server } = world;
    stopIndexer = server.runIndexer();
    for (const [id, name] of [
      ['ann', 'Ann'],
      ['ben', 'Ben'],
      ['cleo', 'Cleo'],
    ])
      await server.ok('PUT', `/user/v1.0/user/${id}`, { body: { display_name: name } });
    [ann, cleo] = [await signIn(server, 'ann'), await signIn(server, 'cleo')];
    [group, other] = [await groupOf('Ăn trưa'), await groupOf('Garden')];
    await cleo.say(group, 'Hẹn gặp ở quán Phở Thìn nhé! 🍜');
    await cleo.say(
      group,
      `${'Nothing of note. '.repeat(40)}The needle is here. ${'More of that. '.repeat(40)}`,
    );
    for (let line = 1; line <= 150; line += 1) await cleo.say(group, `Line ${line}`);
    await cleo.say(other, 'مرحبا بكم في الحديقة');
    await send(other, {
      text: '',
      metadata: [
        {
          type: 'file',
          name: 'Kế hoạch vườn.pdf',
          source_url: 'https://example.com/plan.pdf',
          size: 3_200_000,
          mime_type: 'application/pdf',
        },
      ],
    });
    await send(other, {
      text: '',
      metadata: [
        {
          type: 'promotion',
          promotion: {
            title: 'Spring seeds',
            description: 'Tomatoes and basil for your garden',
            image_url: 'https://example.com/seeds.png',
            buttons: [{ label: 'Order seeds', action: { type: 3 } }],
          },
        },
      ],
    });
    await send(other, {
      text: '',
      metadata: [
        {
          type: 'custom_defined',
          custom_name: 'watering-plan',
          payload: JSON.stringify({ bed: 'roses', days: ['Monday'] }),
        },
      ],
    });
    await server.indexed();
  });
  afterAll(async () => {
    await stopIndexer();
    await world.close();
  });

  const groupOf = async (name: string): Promise<string> => {
    const body = { name, owner_id: 'cleo', member_ids: ['ann'], id_type: 2 };
    return (await world.server.ok('POST', '/open-api/v1.0/chat/threads', { body })).thread_id;
  };
  const send = (thread_id: string, body: object) =>
    world.server.ok('POST', MESSAGES, { body: { sender: { user_id: 'cleo' }, target: { thread_id }, body } });

  const dialogOf = (page: PlaygroundPage) => page.page.getByRole('dialog', { name: 'Search messages' });
  const fieldOf = (dialog: Locator) => dialog.getByRole('combobox', { name: 'Search messages' });
  const hitsOf = (dialog: Locator) =>
    dialog.getByRole('listbox', { name: 'Messages found' }).getByRole('option');

  async function openSearch(page: PlaygroundPage, seat: Seat): Promise<Locator> {
    await seat.place.getByRole('button', { name: /^Ăn trưa/ }).waitFor();
    await seat.place
      .getByRole('button', { name: /^Search\b/ })
      .first()
      .click();
    await dialogOf(page).waitFor();
    return dialogOf(page);
  }

  test('a word without accents finds the message, and leads to its place, which flashes', async () => {
    const page = await world.open();
    const seat = page.seat('Ann');
    const dialog = await openSearch(page, seat);
    await fieldOf(dialog).pressSequentially('pho thin');
    // (Until the status says so, the hits may be those of what was typed so far.)
    await expect.poll(() => dialog.getByRole('status').textContent()).toBe('1 message');
    expect(await hitsOf(dialog).locator('mark').allTextContents()).toEqual(['Phở', 'Thìn']);
    expect(await hitsOf(dialog).textContent()).toMatch(/Cleo in Ăn trưa/);
    await hitsOf(dialog).click();
    const found = await seat.message('Phở Thìn');
    // Nobody has seen the latest messages.
    expect((await ann.thread(group)).unread_count).toBeGreaterThan(0);
    expect(await found.getAttribute('data-found')).toBe('true');
    await expect.poll(() => found.evaluate((one) => one === document.activeElement)).toBe(true);
    const isInView = () =>
      found.evaluate((one) => {
        const { top = 0, bottom = 0 } = one.closest('.pv-message-list')?.getBoundingClientRect() ?? {};
        return one.getBoundingClientRect().top >= top && one.getBoundingClientRect().bottom <= bottom;
      });
    await expect.poll(isInView).toBe(true);
    await expect.poll(() => found.getAttribute('data-found')).toBe('false');
    // The messages in between are not loaded: they follow as the user scrolls down.
    expect(await seat.place.getByText('Line 150', { exact: true }).count()).toBe(0);
    const list = seat.place.getByRole('log');
    await expect
      .poll(async () => {
        await list.press('End');
        return seat.place.getByText('Line 150', { exact: true }).count();
      })
      .toBe(1);
    await expect.poll(() => seat.place.getByRole('button', { name: 'Latest' }).count()).toBe(0);
  });

  test('the keyboard alone finds a message; Escape returns the focus', async () => {
    const page = await world.open();
    const seat = page.seat('Ann');
    const { keyboard } = page.page;
    await seat.place.getByRole('button', { name: /^Garden/ }).click();
    await seat.message('Spring seeds');
    await seat.field.focus();
    await keyboard.press('Control+k');
    const dialog = dialogOf(page);
    await dialog.waitFor();
    await keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await seat.field.evaluate((one) => one === document.activeElement)).toBe(true);
    await keyboard.press('Control+k');
    await keyboard.type('line 1');
    await expect.poll(() => dialog.getByRole('status').textContent()).toBe('20+ messages');
    await keyboard.press('ArrowDown');
    await keyboard.press('ArrowDown');
    await keyboard.press('ArrowUp');
    const chosen = dialog.getByRole('option', { selected: true });
    expect(await chosen.textContent()).toContain('Line 149');
    expect(await fieldOf(dialog).getAttribute('aria-activedescendant')).toBe(await chosen.getAttribute('id'));
    await keyboard.press('ArrowUp');
    await keyboard.press('ArrowUp');
    // From the first to the last, and from there to the next page.
    await expect.poll(async () => (await chosen.textContent())?.includes('Line 131')).toBe(true);
    await keyboard.press('ArrowDown');
    await expect.poll(() => hitsOf(dialog).count()).toBeGreaterThan(20);
    // (The page may have been there already, because the list was scrolled to its end.)
    if ((await chosen.textContent())?.includes('Line 131')) await keyboard.press('ArrowDown');
    await expect.poll(() => chosen.textContent()).toContain('Line 130');
    await keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    const found = await seat.message('Line 130');
    await expect.poll(() => found.evaluate((one) => one === document.activeElement)).toBe(true);
    await keyboard.press('ArrowDown');
    expect(
      await seat.message('Line 131').then((one) => one.evaluate((row) => row === document.activeElement)),
    ).toBe(true);
  });

  test('long texts are cut around the match; files, cards, custom messages and right-to-left texts are shown', async () => {
    const page = await world.open();
    const dialog = await openSearch(page, page.seat('Ann'));
    const find = async (query: string) => {
      await fieldOf(dialog).fill('');
      await expect.poll(() => dialog.getByRole('status').textContent()).toBe('');
      await fieldOf(dialog).fill(query);
      await expect.poll(() => dialog.getByRole('status').textContent()).toBe('1 message');
      return (await hitsOf(dialog).locator('.pv-hit-text').allTextContents()).join('\n');
    };
    const cut = await find('needle');
    expect(cut).toMatch(/^….*The needle is here\..*…$/);
    expect(cut.length).toBeLessThan(260);
    expect(await find('ke hoach vuon.pdf')).toBe('Kế hoạch vườn.pdf');
    expect(await find('seeds basil')).toBe('Spring seeds\nTomatoes and basil for your garden\nOrder seeds');
    expect(await find('watering plan')).toContain('watering-plan');
    expect(await find('roses')).toContain('roses');
    expect(await find('الحديقة')).toBe('مرحبا بكم في الحديقة');
    expect(
      await hitsOf(dialog)
        .locator('.pv-hit-text')
        .evaluate((one) => getComputedStyle(one).direction),
    ).toBe('rtl');
    await fieldOf(dialog).fill('nowhere to be found');
    await expect.poll(() => dialog.getByRole('status').textContent()).toBe('Nothing found');
    await fieldOf(dialog).fill('x '.repeat(20));
    await dialog.getByText('Too many words').waitFor();
  });

  test.skipIf(leavesOutAxe)(
    'axe finds no violations in hits and recent searches, in light and dark mode',
    async () => {
      const page = await world.open({ reducedMotion: 'reduce' });
      const seat = page.seat('Ann');
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.page.emulateMedia({ colorScheme });
        const dialog = await openSearch(page, seat);
        expect(await findings(page)).toEqual([]);
        await fieldOf(dialog).fill('line');
        await expect.poll(() => hitsOf(dialog).count()).toBe(20);
        expect(await findings(page)).toEqual([]);
        await fieldOf(dialog).press('Enter');
        await seat.message('Line 150');
        expect(await findings(page)).toEqual([]);
      }
    },
  );

  test('a search can be limited to the open chat', async () => {
    const page = await world.open();
    const seat = page.seat('Ann');
    await seat.place.getByRole('button', { name: /^Garden/ }).click();
    await seat.message('Spring seeds');
    await seat.click('Search in this chat');
    const dialog = dialogOf(page);
    await fieldOf(dialog).fill('nothing');
    await expect.poll(() => dialog.getByRole('status').textContent()).toBe('Nothing found');
    await dialog.getByRole('button', { name: 'Only in Garden', pressed: true }).click();
    await expect.poll(() => dialog.getByRole('status').textContent()).toBe('1 message');
  });

  test('recent searches are kept, used again, and removed', async () => {
    const page = await world.open();
    const seat = page.seat('Ann');
    const openHit = async (query: string) => {
      const dialog = await openSearch(page, seat);
      await fieldOf(dialog).fill(query);
      await hitsOf(dialog).first().click();
      await dialog.waitFor({ state: 'detached' });
    };
    await openHit('pho');
    await openHit('needle');
    await openHit('PHO');
    await page.page.reload();
    const dialog = await openSearch(page, seat);
    const recent = dialog.getByRole('listbox', { name: 'Recent searches' }).getByRole('option');
    expect(await recent.allInnerTexts()).toEqual(['PHO', 'needle']);
    await fieldOf(dialog).press('ArrowDown');
    await fieldOf(dialog).press('Enter');
    expect(await fieldOf(dialog).inputValue()).toBe('needle');
    await expect.poll(() => hitsOf(dialog).count()).toBe(1);
    await fieldOf(dialog).fill('');
    await dialog.getByRole('button', { name: 'Remove “needle”' }).click();
    expect(await recent.allInnerTexts()).toEqual(['PHO']);
    await dialog.getByRole('button', { name: 'Clear' }).click();
    expect(await recent.count()).toBe(0);
  });

  test('hits disappear with their message, and with the chat from which the user is removed', async () => {
    const { server } = world;
    const id = await groupOf('Short-lived');
    const { seq } = await cleo.say(id, 'ephemeral one');
    await cleo.say(id, 'ephemeral two');
    await server.indexed();
    const page = await world.open();
    const dialog = await openSearch(page, page.seat('Ann'));
    await fieldOf(dialog).fill('ephemeral');
    await expect.poll(() => hitsOf(dialog).count()).toBe(2);
    await cleo.ok('DELETE', myMessageUrl(id, seq));
    await expect.poll(() => hitsOf(dialog).count()).toBe(1);
    await server.ok('DELETE', memberUrl(id, ann.userId));
    await expect.poll(() => hitsOf(dialog).count()).toBe(0);
    expect(await dialog.getByRole('status').textContent()).toBe('Nothing found');
  });

  test('a phone shows it on the whole screen', async () => {
    const page = await world.open(PHONE);
    const seat = page.seat('Ann');
    await seat.click('Back to the chats');
    const dialog = await openSearch(page, seat);
    await fieldOf(dialog).fill('needle');
    await expect.poll(() => hitsOf(dialog).count()).toBe(1);
    expect(await dialog.boundingBox()).toEqual({ x: 0, y: 0, ...PHONE.viewport });
    expect(await page.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    await hitsOf(dialog).click();
    expect(await (await seat.message('needle')).isVisible()).toBe(true);
    await seat.click('Latest');
    await seat.message('Line 150');
  });
});
