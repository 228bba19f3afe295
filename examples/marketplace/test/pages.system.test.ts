import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { Palaver } from '@palaver/client/server';
import { startPalaver, type TestServer } from '@palaver/testing';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findChromium, launch } from '../../../packages/client/test/browser-page.ts';
import { whatHides } from '../../../packages/client/test/harness/whole.ts';
import { scratchFolder } from '../../../packages/server/test/harness/scratch.ts';
import { writeElement } from '../../../scripts/bundle-element.ts';
import { startMarket } from '../src/server.ts';

const executablePath = findChromium();
const isMissing = executablePath === undefined;
if (isMissing && process.env.CI) throw new Error('chromium is needed: apt-get install chromium');

const PHONE = { width: 390, height: 780 };
const DESK = { width: 1280, height: 800 };
/** Generous, because a browser gets little CPU on a busy machine. */
const PATIENCE_MS = 30_000;

describe.skipIf(isMissing)('the pages of the marketplace (need chromium)', () => {
  const elementFolder = scratchFolder();
  let server: TestServer;
  let browser: Browser;
  let market: Awaited<ReturnType<typeof startMarket>>;
  const complaints: string[] = [];
  beforeAll(async () => {
    [server, browser] = await Promise.all([
      startPalaver(),
      launch(executablePath ?? ''),
      writeElement(elementFolder),
    ]);
    market = await startMarket({
      palaver: new Palaver({ url: server.url, apiKey: server.apiKey }),
      palaverUrl: server.url,
      secret: `whsec_${randomBytes(32).toString('base64')}`,
      elementFolder,
    });
  });
  afterAll(async () => {
    await browser.close();
    market.close();
    await server.stop();
    rmSync(elementFolder, { recursive: true, force: true });
  });

  async function visit(viewport: typeof PHONE, person?: RegExp): Promise<Page> {
    const context = await browser.newContext({ viewport, reducedMotion: 'reduce' });
    context.setDefaultTimeout(PATIENCE_MS);
    const page = await context.newPage();
    // (The page says itself what the back end has refused.)
    const isAnswer = (text: string) => text.startsWith('Failed to load resource');
    page.on('console', (message) => {
      if (message.type() === 'error' && !isAnswer(message.text())) complaints.push(message.text());
    });
    page.on('pageerror', ({ message }) => complaints.push(message));
    await page.goto(market.url);
    await page.getByRole('button', { name: 'Buy' }).first().waitFor();
    if (person !== undefined) await page.getByRole('button', { name: person }).click();
    return page;
  }

  const says = (page: Page, text: string) =>
    page.locator('palaver-chat .pv-message', { hasText: text }).first().waitFor();
  const shows = (page: Page, selector: string, text: string) =>
    expect.poll(() => page.locator(selector).textContent(), { timeout: PATIENCE_MS }).toBe(text);

  test('a guest buys and asks, the seller sends, the agent helps, and the guest registers', async () => {
    const guest = await visit(PHONE);
    await guest.getByRole('button', { name: 'Buy' }).first().click();
    await says(guest, 'buys: Road bike');
    expect(await whatHides(guest, 'palaver-chat')).toEqual([]);

    // The seller presses a button of the card, which reaches the webhook of the bot.
    const sam = await visit(DESK, /Sam/);
    await shows(sam, '#badge', '1');
    await sam.getByRole('button', { name: 'Messages' }).click();
    await sam.getByRole('button', { name: /Road bike/ }).click();
    await sam.getByRole('button', { name: 'It is on its way' }).click();
    await says(guest, 'Good. The buyer says here when it has arrived.');
    expect(await whatHides(sam, 'palaver-chat')).toEqual([]);

    const helga = await visit(DESK, /Helga/);
    await helga.getByText('· sent').waitFor();
    await helga.getByRole('button', { name: /Road bike/ }).click();
    await helga
      .getByRole('textbox', { name: 'Message', exact: true })
      .fill('Write to me if anything is wrong.');
    await helga.keyboard.press('Enter');
    await says(guest, 'Write to me if anything is wrong.');
    expect(await whatHides(helga, 'palaver-chat')).toEqual([]);

    await guest.getByRole('button', { name: 'Close' }).click();
    await guest.getByRole('button', { name: 'Ask' }).nth(1).click();
    await guest.getByRole('textbox', { name: 'Your question' }).fill('Does it shine?');
    await guest.getByRole('button', { name: 'Send', exact: true }).click();
    await says(guest, 'Reading lamp: Does it shine?');
    await guest.getByText('You write as a guest.').click();
    await guest.getByRole('textbox', { name: 'Your name' }).fill('Ann');
    await guest.getByRole('textbox', { name: 'E-mail' }).fill('ann@example.com');
    await guest.getByRole('button', { name: 'Register' }).click();
    await shows(guest, '#who', 'Ann');
    // The connection and the thread are the same.
    await guest.getByRole('textbox', { name: 'Message', exact: true }).fill('It is me, Ann.');
    await guest.keyboard.press('Enter');
    const lea = await visit(PHONE);
    await lea.evaluate(() => fetch('/sign-in', { method: 'POST', body: JSON.stringify({ id: 'lea' }) }));
    await lea.reload();
    await shows(lea, '#badge', '2');
    await lea.getByRole('button', { name: 'Messages' }).click();
    await lea.getByRole('button', { name: /Ann/ }).click();
    await says(lea, 'It is me, Ann.');

    // Ann misses an answer.
    await guest.close();
    await lea.getByRole('textbox', { name: 'Message', exact: true }).fill('Like the sun.');
    await lea.keyboard.press('Enter');
    await expect.poll(() => lea.locator('.pv-message[data-state=sending]').count()).toBe(0);
    await says(lea, 'Like the sun.');
    await server.clock.advance({ minutes: 16 });
    const mail = await server.mails.next(({ to }) => to.includes('ann@example.com'), {
      timeoutMs: PATIENCE_MS,
    });
    expect(mail.text).toContain('Like the sun.');
    expect(complaints).toEqual([]);
  });

  test('a visitor reads why something is refused', async () => {
    const sam = await visit(DESK, /Sam/);
    await shows(sam, '#who', 'Sam');
    await sam.getByRole('button', { name: 'Buy' }).first().click();
    await sam.getByRole('alert').getByText('This is your own item.').waitFor();
    expect(complaints).toEqual([]);
  });
});
