import type { Browser, Page } from 'playwright-core';
import { findChromium, launch } from '../../packages/client/test/browser-page.ts';
import { launchFirefox } from '../../packages/client/test/browsers.ts';
import { findFirefox } from '../../packages/client/test/firefox/firefox.ts';
import { chatPage, Site } from '../../packages/react/test/site.ts';
import { median, type Row, ratio } from '../harness.ts';
import type { Palaver } from '../palaver.ts';

const MESSAGES = 10_000;
const PAGE = 50;
/** As many as a text may have that is shown with its parts. */
const PARTS = 500;
const AT_ONCE = 50;
const ROUNDS = 5;
const SCROLL_MS = 4_000;
const NEW_MESSAGES = 20;
const PEOPLE = ['ann', 'ben'];

/** As many rows as the thread has messages, and nothing that runs. */
const PLAIN = `
  const list = document.createElement('div');
  list.role = 'log';
  list.style.cssText = 'height: 100dvh; overflow-y: auto';
  for (let row = 1; row <= ${MESSAGES}; row += 1) list.append(Object.assign(document.createElement('div'), { textContent: 'Message ' + row, style: 'height: 2em' }));
  document.body.append(list);`;

/** Functions of the page. */
const TOOLS = `
  window.list = () => document.querySelector('[role=log]');
  window.frameTimes = async (milliseconds, each = () => {}) => {
    const durations = [];
    let last = await new Promise(requestAnimationFrame);
    for (const end = last + milliseconds; last < end; ) {
      each();
      const now = await new Promise(requestAnimationFrame);
      durations.push(now - last);
      last = now;
    }
    return durations;
  };
  window.scrollUp = (milliseconds) => {
    const one = list();
    one.scrollTop = one.scrollHeight;
    return frameTimes(milliseconds, () => { one.scrollTop -= 80; });
  };
  window.loadAll = async () => {
    for (let tries = 0; tries < 3; tries += 1) {
      const older = document.querySelector('.pv-older button');
      if (older === null) await new Promise((resolve) => setTimeout(resolve, 100));
      else { older.click(); tries = 0; await new Promise((resolve) => setTimeout(resolve, 5)); }
    }
  };
  window.show = async (thread, text) => {
    const entry = [...document.querySelectorAll('button')].find((one) => one.textContent.includes(thread));
    const startedAt = performance.now();
    entry.click();
    while (!list()?.textContent.includes(text)) await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    return performance.now() - startedAt;
  };
  window.tasks = [];
  if (PerformanceObserver.supportedEntryTypes.includes('longtask'))
    new PerformanceObserver((all) => tasks.push(...all.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' });`;

/** The real page, with 10,000 messages, in each browser of this machine, compared with as many plain rows. */
export async function chatPages(palaver: Palaver): Promise<Row[]> {
  const world = await write(palaver);
  const pages = {
    chat: { text: chatPage(`http://127.0.0.1:${palaver.subject.port}`) },
    plain: { text: PLAIN },
  };
  const rows: Row[] = [];
  const [chromium, firefox] = [findChromium(), findFirefox()];
  for (const [name, start] of [
    ['Chromium', chromium === undefined ? undefined : () => launch(chromium)],
    ['Firefox', firefox === undefined ? undefined : () => launchFirefox(firefox)],
  ] as const) {
    if (start === undefined) continue;
    const browser = await start();
    const site = await Site.start({ pages, chats: world, browser });
    try {
      rows.push({ figure: name, value: '', target: '' }, ...(await inBrowser(palaver, world, site, browser)));
    } finally {
      await browser.close();
      site.close();
    }
  }
  return rows;
}

interface World {
  people: { token: string }[];
  long: string;
}

/** A thread of 10,000 messages, and two of one page each: formatted texts, and plain ones of the same length. */
async function write(palaver: Palaver): Promise<World> {
  const users = PEOPLE.map((user_id) => ({ user_id, display_name: user_id }));
  await palaver.post('/user/v1.0/users/batch', { users });
  const formatted = '**bold** and '.repeat(PARTS);
  await group(palaver, 'Formatted', PAGE, () => formatted);
  await group(palaver, 'Plain', PAGE, () => formatted.replaceAll('*', '+'));
  const long = await group(
    palaver,
    'Long',
    MESSAGES,
    (number) => `Message ${number}${' and so on'.repeat(number % 7)}`,
  );
  const people = await Promise.all(
    PEOPLE.map((id) => palaver.post(`/user/v1.0/user/${id}/token`, {}) as Promise<{ token: string }>),
  );
  return { people, long };
}

async function group(palaver: Palaver, name: string, count: number, text: (number: number) => string) {
  const body = { name, owner_id: PEOPLE[0], member_ids: [PEOPLE[1]], id_type: 2 };
  const { thread_id } = (await palaver.post('/open-api/v1.0/chat/threads', body)) as { thread_id: string };
  for (let from = 1; from <= count; from += AT_ONCE)
    await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, count + 1 - from) }, (_, index) =>
        say(palaver, thread_id, text(from + index)),
      ),
    );
  await say(palaver, thread_id, `The end of ${name}`);
  return thread_id;
}

const say = (palaver: Palaver, thread_id: string, text: string) =>
  palaver.post('/open-api/v1.0/chat/messages', {
    sender: { user_id: PEOPLE[1] },
    target: { thread_id },
    body: { text, metadata: [{ type: 'text' }] },
  });

