import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { BROWSER, isMissing } from '../../client/test/browsers.ts';
import { findings, leavesOutAxe } from '../../console/test/page-checks.ts';
import { LANGUAGES } from './all-texts.ts';
import { type ChatPage, type ChatPageOptions, ChatSite } from './chat-page.ts';
import { cutTexts, focusFault, outOfReach, overflows, smallFields, smallTargets } from './measures.ts';
import { PEOPLE, type Seeded, seed } from './seeded-chats.ts';
import { statesOf } from './states.ts';

describe.skipIf(isMissing)('accessibility in every state of a chat (needs a browser)', () => {
  let site: ChatSite;
  let seeded: Seeded;
  let chat: ChatPage;
  beforeAll(async () => {
    site = await ChatSite.start(PEOPLE);
    seeded = await seed(site);
  });
  afterEach(() => chat.close());
  afterAll(() => site.close());

  async function open({ browser, ...options }: ChatPageOptions = {}): Promise<ChatPage> {
    const contacts = [{ user_id: seeded.ann.userId, display_name: 'Ann Berger' }];
    // Contrast cannot be judged during a transition.
    const context = { reducedMotion: 'reduce' as const, permissions: ['microphone'], ...browser };
    chat = await site.open(seeded.me, { contacts, ...options, browser: context });
    await chat.page.getByRole('article').last().waitFor();
    return chat;
  }

  /** What a measure finds, by state; states without a fault are left out. */
  async function faults(
    measure: () => Promise<readonly string[]>,
  ): Promise<Record<string, readonly string[]>> {
    const found: Record<string, readonly string[]> = {};
    for (const { name, enter, leave } of statesOf(seeded)) {
      await enter(chat);
      const faulty = await measure();
      if (faulty.length > 0) found[name] = faulty;
      await leave(chat);
    }
    return found;
  }

  test.skipIf(leavesOutAxe).each(['light', 'dark'] as const)(
    'axe finds no violations in the %s theme',
    async (theme) => {
      await open({ theme });
      expect(await faults(() => findings(chat))).toEqual({});
    },
  );

  test.skipIf(leavesOutAxe).each([
    ['high contrast', { browser: { contrast: 'more' } }],
    ['forced colours', { browser: { forcedColors: 'active' } }],
    ['the compact density', { density: 'compact' }],
  ] as const)('axe finds no violations with %s', async (_, options) => {
    await open(options);
    expect(await faults(() => findings(chat))).toEqual({});
  });

  test.skipIf(leavesOutAxe).each(LANGUAGES.filter((one) => one !== 'en'))(
    'axe finds no violations in the language %s',
    async (language) => {
      await open({ language });
      expect(await findings(chat)).toEqual([]);
      await chat.page.locator('.pv-new-chat').click();
      await chat.page.getByRole('dialog').waitFor();
      expect(await findings(chat)).toEqual([]);
    },
  );

  test.skipIf(leavesOutAxe)(
    'axe finds no violations in a chat without messages, and without chats',
    async () => {
      chat = await site.open(seeded.stranger, { browser: { reducedMotion: 'reduce' } });
      await chat.page.getByText('No chats yet.').waitFor();
      expect(await findings(chat)).toEqual([]);
      await site.chats.group(seeded.stranger, seeded.ann);
      await chat.entry('Group').click();
      await chat.page.getByText('No messages yet.').waitFor();
      expect(await findings(chat)).toEqual([]);
    },
  );

  test('at 400 % everything is within reach, without scrolling sideways', async () => {
    await open({ browser: { viewport: { width: 320, height: 256 } } });
    expect(
      await faults(async () => [...(await overflows(chat.page)), ...(await outOfReach(chat.page))]),
    ).toEqual({});
  });

  test.each(LANGUAGES)('nothing is wider than a phone in the language %s', async (language) => {
    await open({ language, browser: { viewport: { width: 390, height: 844 } } });
    const messages = chat.page.getByRole('article');
    for (const message of await messages.all()) {
      await message.focus();
      expect(await overflows(chat.page)).toEqual([]);
    }
    await chat.log.press('Home');
    await chat.page.getByRole('link', { name: 'https://example.com/hike' }).waitFor();
    expect(await overflows(chat.page)).toEqual([]);
  });

  // (Firefox cannot emulate a phone.)
  test.skipIf(BROWSER === 'firefox')(
    'fingers can press everything, and phones do not enlarge the page for a field',
    async () => {
      await open({ browser: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } });
      expect(
        await faults(async () => [...(await smallTargets(chat.page, 44)), ...(await smallFields(chat.page))]),
      ).toEqual({});
    },
  );

  test('a mouse finds targets of 24 pixels', async () => {
    await open();
    expect(await faults(() => smallTargets(chat.page, 24))).toEqual({});
  });

  test('nothing moves for people who want less motion', async () => {
    await open();
    const moving = () =>
      chat.page.evaluate(() =>
        document.getAnimations().map(({ effect }) => JSON.stringify(effect?.getTiming())),
      );
    expect(await faults(moving)).toEqual({});
  });

  test('texts have room when people space them out', async () => {
    await open({ browser: { viewport: { width: 390, height: 844 } } });
    const content =
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }';
    await chat.page.addStyleTag({ content });
    expect(
      await faults(async () => [...(await cutTexts(chat.page)), ...(await overflows(chat.page))]),
    ).toEqual({});
  });

  // (In Firefox, Tab leaves the page for the bars of the window.)
  test.skipIf(BROWSER === 'firefox')('whatever has the focus shows it, and is in sight', async () => {
    await open();
    const walk = async () => {
      const seen: string[] = [];
      for (let stops = 0; stops < 60; stops += 1) {
        await chat.page.keyboard.press('Tab');
        const fault = await focusFault(chat.page);
        if (fault !== undefined && !seen.includes(fault)) seen.push(fault);
      }
      return seen;
    };
    expect(await faults(walk)).toEqual({});
  });
});
