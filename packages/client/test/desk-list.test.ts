import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { myMessageUrl, type SignedIn } from '../../server/test/harness/client-api.ts';
import { severable } from '../../server/test/harness/severable.ts';
import type { Desk } from '../src/desk/index.ts';
import { PalaverError } from '../src/index.ts';
import { type ChatServer, eventually, startChatServer } from './chat-server.ts';
import { type DeskTenant, deskOf, deskTenant, idsIn } from './desk-server.ts';

/** The threads of the tenant, as the support desk of the SDK lists them. */

const DAY_MS = 24 * 60 * 60 * 1_000;

let chats: ChatServer;
let ann: SignedIn;
let ben: SignedIn;
let agent: SignedIn;
let tenant: DeskTenant;
beforeAll(async () => {
  chats = await startChatServer(0, {
    PALAVER_CLIENT_RATE_LIMIT_READS: '0',
    PALAVER_CLIENT_RATE_LIMIT_WRITES: '0',
  });
});
afterAll(() => chats.close());
beforeEach(async () => {
  tenant = await deskTenant(chats);
  ({ ann, ben, agent } = tenant);
});
afterEach(() => {
  vi.useRealTimers();
});

const isListed = (desk: Desk, ids: readonly string[]) => eventually(() => idsIn(desk).join() === ids.join());
const lastText = (desk: Desk, id: string) =>
  desk.threads.getSnapshot().threads.find((thread) => thread.id === id)?.last_message?.body.text;
/** The list is what the server has. */
const isAsFetched = async (desk: Desk) => {
  const { data } = (await agent.call('GET', '/client/v1.0/desk/threads?limit=100')).body as {
    data: { id: string }[];
  };
  const byId = <Thread extends { id: string }>(threads: readonly Thread[]) =>
    threads.toSorted((a, b) => Number(a.id) - Number(b.id));
  expect(byId(desk.threads.getSnapshot().threads)).toEqual(byId(data));
};
/** Makes the latest message of a thread this old. */
const age = (id: string, days: number) =>
  chats.server.database.sql(
    `with m as (update messages set created_at = now() - $2 * interval '1 day' where thread_id = $1)
     update thread_heads set active_at = now() - $2 * interval '1 day' where thread_id = $1`,
    [id, days],
  );

test('the thread with the latest message is first, and stays so', async () => {
  const [one, two, three] = [await tenant.group(), await tenant.group(), await tenant.group()];
  for (const id of [three, one, two]) await ann.say(id);
  const desk = deskOf(await chats.ready(agent));
  expect(desk.threads.getSnapshot()).toMatchObject({ threads: [], isLoading: true, isEnded: false });
  const { threads, isLoading, error } = await desk.loaded();
  expect({ ids: threads.map(({ id }) => id), isLoading, error }).toEqual({
    ids: [two, one, three],
    isLoading: false,
    error: undefined,
  });
  await ben.say(three, 'first again');
  await isListed(desk, [three, two, one]);
  expect(lastText(desk, three)).toBe('first again');
  const created = await tenant.group('New');
  await isListed(desk, [created, three, two, one]);
  const { seq } = await ann.say(two, 'a typo');
  await isListed(desk, [two, created, three, one]);
  await ann.ok('PATCH', myMessageUrl(two, seq), { body: { body: { text: 'no typo' } } });
  await eventually(() => lastText(desk, two) === 'no typo');
  await isAsFetched(desk);
});

test('the list begins with recent threads, and more on request', async () => {
  const ids: string[] = [];
  for (const days of [1, 10, 100]) {
    const id = await tenant.group();
    await ann.say(id);
    await age(id, days);
    ids.push(id);
  }
  const desk = deskOf(await chats.ready(agent));
  expect(await desk.loaded()).toMatchObject({ threads: [{ id: ids[0] }], hasOlder: true });
  expect(idsIn(desk)).toHaveLength(1);
  const month = Date.now() - 30 * DAY_MS;
  const more = desk.loadOlder(month);
  expect(desk.threads.getSnapshot().isLoading).toBe(true);
  expect(await more).toMatchObject({ activeAfter: month, hasOlder: true, isLoading: false });
  expect(idsIn(desk)).toEqual(ids.slice(0, 2));
  expect(await desk.loadOlder()).toMatchObject({ activeAfter: 0, hasOlder: false });
  expect(idsIn(desk)).toEqual(ids);
  const chosen = deskOf(await chats.ready(agent), { activeAfter: 0 });
  await chosen.loaded();
  expect(idsIn(chosen)).toEqual(ids);
});

test('an old thread comes to the list with its next message', async () => {
  const id = await tenant.group();
  await ann.say(id);
  await age(id, 10);
  const desk = deskOf(await chats.ready(agent));
  await desk.loaded();
  expect(idsIn(desk)).toEqual([]);
  const thread = desk.open(id);
  expect((await thread.loaded()).thread?.id).toBe(id);
  expect(idsIn(desk)).toEqual([]);
  await ann.say(id, 'new');
  await isListed(desk, [id]);
});

test('many threads come page by page, and are up to date after many changes', async () => {
  const ids: string[] = [];
  for (let count = 0; count < 230; count += 1) ids.push(await tenant.group(`Order ${count}`));
  const desk = deskOf(await chats.ready(agent));
  const sizes = new Set<number>();
  desk.threads.subscribe(({ threads }) => sizes.add(threads.length));
  await desk.loaded();
  expect(idsIn(desk)).toEqual(ids.toReversed());
  expect([...sizes]).toEqual(expect.arrayContaining([0, 100, 200, 230]));
  await Promise.all(ids.slice(0, 150).map((id) => ann.say(id, `to ${id}`)));
  await eventually(() => ids.slice(0, 150).every((id) => lastText(desk, id) === `to ${id}`));
  expect(idsIn(desk).slice(150)).toEqual(ids.slice(150).toReversed());
});

