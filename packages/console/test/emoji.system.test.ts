import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BROWSER, isMissing } from '../../client/test/browsers.ts';
import { findings, leavesOutAxe } from './page-checks.ts';
import type { PlaygroundPage, Seat } from './playground-page.ts';
import { PlaygroundWorld } from './playground-world.ts';

const PHONE = { viewport: { width: 375, height: 700 }, hasTouch: true, isMobile: true };

describe.skipIf(isMissing)('emoji (needs a browser)', () => {
  let world: PlaygroundWorld;
  beforeAll(async () => {
    world = await PlaygroundWorld.start();
  });
  afterAll(() => world.close());

  const pickerOf = ({ page }: PlaygroundPage) => page.getByRole('dialog', { name: 'Emoji' });
  const fieldOf = (picker: Locator) => picker.getByRole('textbox', { name: 'Search emoji' });
  const emojiOf = (picker: Locator, name: string) => picker.getByRole('gridcell', { name, exact: true });
  const hasFocus = (element: Locator) =>
    expect.poll(() => element.evaluate((one) => one === document.activeElement)).toBe(true);
  const caretOf = ({ field }: Seat) =>
    field.evaluate((one: HTMLTextAreaElement) => [one.selectionStart, one.selectionEnd]);
  const select = ({ field }: Seat, start: number, end: number) =>
    field.evaluate((one: HTMLTextAreaElement, range) => one.setSelectionRange(...range), [
      start,
      end,
    ] as const);

  async function openPicker(page: PlaygroundPage, seat: Seat): Promise<Locator> {
    await seat.click('Emoji');
    const picker = pickerOf(page);
    await picker.waitFor();
    return picker;
  }

  test('the picker is loaded when it is opened, from this server alone', async () => {
    const page = await world.open();
    const requests: string[] = [];
    page.page.on('request', (request) => requests.push(request.url()));
    const ann = page.seat('Ann');
    await ann.sees('Online');
    await openPicker(page, ann);
    const paths = requests.map((url) => new URL(url)).filter(({ pathname }) => pathname.endsWith('.js'));
    expect(paths.map(({ pathname }) => pathname.replace(/.*\/(.+)-[\w-]{8}\.js$/, '$1'))).toEqual([
      'emoji-panel',
      'en',
    ]);
    expect(new Set(requests.map((url) => new URL(url).host))).toEqual(new Set([new URL(world.url).host]));
    await page.close();
  });

  test('an emoji that is clicked is inserted at the caret, and the field has the focus', async () => {
    const page = await world.open();
    const ann = page.seat('Ann');
    await ann.field.fill('Good  for you');
    await select(ann, 5, 5);
    await emojiOf(await openPicker(page, ann), 'grinning face').click();
    await pickerOf(page).waitFor({ state: 'detached' });
    await ann.isWriting('Good 😀 for you');
    await hasFocus(ann.field);
    expect(await caretOf(ann)).toEqual([7, 7]);
    // In place of what is selected.
    await select(ann, 0, 4);
    await emojiOf(await openPicker(page, ann), 'star-struck').click();
    await ann.isWriting('🤩 😀 for you');
    await page.page.keyboard.press('Enter');
    await ann.message('🤩 😀 for you');
    await page.close();
  });

  test('the keyboard alone searches and picks; Escape returns the focus', async () => {
    const page = await world.open();
    const { keyboard } = page.page;
    const ann = page.seat('Ann');
    const opener = ann.place.getByRole('button', { name: 'Emoji', exact: true });
    await opener.focus();
    await keyboard.press('Enter');
    const picker = pickerOf(page);
    await hasFocus(fieldOf(picker));
    await keyboard.press('Escape');
    await picker.waitFor({ state: 'detached' });
    await hasFocus(opener);

    await keyboard.press('Enter');
    await hasFocus(fieldOf(picker));
    for (const next of ['Skin tone', 'Smileys and emotions', 'grinning face', 'waving hand']) {
      await keyboard.press('Tab');
      await hasFocus(picker.locator(`[aria-label="${next}"]:not([role="grid"])`));
    }
    await fieldOf(picker).focus();
    await keyboard.press('ArrowDown');
    await hasFocus(emojiOf(picker, 'grinning face'));
    await keyboard.press('ArrowRight');
    await keyboard.press('ArrowDown');
    await hasFocus(emojiOf(picker, 'upside-down face'));
    await keyboard.press('ArrowUp');
    await keyboard.press('ArrowUp');
    await hasFocus(fieldOf(picker));
    await keyboard.press('ArrowDown');
    // A letter is for the field, wherever it is typed.
    await keyboard.type('red heart');
    expect(await fieldOf(picker).inputValue()).toBe('red heart');
    await keyboard.press('Enter');
    await picker.waitFor({ state: 'detached' });
    await ann.isWriting('❤️');
    await hasFocus(ann.field);
    await page.close();
  });

  test('Enter neither sends the message nor picks, where nothing is found', async () => {
    const page = await world.open();
    const ann = page.seat('Ann');
    await ann.field.fill('Not yet');
    const picker = await openPicker(page, ann);
    await fieldOf(picker).fill('no such thing');
    await expect.poll(() => picker.getByRole('status').textContent()).toBe('Nothing found');
    await fieldOf(picker).press('Enter');
    // A press beside it closes it.
    await ann.place.getByRole('log').click({ position: { x: 5, y: 5 } });
    await picker.waitFor({ state: 'detached' });
    await ann.isWriting('Not yet');
    expect(await ann.place.getByRole('article').filter({ hasText: 'Not yet' }).count()).toBe(0);
    await page.close();
  });

  test('the latest emoji and the skin tone are kept, also after a reload', async () => {
    const page = await world.open();
    const ann = page.seat('Ann');
    const recent = () => pickerOf(page).getByRole('grid', { name: 'Recently used' }).getByRole('gridcell');
    const picker = await openPicker(page, ann);
    expect(await recent().count()).toBe(0);
    await picker.getByRole('combobox', { name: 'Skin tone' }).selectOption('🏽');
    await picker.getByRole('button', { name: 'People and body' }).click();
    await hasFocus(emojiOf(picker, 'waving hand'));
    await page.page.keyboard.press('Enter');
    await ann.isWriting('👋🏽');
    await emojiOf(await openPicker(page, ann), 'grinning face').click();
    await ann.isWriting('👋🏽😀');
    await page.page.reload();
    await openPicker(page, ann);
    expect(await recent().allTextContents()).toEqual(['😀', '👋🏽']);
    await recent().last().click();
    await openPicker(page, ann);
    expect(await recent().allTextContents()).toEqual(['👋🏽', '😀']);
    await page.close();
  });

  test.skipIf(leavesOutAxe)(
    'axe finds no violations in emoji, and those of a search, in light and dark mode',
    async () => {
      const page = await world.open({ reducedMotion: 'reduce' });
      const picker = await openPicker(page, page.seat('Ann'));
      expect(await findings(page)).toEqual([]);
      await page.page.emulateMedia({ colorScheme: 'dark' });
      for (const query of ['', 'heart', 'no such thing']) {
        await fieldOf(picker).fill(query);
        expect(await findings(page)).toEqual([]);
      }
      await page.close();
    },
  );

  // (Firefox does not load a module again that it could not load once.)
  test.skipIf(BROWSER === 'firefox')(
    'a picker that cannot be loaded says so, and can be opened later',
    async () => {
      const page = await world.open();
      const ann = page.seat('Ann');
      await page.page.route(/emoji-panel/, (route) => route.abort(), { times: 1 });
      await ann.click('Emoji');
      await ann.sees('Something went wrong here.');
      await emojiOf(await openPicker(page, ann), 'grinning face').click();
      await ann.isWriting('😀');
      // The browser names the file.
      expect(page.complaints.splice(0).filter((one) => !one.includes('emoji-panel'))).toEqual([]);
      await page.close();
    },
  );

  // (Firefox cannot emulate a phone.)
  test.skipIf(BROWSER === 'firefox')(
    'on a phone it fits the screen, and the keyboard of the phone stays away',
    async () => {
      const page = await world.open(PHONE);
      const ann = page.seat('Ann');
      await ann.place.getByRole('button', { name: 'Emoji', exact: true }).tap();
      const picker = pickerOf(page);
      await hasFocus(emojiOf(picker, 'grinning face'));
      const { x = -1, y = -1, width = 0, height = 0 } = (await picker.boundingBox()) ?? {};
      const { width: screenWidth, height: screenHeight } = PHONE.viewport;
      expect([x >= 0, y >= 0, x + width <= screenWidth, y + height <= screenHeight]).not.toContain(false);
      expect(await page.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
      expect(await findings(page)).toEqual([]);
      await emojiOf(picker, 'grinning face').tap();
      await ann.isWriting('😀');
      await page.close();
    },
  );
});
