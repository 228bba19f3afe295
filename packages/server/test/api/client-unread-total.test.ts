// @module-tag database
import type { ClientThread, UnreadTotal } from '@palaver/protocol/client-threads';
import type { ExtUserId } from '@palaver/protocol/ids';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { unreadTotals } from '../../src/domain/records/unread.ts';
import { expectRefused, memberUrl, THREADS, threadUrl } from '../harness/api.ts';
import { at, MY_UNREAD, myMessageUrl, myThreadUrl, type SignedIn, signInAll } from '../harness/client-api.ts';
import { explained, statementsOf } from '../harness/explained.ts';
import { useServer } from '../harness/use-server.ts';

/** The number on a badge: all unread messages of a user, up to 99. */

const server = await useServer();
let serial = 0;
let ann: SignedIn;
let ben: SignedIn;
let cid: SignedIn;
beforeEach(async () => {
  serial += 1;
  [ann, ben, cid] = await signInAll(server, 3, `user-${serial}-`);
});

const MOST = 99;
const unreadOf = (who: SignedIn): Promise<UnreadTotal> => who.ok('GET', MY_UNREAD);
const wholeOf = (who: SignedIn): Promise<UnreadTotal> => who.ok('GET', `${MY_UNREAD}?include=linked`);
const total = (unread_threads: number, unread_messages: number) => ({ unread_threads, unread_messages });
const group = (...members: SignedIn[]) => server.group(members.map(({ userId }) => userId));

/** The same number from the whole chat list. */
async function recountOf(who: SignedIn): Promise<UnreadTotal> {
  const sum = total(0, 0);
  for (let last = '0'; ; ) {
    const page: ClientThread[] = await who.threads(`limit=100&last_id=${last}`);
    for (const { unread_count } of page) {
      if (unread_count === 0 || sum.unread_messages >= MOST) continue;
      sum.unread_threads += 1;
      sum.unread_messages += unread_count;
    }
    if (page.length < 100) return { ...sum, unread_messages: Math.min(MOST, sum.unread_messages) };
    last = at(page, -1).list_position;
  }
}

/** Inserts messages into a thread without sending them. */
async function plant(threadId: string, sender: SignedIn, count: number, isDeleted = false): Promise<void> {
  const { sql } = server.database;
  await sql(
    `insert into messages (thread_id, seq, sender_ext_user_id, kind, text, metadata, link_count, deleted_at)
     select $1, last_seq + n, $2, 'text', 'x', '{"type":"text"}', 0, case when $4 then now() end
     from thread_heads, generate_series(1, $3::int) n where thread_id = $1`,
    [threadId, sender.extUserId, count, isDeleted],
  );
  await sql(
    `update thread_heads set last_seq = last_seq + $2, last_message_seq = last_seq + $2, message_count = message_count + $2
     where thread_id = $1`,
    [threadId, count],
  );
}

describe('the unread total', () => {
  test('is 0 at first, and counts the messages of others in all threads', async () => {
    expect(await unreadOf(ben)).toEqual(total(0, 0));
    const [one, two] = [await group(ann, ben, cid), await group(ann, ben)];
    expect(await unreadOf(ben)).toEqual(total(0, 0));
    const { seq } = await ann.say(one);
    await ann.say(one);
    await cid.say(one);
    await ann.say(two);
    await ben.say(two);
    expect(await unreadOf(ben)).toEqual(total(2, 4));
    expect(await unreadOf(ann)).toEqual(total(2, 2));
    expect(await unreadOf(cid)).toEqual(total(1, 2));
    await ann.ok('DELETE', myMessageUrl(one, seq));
    expect(await unreadOf(ben)).toEqual(total(2, 3));
    await ben.ok('PUT', myThreadUrl(one, '/read'), { body: {} });
    expect(await unreadOf(ben)).toEqual(total(1, 1));
    await ben.ok('PUT', myThreadUrl(one, '/unread'), { body: { seq: 3 } });
    expect(await unreadOf(ben)).toEqual(total(2, 3));
  });

  test('leaves out what the chat list leaves out: linked threads, and those that the user has left', async () => {
    const body = {
      name: 'Order',
      owner_id: ann.userId,
      member_ids: [ben.userId],
      id_type: 2,
      reference_id: 'r',
    };
    const { thread_id: linked } = await server.ok('POST', THREADS, { body });
    await ann.say(linked);
    const [left, banned, deleted] = [await group(ann, ben), await group(ann, ben), await group(ann, ben)];
    for (const id of [left, banned, deleted]) await ann.say(id);
    expect(await unreadOf(ben)).toEqual(total(3, 3));
    await server.ok('DELETE', memberUrl(left, ben.userId));
    await server.ok('POST', memberUrl(banned, ben.userId, 'ban'));
    await server.ok('DELETE', threadUrl(deleted));
    expect(await unreadOf(ben)).toEqual(total(0, 0));
    const again = { member_ids: [ben.userId], id_type: 2 };
    await ann.ok('POST', myThreadUrl(left, '/members'), { body: again });
    expect(await unreadOf(ben)).toEqual(total(1, 1));
  });

  test('counts linked threads with include=linked, up to 99 messages in all', async () => {
    expect(await wholeOf(ben)).toEqual(total(0, 0));
    const chat = await group(ann, ben);
    const body = { name: 'Order', owner_id: ann.userId, member_ids: [ben.userId], id_type: 2 };
    const create = (references: object) => server.ok('POST', THREADS, { body: { ...body, ...references } });
    const { thread_id: order } = await create({ reference_id: 'r' });
    const { thread_id: ticket } = await create({ satl_reference_id: 's' });
    await ann.say(chat);
    for (const id of [order, order, ticket]) await ann.say(id);
    expect([await unreadOf(ben), await wholeOf(ben)]).toEqual([total(1, 1), total(3, 4)]);
    await ben.ok('PUT', myThreadUrl(ticket, '/read'));
    await server.ok('DELETE', memberUrl(ticket, ben.userId));
    expect(await wholeOf(ben)).toEqual(total(2, 3));
    for (const [more, messages] of [
      [95, 98],
      [1, 99],
      [1, 99],
    ] as const) {
      await plant(chat, ann, more);
      expect(await wholeOf(ben)).toEqual(total(2, messages));
    }
    expect(await unreadOf(ben)).toEqual(total(1, 98));
  });

  test.each(['', 'Linked', 'all', 'true', 'linked,linked', 'linked%20', '%00', 'linked&include=linked'])(
    'refuses include "%s"',
    async (value) => {
      const url = `${MY_UNREAD}?include=${value}`;
      await expectRefused(server, ['GET', url, { token: ben.token }], 'M40010', ['include']);
    },
  );

  test('stops at 99 messages, the thread with the latest message first', async () => {
    const [older, newer] = [await group(ann, ben), await group(ann, ben)];
    await ann.say(older);
    await ann.say(newer);
    for (const [more, expected] of [
      [96, total(2, 98)],
      [1, total(2, 99)],
      [1, total(1, 99)],
      [5_000, total(1, 99)],
    ] as const) {
      await plant(newer, ann, more);
      expect(await unreadOf(ben)).toEqual(expected);
      expect(await recountOf(ben)).toEqual(expected);
    }
    await ann.say(older);
    expect(await unreadOf(ben)).toEqual(total(2, 99));
  });

  test('needs a token', async () => {
    await expectRefused(server, ['GET', MY_UNREAD], 'M40111');
  });

  test('is found for many users at once', async () => {
    const id = await group(ann, ben, cid);
    await ann.say(id);
    await ben.say(id);
    const users = [ann, ben, cid].map(({ extUserId }) => extUserId as ExtUserId);
    const totals = await unreadTotals(server.db, [...users, '999999' as ExtUserId]);
    expect(users.map((user) => totals.get(user))).toEqual([
      { threads: 1, messages: 1 },
      { threads: 1, messages: 1 },
      { threads: 1, messages: 2 },
    ]);
    expect(totals.get('999999' as ExtUserId)).toEqual({ threads: 0, messages: 0 });
    expect(await unreadTotals(server.db, [])).toEqual(new Map());
  });
});

