import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isMissing, launchBrowser } from '../../client/test/browsers.ts';
import { type ChatServer, startChatServer } from '../../client/test/chat-server.ts';
import type { SignedIn } from '../../server/test/harness/client-api.ts';
import { readGuide } from './guide/project.ts';
import { chatFaults } from './measures.ts';
import { Site, type SitePage } from './site.ts';

/** The app of the guide, as the project of the React guide renders it. Its address is `/chat`. */
function appOf(url: string): SitePage {
  const { files } = readGuide('docs/guides/routing.md', { 'http://127.0.0.1:7700': url });
  const text = `${files.get('src/App.tsx')}
    import { StrictMode } from 'react';
    import { createRoot } from 'react-dom/client';
    createRoot(document.getElementById('root')).render(<StrictMode><App /></StrictMode>);`;
  return { text, css: files.get('src/index.css') ?? '' };
}

describe.skipIf(isMissing)('the guide on deep links (needs a browser)', () => {
  let chats: ChatServer;
  let site: Site;
  let browser: Browser;
  let people: [SignedIn, SignedIn, SignedIn];
  let lunch: string;
  beforeAll(async () => {
    [chats, browser] = await Promise.all([startChatServer(3), launchBrowser()]);
    people = chats.people as typeof people;
    site = await Site.start({ chats, browser, pages: { chat: appOf(chats.url) } });
    const [ann, ben] = people;
    const group = async (name: string) => {
      const id = await chats.group(ann, ben);
      await ben.say(id, name);
      return id;
    };
    lunch = await group('About lunch');
    await group('About dinner');
  });
  afterAll(async () => {
    await browser.close();
    site.close();
    await chats.close();
  });

  const shows = (page: Page, text: string) =>
    page.getByRole('log').getByRole('article').filter({ hasText: text }).waitFor();
  const pathOf = (page: Page) => new URL(page.url()).pathname;
  const entry = (page: Page, text: string) => page.locator('.pv-chats button').filter({ hasText: text });

  test('an address opens its thread, and keeps it when the page is loaded again twenty times', async () => {
    const page = await site.open('chat', 0);
    await page.goto(new URL(`/chat/${lunch}`, page.url()).href);
    await shows(page, 'About lunch');
    const visited: string[] = [];
    page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname));
    for (let load = 1; load <= 20; load += 1) {
      await page.reload();
      await shows(page, 'About lunch');
    }
    expect(visited).toEqual(Array.from({ length: 20 }, () => `/chat/${lunch}`));
    await expect.poll(() => chatFaults(page)).toEqual([]);
    expect(site.complaints.splice(0)).toEqual([]);
  });

  test('the back button leads through the threads, and to the list', async () => {
    const page = await site.open('chat', 0);
    await entry(page, 'lunch').click();
    await shows(page, 'About lunch');
    await entry(page, 'dinner').click();
    await shows(page, 'About dinner');
    await page.goBack();
    await shows(page, 'About lunch');
    expect(pathOf(page)).toBe(`/chat/${lunch}`);
    await page.reload();
    await shows(page, 'About lunch');
    await page.goForward();
    await shows(page, 'About dinner');
    await page.goBack();
    await page.goBack();
    await page.getByRole('log').waitFor({ state: 'detached' });
    // On a phone, the button of the header leads to the list.
    await page.setViewportSize({ width: 390, height: 844 });
    await entry(page, 'dinner').click();
    await shows(page, 'About dinner');
    await expect.poll(() => chatFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Back to the chats' }).click();
    await entry(page, 'dinner').waitFor();
    expect(pathOf(page)).toBe('/chat');
    expect(site.complaints.splice(0)).toEqual([]);
  });

  test('a thread of others leads to the list, as one does that the user is removed from', async () => {
    const [ann, ben, cid] = people;
    const page = await site.open('chat', 2);
    await page.goto(new URL(`/chat/${lunch}`, page.url()).href);
    await page.waitForURL('**/chat');
    const group = await chats.group(ann, ben, cid);
    await ben.say(group, 'About breakfast');
    await entry(page, 'breakfast').click();
    await shows(page, 'About breakfast');
    const anns = await chats.ready(ann);
    await anns.open(group).removeMember(cid.extUserId);
    await page.waitForURL('**/chat');
    await page.getByRole('log').waitFor({ state: 'detached' });
    site.complaints.splice(0);
  });
});
