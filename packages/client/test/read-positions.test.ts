import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { at, myMemberUrl, myThreadUrl, type SignedIn } from '../../server/test/harness/client-api.ts';
import { severable } from '../../server/test/harness/severable.ts';
import type { Thread } from '../src/index.ts';
import { type ChatServer, eventually, HeldAnswers, startChatServer } from './chat-server.ts';

let chats: ChatServer;
let ann: SignedIn;
let ben: SignedIn;
let cid: SignedIn;
beforeAll(async () => {
  chats = await startChatServer(3);
  [ann, ben, cid] = chats.people as [SignedIn, SignedIn, SignedIn];
});
afterAll(() => chats.close());

const SAID = 5;

/** Creates a group with messages 2 to 6. */
async function talk(...members: SignedIn[]): Promise<string> {
  const id = await chats.server.group(members.map(({ userId }) => userId));
  for (let count = 0; count < SAID; count += 1) await ann.say(id);
  return id;
}

const read = (who: SignedIn, id: string, seq: number) =>
  who.ok('PUT', myThreadUrl(id, '/read'), { body: { seq } });

const shows = (thread: Thread, ...expected: [SignedIn, number][]) =>
  eventually(() => {
    const { readPositions } = thread.getSnapshot();
    return (
      Object.keys(readPositions).length === expected.length &&
      expected.every(([{ extUserId }, seq]) => readPositions[extUserId] === seq)
    );
  });

/** The platform's WebSocket; tests can insert frames and cut it off. */
class Tapped extends WebSocket {
  static latest: Tapped | undefined;
  static isAway = false;

  constructor(url: string) {
    super(Tapped.isAway ? 'ws://127.0.0.1:9' : url);
    Tapped.latest = this;
  }

  receive(frame: object): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(frame) }));
  }
}

test('read positions load with the thread, and follow the members', async () => {
  const id = await talk(ann, ben, cid);
  await read(ben, id, 3);
  const [anns, bens] = [chats.connect(ann), chats.connect(ben)];
  const [hers, his] = [anns.open(id), bens.open(id)];
  expect(hers.getSnapshot().readPositions).toEqual({});
  expect((await hers.loaded()).readPositions).toEqual({
    [ann.extUserId]: 0,
    [ben.extUserId]: 3,
    [cid.extUserId]: 0,
  });
  await Promise.all([his.loaded(), anns.ready(), bens.ready()]);
  await his.markRead(4);
  await shows(hers, [ann, 0], [ben, 4], [cid, 0]);
  // Ann reads on another device.
  await read(ann, id, 6);
  for (const thread of [hers, his]) await shows(thread, [ann, 6], [ben, 4], [cid, 0]);
  expect(hers.getSnapshot().thread?.me.read_seq).toBe(6);
});

test('repeated and late frames move no position back', async () => {
  const id = await talk(ann, ben);
  const chat = chats.connect(ann, { WebSocket: Tapped });
  await chat.ready();
  const thread = chat.open(id);
  await thread.loaded();
  await read(ben, id, 4);
  await shows(thread, [ann, 0], [ben, 4]);
  const shown = thread.getSnapshot();
  const states: unknown[] = [];
  thread.subscribe((state) => states.push(state));
  for (const [who, read_seq] of [[ben, 4] as const, [ben, 3] as const, [ann, 0] as const])
    Tapped.latest?.receive({ type: 'read', thread_id: id, ext_user_id: who.extUserId, read_seq });
  expect(thread.getSnapshot()).toBe(shown);
  await read(ben, id, 5);
  await shows(thread, [ann, 0], [ben, 5]);
  await eventually(() => states.length === 2);
  expect(at(states, 0)).toBe(shown);
});

test('a fetch does not overwrite positions that have moved meanwhile', async () => {
  const id = await talk(ann, ben);
  const answers = new HeldAnswers(/\/read/);
  const chat = chats.connect(ann, { fetch: answers.fetch });
  await chat.ready();
  const thread = chat.open(id);
  await eventually(() => answers.count === 1);
  await read(ben, id, 6);
  await read(ann, id, 2);
  await eventually(() => thread.getSnapshot().thread?.me.read_seq === 2);
  expect(thread.getSnapshot()).toMatchObject({ isLoading: true, readPositions: {} });
  answers.release();
  await thread.loaded();
  await shows(thread, [ann, 2], [ben, 6]);
});

test('positions catch up after a lost connection, even if their fetch fails several times', async () => {
  const id = await talk(ann, ben, cid);
  const way = await severable(Number(new URL(chats.url).port));
  onTestFinished(() => way.close());
  let failures = 0;
  const chat = chats.connect(ann, {
    url: `http://127.0.0.1:${way.port}`,
    WebSocket: Tapped,
    fetch: (address, init) => {
      if (failures === 0 || !new Request(address).url.includes('/read')) return fetch(address, init);
      failures -= 1;
      return Promise.reject(new TypeError('the network is bad'));
    },
  });
  await chat.ready();
  const thread = chat.open(id);
  await thread.loaded();
  await read(ben, id, 3);
  await shows(thread, [ann, 0], [ben, 3], [cid, 0]);
  Tapped.isAway = true;
  onTestFinished(() => {
    Tapped.isAway = false;
  });
  way.sever();
  await eventually(() => chat.connection.getSnapshot().state === 'offline');
  await read(ben, id, 5);
  await read(cid, id, 6);
  await read(ann, id, 4);
  expect(thread.getSnapshot().readPositions[ben.extUserId]).toBe(3);
  // More than the retries of one call.
  failures = 5;
  Tapped.isAway = false;
  chat.reconnect();
  await shows(thread, [ann, 4], [ben, 5], [cid, 6]);
  expect(failures).toBe(0);
});

test('only current members have a position: returning members get theirs back, new ones get theirs when they read', async () => {
  const id = await talk(ann, ben);
  await read(ben, id, 3);
  const chat = chats.connect(ann);
  await chat.ready();
  const thread = chat.open(id);
  await thread.loaded();
  await shows(thread, [ann, 0], [ben, 3]);
  await thread.mute(ben.extUserId);
  await eventually(() => thread.getSnapshot().members.some(({ status }) => status === 'muted'));
  await shows(thread, [ann, 0], [ben, 3]);
  await ann.ok('DELETE', myMemberUrl(id, ben.userId));
  await shows(thread, [ann, 0]);
  await thread.addMembers([ben.userId, cid.userId]);
  await shows(thread, [ann, 0], [ben, 3]);
  const { seq } = await ann.say(id);
  await read(cid, id, seq);
  await shows(thread, [ann, 0], [ben, 3], [cid, seq]);
});

test('of more than 100 members, 100 positions load, and the others appear when those members read', async () => {
  const crowd = await chats.server.users(98, 'crowd');
  const members = [ann, ben, cid].map(({ userId }) => userId);
  const id = await chats.server.group([...members, ...crowd]);
  await ann.say(id);
  const chat = chats.connect(ann);
  await chat.ready();
  const thread = chat.open(id);
  const { readPositions, members: all } = await thread.loaded();
  expect(all).toHaveLength(101);
  expect(Object.keys(readPositions)).toEqual(all.slice(0, 100).map(({ ext_user_id }) => ext_user_id));
  const last = at(all, -1);
  const token = await chats.server.token(last.user_id ?? '');
  await chats.server.ok('PUT', myThreadUrl(id, '/read'), { token, body: { seq: 2 } });
  await eventually(() => thread.getSnapshot().readPositions[last.ext_user_id] === 2);
});
