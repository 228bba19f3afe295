import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isMissing, launchBrowser } from '../../client/test/browsers.ts';
import { type ChatServer, startChatServer } from '../../client/test/chat-server.ts';
import type { Parts } from '../src/index.ts';
import { pageOf, Site } from './site.ts';

/** A page whose chat has the parts `?parts=` replaced by their names. */
const replacing = (url: string) =>
  pageOf(`
    import { ChatApp, useConnect } from '@palaver/react';
    import '@palaver/react/styles.css';
    const tokenProvider = async () => (await fetch('/chat-token', { method: 'POST' })).text();
    const names = new URLSearchParams(location.search).get('parts').split(',');
    const parts = Object.fromEntries(names.map((name) => [name, () => <output>{name}</output>]));
    const App = () => {
      const client = useConnect({ url: '${url}', tokenProvider });
      return <div style={{ height: '100dvh' }}><ChatApp client={client} parts={parts} /></div>;
    };`);

/** A page with parts of its own that wrap ours, and a composer of its own. */
const wrapping = (url: string) =>
  pageOf(`
    import { Avatar, ChatApp, Message, useConnect, useThread, useUpload } from '@palaver/react';
    import '@palaver/react/styles.css';
    const tokenProvider = async () => (await fetch('/chat-token', { method: 'POST' })).text();
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
    const parts = {
      Avatar: (props) => <span className="ring"><Avatar {...props} /></span>,
      Message: (props) => <div className="framed"><Message {...props} /></div>,
      Composer,
    };
    const App = () => {
      const client = useConnect({ url: '${url}', tokenProvider });
      return <div style={{ height: '100dvh' }}><ChatApp client={client} parts={parts} /></div>;
    };`);

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
const partsOf = (number: 1 | 2) =>
  Object.entries(PAGE_OF).flatMap(([name, one]) => (one === number ? [name] : []));

describe.skipIf(isMissing)('parts of an app (needs a browser)', () => {
  let chats: ChatServer;
  let site: Site;
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    [chats, browser] = await Promise.all([startChatServer(2), launchBrowser()]);
    const pages = { replacing: { text: replacing(chats.url) }, wrapping: { text: wrapping(chats.url) } };
    site = await Site.start({ pages, chats, browser });
    const thread = await chats.group(...chats.people);
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

  test('a component of the app can wrap ours', async () => {
    page = await site.open('wrapping', 0);
    await page.locator('.framed').getByText('Hello').waitFor();
    // In a message that is wrapped, the other parts are those of the app as well.
    expect(await page.locator('.framed .ring > .pv-avatar').count()).toBe(1);
    expect(await page.locator('.ring .ring').count()).toBe(0);
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
});
