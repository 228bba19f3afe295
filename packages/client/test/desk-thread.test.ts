import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import {
  myMemberUrl,
  myMessageUrl,
  reactionUrl,
  type SignedIn,
} from '../../server/test/harness/client-api.ts';
import { severable } from '../../server/test/harness/severable.ts';
import { openDesk, type WatchedThread } from '../src/desk/index.ts';
import type { Chat } from '../src/index.ts';
import { type ChatServer, eventually, startChatServer, texts } from './chat-server.ts';
import { type DeskTenant, deskOf, deskTenant } from './desk-server.ts';
import { historyOf } from './harness/fresh-state.ts';

/** Threads that are open at the support desk of the SDK. */

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

const textsIn = (thread: WatchedThread) => texts(thread.getSnapshot().messages);
const lastIn = (thread: WatchedThread) => thread.getSnapshot().messages.at(-1);
/** What the thread shows is what the server has. */
const isAsFetched = async (thread: WatchedThread) => {
  const messages = thread.getSnapshot().messages.map(({ state: _state, ...message }) => message);
  expect(messages).toEqual(await historyOf(agent, thread.id));
};

test('a thread shows its messages, and what happens to them', async () => {
  const id = await tenant.group('Order 7');
  await ann.say(id, 'one');
  const desk = deskOf(await chats.ready(agent));
  const thread = desk.open(id);
  const { thread: shown, members, isLoading, error, needsReading } = await thread.loaded();
  expect(shown).toMatchObject({ id, name: 'Order 7', member_count: 2 });
  expect(members).toHaveLength(2);
  expect({ isLoading, error, needsReading }).toEqual({
    isLoading: false,
    error: undefined,
    needsReading: false,
  });
  expect(textsIn(thread)).toEqual(['one']);
  const { seq } = await ben.say(id, 'two');
  await eventually(() => textsIn(thread).join() === 'one,two');
  await ann.ok('PUT', reactionUrl(id, seq, '👍'));
  await ben.ok('PATCH', myMessageUrl(id, seq), { body: { body: { text: 'three' } } });
  await eventually(() => textsIn(thread).join() === 'one,three');
  expect(lastIn(thread)).toMatchObject({ reactions: [{ key: '👍' }] });
  await isAsFetched(thread);
});

test('older messages come by page, and those around one that was found', async () => {
  const id = await tenant.group();
  for (let count = 1; count <= 120; count += 1) await ann.say(id, `message ${count}`);
  const thread = deskOf(await chats.ready(agent)).open(id);
  const { messages, hasOlder } = await thread.loaded();
  expect({ count: messages.length, hasOlder }).toEqual({ count: 50, hasOlder: true });
  expect(await thread.loadOlder()).toBe(true);
  expect(thread.getSnapshot().messages).toHaveLength(100);
  await thread.loadOlder();
  expect(await thread.loadOlder()).toBe(false);
  await isAsFetched(thread);
  thread.close();

  const other = deskOf(await chats.ready(agent)).open(id);
  const [first] = await historyOf(ann, id);
  expect(await other.loadAround(first?.seq ?? 0)).toBe(true);
  expect(textsIn(other)[0]).toBe('message 1');
  expect(await other.loadNewer()).toBe(true);
  await other.loadLatest();
  expect(textsIn(other).at(-1)).toBe('message 120');
});

test('an agent writes as support where the policy lets them; elsewhere the message fails', async () => {
  const [linked, plain] = [await tenant.group('Order', { reference_id: 'order:7' }), await tenant.group()];
  const desk = deskOf(await chats.ready(agent));
  const [thread, refused] = [desk.open(linked), desk.open(plain)];
  // (Before the thread is loaded.)
  thread.send('How can I help?');
  expect(lastIn(thread)).toMatchObject({ state: 'sending', body: { text: 'How can I help?' } });
  await eventually(() => lastIn(thread)?.state === 'sent');
  expect(lastIn(thread)).toMatchObject({ as: 'support', sender: { ext_user_id: agent.extUserId } });
  await thread.loaded();
  await isAsFetched(thread);
  await refused.loaded();
  const id = refused.send('And here?');
  await eventually(() => lastIn(refused)?.state === 'failed');
  expect(lastIn(refused)).toMatchObject({ error: { code: 'M40306' }, canRetry: true });
  refused.retry(id);
  expect(lastIn(refused)?.state).toBe('sending');
  await eventually(() => lastIn(refused)?.state === 'failed');
  expect(refused.discard(id)?.body.text).toBe('And here?');
  expect(textsIn(refused)).toEqual([]);
});

