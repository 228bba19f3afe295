import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isMissing, launchBrowser } from '../../client/test/browsers.ts';
import { type ChatServer, startChatServer } from '../../client/test/chat-server.ts';
import { HILLS } from '../../console/test/demo-files.ts';
import { userUrl } from '../../server/test/harness/api.ts';
import type { SignedIn } from '../../server/test/harness/client-api.ts';
import type { Parts } from '../src/index.ts';
import { examplesFor } from './guide/examples.ts';
import { chatFaults } from './measures.ts';
import { chatPage, pageOf, Site } from './site.ts';

/** Replaces the parts `?parts=` by their names. */
const REPLACING = `
  const names = new URLSearchParams(location.search).get('parts').split(',');
  const parts = Object.fromEntries(names.map((name) => [name, () => <output>{name}</output>]));`;

/** Wraps our messages, and has a composer of its own. */
const WRAPPING = `
  import { Message, useThread, useUpload } from '@palaver/react';
  function Composer() {
    const { reply, draft, state } = useThread();
    const { chosen, add, remove, send } = useUpload();
    const last = state.messages.findLast((message) => message.state === 'sent');
    return (
      <form onSubmit={(event) => { event.preventDefault(); send({ text: 'Here they are' }); }}>
        <input type="file" multiple aria-label="Choose" onChange={({ target }) => add([...target.files])} />
        <ul aria-label="Chosen">
          {chosen.map(({ id, file }) => <li key={id}><button type="button" onClick={() => remove(id)}>{file.name}</button></li>)}
        </ul>
        <button type="button" onClick={() => reply(last)}>Answer</button>
        <button>Upload</button> <output>{draft.type}</output>
      </form>
    );
  }
  const parts = { Message: (props) => <div className="framed"><Message {...props} /></div>, Composer };`;

/**
 * One thread without a `ChatApp`: with all parts, or with these, in a column that gives it its whole width, or its own (`?align=center`), or in
 * another parent with a height (`?display=`).
 */
const threadPage = (url: string) =>
  pageOf(`
    import { Chat, Composer, MessageList, Thread, ThreadDetails, ThreadHeader, useConnect, useThread } from '@palaver/react';
    import '@palaver/react/styles.css';
    const tokenProvider = async () => (await fetch('/chat-token', { method: 'POST' })).text();
    const query = new URLSearchParams(location.search);
    const Details = () => useThread().isDetailed && <ThreadDetails />;
    const parts = query.has('own') ? <><ThreadHeader /><MessageList /><Details /><Composer /></> : undefined;
    const display = query.get('display') ?? 'flex';
    const column = { display, flexDirection: 'column', height: '100dvh', alignItems: query.get('align') ?? 'stretch' };
    const App = () => (
      <div style={column}>
        <Chat client={useConnect({ url: '${url}', tokenProvider })}>
          <Thread id={query.get('thread')} onBack={() => {}}>{parts}</Thread>
        </Chat>
      </div>
    );`);

/**
 * All parts, in two pages: on the second are those that contain parts of the first, or the buttons that open them. Avatars, which others
 * contain, are in a test of their own.
 */
const PAGE_OF: Record<keyof Parts, 1 | 2 | undefined> = {
  Avatar: undefined,
  ChatItem: 1,
  ChatList: 2,
  Composer: 1,
  ConnectionBar: 1,
  Message: 1,
  MessageList: 2,
  NewChat: 1,
  Pins: 1,
  SearchDialog: 1,
  ThreadDetails: 1,
  ThreadHeader: 2,
  TypingLine: 1,
};
/** Pictures at two hosts, of which the app allows one. */
const ALLOWED = 'pictures.allowed.example';
const OTHER = 'other.example';
const HOSTS = `pictureHosts={['*.allowed.example']}`;

const partsOf = (number: 1 | 2) =>
  Object.entries(PAGE_OF).flatMap(([name, one]) => (one === number ? [name] : []));

