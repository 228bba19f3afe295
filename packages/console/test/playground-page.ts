import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { DemoFile } from './demo-files.ts';

/** Firefox reports connections that fail, which tests let happen. */
const isCut = (error: string) => /^(Firefox can’t establish a|The) connection .*ws:/.test(error);

/** The playground in a user's browser. */
export class PlaygroundPage {
  readonly page: Page;
  /** Violations of the page's policy, and errors in the page. */
  readonly complaints: string[] = [];

  private constructor(page: Page) {
    this.page = page;
    page.on('pageerror', ({ message }) => isCut(message) || this.complaints.push(message));
    page.on('console', (message) => {
      const { url } = message.location();
      // The page reports refusals of the server itself; a missing file is our fault.
      const isAnswer = message.text().startsWith('Failed to load resource') && !url.includes('/playground');
      // Chromium gives private windows, such as those of tests, no subscription.
      const isPrivate = message.text().includes('does not support the Push API in incognito mode');
      if (message.type() === 'error' && !isAnswer && !isPrivate)
        this.complaints.push(`${message.text()} ${url}`);
    });
  }

  /** `address`: with its secret, as the server prints it. */
  static async open(
    browser: Browser,
    address: string,
    options: BrowserContextOptions = {},
  ): Promise<PlaygroundPage> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    const playground = new PlaygroundPage(await context.newPage());
    // Shorter than the limit of a test, so that the error names what it waited for.
    playground.page.setDefaultTimeout(20_000);
    await playground.page.goto(address);
    return playground;
  }

  /** The seat of this person. */
  seat(name: string): Seat {
    return new Seat(this.page.getByRole('region', { name, exact: true }));
  }

  /** Calls and frames as listed in the drawer. */
  async traffic(): Promise<string[]> {
    const lines = this.page.getByRole('list', { name: 'Calls and frames' }).getByRole('listitem');
    return (await lines.allInnerTexts()).map((line) => line.replaceAll(/\s+/g, ' ').trim());
  }

  async close(): Promise<void> {
    await this.page.context().close();
    expect(this.complaints).toEqual([]);
  }
}

/** The name of the mark in a message that was sent; the other user may have seen it already. */
export const SENT = /^(Sent|Seen)/;

/** One of the two seats. */
export class Seat {
  readonly place: Locator;
  readonly field: Locator;

  constructor(place: Locator) {
    this.place = place;
    this.field = place.getByRole('textbox', { name: 'Message' });
  }

  async write(text: string): Promise<void> {
    await this.field.fill(text);
    await this.field.press('Enter');
  }

  /** Waits until the field contains this text. */
  isWriting(text: string): Promise<void> {
    return expect.poll(() => this.field.inputValue()).toBe(text);
  }

  async attach(label: string): Promise<void> {
    await this.click('Attach');
    await this.click(label);
  }

  /** Chooses files in the dialog of the browser. */
  async pick(label: string, files: DemoFile[]): Promise<void> {
    await this.click('Attach');
    const chooser = this.place.page().waitForEvent('filechooser');
    await this.click(label);
    await (await chooser).setFiles(files);
  }

  click(name: string | RegExp): Promise<void> {
    return this.place.getByRole('button', { name, exact: true }).first().click();
  }

  /** The last message with this text; resolves once it is visible. */
  async message(text: string): Promise<Locator> {
    const message = this.place.getByRole('article').filter({ hasText: text }).last();
    await message.waitFor();
    return message;
  }

  /** Uses an action of a message: a button beside it, or what such a button opens. */
  async act(text: string, action: string): Promise<void> {
    if (action === 'Reply') return this.#press(text, action);
    const isReaction = action.startsWith('React with');
    await this.#press(text, isReaction ? 'React' : 'More');
    const role = isReaction ? 'menuitemcheckbox' : 'menuitem';
    await this.place.getByRole(role, { name: action, exact: true }).click();
  }

  async #press(text: string, label: string): Promise<void> {
    const message = await this.message(text);
    const button = message.getByRole('button', { name: label, exact: true });
    // A picture that loads meanwhile may move the message from under the pointer; then this hovers again. Only the trial is
    // repeated: a click that is too slow on a busy machine may have had its effect, and a second one would undo a reaction.
    const isReady = async () => {
      await message.hover();
      return button.click({ trial: true, timeout: 1_000 }).then(
        () => true,
        () => false,
      );
    };
    await expect.poll(isReady).toBe(true);
    await button.click();
  }

  async sees(text: string | RegExp): Promise<void> {
    await this.place.getByText(text).first().waitFor();
  }

  async seesNoMore(text: string | RegExp): Promise<void> {
    await this.place.getByText(text).first().waitFor({ state: 'detached' });
  }
}

/**
 * Scrolls the list to another place and resolves when it rests there. (A `scrollend` would not tell that: it may be that of an
 * earlier scroll.)
 */
export async function scrolled(list: Locator, scroll: () => Promise<void>): Promise<void> {
  const offset = () => list.evaluate((one) => one.scrollTop);
  await comesToRest(list);
  const before = await offset();
  await scroll();
  await expect.poll(offset).not.toBe(before);
  await comesToRest(list);
}

/** Resolves when the list rests: a scroll by a key or the wheel goes on for many frames, the last of which move it little. */
export function comesToRest(list: Locator): Promise<void> {
  return list.evaluate(async (one) => {
    let last = Number.NaN;
    for (let still = 0; still < 20; still += 1) {
      if (one.scrollTop !== last) still = 0;
      last = one.scrollTop;
      await new Promise(requestAnimationFrame);
    }
  });
}

/** The text of a message in the middle of the list. */
export function middleOf(list: Locator): Promise<string> {
  return list.evaluate((one) => {
    const { top, height } = one.getBoundingClientRect();
    const texts = [...one.querySelectorAll('.pv-text > span')];
    const shown = texts.find((text) => text.getBoundingClientRect().top > top + height / 2);
    return shown?.textContent ?? '';
  });
}

/**
 * How far visible messages move when older ones come, in pixels. They come because `scroll` brings the user near the start of what is
 * loaded, but not before the list rests.
 */
export async function movedByOlder(
  { page }: PlaygroundPage,
  list: Locator,
  scroll: () => Promise<void>,
): Promise<number> {
  const rested = Promise.withResolvers<void>();
  await page.route(/before_seq=/, (route) => rested.promise.then(() => route.continue()));
  const height = () => list.evaluate((one) => one.scrollHeight);
  const heightBefore = await height();
  await scrolled(list, scroll);
  const seen = list.getByText(await middleOf(list), { exact: true });
  const top = async () => (await seen.boundingBox())?.y ?? Number.NaN;
  const before = await top();
  rested.resolve();
  await expect.poll(height).toBeGreaterThan(heightBefore);
  await page.unroute(/before_seq=/);
  return Math.abs((await top()) - before);
}
