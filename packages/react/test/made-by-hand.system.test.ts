import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isMissing, launchBrowser } from '../../client/test/browsers.ts';
import { type ChatServer, startChatServer } from '../../client/test/chat-server.ts';
import { chatPage, Site } from './site.ts';

const EVIL = 'https://evil.example';
/** Nobody listens there. */
const NOWHERE = 'http://127.0.0.1:1/picture.png';
/** An object that no text can be made of. */
const NO_TEXT = { toString: 0 };

const video = { type: 'video', name: 'v', width: 1, height: 1, size: 1, source_thumb_url: NOWHERE };
const card = { title: 'W'.repeat(200), image_url: NOWHERE };

/** Messages that no composer writes, but that a member may send through the SDK. */
const MADE_BY_HAND = {
  'a row of hair': { text: `${'\u{1F9B0}'.repeat(29)}x` },
  'a name that is no text': { text: 'named', metadata: [{ type: 'text', file_id: 'a', name: NO_TEXT }] },
  'a deep document': {
    text: 'needle deep',
    metadata: [
      { type: 'custom_defined', custom_name: 'x', payload: `${'['.repeat(20_000)}${']'.repeat(20_000)}` },
    ],
  },
  'a turned link': { text: `\u202e${EVIL}/\u202emoc.knab//:sptth` },
  'a turned name': {
    text: 'invoice',
    metadata: [
      { type: 'file', name: 'a\u202efdp.exe', size: 1, mime_type: 'text/plain', source_url: `${EVIL}/a` },
    ],
  },
  'a card of a user': {
    text: '',
    metadata: [
      {
        type: 'promotion',
        promotion: {
          ...card,
          buttons: [{ label: 'https://bank.example', action: { type: 1, payload: `${EVIL}/b` } }],
        },
      },
    ],
  },
  'another host': {
    text: 'preview',
    metadata: [{ type: 'text', link_preview: { url: 'https:bank.example/x', title: 'Bank' } }],
  },
  'a long host': {
    text: 'long preview',
    metadata: [{ type: 'text', link_preview: { url: `https://${'a.'.repeat(900)}b/`, title: 'Long' } }],
  },
};

describe.skipIf(isMissing)('messages made by hand (needs a browser)', () => {
  let chats: ChatServer;
  let site: Site;
  let browser: Browser;
  let page: Page;
  let list: Locator;
  let stopIndexer: () => Promise<void>;
  beforeAll(async () => {
    [chats, browser] = await Promise.all([startChatServer(2), launchBrowser()]);
    site = await Site.start({ pages: { app: { text: chatPage(chats.url) } }, chats, browser });
    const [, ben] = chats.people;
    const thread = await chats.group(...chats.people);
    for (const body of Object.values(MADE_BY_HAND)) await ben?.say(thread, { body });
    const playing = { ...video, source_url: `${chats.url}/none.mp4`, mime_type: NO_TEXT };
    await ben?.say(thread, { body: { text: 'film', metadata: [playing] } });
    const broken = await ben?.say(thread, { body: { text: 'broken' } });
    // (No request can store a button without an action; an import by hand can.)
    await chats.server.database.sql('update messages set metadata = $2 where thread_id = $1 and seq = $3', [
      thread,
      JSON.stringify({ type: 'promotion', promotion: { ...card, buttons: [{ label: 'x' }] } }),
      broken?.seq,
    ]);
    await ben?.say(thread, 'Still here');
    stopIndexer = chats.server.runIndexer();
    await chats.server.indexed();
    page = await site.open('app', 0);
    // All of them have room, so none is left out of the document.
    await page.setViewportSize({ width: 1280, height: 1_600 });
    list = page.getByRole('log');
    await list.getByText('Still here').waitFor();
  });
  afterAll(async () => {
    await browser.close();
    site.close();
    await stopIndexer();
    await chats.close();
  });

  const messageWith = (text: string) => list.getByRole('article').filter({ hasText: text });

  test('what cannot be shown costs its own message', async () => {
    await list.getByText('This message cannot be shown.').waitFor();
    expect(await list.getByText('This message cannot be shown.').count()).toBe(1);
    await messageWith('\u{1F9B0}').waitFor();
    await messageWith('named').waitFor();
    await messageWith('needle deep').waitFor();
  });

  test('a video that cannot be played is a file, whatever else it says', async () => {
    const film = messageWith('film');
    await film.locator('video').evaluate((element: HTMLVideoElement) => element.play().catch(() => {}));
    await film.locator('.pv-file').waitFor();
  });

  test('an address reads as it is', async () => {
    const link = list.locator(`a[href="${EVIL}/"]`);
    expect(await link.textContent()).toBe(`${EVIL}/`);
    expect(await link.evaluate((element) => getComputedStyle(element).unicodeBidi)).toBe('isolate');
  });

  test('the name of a file does not turn its own end', async () => {
    expect(await messageWith('invoice').locator('b').first().textContent()).toBe('afdp.exe');
  });

  test('a card stays in its place, and says where the link of a user leads', async () => {
    const cardShown = list.locator('.pv-promotion').last();
    const [box, around] = [await cardShown.boundingBox(), await list.boundingBox()];
    const wide = await cardShown.evaluate((element) => element.scrollWidth - element.clientWidth);
    expect(wide).toBe(0);
    expect(box?.width).toBeLessThan(around?.width ?? 0);
    expect(await cardShown.getByRole('link').textContent()).toContain('evil.example');
  });

  test('a preview opens the host that it shows', async () => {
    const preview = messageWith('preview').locator('.pv-link-preview');
    expect(await preview.count()).toBe(1);
    expect(await preview.getAttribute('href')).toBe('https://bank.example/x');
    expect(await preview.locator('small').textContent()).toBe('bank.example');
  });

  test('a search finds a deep document', async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('needle');
    await page.getByRole('option').filter({ hasText: 'needle' }).waitFor();
  });
});
