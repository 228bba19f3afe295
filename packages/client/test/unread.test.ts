import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { MY_UNREAD, myMessageUrl, myThreadUrl, type SignedIn } from '../../server/test/harness/client-api.ts';
import { severable } from '../../server/test/harness/severable.ts';
import type { Chat } from '../src/index.ts';
import { type ChatServer, eventually, HeldAnswers, startChatServer } from './chat-server.ts';

/** Marking messages as unread, and the total of unread messages. */

let chats: ChatServer;
let ann: SignedIn;
let ben: SignedIn;
let cid: SignedIn;
beforeAll(async () => {
  chats = await startChatServer(3);
  [ann, ben, cid] = chats.people as [SignedIn, SignedIn, SignedIn];
});
afterAll(() => chats.close());

/** The platform's WebSocket, which tests can keep from connecting. */
class Switched extends WebSocket {
  static isAway = false;

  constructor(url: string) {
    super(Switched.isAway ? 'ws://127.0.0.1:9' : url);
  }
}

/** Creates a group with messages of Ann, 2 to 6. */
async function talk(...members: SignedIn[]): Promise<string> {
  const id = await chats.group(ann, ...members);
  for (let count = 0; count < 5; count += 1) await ann.say(id);
  return id;
}

const markUnread = (who: SignedIn, id: string, seq: number) =>
  who.ok('PUT', myThreadUrl(id, '/unread'), { body: { seq } });
const shown = (chat: Chat, id: string) => {
  const thread = chat.threads.getSnapshot().find((one) => one.id === id);
  return [thread?.me.read_seq, thread?.unread_count].join();
};

test('marking as unread reaches every device of the user, and not the other members', async () => {
  const id = await talk(ben);
  const [phone, laptop, anns] = [await chats.ready(ben), await chats.ready(ben), await chats.ready(ann)];
  const [his, hers] = [laptop.open(id), anns.open(id)];
  await Promise.all([his.loaded(), hers.loaded()]);
  await his.markRead();
  await eventually(() => [phone, laptop].every((chat) => shown(chat, id) === '6,0'));
  await eventually(() => hers.getSnapshot().readPositions[ben.extUserId] === 6);
  await his.markUnread(4);
  await eventually(() => [phone, laptop].every((chat) => shown(chat, id) === '3,3'));
  expect(his.getSnapshot().readPositions[ben.extUserId]).toBe(3);
  await ann.say(id);
  await eventually(() =>
    [phone, laptop, anns].every((chat) => shown(chat, id) === (chat === anns ? '0,0' : '3,4')),
  );
  expect(hers.getSnapshot().readPositions[ben.extUserId]).toBe(6);
  await his.markRead(5);
  await eventually(() => [phone, laptop].every((chat) => shown(chat, id) === '5,2'));
});

test('a device that was offline takes over the earlier position', async () => {
  const id = await talk(ben);
  const way = await severable(Number(new URL(chats.url).port));
  onTestFinished(() => way.close());
  const chat = chats.connect(ben, { url: `http://127.0.0.1:${way.port}`, WebSocket: Switched });
  await chat.ready();
  const thread = chat.open(id);
  await thread.loaded();
  await thread.markRead();
  await eventually(() => shown(chat, id) === '6,0');
  Switched.isAway = true;
  onTestFinished(() => {
    Switched.isAway = false;
  });
  way.sever();
  await eventually(() => chat.connection.getSnapshot().state === 'offline');
  await markUnread(ben, id, 3);
  expect(shown(chat, id)).toBe('6,0');
  Switched.isAway = false;
  chat.reconnect();
  await eventually(() => shown(chat, id) === '2,4');
  await eventually(() => thread.getSnapshot().readPositions[ben.extUserId] === 2);
});

test('a count that was requested before a message was deleted is requested again', async () => {
  const id = await talk(ben);
  const answers = new HeldAnswers(new RegExp(`/threads/${id}$`));
  const chat = chats.connect(ben, { fetch: answers.fetch });
  await chat.ready();
  await ben.ok('PUT', myThreadUrl(id, '/read'), { body: { seq: 4 } });
  await eventually(() => answers.count === 1);
  await ann.ok('DELETE', myMessageUrl(id, 6));
  await ann.say(id);
  await eventually(() => chat.threads.getSnapshot().find((one) => one.id === id)?.last_seq === 8);
  answers.release();
  await eventually(() => shown(chat, id) === '4,2');
});

test('the total is that of the server, and the same object until it changes', {
  tags: 'thorough',
}, async () => {
  const ids = [await talk(cid), await talk(cid), await talk(cid)];
  const chat = await chats.ready(cid);
  const server = () => cid.ok('GET', MY_UNREAD);
  const isSame = async () => {
    const expected = await server();
    await eventually(() => JSON.stringify(chat.unread.getSnapshot()) === JSON.stringify(expected));
  };
  expect(chat.unread.getSnapshot()).toEqual({ unread_threads: 3, unread_messages: 15 });
  await isSame();
  const before = chat.unread.getSnapshot();
  const totals: number[] = [];
  chat.unread.subscribe(({ unread_messages }) => totals.push(unread_messages));
  await ann.ok('PATCH', myThreadUrl(ids[0] ?? ''), { body: { name: 'New' } });
  await eventually(() => chat.threads.getSnapshot().some(({ name }) => name === 'New'));
  expect(chat.unread.getSnapshot()).toBe(before);
  const thread = chat.open(ids[0] ?? '');
  await thread.markRead();
  await eventually(() => chat.unread.getSnapshot().unread_messages === 10);
  await thread.markUnread(6);
  await eventually(() => chat.unread.getSnapshot().unread_messages === 11);
  await isSame();
  await eventually(() => totals.join() === '15,10,11');
  for (let count = 0; count < 88; count += 1) await ann.say(ids[1] ?? '');
  await eventually(() => chat.unread.getSnapshot().unread_messages === 99);
  await isSame();
  await ann.say(ids[1] ?? '');
  await isSame();
});

test('devices and notification settings', async () => {
  const chat = await chats.ready(ann);
  const device = await chat.devices.register('phone', { provider: 'fcm', token: 'token', language: 'en-gb' });
  expect(device).toMatchObject({ device_id: 'phone', language: 'en-GB' });
  expect(await chat.devices.list()).toEqual([device]);
  await chat.devices.remove('phone');
  expect(await chat.devices.list()).toEqual([]);

  const quiet_hours = { start: '22:00', end: '07:00', time_zone: 'UTC' };
  expect(await chat.notifications.set({ enabled: true, quiet_hours })).toMatchObject({ quiet_hours });
  expect(await chat.notifications.set({ enabled: true })).toMatchObject({ quiet_hours: null });
  const { email: _, ...others } = await chat.notifications.get();
  expect(others).toEqual({ enabled: true, quiet_hours: null, web_push_key: '' });
  expect(await chat.notifications.set({ enabled: true, email: false })).toMatchObject({ email: false });
  expect(await chat.notifications.set({ enabled: true })).toMatchObject({ email: false });

  const { notifications } = chat.open(await chats.group(ann, ben));
  await notifications.set({ level: 'mentions' });
  expect(await notifications.mute()).toEqual({ level: 'mentions', muted_until: 253_402_300_799_999 });
  const until = Date.now() + 60_000;
  expect(await notifications.mute(until)).toEqual({ level: 'mentions', muted_until: until });
  expect(await notifications.unmute()).toEqual({ level: 'mentions', muted_until: null });
  expect(await notifications.get()).toEqual({ level: 'mentions', muted_until: null });
});