test('after a reconnect, threads show what was missed, and what follows', async () => {
  const way = await severable(Number(new URL(chats.url).port));
  onTestFinished(() => way.close());
  const [id, other] = [await tenant.group(), await tenant.group()];
  await ann.say(id, 'one');
  const chat = chats.connect(agent, { url: `http://127.0.0.1:${way.port}` });
  const desk = deskOf(chat);
  const [thread, unlucky] = [desk.open(id), desk.open(other)];
  await Promise.all([thread.loaded(), unlucky.loaded()]);
  way.isDown = true;
  way.sever();
  await eventually(() => chat.connection.getSnapshot().state === 'offline');
  await ann.say(id, 'two');
  await ann.say(other, 'elsewhere');
  way.isDown = false;
  chat.reconnect();
  await eventually(() => textsIn(thread).join() === 'one,two' && textsIn(unlucky).join() === 'elsewhere');
  await ann.say(id, 'three');
  await eventually(() => textsIn(thread).join() === 'one,two,three');
  await isAsFetched(thread);
});

test('a thread that is opened without a connection is loaded with the next one', async () => {
  const id = await tenant.group();
  await ann.say(id, 'one');
  const chat = await chats.ready(agent);
  chat.disconnect();
  await eventually(() => chat.connection.getSnapshot().state === 'offline');
  const thread = deskOf(chat).open(id);
  expect(thread.getSnapshot()).toMatchObject({ isLoading: true, messages: [], error: undefined });
  chat.reconnect();
  await thread.loaded();
  expect(textsIn(thread)).toEqual(['one']);
});

test('a thread of which the agent becomes a member, and is no longer, shows each message once', async () => {
  const id = await tenant.group();
  const thread = deskOf(await chats.ready(agent)).open(id);
  await thread.loaded();
  const say = async (text: string) => {
    await ann.say(id, text);
    await eventually(() => textsIn(thread).at(-1) === text);
  };
  await say('one');
  await ann.ok('POST', `/client/v1.0/threads/${id}/members`, {
    body: { member_ids: [agent.userId], id_type: 2 },
  });
  await eventually(() => thread.getSnapshot().members.length === 3);
  await say('two');
  await ann.ok('DELETE', myMemberUrl(id, agent.userId));
  await eventually(() => thread.getSnapshot().members.some(({ status }) => status === 'removed'));
  await say('three');
  expect(textsIn(thread)).toEqual(['one', 'two', 'three']);
  await isAsFetched(thread);
});

test('a direct thread needs a reading, and closes when it ends', async () => {
  const id = await tenant.direct();
  await ann.say(id, 'between us');
  const desk = deskOf(await chats.ready(agent));
  const thread = desk.open(id);
  expect(await thread.loaded()).toMatchObject({
    thread: { id, type: 'direct', message_count: 1, last_message: null },
    ...{ messages: [], needsReading: true, error: { code: 'M40401' } },
  });
  await expect(desk.openReading(id, ' ')).rejects.toMatchObject({ code: 'M40003' });
  const reading = await desk.openReading(id, 'Complaint 4711');
  expect(reading).toMatchObject({ thread_id: id, reason: 'Complaint 4711' });
  await eventually(() => textsIn(thread).join() === 'between us');
  expect(thread.getSnapshot()).toMatchObject({ needsReading: false, error: undefined, changes: [] });
  await desk.loaded();
  const listed = () => desk.threads.getSnapshot().threads.find((one) => one.id === id)?.last_message;
  await ben.say(id, 'and so?');
  await eventually(
    () => textsIn(thread).join() === 'between us,and so?' && listed()?.body.text === 'and so?',
  );

  await chats.server.database.sql('update desk_readings set until = now() where id = $1', [reading.id]);
  await eventually(() => thread.getSnapshot().needsReading);
  expect(thread.getSnapshot()).toMatchObject({ messages: [], error: { code: 'M40401' } });
  expect(listed()).toBeNull();
  await desk.openReading(id, 'Complaint 4711, again');
  await eventually(() => textsIn(thread).length === 2);
});

