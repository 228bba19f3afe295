import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import {
  at,
  myMemberUrl,
  myMessageUrl,
  myThreadUrl,
  type SignedIn,
} from '../../server/test/harness/client-api.ts';
import { severable } from '../../server/test/harness/severable.ts';
import type { Thread } from '../src/index.ts';
import { Palaver } from '../src/server/index.ts';
import { type ChatServer, eventually, HeldAnswers, startChatServer } from './chat-server.ts';
import { expectFresh } from './harness/fresh-state.ts';

/** `changes` of an open thread: what happened to the group and its members, for lines between the messages. */

let chats: ChatServer;
let ann: SignedIn;
let ben: SignedIn;
let cid: SignedIn;
beforeAll(async () => {
  chats = await startChatServer(3);
  [ann, ben, cid] = chats.people as [SignedIn, SignedIn, SignedIn];
});
afterAll(() => chats.close());

const rename = (id: string, name: string) => ann.ok('PATCH', myThreadUrl(id), { body: { name } });
const changesIn = (thread: Thread) => thread.getSnapshot().changes ?? [];
const seqsIn = (thread: Thread) => changesIn(thread).map(({ seq }) => seq);

/** Sends some messages after each rename; resolves to the numbers of the renames. */
async function talk(id: string, renames: number, messages: number): Promise<number[]> {
  const seqs: number[] = [];
  for (let count = 0; count < renames; count += 1) {
    await rename(id, `Lunch ${count}`);
    seqs.push((await ann.thread(id)).last_seq);
    for (let said = 0; said < messages; said += 1) await ann.say(id);
  }
  return seqs;
}

/** Counts the requests for changes. */
class Counted {
  count = 0;

  readonly fetch: typeof fetch = (address, init) => {
    if (new Request(address).url.includes('/changes')) this.count += 1;
    return fetch(address, init);
  };
}

async function open(id: string, options: Parameters<ChatServer['connect']>[1] = {}): Promise<Thread> {
  const chat = chats.connect(ben, options);
  await chat.ready();
  const thread = chat.open(id);
  await thread.loaded();
  return thread;
}

test('changes load with the thread and follow it, and its members have the names', {
  tags: 'thorough',
}, async () => {
  const id = await chats.group(ann, ben);
  await rename(id, 'Lunch');
  const thread = await open(id);
  expect(changesIn(thread)).toMatchObject([
    { seq: 1, type: 'thread.created', actor: null },
    { seq: 2, type: 'thread.updated', actor: ann.extUserId, change: { fields: ['name'] } },
  ]);
  const { changes } = thread.getSnapshot();
  const { seq } = await ann.say(id);
  await ann.ok('PUT', myMessageUrl(id, seq, '/pin'));
  await ann.ok('PATCH', myThreadUrl(id), { body: { metadata: '{}' } });
  await eventually(() => thread.getSnapshot().thread?.last_seq === seq + 2);
  expect(thread.getSnapshot().changes).toBe(changes);
  await ann.ok('POST', myThreadUrl(id, '/members'), { body: { member_ids: [cid.userId], id_type: 2 } });
  await cid.ok('DELETE', myMemberUrl(id, cid.userId));
  await eventually(() => changesIn(thread).length === 4);
  const named = { members: [{ ext_user_id: cid.extUserId }] };
  expect(changesIn(thread).slice(2)).toMatchObject([
    { seq: seq + 3, type: 'member.added', actor: ann.extUserId, change: named },
    { seq: seq + 4, type: 'member.removed', actor: cid.extUserId, change: named },
  ]);
  expect(thread.getSnapshot().members).toContainEqual(
    expect.objectContaining({ ext_user_id: cid.extUserId, status: 'removed' }),
  );
  await expectFresh(thread, ben);
});

test('one request brings the changes of a usual thread, and each page of messages shows those between them', async () => {
  const id = await chats.group(ann, ben);
  const renames = await talk(id, 6, 20);
  const counted = new Counted();
  const thread = await open(id, { fetch: counted.fetch });
  expect(thread.getSnapshot().messages).toHaveLength(50);
  expect(seqsIn(thread)).toEqual(renames.slice(-2));
  await thread.loadOlder();
  expect(seqsIn(thread)).toEqual(renames.slice(2));
  await thread.loadOlder();
  expect(thread.getSnapshot().hasOlder).toBe(false);
  expect(seqsIn(thread)).toEqual([1, ...renames]);
  expect(counted.count).toBe(1);
  await expectFresh(thread, ben);
});

test('of many changes, those between the loaded messages are fetched', { tags: 'thorough' }, async () => {
  const id = await chats.group(ann, ben);
  const early = await ann.say(id);
  const renames = await talk(id, 160, 1);
  const counted = new Counted();
  const thread = await open(id, { fetch: counted.fetch });
  expect(seqsIn(thread)).toEqual(renames.slice(-49));
  expect(counted.count).toBe(1);
  await thread.loadAround(early.seq);
  expect(seqsIn(thread)).toEqual([1, ...renames.slice(0, 50)]);
  expect(counted.count).toBe(2);
  await rename(id, 'later');
  await eventually(() => thread.getSnapshot().thread?.name === 'later');
  expect(seqsIn(thread)).toEqual([1, ...renames.slice(0, 50)]);
  await thread.loadNewer();
  expect(seqsIn(thread)).toEqual([1, ...renames.slice(0, 100)]);
  while (await thread.loadNewer());
  await expectFresh(thread, ben);
  await thread.loadLatest();
  await expectFresh(thread, ben);
});