describe('with many threads', () => {
  const THREADS_OF_MANY = 40;

  test('it equals the sum of the chat list after any reads, deletions and messages', async () => {
    const threads = await Promise.all(Array.from({ length: 6 }, () => group(ann, ben, cid)));
    const step = fc.record({
      what: fc.constantFrom('say', 'say', 'say', 'reply', 'read', 'unread', 'delete', 'leave', 'join'),
      thread: fc.nat(threads.length - 1),
      seq: fc.integer({ min: 1, max: 20 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 15 }), async (steps) => {
        for (const { what, thread, seq } of steps) {
          const id = at(threads, thread);
          // Some are refused, which is fine.
          if (what === 'say') await cid.say(id);
          else if (what === 'reply') await ben.call('POST', myThreadUrl(id, '/messages'), { body: text });
          else if (what === 'read' || what === 'unread')
            await ben.call('PUT', myThreadUrl(id, `/${what}`), { body: { seq } });
          else if (what === 'delete') await cid.call('DELETE', myMessageUrl(id, seq));
          else if (what === 'leave') await server.call('DELETE', memberUrl(id, ben.userId));
          else
            await ann.call('POST', myThreadUrl(id, '/members'), {
              body: { member_ids: [ben.userId], id_type: 2 },
            });
        }
        expect(await unreadOf(ben)).toEqual(await recountOf(ben));
      }),
      { numRuns: 15, interruptAfterTimeLimit: 20_000 },
    );
  });
  const text = { body: { text: 'hello' } };

  test('it reads only the rows of the user, and few of each thread', async () => {
    const { sql } = server.database;
    const threads: string[] = [];
    for (let count = 0; count < THREADS_OF_MANY; count += 1) threads.push(await group(ann, ben));
    const big = await group(ann, ben);
    // Millions of others must not matter: neither their threads, nor own or deleted messages.
    await plant(big, ben, 20_000);
    await plant(big, ann, 20_000, true);
    await sql(
      `insert into threads (id, app_id, tenant_id, type, name, description, avatar_url)
       select 1000000 + n, 'test', '', 'group', '', '', '' from generate_series(1, 20000) n`,
    );
    await sql('insert into thread_heads (thread_id) select id from threads where id > 1000000');
    await sql('analyze');
    for (let time = 0; time < 8; time += 1) expect(await unreadOf(ben)).toEqual(total(0, 0));
    await ann.say(at(threads, 0));
    expect(await unreadOf(ben)).toEqual(total(1, 1));
    const users = [ben.extUserId as ExtUserId];
    for (const counted of ['listed', 'listed and linked'] as const) {
      const [settings, statement] = await statementsOf((db) => unreadTotals(db, users, counted));
      const { plan, rows } = await server.db.transaction(async (tx) => {
        await tx.query(settings?.text ?? '');
        return explained(tx, statement?.text ?? '', statement?.values);
      });
      expect(plan).not.toMatch(/Seq Scan|Hash Join|Merge Join/);
      expect(rows).toBeLessThan(2_000);
    }
  });
});