test('an agent who may not read direct threads learns so, and a group needs no reading', async () => {
  const [id, group] = [await tenant.direct(), await tenant.group()];
  const desk = deskOf(await chats.ready(agent));
  await expect(desk.openReading(group, 'Why not')).rejects.toMatchObject({ code: 'M40003' });
  await tenant.put({ direct_threads: false });
  await expect(desk.openReading(id, 'Complaint')).rejects.toMatchObject({ code: 'M40306' });
  expect(await desk.open(id).loaded()).toMatchObject({ needsReading: false, error: { code: 'M40401' } });
  // The desk is still open.
  expect(await desk.open(group).loaded()).toMatchObject({ error: undefined });
  expect((await desk.loaded()).isEnded).toBe(false);
});

test('a thread of another tenant is one that does not exist, and so is one that was deleted', async () => {
  const [own, foreign] = [await tenant.group(), await (await deskTenant(chats)).group('Theirs')];
  const desk = deskOf(await chats.ready(agent));
  const gone = { thread: undefined, messages: [], needsReading: false, error: { code: 'M40401' } };
  expect(await desk.open(foreign).loaded()).toMatchObject(gone);
  expect(await desk.open('900000').loaded()).toMatchObject(gone);
  await expect(desk.openReading(foreign, 'Complaint')).rejects.toMatchObject({ code: 'M40401' });
  const thread = desk.open(own);
  await thread.loaded();
  await ann.ok('DELETE', `/client/v1.0/threads/${own}`);
  await eventually(() => thread.getSnapshot().error?.code === 'M40401');
  expect(thread.getSnapshot()).toMatchObject(gone);
});

test('an agent who is removed sees nothing any more, and why', async () => {
  const id = await tenant.group();
  await ann.say(id, 'one');
  const chat = await chats.ready(agent);
  const desk = deskOf(chat);
  const thread = desk.open(id);
  await Promise.all([thread.loaded(), desk.loaded()]);
  await tenant.remove();
  await eventually(() => desk.threads.getSnapshot().isEnded);
  expect(desk.threads.getSnapshot()).toMatchObject({
    threads: [],
    isLoading: false,
    error: { code: 'M40306' },
  });
  expect(thread.getSnapshot()).toMatchObject({ thread: undefined, messages: [], error: { code: 'M40306' } });
  expect(await desk.open(id).loaded()).toMatchObject({ messages: [], error: { code: 'M40306' } });
  expect(chat.connection.getSnapshot().state).toBe('online');
  await tenant.put();
  const next = deskOf(chat);
  expect((await next.loaded()).threads.map((one) => one.id)).toEqual([id]);
});

test('one thread too many says so; a thread that is closed makes room', async () => {
  const desk = deskOf(await chats.ready(agent));
  const groups = await Promise.all(Array.from({ length: 21 }, () => tenant.group()));
  const threads = groups.slice(0, 20).map((id) => desk.open(id));
  await Promise.all(threads.map((thread) => thread.loaded()));
  const last = groups[20] ?? '';
  const refused = desk.open(last);
  expect(await refused.loaded()).toMatchObject({ error: { code: 'M40005' } });
  refused.close();
  threads[0]?.close();
  expect(await desk.open(last).loaded()).toMatchObject({ error: undefined });
});

test('a thread that two parts of an app have open is watched until both have closed it', async () => {
  const id = await tenant.group();
  const desk = deskOf(await chats.ready(agent));
  const [one, two] = [desk.open(id), desk.open(id)];
  await Promise.all([one.loaded(), two.loaded()]);
  one.close();
  one.close();
  await ann.say(id, 'still here');
  await eventually(() => textsIn(two).join() === 'still here');
  two.close();
  expect(() => two.send('too late')).toThrow('this thread is closed');
  expect(await two.loadOlder()).toBe(false);
});

test('a mistake of the app throws', async () => {
  const chat = await chats.ready(agent);
  expect(() => openDesk(undefined as unknown as Chat)).toThrow(TypeError);
  for (const activeAfter of [-1, Number.NaN, 1.5])
    expect(() => openDesk(chat, { activeAfter })).toThrow(RangeError);
  const desk = deskOf(chat);
  expect(() => openDesk(chat)).toThrow('This chat has an open desk');
  expect(() => desk.loadOlder(Number.POSITIVE_INFINITY)).toThrow(RangeError);
  for (const id of ['', 'a', '0', 7, undefined, '1/2'])
    expect(() => desk.open(id as string)).toThrow(TypeError);
  await expect(desk.openReading('a', 'Why')).rejects.toMatchObject({ code: 'M40003' });
});