test('of more changes than a page of them between two pages of messages, the latest are shown first', {
  tags: 'thorough',
}, async () => {
  const id = await chats.group(ann, ben);
  const first = await ann.say(id);
  const renames = await talk(id, 230, 0);
  await ann.say(id);
  const counted = new Counted();
  const thread = await open(id, { fetch: counted.fetch });
  expect(thread.getSnapshot().messages.map((message) => message.state === 'sent' && message.seq)).toContain(
    first.seq,
  );
  expect(seqsIn(thread)).toEqual(renames.slice(-200));
  expect(counted.count).toBe(2);
});

test('changes during a load are not lost', async () => {
  const id = await chats.group(ann, ben);
  await ann.say(id);
  const held = new HeldAnswers(/\/changes/);
  const chat = chats.connect(ben, { fetch: held.fetch });
  await chat.ready();
  const thread = chat.open(id);
  await eventually(() => held.count === 1);
  await rename(id, 'Lunch');
  await eventually(() => thread.getSnapshot().thread?.name === 'Lunch');
  held.release();
  await thread.loaded();
  expect(seqsIn(thread)).toEqual([1, 3]);
});

test('changes catch up after a lost connection', async () => {
  const id = await chats.group(ann, ben);
  const way = await severable(Number(new URL(chats.url).port));
  onTestFinished(() => way.close());
  const counted = new Counted();
  const chat = chats.connect(ben, { url: `http://127.0.0.1:${way.port}`, fetch: counted.fetch });
  await chat.ready();
  const thread = chat.open(id);
  await thread.loaded();
  for (let round = 1; round <= 3; round += 1) {
    way.sever();
    await rename(id, `Lunch ${round}`);
    await ann.say(id);
    await eventually(() => changesIn(thread).length === 1 + round);
  }
  expect(counted.count).toBe(1);
  await expectFresh(thread, ben);
});

test('a thread without the route of changes is as before: its server is older', async () => {
  const id = await chats.group(ann, ben);
  await talk(id, 3, 25);
  const thread = await open(id, {
    fetch: (address, init) => {
      const request = new Request(address, init);
      return fetch(request.url.replace('/changes', '/unknown'), init);
    },
  });
  expect(thread.getSnapshot().messages).toHaveLength(50);
  expect(changesIn(thread)).toEqual([]);
  await thread.loadOlder();
  expect(thread.getSnapshot()).toMatchObject({ hasOlder: false, isLoading: false });
  // The entries of the connection are known, whatever the server.
  await rename(id, 'Lunch');
  await eventually(() => changesIn(thread).length === 1);
});

test('a direct thread shows none, and asks for none', async () => {
  const counted = new Counted();
  const chat = chats.connect(ben, { fetch: counted.fetch });
  await chat.ready();
  const thread = await chat.openDirect(ann.userId);
  await thread.loaded();
  await ann.say(thread.id);
  await eventually(() => thread.getSnapshot().messages.length === 1);
  expect(changesIn(thread)).toEqual([]);
  expect(counted.count).toBe(0);
});

test('when the database was set back, the changes are loaded anew', { tags: 'thorough' }, async () => {
  const id = await chats.group(ann, ben);
  await talk(id, 2, 1);
  const thread = await open(id);
  const { sql } = chats.server.database;
  const last = at(changesIn(thread), -1);
  await sql(
    `update log_entries set change = '{"fields": ["description"]}' where thread_id = $1 and seq = $2`,
    [id, last.seq],
  );
  await sql(`update event_epoch set database = ''`);
  await sql('select keep_epoch()');
  await eventually(() => changesIn(thread).at(-1)?.change?.fields?.[0] === 'description');
  expect(seqsIn(thread)).toEqual([1, 2, 4]);
});

test('silent changes of a back end are in no line, live or later', async () => {
  const id = await chats.group(ann, ben, cid);
  const thread = await open(id);
  const { server, url } = chats;
  const palaver = new Palaver({ url, apiKey: server.key });
  const { members } = palaver.threads;
  const { userId } = cid;
  await palaver.threads.update(id, { name: 'Order', silent: true });
  await members.setRole(id, userId, 'admin', { silent: true });
  await members.transferOwnership(id, userId, { silent: true });
  await members.transferOwnership(id, ann.userId, { silent: true });
  await members.mute(id, userId, { silent: true });
  await members.unmute(id, userId, { silent: true });
  await members.ban(id, userId, { silent: true });
  await members.unban(id, userId, { silent: true });
  await members.add(id, [userId], { silent: true });
  await members.remove(id, userId, { silent: true });
  await palaver.threads.update(id, { description: 'Read by all' }, { silent: false });
  await eventually(() => thread.getSnapshot().thread?.description === 'Read by all');
  const { last_seq } = await ben.thread(id);
  expect(last_seq).toBe(12);
  await eventually(() => changesIn(thread).some(({ seq }) => seq === last_seq));
  for (const opened of [thread, await open(id)])
    expect(changesIn(opened).map(({ type, seq }) => [type, seq])).toEqual([
      ['thread.created', 1],
      ['thread.updated', last_seq],
    ]);
});