describe.skipIf(isMissing)('parts of an app (needs a browser)', () => {
  let chats: ChatServer;
  let site: Site;
  let browser: Browser;
  let page: Page;
  let thread: string;
  beforeAll(async () => {
    [chats, browser] = await Promise.all([startChatServer(2), launchBrowser()]);
    const codes = { replacing: REPLACING, wrapping: WRAPPING };
    const readme = Object.values(examplesFor(chats.url)).find(({ text }) => text.includes('Partial<Parts>'));
    const pages = Object.fromEntries(
      Object.entries(codes).map(([path, code]) => [
        path,
        { text: chatPage(chats.url, 'parts={parts}', code) },
      ]),
    );
    site = await Site.start({
      ...{ chats, browser },
      pages: {
        ...pages,
        readme: readme ?? { text: '' },
        thread: { text: threadPage(chats.url) },
        hosts: { text: chatPage(chats.url, HOSTS) },
      },
    });
    thread = await chats.group(...chats.people);
    await chats.people[1]?.say(thread, 'Hello');
  });
  afterAll(async () => {
    await browser.close();
    site.close();
    await chats.close();
  });

  test.each([1, 2] as const)('each is replaced by the component of the app (%i)', async (number) => {
    const names = partsOf(number);
    page = await site.open('replacing', 0, `&parts=${names.join(',')}`);
    const shows = (name: string) => page.locator('output').getByText(name, { exact: true }).first().waitFor();
    if (number === 1) {
      await shows('ChatItem');
      for (const button of ['Members and settings', 'New chat', 'Search'])
        await page.getByRole('button', { name: button, exact: true }).click();
    }
    for (const name of names) await shows(name);
    expect(site.complaints).toEqual([]);
  });

  test('a component of the app can wrap ours, as the README shows', async () => {
    const anns = await chats.ready(chats.people[0] as SignedIn);
    await anns.open(thread).update({ description: 'What we eat' });
    page = await site.open('readme', 0);
    await page.locator('.ring > .pv-avatar').first().waitFor();
    await page.locator('.topic').getByText('What we eat').waitFor();
    await page.getByRole('heading', { level: 2, name: 'Group', exact: true }).waitFor();
    expect(await page.locator('.ring .ring').count()).toBe(0);
    await page.getByRole('button', { name: 'Members and settings' }).waitFor();
    await expect.poll(() => chatFaults(page)).toEqual([]);
    page = await site.open('wrapping', 0);
    // In a message that is wrapped, there are the parts that messages have.
    await page.locator('.framed .pv-avatar').waitFor();
    await page.locator('.framed').getByText('Hello').waitFor();
    expect(site.complaints).toEqual([]);
  });

  test('a composer of the app sends files: the text and the reply go with the first', async () => {
    const file = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) });
    page = await site.open('wrapping', 0);
    const chosen = page.getByRole('list', { name: 'Chosen' });
    await page.getByLabel('Choose').setInputFiles(['one.txt', 'two.txt', 'three.txt'].map(file));
    await chosen.getByRole('button', { name: 'two.txt' }).click();
    expect(await chosen.getByRole('button').allTextContents()).toEqual(['one.txt', 'three.txt']);
    await page.getByRole('button', { name: 'Answer' }).click();
    await page.getByText('reply', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Upload' }).click();
    const first = page.getByRole('article').filter({ hasText: 'one.txt' });
    await first.getByText('Here they are').waitFor();
    await first.locator('.pv-quote').getByText('Hello').waitFor();
    const second = page.getByRole('article').filter({ hasText: 'three.txt' });
    await second.waitFor();
    expect(await second.locator('.pv-quote').count()).toBe(0);
    expect(await chosen.getByRole('button').count()).toBe(0);
    await page.getByText('new', { exact: true }).waitFor();
    expect(site.complaints).toEqual([]);
  });

  test('pictures and videos are loaded from the hosts that the app allows', async () => {
    const group = await chats.group(...chats.people);
    const [ann, ben] = chats.people;
    const anns = await chats.ready(ann as SignedIn);
    const { file_id } = await anns.uploadPicture(new File([new Uint8Array(HILLS.buffer)], 'hills.png'));
    await anns.open(group).update({ avatar_file_id: file_id });
    await chats.server.call('PATCH', userUrl(ben?.userId ?? ''), {
      body: { avatar_url: `http://${OTHER}/avatar.png` },
    });
    for (const host of [ALLOWED, OTHER]) {
      const at = (name: string) => `http://${host}/${name}`;
      const named = (type: string) => ({ type, size: 1, name: `${type} of ${host}`, source_url: at(type) });
      const size = { width: 560, height: 320, source_thumb_url: at('thumbnail.png') };
      for (const metadata of [
        { ...named('image'), ...size },
        { ...named('video'), ...size, mime_type: 'video/mp4', duration_ms: 1 },
        { type: 'promotion', promotion: { title: 'Card', image_url: at('card.png') } },
        { type: 'text', link_preview: { url: at(''), title: 'Page', image_url: at('page.png') } },
      ])
        await ben?.say(group, { body: { text: host, metadata: [metadata] } });
    }
    const context = await browser.newContext();
    const loaded = new Set<string>();
    await context.route(/\.example\//, async (route) => {
      const { hostname, pathname } = new URL(route.request().url());
      loaded.add(`${hostname}${pathname}`);
      await route.fulfill({ contentType: HILLS.mimeType, body: HILLS.buffer });
    });
    page = await site.open('hosts', 0, '', context);
    const list = page.getByRole('log');
    for (const type of ['image', 'video'])
      await list.getByRole('link', { name: `${type} of ${OTHER} 1 byte` }).waitFor();
    await list.getByText('Page').last().waitFor();
    await list.getByRole('link', { name: `image of ${ALLOWED}` }).click();
    const lightbox = page.getByRole('dialog');
    await lightbox.getByText('1 of 1').waitFor();
    const pictures = ['card.png', 'image', 'page.png', 'thumbnail.png'];
    await expect.poll(() => [...loaded].sort()).toEqual(pictures.map((name) => `${ALLOWED}/${name}`));
    // That of the group is on the server, which shows it to members only.
    const avatar = page.locator('.pv-chat .pv-avatar img').first();
    expect(await avatar.getAttribute('src')).toContain('ticket=');
    await expect.poll(() => avatar.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
    await context.close();
  });

  test.each(['', '&own', '&align=center', '&display=block', '&display=grid'])(
    'a thread in a layout of the app fills its height, and knows how wide it is (%s)',
    async (query) => {
      page = await site.open('thread', 0, `&thread=${thread}${query}`);
      const list = page.getByRole('log');
      await list.getByText('Hello').first().waitFor();
      const details = page.getByRole('complementary');
      const edges = async (one: Locator) => {
        const { x = 0, width = 0 } = (await one.boundingBox()) ?? {};
        return { left: Math.round(x), right: Math.round(x + width) };
      };
      await page.setViewportSize({ width: 1280, height: 844 });
      await expect.poll(() => chatFaults(page)).toEqual([]);
      await page.getByRole('button', { name: 'Members and settings' }).click();
      await details.waitFor();
      const { left, right } = await edges(page.locator('.pv-thread'));
      const isCentred = query === '&align=center';
      expect([left, right]).toEqual(isCentred ? [385, 895] : [0, 1280]);
      // Beside the list if there is room and a place for them.
      const isBeside = query !== '&own' && !isCentred;
      expect(await edges(list)).toEqual({ left, right: isBeside ? (await edges(details)).left : right });
      expect((await edges(details)).right).toBe(right);
      await page.setViewportSize({ width: 390, height: 844 });
      await expect.poll(() => edges(details)).toEqual({ left: 0, right: 390 });
      await page.getByRole('button', { name: 'Back to the chats' }).waitFor();
      // Nothing behind them can have the focus.
      await list.waitFor({ state: 'hidden' });
      expect(site.complaints).toEqual([]);
    },
  );
});
