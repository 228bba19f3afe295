import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedIn } from '../../server/test/harness/client-api.ts';
import { MAX_WATCHED } from '../src/api.ts';
import { type ChatServer, eventually, startChatServer } from './chat-server.ts';

let chats: ChatServer;
let ann: SignedIn;
let ben: SignedIn;
let cid: SignedIn;
beforeAll(async () => {
  chats = await startChatServer(3, { PALAVER_CLIENT_RATE_LIMIT_READS: '20' });
  [ann, ben, cid] = chats.people as [SignedIn, SignedIn, SignedIn];
  await chats.server.group([ann.userId, ben.userId, cid.userId]);
});
afterAll(() => chats.close());

const strangers = (count: number) => Array.from({ length: count }, (_, index) => String(1_000 + index));

test('a user with subscribers stays watched, however many users are requested later', async () => {
  const [anns, bens] = await Promise.all([chats.ready(ann), chats.ready(ben), chats.ready(cid)]);
  const seen: boolean[] = [];
  const isOnline = anns.presence(ben.extUserId);
  isOnline.subscribe((value) => seen.push(value));
  for (const user of strangers(MAX_WATCHED + 100)) anns.presence(user);
  const latest = anns.presence(cid.extUserId);
  await eventually(() => latest.getSnapshot() && seen.at(-1) === true);
  bens.close();
  await eventually(() => seen.at(-1) === false);
  expect(isOnline.getSnapshot()).toBe(false);
});

test('subscribing to a dropped user watches them again', async () => {
  const [chat] = await Promise.all([chats.ready(ann), chats.ready(ben)]);
  const isOnline = chat.presence(ben.extUserId);
  await eventually(isOnline.getSnapshot);
  for (const user of strangers(MAX_WATCHED)) chat.presence(user);
  expect(isOnline.getSnapshot()).toBe(false);
  expect(chat.presence(ben.extUserId)).toBe(isOnline);
  isOnline.subscribe(() => {});
  await eventually(isOnline.getSnapshot);
});

test('presence() throws if the maximum number of users have subscribers', async () => {
  const chat = await chats.ready(ann);
  const stops = strangers(MAX_WATCHED).map((user) => chat.presence(user).subscribe(() => {}));
  expect(() => chat.presence(ben.extUserId)).toThrow(RangeError);
  stops[0]?.();
  expect(chat.presence(ben.extUserId).getSnapshot()).toBe(false);
});
