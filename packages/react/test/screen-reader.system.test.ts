import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { BROWSER, isMissing } from '../../client/test/browsers.ts';
import { type ChatPage, ChatSite } from './chat-page.ts';
import { PEOPLE, type Seeded, seed } from './seeded-chats.ts';
import { choose, openMenu } from './states.ts';

/** What a live region said, in order. */
const said = ({ page }: ChatPage) => page.evaluate(() => window.said);

declare global {
  interface Window {
    said: string[];
  }
}

describe.skipIf(isMissing)('a chat without a mouse, and without eyes (needs a browser)', () => {
  let site: ChatSite;
  let seeded: Seeded;
  let chat: ChatPage;
  beforeAll(async () => {
    site = await ChatSite.start(PEOPLE);
    seeded = await seed(site);
  });
  beforeEach(async () => {
    await seeded.forget();
    chat = await site.open(seeded.me, { browser: { permissions: ['microphone'] } });
    await chat.message('I do');
    await listen();
    return () => chat.close();
  });
  afterAll(() => site.close());

  /** Writes down what the live regions of the page say, as a screen reader would. */
  const listen = () =>
    chat.page.evaluate(() => {
      window.said = [];
      const isLive = '[role=status], [role=alert], [aria-live=polite]';
      new MutationObserver((records) => {
        const regions = new Set(
          records.map(({ target }) =>
            (target instanceof Element ? target : target.parentElement)?.closest(isLive),
          ),
        );
        for (const region of regions) if (region?.textContent) window.said.push(region.textContent);
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
    });
  const press = async (...keys: string[]) => {
    for (const key of keys) await chat.page.keyboard.press(key);
  };
  /** Presses Tab until a control of this name has the focus. */
  async function tabTo(name: string, key = 'Tab'): Promise<void> {
    const seen: string[] = [];
    while (!seen.at(-1)?.includes(`"${name}`)) {
      if (seen.length === 80) throw new Error(`Tab leads to ${seen.join(', ')}`);
      await press(key);
      seen.push(await chat.focus());
    }
  }
  const hasFocus = (name: string) => expect.poll(() => chat.focus()).toContain(name);

  test('the page is read in order: chats, the thread, its messages, the field', async () => {
    // (Messages in sight count as read a moment later.)
    await chat.entry('Weekend in the mountains').locator('.pv-badge').waitFor({ state: 'detached' });
    const snapshot = await chat.page.locator('.pv-chat-app').ariaSnapshot();
    // (YAML puts some lines into quotes.)
    const lines = snapshot.split('\n').map((line) => line.trim().replace(/^- '(.*)'(:?)$/, '- $1$2'));
    const expected = [
      /^- button "Search"/,
      '- button "New chat"',
      '- list "Chats":',
      /^- button "Weekend in the mountains! .*Ben Okafor: I do"/,
      /^- button "Maximiliane .*Note 12 12 unread"/,
      /^- button "Ann Berger .*You: Then it is settled 🎉"/,
      '- region "Chat: Weekend in the mountains!":',
      '- heading "Weekend in the mountains!" [level=2]',
      '- text: 5 members',
      '- button "Search in this chat"',
      '- button "Members and settings"',
      /^- button "Ann Berger: Who is in for a hike on Saturday\?/,
      '- log "Messages":',
      /^- article "Hut bot, .*"/,
      /^- article "Mia Keller, .*"/,
      '- text: Perfect.',
      '- time',
      /^- img "Seen by Ann Berger.*"/,
      '- paragraph: New',
      /^- article "Ann Berger, .*"/,
      /^- article "Ben Okafor, .*"/,
      /^- text: .*I do$/,
      '- button "Attach"',
      '- button "Stickers"',
      '- textbox "Message":',
      '- button "Emoji"',
      '- button "Record a voice message"',
    ];
    let at = 0;
    for (const one of expected) {
      const next = lines.findIndex(
        (line, index) => index >= at && (typeof one === 'string' ? line.startsWith(one) : one.test(line)),
      );
      expect(
        next,
        `${one} after\n${lines.slice(0, at).join('\n')}\nin\n${lines.slice(at).join('\n')}`,
      ).not.toBe(-1);
      at = next + 1;
    }
  });

  // (Only Chromium tells what it computes.)
  test.skipIf(BROWSER === 'firefox')('each control has a name', async () => {
    const session = await chat.page.context().newCDPSession(chat.page);
    const controls = new Set([
      'button',
      'link',
      'textbox',
      'combobox',
      'checkbox',
      'slider',
      'menuitem',
      'log',
      'article',
    ]);
    const unnamed = async () => {
      const { nodes } = await session.send('Accessibility.getFullAXTree');
      return nodes
        .filter(({ ignored, role, name }) => !ignored && controls.has(role?.value) && !name?.value)
        .map(({ role, backendDOMNodeId }) => `${role?.value} ${backendDOMNodeId}`);
    };
    expect(await unnamed()).toEqual([]);
    await chat.click('Members and settings');
    await chat.page.getByRole('complementary').waitFor();
    expect(await unnamed()).toEqual([]);
    await chat.click('New chat');
    await chat.page.getByRole('dialog').waitFor();
    expect(await unnamed()).toEqual([]);
  });

  test('a message is announced once, and one of mine is not', async () => {
    const { ann, everything } = seeded;
    await chat.write('From me');
    await (await chat.message('From me')).getByRole('img', { name: /^(Sent|Seen)/ }).waitFor();
    await ann.say(everything, 'A **loud** one');
    await chat.message('A loud one');
    await expect.poll(() => said(chat)).toEqual(['Ann Berger: A loud one']);
    await ann.say(everything, 'And another');
    await chat.message('And another');
    await expect.poll(() => said(chat)).toEqual(['Ann Berger: A loud one', 'Ann Berger: And another']);
  });

  test('the loss of the connection is announced once', async () => {
    await chat.page.evaluate(() => window.chat?.disconnect());
    await chat.page.getByText('Offline: what you write waits.').last().waitFor();
    expect(await said(chat)).toEqual(['Offline: what you write waits.']);
    await chat.page.evaluate(() => window.chat?.reconnect());
    await expect.poll(() => chat.page.locator('.pv-connection').getAttribute('data-state')).toBe('online');
    expect(await said(chat)).toEqual(['Offline: what you write waits.']);
  });

  test('Tab reaches the search, the details, a new chat, the pins and the emoji; Escape leads back', async () => {
    const over = async (name: string, role: 'dialog' | 'complementary') => {
      await chat.field.focus();
      await tabTo(name, 'Shift+Tab');
      await press('Enter');
      const opened = chat.page.getByRole(role);
      await opened.waitFor();
      await expect.poll(() => opened.evaluate((one) => one.contains(document.activeElement))).toBe(true);
      await press('Escape');
      await opened.waitFor({ state: 'detached' });
      await hasFocus(`"${name}`);
    };
    await over('Members and settings', 'complementary');
    await over('Search in this chat', 'dialog');
    await over('New chat', 'dialog');
    await chat.field.focus();
    await tabTo('Emoji');
    await press('Enter');
    const picker = chat.page.getByRole('dialog', { name: 'Emoji' });
    await picker.waitFor();
    await hasFocus('Search emoji');
    await press('ArrowDown', 'Enter');
    await picker.waitFor({ state: 'detached' });
    await hasFocus('textarea "Message"');
    expect(await chat.field.inputValue()).not.toBe('');
    await chat.field.fill('');
    await tabTo('Ann Berger: Who is in', 'Shift+Tab');
    await press('Enter');
    await hasFocus('article "Ann Berger');
  });

  test('arrow keys lead through the messages, and to what can be done with them', async () => {
    await chat.log.focus();
    await press('ArrowUp', 'ArrowUp');
    await hasFocus('article "Ann Berger');
    await tabTo('More');
    await press('Enter');
    await hasFocus('React with 👍');
    await press('Escape');
    await chat.page.getByRole('menu').waitFor({ state: 'detached' });
    await hasFocus('button "More"');
    // Each key counts, however fast they follow.
    await press('Enter', 'Escape', 'Enter', 'Escape', 'Enter');
    await hasFocus('React with 👍');
    await press('Enter');
    await chat.page.locator('article:focus-within').getByRole('button', { name: '👍 1' }).waitFor();
    await chat.page.getByRole('menu').waitFor({ state: 'detached' });
    await hasFocus('button "More"');
    await press('Enter');
    await hasFocus('React with 👍');
    // Tab leaves this menu, as it leaves every other.
    await press('Tab');
    await expect.poll(() => chat.page.getByRole('menu').count()).toBe(0);
    expect(await chat.focus()).not.toBe('body');
  });

  test('the focus stays near what goes away: a file, a deleted message, a pin, a failed message', async () => {
    await choose(chat);
    await tabTo('Remove sunrise.webm', 'Shift+Tab');
    await press('Enter');
    await hasFocus('button "Remove hills.png"');
    await press('Enter');
    await hasFocus('button "Remove menu.pdf"');
    await press('Enter');
    await hasFocus('textarea "Message"');

    await chat.write('Never mind');
    await (await chat.message('Never mind')).getByRole('img', { name: /^(Sent|Seen)/ }).waitFor();
    await openMenu(chat, 'Never mind');
    await chat.page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
    await hasFocus('article "Mia Keller');
    await press('Tab');
    await hasFocus('button "Undo"');
    await press('Enter');
    await hasFocus('article "Mia Keller');

    await chat.page.evaluate((id) => {
      window.chat?.open(id).send({ body: { text: 'Refused' }, reply_to: 1_000_000 });
    }, seeded.everything);
    await (await chat.message('Not sent')).getByRole('button', { name: 'Discard' }).press('Enter');
    await hasFocus('log "Messages"');

    await chat.page.getByRole('button', { name: 'Unpin' }).press('Enter');
    await chat.page.getByRole('button', { name: 'Unpin' }).waitFor({ state: 'detached' });
    await hasFocus('textarea "Message"');
  });

  test('suggested members are read while they are chosen; Escape closes them, and no dialog around the chat', async () => {
    await chat.page.evaluate(() => {
      const [dialog, root] = [document.createElement('dialog'), document.querySelector('#root')];
      document.querySelector('main')?.append(dialog);
      if (root !== null) dialog.append(root);
      dialog.showModal();
    });
    const field = chat.page.getByRole('textbox', { name: 'Message' });
    /** What the field points at. */
    const read = () =>
      field.evaluate((one) => {
        const [list, option] = ['aria-controls', 'aria-activedescendant'].map((name) =>
          document.getElementById(one.getAttribute(name) ?? ''),
        );
        return [list?.getAttribute('aria-label'), list?.contains(option ?? null) && option?.textContent];
      });
    await field.focus();
    await press('@', 'k');
    await expect.poll(read).toEqual([undefined, undefined]);
    await press('Backspace', 'b');
    await expect.poll(read).toEqual(['Members to mention', '@Ben Okafor']);
    await press('ArrowDown');
    await expect.poll(read).toEqual(['Members to mention', '@Ann Berger']);
    expect(await field.getAttribute('aria-autocomplete')).toBe('list');
    await press('Escape');
    await expect.poll(read).toEqual([undefined, undefined]);
    expect(await field.getAttribute('aria-autocomplete')).toBeNull();
    await hasFocus('textarea "Message"');
    expect(await field.inputValue()).toBe('@b');
    // The dialog is closed by the next one.
    const dialog = chat.page.locator('main > dialog');
    expect(await dialog.isVisible()).toBe(true);
    await press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  });

  test('stickers, attachments and a recording begin and end with the keyboard', async () => {
    await chat.field.focus();
    await tabTo('Stickers', 'Shift+Tab');
    await press('Enter');
    await chat.page.getByRole('button', { name: 'Sticker: happy' }).waitFor();
    await tabTo('Sticker: happy', 'Shift+Tab');
    await press('Escape');
    await hasFocus('textarea "Message"');
    await tabTo('Attach', 'Shift+Tab');
    await press('Enter');
    await tabTo('Photo or video', 'Shift+Tab');
    await press('Escape');
    await hasFocus('textarea "Message"');
    await tabTo('Record a voice message');
    await press('Enter');
    await chat.page.getByRole('timer').waitFor();
    await hasFocus('Send the recording');
    await tabTo('Discard the recording', 'Shift+Tab');
    await press('Enter');
    await hasFocus('textarea "Message"');
  });

  test('a picture opens with Enter, and Escape leads back to it', async () => {
    const link = chat.page.getByRole('link', { name: 'the same hills.png' });
    for (let pages = 0; pages < 20 && !(await link.isVisible()); pages += 1) await chat.log.press('PageUp');
    await link.press('Enter');
    await chat.page.getByRole('dialog').getByRole('img').waitFor();
    await press('ArrowLeft');
    await chat.page.getByRole('dialog').getByText('1 of 2').waitFor();
    await press('Escape');
    await expect.poll(() => link.evaluate((one) => one === document.activeElement)).toBe(true);
  });
});

describe.skipIf(isMissing)('the panes of a phone (needs a browser)', () => {
  test('the focus goes with them', async () => {
    const site = await ChatSite.start(PEOPLE);
    const { me } = await seed(site);
    const chat = await site.open(me, { browser: { viewport: { width: 390, height: 844 } } });
    await chat.message('I do');
    await chat.page.getByRole('button', { name: 'Back to the chats' }).press('Enter');
    await expect.poll(() => chat.focus()).toContain('button "Search');
    await chat.entry('Weekend').press('Enter');
    await expect.poll(() => chat.focus()).toMatch(/textarea "Message"|Back to the chats/);
    await site.close();
  });
});