async function inBrowser(palaver: Palaver, { long }: World, site: Site, browser: Browser): Promise<Row[]> {
  const open = async (path: string, text: string) => {
    const page = await site.open(path, 0);
    await page.getByRole('log').getByText(text, { exact: true }).waitFor({ timeout: 60_000 });
    await page.evaluate(TOOLS);
    return page;
  };
  const plain = await open('plain', `Message ${MESSAGES}`);
  const latest = `Before ${browser.browserType().name()}`;
  await say(palaver, long, latest);
  const chat = await open('chat', latest);
  await chat.evaluate('loadAll()');
  const height = await chat.evaluate<number>('list().scrollHeight');
  if (height < 20 * MESSAGES) throw new Error(`not all messages are loaded: the list has ${height} px`);
  const scrolls = await compareScrolls(chat, plain);
  const messages = await comingMessages(palaver, long, chat, latest);
  const heap = await Promise.all([chat, plain].map((page) => heapMegabytes(browser, page)));
  const shown = await timesToShow(() => open('chat', `${latest} ${NEW_MESSAGES}`));
  await chat.close();
  await plain.close();
  return [...scrolls, ...messages, ...shown, ...heapRows(heap)];
}

/** The pages take turns. */
async function compareScrolls(chat: Page, plain: Page): Promise<Row[]> {
  const rates: Record<'idle' | 'chat' | 'plain', number[]> = { idle: [], chat: [], plain: [] };
  const late: Record<'chat' | 'plain', number[]> = { chat: [], plain: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    await chat.bringToFront();
    const idle = await chat.evaluate<number[]>(`frameTimes(${SCROLL_MS / 2})`);
    rates.idle.push(perSecond(idle));
    for (const [name, page] of Object.entries({ chat, plain }) as ['chat' | 'plain', Page][]) {
      await page.bringToFront();
      const durations = await page.evaluate<number[]>(`scrollUp(${SCROLL_MS})`);
      rates[name].push(perSecond(durations));
      const isLate = (duration: number) => duration > 1.5 * median(idle);
      late[name].push(durations.filter(isLate).length / durations.length);
    }
  }
  const percent = (figure: string, parts: number[]) => ({
    figure,
    value: `${(100 * median(parts)).toFixed(1)} %`,
    target: '',
  });
  return [
    { figure: 'frames/s while nothing happens', value: median(rates.idle).toFixed(0), target: '' },
    ratio('frames/s while scrolling ÷ idle', median(rates.chat), median(rates.idle), '≥ 0.95'),
    ratio('… of plain rows ÷ idle', median(rates.plain), median(rates.idle), ''),
    percent('frames that are late by half, scrolling', late.chat),
    percent('… of plain rows', late.plain),
  ];
}

const perSecond = (durations: readonly number[]) =>
  (1_000 * durations.length) / durations.reduce((sum, one) => sum + one, 0);

/** Messages that come while the user reads the latest. */
async function comingMessages(palaver: Palaver, thread: string, chat: Page, name: string): Promise<Row[]> {
  await chat.bringToFront();
  await chat.getByRole('button', { name: 'Latest', exact: true }).click();
  await chat.evaluate('tasks.length = 0; window.measured = frameTimes(4_000); 0');
  for (let number = 1; number <= NEW_MESSAGES; number += 1) {
    await say(palaver, thread, `${name} ${number}`);
    await chat.waitForTimeout(100);
  }
  await chat.getByRole('log').getByText(`${name} ${NEW_MESSAGES}`, { exact: true }).waitFor();
  const longest = Math.max(...(await chat.evaluate<number[]>('measured')));
  const hasTasks = await chat.evaluate<boolean>(
    `PerformanceObserver.supportedEntryTypes.includes('longtask')`,
  );
  const task = await chat.evaluate<number>('Math.max(0, ...tasks)');
  return [
    ...(hasTasks
      ? [
          {
            figure: `longest task while ${NEW_MESSAGES} messages come`,
            value: task === 0 ? '< 50 ms' : `${task.toFixed(0)} ms`,
            target: '≤ 100 ms',
          },
        ]
      : []),
    {
      figure: `longest frame while ${NEW_MESSAGES} messages come`,
      value: `${longest.toFixed(0)} ms`,
      target: '',
    },
  ];
}

/** From the click until the messages are visible, in a page that has not shown them yet. */
async function timesToShow(open: () => Promise<Page>): Promise<Row[]> {
  const times: Record<'Formatted' | 'Plain', number[]> = { Formatted: [], Plain: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const thread of ['Formatted', 'Plain'] as const) {
      const page = await open();
      times[thread].push(await page.evaluate<number>(`show('${thread}', 'The end of ${thread}')`));
      await page.close();
    }
  }
  const figure = `${PAGE} messages of ${PARTS} formatted parts, shown after`;
  return [
    { figure, value: `${median(times.Formatted).toFixed(0)} ms`, target: '' },
    ratio('… ÷ without formats', median(times.Formatted), median(times.Plain), ''),
  ];
}

/** What a page holds after a collection of garbage; undefined in Firefox, which does not say. */
async function heapMegabytes(browser: Browser, page: Page): Promise<number | undefined> {
  if (browser.browserType().name() !== 'chromium') return undefined;
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize / 1e6;
}

const heapRows = ([chat, plain]: (number | undefined)[]): Row[] =>
  chat === undefined || plain === undefined
    ? []
    : [
        { figure: 'heap after that, MB', value: chat.toFixed(1), target: '' },
        { figure: '… of plain rows', value: plain.toFixed(1), target: '' },
      ];
