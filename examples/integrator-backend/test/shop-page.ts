/** What a visitor does on the page of the shop, and sees there. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Without animations the tests are faster. */
const STILL = { reducedMotion: 'reduce' } as const;
export const DESK = { ...STILL, viewport: { width: 1200, height: 800 } };
export const PHONE = { ...STILL, viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true };
/** Generous, because a browser gets little CPU on a busy machine. */
export const PATIENCE = { timeout: 20_000 };

export async function say(page: Page, text: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Message', exact: true });
  await field.fill(text);
  await field.press('Enter');
}

/** The conversation on the page: the first messages, or what `<palaver-chat>` shows. */
export async function linesOn(page: Page): Promise<string[]> {
  const early = await page.locator('#messages .text:visible').allTextContents();
  const messages = page.locator('palaver-chat .pv-message:visible');
  const shown = await messages.evaluateAll((all) =>
    all.map((one) => {
      const name = one.getAttribute('data-mine') === 'true' ? 'You' : 'Agent';
      const said = one.querySelectorAll('.pv-text > span, .pv-file b, .pv-media img');
      const texts = Array.from(said, (part) => part.getAttribute('alt') ?? part.textContent);
      return `${name}: ${texts.join(' ')}`;
    }),
  );
  return [...early, ...shown];
}
export const shows = (page: Page, lines: string[]) =>
  expect.poll(() => linesOn(page), PATIENCE).toEqual(lines);
const UNSENT = ':is(.sending, .waiting, .failed, .pv-message:is([data-state=sending], [data-state=failed]))';
export const isSent = (page: Page) =>
  expect.poll(() => page.locator(`${UNSENT}:visible`).count(), PATIENCE).toBe(0);

export async function fillIn(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields))
    await page.getByRole('textbox', { name: label }).fill(value);
  await page.keyboard.press('Enter');
}
