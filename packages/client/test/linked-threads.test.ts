import { afterAll, beforeAll, expect, test } from 'vitest';
import { THREADS } from '../../server/test/harness/api.ts';
import { MY_UNREAD, myMemberUrl, type SignedIn } from '../../server/test/harness/client-api.ts';
import type { Chat } from '../src/index.ts';
import { type ChatServer, eventually, startChatServer } from './chat-server.ts';

/** Threads that are tied to an object: in a list of their own, and, if one likes, in the total of unread messages. */

let chats: ChatServer;
let ann: SignedIn;
let ben: SignedIn;
beforeAll(async () => {
  chats = await startChatServer(2);
  [ann, ben] = chats.people as [SignedIn, SignedIn];
});
afterAll(() => chats.close());

async function link(references: object): Promise<string> {
  const body = { name: 'T', owner_id: ann.userId, member_ids: [ben.userId], id_type: 2, ...references };
  return (await chats.server.ok('POST', THREADS, { body })).thread_id;
}

const idsIn = (chat: Chat) => chat.linkedThreads.getSnapshot().map(({ id }) => id);

test('linked threads are listed as the server lists them, and stay out of the chat list', async () => {
  const order = await link({ reference_id: 'order:7' });
  const chat = await chats.ready(ben);
  expect(idsIn(chat)).toEqual([order]);
  const [group, ticket] = [await chats.group(ann, ben), await link({ satl_reference_id: 'tickets' })];
  await eventually(() => idsIn(chat).join() === [ticket, order].join());
  await ann.say(order);
  await eventually(() => idsIn(chat).join() === [order, ticket].join());
  expect(chat.linkedThreads.getSnapshot()).toEqual(
    (await ben.threads('linked=true')).map((thread) => ({ ...thread, list_position: '' })),
  );
  expect(chat.threads.getSnapshot().map(({ id }) => id)).toEqual([group]);
  await ben.ok('DELETE', myMemberUrl(ticket, ben.userId));
  await eventually(() => idsIn(chat).join() === order);
});

test('the total counts linked threads only with the option, as the server does', async () => {
  const [order, group] = [await link({ reference_id: 'order:8' }), await chats.group(ann, ben)];
  const plain = chats.connect(ben);
  const whole = chats.connect(ben, { countsLinked: true });
  await Promise.all([plain.ready(), whole.ready()]);
  const areAsCounted = async () => {
    for (const [chat, query] of [
      [plain, ''],
      [whole, '?include=linked'],
    ] as const) {
      const expected = JSON.stringify(await ben.ok('GET', `${MY_UNREAD}${query}`));
      await eventually(() => JSON.stringify(chat.unread.getSnapshot()) === expected);
    }
    return whole.unread.getSnapshot().unread_messages - plain.unread.getSnapshot().unread_messages;
  };
  const before = await areAsCounted();
  await ann.say(group);
  await ann.say(order);
  await ann.say(order);
  expect(await areAsCounted()).toBe(before + 2);
  // The server counts the thread with the latest message first, whichever list it is in.
  for (let count = 0; count < 98; count += 1) await ann.say(order);
  await ann.say(group);
  await areAsCounted();
  expect(whole.unread.getSnapshot()).toMatchObject({ unread_messages: 99, unread_threads: 2 });
  const thread = whole.open(order);
  await thread.markRead();
  await eventually(() => whole.unread.getSnapshot().unread_messages < 99);
  await areAsCounted();
});