/** A connection on which reports of activity get lost. */
class WithoutActivity extends WebSocket {
  static latest: WithoutActivity | undefined;

  constructor(url: string) {
    super(url);
    WithoutActivity.latest = this;
    this.addEventListener('message', (event) => {
      if (JSON.parse(event.data).type === 'activity') event.stopImmediatePropagation();
    });
  }
}

test('after reports that were missed, the list catches up', async () => {
  const [one, two] = [await tenant.group(), await tenant.group()];
  const chat = chats.connect(agent, { WebSocket: WithoutActivity });
  const desk = deskOf(chat);
  await desk.loaded();
  const missed = (since: number | null) =>
    WithoutActivity.latest?.dispatchEvent(
      new MessageEvent('message', { data: JSON.stringify({ type: 'activity_missed', since }) }),
    );
  const { created_at } = await ann.say(one, 'missed');
  missed(created_at - 1_000);
  await eventually(() => lastText(desk, one) === 'missed');
  await ann.say(two, 'missed, too');
  await ann.ok('DELETE', `/client/v1.0/threads/${one}`);
  missed(null);
  await isListed(desk, [two]);
  expect(lastText(desk, two)).toBe('missed, too');
});

test('after a reconnect the list shows what was missed, and what follows', async () => {
  const way = await severable(Number(new URL(chats.url).port));
  onTestFinished(() => way.close());
  const [one, two] = [await tenant.group(), await tenant.group()];
  const chat = chats.connect(agent, { url: `http://127.0.0.1:${way.port}` });
  const desk = deskOf(chat);
  await desk.loaded();
  way.isDown = true;
  way.sever();
  await eventually(() => chat.connection.getSnapshot().state === 'offline');
  await ann.say(one, 'missed');
  await ann.ok('DELETE', `/client/v1.0/threads/${two}`);
  way.isDown = false;
  chat.reconnect();
  await isListed(desk, [one]);
  await eventually(() => lastText(desk, one) === 'missed');
  await ann.say(one, 'heard');
  await eventually(() => lastText(desk, one) === 'heard');
});

test('from time to time the list is fetched again, because nothing reports direct threads', async () => {
  const direct = await tenant.direct();
  const chat = await chats.ready(agent);
  vi.useFakeTimers({ toFake: ['setInterval'] });
  const desk = deskOf(chat);
  await desk.loaded();
  const count = () => desk.threads.getSnapshot().threads.find(({ id }) => id === direct)?.message_count;
  expect(count()).toBe(0);
  await ann.say(direct);
  vi.advanceTimersByTime(5 * 60 * 1_000);
  await eventually(() => count() === 1);
});

test('a desk shows nothing of another tenant', async () => {
  const others = await deskTenant(chats);
  const [own, foreign] = [await tenant.group(), await others.group()];
  const [desk, theirs] = [deskOf(await chats.ready(agent)), deskOf(await chats.ready(others.agent))];
  await Promise.all([desk.loaded(), theirs.loaded()]);
  expect(idsIn(desk)).toEqual([own]);
  expect(idsIn(theirs)).toEqual([foreign]);
  await others.ann.say(foreign, 'theirs');
  await eventually(() => lastText(theirs, foreign) === 'theirs');
  await ann.say(own, 'ours');
  await eventually(() => lastText(desk, own) === 'ours');
  expect(idsIn(desk)).toEqual([own]);
});

test('the desk of a user who is not on it ends with an error', async () => {
  const chat = await chats.ready(ben);
  const desk = deskOf(chat);
  const { threads, isEnded, error } = await desk.loaded();
  expect({ threads, isEnded }).toEqual({ threads: [], isEnded: true });
  expect(error).toBeInstanceOf(PalaverError);
  expect(error).toMatchObject({ code: 'M40306', status: 403 });
  await expect(desk.openReading('1', 'Why')).rejects.toMatchObject({ code: 'M40306' });
});

test('a desk ends with its chat; closing a desk leaves the chat open', async () => {
  const id = await tenant.group();
  const chat = await chats.ready(agent);
  const closed = deskOf(chat);
  closed.close();
  closed.close();
  expect(closed.threads.getSnapshot()).toMatchObject({ threads: [], isEnded: true, error: undefined });
  const desk = deskOf(chat);
  await desk.loaded();
  await ann.say(id, 'heard');
  await eventually(() => lastText(desk, id) === 'heard');
  expect(closed.threads.getSnapshot().threads).toEqual([]);
  chat.close();
  expect(desk.threads.getSnapshot()).toMatchObject({ threads: [], isEnded: true, isLoading: false });
  expect(deskOf(chat).threads.getSnapshot().isEnded).toBe(true);
});

test('a failure of the server is shown until the next answer', async () => {
  const id = await tenant.group();
  let isBroken = true;
  const refused = { message_code: 'M50300', message: 'Away.', request_id: '1' };
  const chat = chats.connect(agent, {
    fetch: async (address, init) =>
      isBroken && new Request(address).url.includes('/desk/threads')
        ? Response.json(refused, { status: 503, headers: { 'retry-after': '61' } })
        : fetch(address, init),
  });
  const desk = deskOf(chat);
  await eventually(() => desk.threads.getSnapshot().error?.code === 'M50300');
  expect(desk.threads.getSnapshot()).toMatchObject({ isLoading: true, isEnded: false });
  isBroken = false;
  await isListed(desk, [id]);
  expect((await desk.loaded()).error).toBeUndefined();
});
