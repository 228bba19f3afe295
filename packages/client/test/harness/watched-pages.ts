import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';

/** What happened in a page: requests, frames (in Chromium), messages of its console and errors. */
interface Watched {
  /** Unix milliseconds. */
  openedAt: number;
  lines: { at: number; text: string }[];
}

const MOST_LINES = 500;
const MOST_CHARS = 400;
/** A page that no longer answers must not hold up the others. */
const PATIENCE = { timeout: 5_000 };

/** All pages of the browsers that run; also closed ones, because those may still have had an effect on the server. */
const pages = new Map<Page, Watched>();

/** From here on, {@link describePages} tells what happened in the pages of this browser. */
export function watchPages(browser: Browser): void {
  const own: Page[] = [];
  browser.on('context', (context) =>
    context.on('page', (page) => {
      own.push(page);
      pages.set(page, watch(page));
    }),
  );
  browser.once('disconnected', () => {
    for (const page of own) pages.delete(page);
  });
}

function watch(page: Page): Watched {
  const openedAt = Date.now();
  const lines: Watched['lines'] = [];
  const add = (text: string) => {
    lines.push({ at: Date.now(), text: text.slice(0, MOST_CHARS) });
    if (lines.length > MOST_LINES) lines.shift();
  };
  page.on('request', (request) => add(`→ ${request.method()} ${request.url()} ${request.postData() ?? ''}`));
  page.on('response', (response) => {
    add(`← ${response.status()} ${response.request().method()} ${response.url()}`);
  });
  page.on('requestfailed', (request) => {
    add(`✗ ${request.method()} ${request.url()} ${request.failure()?.errorText ?? ''}`);
  });
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => add(`⇒ ${payload.toString()}`));
    socket.on('framereceived', ({ payload }) => add(`⇐ ${payload.toString()}`));
    socket.on('close', () => add('the WebSocket is closed'));
  });
  page.on('console', (message) => add(`console.${message.type()}: ${message.text()}`));
  page.on('pageerror', ({ message }) => add(`error: ${message}`));
  page.on('framenavigated', (frame) => add(`is at ${frame.url()}`));
  page.on('close', () => add('the page is closed'));
  return { openedAt, lines };
}

/** Of each page that is open, or in which something happened from `since` on (Unix milliseconds): what it shows, and what happened. */
export async function describePages(since: number): Promise<string[]> {
  if (pages.size === 0) return [];
  const folder = mkdtempSync(join(tmpdir(), 'palaver-failed-'));
  const described: string[] = [];
  let number = 0;
  for (const [page, { lines }] of pages) {
    number += 1;
    const recent = lines.filter(({ at }) => at >= since).map(({ at, text }) => `+${at - since} ms ${text}`);
    if (page.isClosed() && recent.length === 0) continue;
    const shown = page.isClosed() ? 'closed' : await look(page, join(folder, `page-${number}.png`));
    described.push([`Page ${number}: ${shown}`, ...recent].join('\n'));
  }
  return described;
}

/** Closes the pages that were opened from `since` on (Unix milliseconds): left open, they would go on reading and typing. */
export async function closePages(since: number): Promise<void> {
  const left = Array.from(pages).filter(([page, { openedAt }]) => openedAt >= since && !page.isClosed());
  await Promise.all(left.map(([page]) => page.close()));
}

/** The accessibility tree of a page, and where its screenshot is. */
async function look(page: Page, path: string): Promise<string> {
  try {
    const tree = await page.locator('body').ariaSnapshot(PATIENCE);
    await page.screenshot({ path, ...PATIENCE });
    return `${page.url()}, see ${path}\n${tree}`;
  } catch (error) {
    return `${page.url()} cannot be looked at: ${String(error)}`;
  }
}
