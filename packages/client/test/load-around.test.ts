import { afterAll, beforeAll, expect, test } from 'vitest';
import { at, myMessageUrl, type SignedIn } from '../../server/test/harness/client-api.ts';
import type { Thread } from '../src/index.ts';
import { type ChatServer, eventually, HeldAnswers, startChatServer, texts } from './chat-server.ts';

/** `thread.loadAround()`: opens a thread at a message, and goes on from there. */

const MESSAGES = 180;

let chats: ChatServer;
let ann: SignedIn;
let ben: SignedIn;
/** A thread whose messages are "1" to "180". */
let threadId: string;
let seqs: number[];
beforeAll(async () => {
  chats = await startChatServer(2);
  [ann, ben] = [at(chats.people, 0), at(chats.people, 1)];
  [threadId, seqs] = await long();
});
afterAll(() => chats.close());

async function long(): Promise<[string, number[]]> {
  const id = await chats.group(ann, ben);
  const sent: number[] = [];
  for (let count = 1; count <= MESSAGES; count += 1) sent.push((await ann.say(id, String(count))).seq);
  return [id, sent];
}

const seqOf = (number: number) => at(seqs, number - 1);
const shown = (thread: Thread) => texts(thread.getSnapshot().messages);
const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => String(first + index));

async function open(id = threadId): Promise<Thread> {
  const thread = (await chats.ready(ben)).open(id);
  await thread.loaded();
  return thread;
}

test('the messages around an old one replace the latest, and both ends go on', async () => {
  const thread = await open();
  expect(shown(thread)).toEqual(range(131, 180));
  expect(thread.getSnapshot()).toMatchObject({ hasOlder: true, hasNewer: false });
  expect(await thread.loadNewer()).toBe(false);
  expect(await thread.loadAround(seqOf(70))).toBe(true);
  expect(shown(thread)).toEqual(range(21, 120));
  expect(thread.getSnapshot()).toMatchObject({ hasOlder: true, hasNewer: true });
  expect(await thread.loadOlder()).toBe(true);
  expect(shown(thread)).toEqual(range(1, 120));
  expect(thread.getSnapshot().hasOlder).toBe(false);
  expect(await thread.loadNewer()).toBe(true);
  expect(await thread.loadNewer()).toBe(true);
  expect(await thread.loadNewer()).toBe(false);
  expect(shown(thread)).toEqual(range(1, 180));
  expect(thread.getSnapshot().hasNewer).toBe(false);
});

test('a loaded message is there without a request, and one that does not exist changes nothing', async () => {
  const thread = await open();
  const { messages } = thread.getSnapshot();
  expect(await thread.loadAround(seqOf(150))).toBe(true);
  expect(await thread.loadAround(999_999)).toBe(false);
  expect(thread.getSnapshot().messages).toBe(messages);
});

test('new messages wait behind the gap; loaded ones change', { tags: 'thorough' }, async () => {
  const [id, sent] = await long();
  const thread = await open(id);
  await thread.loadAround(at(sent, 9));
  const { seq } = await ann.say(id, 'new');
  await eventually(() => thread.getSnapshot().thread?.last_message?.seq === seq);
  expect(shown(thread).at(-1)).toBe('60');
  await ann.ok('PATCH', myMessageUrl(id, at(sent, 9)), { body: { body: { text: 'edited' } } });
  await eventually(() => shown(thread).includes('edited'));
  await thread.loadLatest();
  expect(shown(thread)).toEqual([...range(132, 180), 'new']);
  expect(thread.getSnapshot().hasNewer).toBe(false);
  await ann.say(id, 'newer');
  await eventually(() => shown(thread).at(-1) === 'newer');
});

test('a message that the user sends leads back to the latest', async () => {
  const [id, sent] = await long();
  const thread = await open(id);
  await thread.loadAround(at(sent, 9));
  thread.send('mine');
  await eventually(
    () => thread.getSnapshot().messages.at(-1)?.state === 'sent' && shown(thread).at(-1) === 'mine',
  );
  expect(shown(thread)).toContain('180');
  expect(thread.getSnapshot().hasNewer).toBe(false);
});

test('the last of several jumps counts, and a page for the messages before it is dropped', async () => {
  const held = new HeldAnswers(/messages\?(before_seq|after_seq)/);
  const chat = chats.connect(ben, { fetch: held.fetch });
  await chat.ready();
  const thread = chat.open(threadId);
  await thread.loaded();
  const older = thread.loadOlder();
  const first = thread.loadAround(seqOf(20));
  await eventually(() => held.count === 3);
  held.isOn = false;
  expect(await thread.loadAround(seqOf(70))).toBe(true);
  held.release();
  expect(await first).toBe(false);
  await older;
  const numbers = shown(thread).map(Number);
  expect(numbers).toContain(70);
  expect(numbers).toEqual(range(at(numbers, 0), at(numbers, -1)).map(Number));
});

test('when the database was set back, the thread is loaded anew at the same place', {
  tags: 'thorough',
}, async () => {
  const [id, sent] = await long();
  const thread = await open(id);
  const seq = at(sent, 39);
  await thread.loadAround(seq);
  const { sql } = chats.server.database;
  await sql(`update messages set text = 'another' where thread_id = $1 and seq = $2`, [id, seq]);
  await sql(`update event_epoch set database = ''`);
  await sql('select keep_epoch()');
  await eventually(() => shown(thread).includes('another'));
  expect(shown(thread)).toEqual([...range(1, 39), 'another', ...range(41, 90)]);
});
