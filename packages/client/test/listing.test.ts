import { expect, test } from 'vitest';
import type { User } from '../src/api.ts';
import { Listing } from '../src/server/listing.ts';
import { furnish, reachPalaver, textTo } from './harness/palaver.ts';

test('a loop over 250 users gets each once, in order', { tags: 'thorough' }, async () => {
  const { server, palaver, exchanges } = await reachPalaver();
  const ids = await server.users(250);
  const users: User[] = [];
  for await (const user of palaver.users.list()) users.push(user);
  expect(users.map(({ user_id }) => user_id).toSorted()).toEqual(ids.toSorted());
  expect(users).toEqual(users.toSorted((a, b) => Number(a.ext_user_id) - Number(b.ext_user_id)));
  expect(exchanges).toHaveLength(3);
});

test('`limit` is the total number, and `last_id` continues after an element', async () => {
  const { server, palaver } = await reachPalaver();
  await server.users(250);
  const all = await palaver.users.list().toArray();
  const first = await palaver.users.list({ limit: 120 }).toArray();
  expect(first).toEqual(all.slice(0, 120));
  const rest = await palaver.users.list({ last_id: first.at(-1)?.ext_user_id }).toArray();
  expect(rest).toEqual(all.slice(120));
});

test('leaving the loop stops the fetching', { tags: 'thorough' }, async () => {
  const { server, palaver, exchanges } = await reachPalaver();
  await server.users(250);
  for await (const user of palaver.users.list()) if (user.is_guest === false) break;
  expect(exchanges).toHaveLength(1);
});

test('each loop starts at the beginning', async () => {
  const { server, palaver } = await reachPalaver();
  const users = palaver.users.list();
  await server.users(2);
  expect(await users.toArray()).toHaveLength(2);
  await server.users(3);
  expect(await users.toArray()).toHaveLength(3);
});

test('messages are listed forwards, backwards and around a number', async () => {
  const { palaver } = await reachPalaver();
  const { threadId, seq } = await furnish(palaver);
  const sent = [seq];
  for (let n = 0; n < 130; n += 1) {
    const [message] = await palaver.messages.send(textTo(threadId, `${n}`));
    sent.push(message?.seq ?? 0);
  }
  const seqs = async (listing: Listing<{ seq: number }>) => (await listing.toArray()).map((one) => one.seq);
  expect(await seqs(palaver.messages.list(threadId))).toEqual(sent);
  expect(await seqs(palaver.messages.list(threadId, { after_seq: sent[99] ?? 0, limit: 3 }))).toEqual(
    sent.slice(100, 103),
  );
  expect(await seqs(palaver.messages.history(threadId))).toEqual(sent.toReversed());
  expect(await seqs(palaver.messages.history(threadId, { before_seq: sent[50] ?? 0, limit: 2 }))).toEqual([
    sent[49],
    sent[48],
  ]);
  const around = await palaver.messages.around(threadId, sent[60] ?? 0, { limit: 4 });
  expect(around.map((message) => message.seq)).toEqual(sent.slice(58, 62));
});

test('a list of large messages is complete, although its pages are shorter', {
  tags: 'thorough',
}, async () => {
  const { palaver } = await reachPalaver();
  const { threadId, seq } = await furnish(palaver);
  const sent = [seq];
  const payload = JSON.stringify('x'.repeat(60_000));
  for (let n = 0; n < 40; n += 1) {
    const [message] = await palaver.messages.send({
      sender: { user_id: 'ann' },
      target: { thread_id: threadId },
      body: { metadata: [{ type: 'custom_defined', custom_name: 'large', payload }] },
    });
    sent.push(message?.seq ?? 0);
  }
  const seqs = async (listing: Listing<{ seq: number }>) => (await listing.toArray()).map((one) => one.seq);
  expect(await seqs(palaver.messages.list(threadId))).toEqual(sent);
  expect(await seqs(palaver.messages.history(threadId))).toEqual(sent.toReversed());
  expect(await seqs(palaver.messages.history(threadId, { limit: 30 }))).toEqual(
    sent.toReversed().slice(0, 30),
  );
});

test('an error in the middle of a list is thrown in the loop', async () => {
  const pages = [Array.from({ length: 100 }, (_, n) => n)];
  const listing = new Listing(
    async () => {
      const page = pages.shift();
      if (page === undefined) throw new Error('gone');
      return page;
    },
    (n) => String(n),
  );
  const seen: number[] = [];
  const loop = async () => {
    for await (const n of listing) seen.push(n);
  };
  await expect(loop()).rejects.toThrow('gone');
  expect(seen).toHaveLength(100);
});
