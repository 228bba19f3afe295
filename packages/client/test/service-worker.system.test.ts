import type { Browser, BrowserContext, Page, Worker } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { findChromium, launch } from './browser-page.ts';
import { PAGE_PATH, PushSite, WORKER_PATH } from './push-site.ts';
import { pushedWorker } from './service-worker-pushes.ts';

const executablePath = findChromium();
const isMissing = executablePath === undefined;
if (isMissing && process.env.CI) throw new Error('chromium is needed: apt-get install chromium');

/** A notification, as the browser shows it. */
interface Shown {
  title: string;
  body: string;
  tag: string;
  icon: string;
  renotify: boolean;
  data: unknown;
}

const LIST = `registration.getNotifications().then((all) =>
  all.map(({ title, body, tag, icon, renotify, data }) => ({ title, body, tag, icon, renotify, data })))`;

/** A browser that has registered a worker, without a page open. */
interface Registered {
  context: BrowserContext;
  worker: Worker;
  /** Delivers a push. Resolves to the notifications that are shown when the worker has handled it. */
  push: (data: unknown) => Promise<Shown[]>;
  shown: () => Promise<Shown[]>;
  /** Clicks the only notification. Resolves to the addresses that the click opens in new windows. */
  click: () => Promise<string[]>;
  openPage: (path?: string) => Promise<Page>;
}

const about = (seq: string, thread_id = '7') => ({
  tag: thread_id,
  data: { thread_id, seq, app_id: 'shop' },
});
const titles = (all: Shown[]) => all.map(({ title }) => title).sort();

