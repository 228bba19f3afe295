import { expect, test } from 'vitest';
import type { User } from '../src/api.ts';
import { Listing } from '../src/server/listing.ts';
import { furnish, reachPalaver, textTo } from './harness/palaver.ts';

test('a walk over 250 users meets each once, in order', async () => {
  const { server, palaver, exchanges } = await reachPalaver();
  const ids = await server.users(250);
  const met: User[] = [];
  for await (const user of palaver.users.list()) met.push(user);
  expect(met.map(({ user_id }) => user_id).toSorted()).toEqual(ids.toSorted());
  expect(met).toEqual(met.toSorted((a, b) => Number(a.ext_user_id) - Number(b.ext_user_id)));
  expect(exchanges).toHaveLength(3);
});

test('`limit` counts in all, and a walk goes on from where it is told', async () => {
  const { server, palaver } = await reachPalaver();
  await server.users(250);
  const all = await palaver.users.list().toArray();
  const first = await palaver.users.list({ limit: 120 }).toArray();
  expect(first).toEqual(all.slice(0, 120));
  const rest = await palaver.users.list({ last_id: first.at(-1)?.ext_user_id }).toArray();
  expect(rest).toEqual(all.slice(120));
});

test('leaving the loop ends the fetching', async () => {
  const { server, palaver, exchanges } = await reachPalaver();
  await server.users(250);
  for await (const user of palaver.users.list()) if (user.is_guest === false) break;
  expect(exchanges).toHaveLength(1);
});

test('each walk starts anew', async () => {
  const { server, palaver } = await reachPalaver();
  const users = palaver.users.list();
  await server.users(2);
  expect(await users.toArray()).toHaveLength(2);
  await server.users(3);
  expect(await users.toArray()).toHaveLength(3);
});

test('messages are walked from the first, from the latest, and around one', async () => {
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

test('messages that are large come in shorter pages: a walk meets all of them', async () => {
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

test('what fails in the middle of a walk is thrown where it is walked', async () => {
  const pages = [Array.from({ length: 100 }, (_, n) => n)];
  const listing = new Listing(
    async () => {
      const page = pages.shift();
      if (page === undefined) throw new Error('gone');
      return page;
    },
    (n) => String(n),
  );
  const met: number[] = [];
  const walk = async () => {
    for await (const n of listing) met.push(n);
  };
  await expect(walk()).rejects.toThrow('gone');
  expect(met).toHaveLength(100);
});