describe.skipIf(isMissing)('the service worker (needs chromium)', () => {
  let site: PushSite;
  let browser: Browser;
  beforeAll(async () => {
    [site, browser] = await Promise.all([PushSite.open(), launch(executablePath ?? '')]);
  });
  afterAll(async () => {
    await browser.close();
    site.close();
  });

  const register = async (address = WORKER_PATH): Promise<Registered> => {
    const context = await browser.newContext();
    onTestFinished(() => context.close());
    await context.grantPermissions(['notifications'], { origin: site.url });
    // (Outside the scope of the worker.)
    const page = await context.newPage();
    await page.goto(`${site.url}/elsewhere`);
    await page.evaluate(
      `navigator.serviceWorker.register(${JSON.stringify(address)}).then((registration) => new Promise((resolve) => {
        const look = () => registration.active?.state === 'activated' ? resolve() : setTimeout(look, 20);
        look();
      }))`,
    );
    const { worker, push } = await pushedWorker(page, site.url + PAGE_PATH);
    const shown = () => worker.evaluate<Shown[]>(LIST);
    return {
      context,
      worker,
      shown,
      push: async (data) => {
        await push(typeof data === 'string' ? data : JSON.stringify(data));
        return shown();
      },
      // (Only a real click may open or focus windows.)
      click: () =>
        worker.evaluate(
          `(async () => {
            const opened = [];
            clients.openWindow = async (url) => { opened.push(url); };
            WindowClient.prototype.focus = async () => {};
            const [notification] = await registration.getNotifications();
            const event = new NotificationEvent('notificationclick', { notification });
            const works = [];
            event.waitUntil = (work) => works.push(work);
            dispatchEvent(event);
            await Promise.all(works);
            return opened;
          })()`,
        ),
      openPage: async (path = PAGE_PATH) => {
        const opened = await context.newPage();
        await opened.goto(site.url + path);
        return opened;
      },
    };
  };

  test('shows what a push says', async () => {
    const { push } = await register();
    const icon = `${site.url}/ann.png`;
    expect(await push({ title: 'Ann', body: 'Hello', icon, badge: 3, ...about('5') })).toEqual([
      {
        title: 'Ann',
        body: 'Hello',
        icon,
        tag: '7',
        renotify: true,
        data: { ...about('5').data, reference_id: '', satl_reference_id: '', source: 'palaver' },
      },
    ]);
  });

  test('shows one notification for each thread, the latest; a repeated push makes no sound', async () => {
    const { push } = await register();
    const bodies = async (data: unknown) => (await push(data)).map(({ body }) => body).sort();
    await push({ title: 'Ann', body: 'one', ...about('9') });
    expect(await push({ title: 'Ann', body: 'two', ...about('10') })).toMatchObject([
      { body: 'two', renotify: true },
    ]);
    expect(await push({ title: 'Ann', body: 'two', ...about('10') })).toMatchObject([
      { body: 'two', renotify: false },
    ]);
    expect(await bodies({ title: 'Ben', body: 'hi', ...about('1', '8') })).toEqual(['hi', 'two']);
    // The later one has overtaken it.
    expect(await bodies({ title: 'Ann', body: 'one', ...about('9') })).toEqual(['hi', 'two']);
  });

  test('withdraws the notification of a thread that is read, but not one about a later message', async () => {
    const { push } = await register();
    await push({ title: 'Ann', ...about('5') });
    expect(titles(await push({ title: 'Ben', ...about('10', '8') }))).toEqual(['Ann', 'Ben']);
    expect(titles(await push({ kind: 'withdraw', badge: 1, ...about('9', '8') }))).toEqual(['Ann', 'Ben']);
    expect(titles(await push({ kind: 'withdraw', badge: 1, ...about('5') }))).toEqual(['Ben']);
    expect(titles(await push({ kind: 'withdraw', badge: 0, ...about('11', '8') }))).toEqual([]);
  });

  test('pushes that arrive together are all shown', async () => {
    const { push } = await register();
    const all = ['7', '8', '9', '10'].map((id) => push({ title: id, ...about('1', id) }));
    await Promise.all(all);
    expect(titles(await push({ title: '11', ...about('1', '11') }))).toEqual(['10', '11', '7', '8', '9']);
  });

  test.each([
    ['not JSON', 'hello'],
    ['empty', ''],
    ['null', 'null'],
    ['a list', '[]'],
    ['a number', '7'],
    ['other types', { title: 7, body: {}, icon: [], tag: null, badge: 'x', data: 'y' }],
    ['a negative badge', { badge: -1 }],
    ['keys of objects', '{"__proto__":{"title":"x"},"constructor":1,"kind":"toString"}'],
  ])('a malformed push (%s) shows the general text', async (_, data) => {
    const { push } = await register();
    expect(await push(data)).toMatchObject([{ title: 'New message', body: '', tag: '' }]);
  });

  test('a malformed withdrawal closes nothing', async () => {
    const { push } = await register();
    await push({ title: 'Ann', ...about('5') });
    for (const tag of [undefined, null, '', 7])
      expect(titles(await push({ kind: 'withdraw', tag }))).toEqual(['Ann']);
  });

  test('a push of data shows the title of the address, if the site makes no texts', async () => {
    const { push } = await register(`${WORKER_PATH}?title=${encodeURIComponent('Neue Nachricht')}`);
    expect(await push({ kind: 'data', badge: 1, ...about('5') })).toMatchObject([
      { title: 'Neue Nachricht', data: about('5').data },
    ]);
  });

  test("a site's own worker makes the texts of a push of data, and may fail", async () => {
    const { push, click } = await register('/chat/own-worker.js');
    expect(await push({ kind: 'data', ...about('12') })).toMatchObject([
      { title: 'Decrypted', body: '7 12' },
    ]);
    expect(await push({ kind: 'data', ...about('13') })).toMatchObject([{ title: 'New message', body: '' }]);
    expect(await click()).toEqual([`${site.url}/chat/7/13`]);
  });

  test.each([
    ['', '/chat/'],
    ['?open=/chat/{thread_id}?at={seq}%26app={app_id}', '/chat/a%2Fb%3F%20%C3%A9?at=5&app=shop'],
    [
      '?open=/orders/{reference_id}%3Flist={satl_reference_id}%26{app_id}',
      '/orders/order%207%2F%22?list=&shop',
    ],
    ['?open=../all', '/all'],
    ['?open=https://evil.example/{thread_id}', '/chat/'],
    ['?open=//evil.example/', '/chat/'],
    ['?open=javascript:alert(1)', '/chat/'],
    ['?open=http://[', '/chat/'],
  ])('a click opens the address %s, only of this origin', async (parameters, opened) => {
    const { push, click, shown } = await register(WORKER_PATH + parameters);
    const named = about('5', 'a/b? é');
    await push({ title: 'Ann', ...named, data: { ...named.data, reference_id: 'order 7/"' } });
    expect(await click()).toEqual([site.url + opened]);
    expect(await shown()).toEqual([]);
  });

  test('a click on a notification about no thread opens the scope', async () => {
    const { push, click, openPage } = await register(`${WORKER_PATH}?open=/chat/{thread_id}/`);
    const test = { title: 'Test', body: 'Notifications reach this device.', tag: '', badge: 0 };
    await push({ ...test, data: { thread_id: '', seq: '0', app_id: 'shop' } });
    expect(await click()).toEqual([`${site.url}/chat/`]);
    const page = await openPage();
    await page.evaluate(
      `navigator.serviceWorker.onmessage = ({ data }) => { document.title = JSON.stringify(data); }`,
    );
    await push('malformed');
    expect(await click()).toEqual([]);
    await push({ title: 'Ann', ...about('5') });
    expect(await click()).toEqual([]);
    await expect.poll(() => page.title()).toContain('"thread_id":"7"');
  });

  test("a click on a notification of the site's own is left to the site", async () => {
    const { worker, click, shown } = await register();
    await worker.evaluate(`registration.showNotification('Sale', { data: { thread_id: '7' } })`);
    expect(await click()).toEqual([]);
    expect(titles(await shown())).toEqual(['Sale']);
  });

  test('a click tells an open page of the scope instead', async () => {
    const { push, click, openPage } = await register();
    const page = await openPage();
    await page.evaluate(
      `navigator.serviceWorker.onmessage = ({ data }) => { document.title = JSON.stringify(data); }`,
    );
    const tied = about('5');
    await push({ title: 'Ann', ...tied, data: { ...tied.data, reference_id: 'order-7' } });
    expect(await click()).toEqual([]);
    const target = { ...tied.data, reference_id: 'order-7', satl_reference_id: '' };
    await expect.poll(() => page.title()).toBe(JSON.stringify({ type: 'palaver.open', ...target }));
  });

  test('the service worker reports a lost subscription to open pages, which register a new one', async () => {
    const { worker, openPage } = await register();
    const page = await openPage();
    await page.evaluate(`navigator.serviceWorker.onmessage = ({ data }) => { document.title = data.type; }`);
    await worker.evaluate(`dispatchEvent(new ExtendableEvent('pushsubscriptionchange'))`);
    await expect.poll(() => page.title()).toBe('palaver.subscription');
  });
});
