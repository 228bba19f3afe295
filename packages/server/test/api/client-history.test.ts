import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectRefused, logOf, memberUrl, messagesUrl, threadUrl } from '../harness/api.ts';
import {
  at,
  myMessagesUrl,
  myMessageUrl,
  myThreadUrl,
  reactionUrl,
  signInAll,
} from '../harness/client-api.ts';
import { inParallel } from '../harness/in-parallel.ts';
import { recount } from '../harness/recount.ts';
import { useServer } from '../harness/use-server.ts';

/** The history of a thread: paging, and concurrent writes. */

const server = await useServer();
const [ann, bob] = await signInAll(server, 2);
let threadId: string;
/** The seqs of the thread's messages, ascending; entries that are no messages leave gaps. */
let seqs: number[];
beforeAll(async () => {
  threadId = await server.group([ann.userId, bob.userId]);
  seqs = [];
  for (let index = 0; index < 12; index += 1) {
    const { seq } = await ann.say(threadId, `${index}`);
    seqs.push(seq);
    if (index % 3 === 0) await bob.ok('PUT', reactionUrl(threadId, seq, 'x'));
  }
  await ann.ok('DELETE', myMessageUrl(threadId, at(seqs, 4)));
});
afterAll(async () => {
  expect(await recount(server.database)).toEqual([]);
});

const seqsOf = async (query: string, id = threadId) => (await bob.messages(id, query)).map(({ seq }) => seq);

describe('a page', () => {
  const LIMITS = [1, 2, 3, 5, 11, 12, 13, 100];

  test('without a position has the latest messages, ascending', async () => {
    expect(await seqsOf('')).toEqual(seqs);
    for (const limit of LIMITS) expect(await seqsOf(`limit=${limit}`)).toEqual(seqs.slice(-limit));
  });

  test('before, after and around every seq has the messages there', async () => {
    const end = at(seqs, -1) + 3;
    for (const limit of LIMITS) {
      await inParallel(end, async (position) => {
        const before = seqs.filter((seq) => seq < position);
        const after = seqs.filter((seq) => seq > position);
        const since = seqs.filter((seq) => seq >= position);
        const [pageBefore, pageAfter, pageAround] = await Promise.all([
          seqsOf(`before_seq=${position}&limit=${limit}`),
          seqsOf(`after_seq=${position}&limit=${limit}`),
          seqsOf(`around_seq=${position}&limit=${limit}`),
        ]);
        expect(pageBefore).toEqual(before.slice(-limit));
        expect(pageAfter).toEqual(after.slice(0, limit));
        // Half of the page before the position and half from it on (odd: one more); near an end, more from the other
        // side.
        const half = Math.floor(limit / 2);
        const left = Math.min(before.length, Math.max(half, limit - since.length));
        const right = limit - left;
        expect(pageAround).toEqual([...(left === 0 ? [] : before.slice(-left)), ...since.slice(0, right)]);
        expect(pageAround).toHaveLength(Math.min(limit, seqs.length));
        if (limit > 1 && seqs.includes(position)) expect(pageAround).toContain(position);
      });
    }
  });

  test('of 1 around a message is that message', async () => {
    for (const seq of seqs) expect(await seqsOf(`around_seq=${seq}&limit=1`)).toEqual([seq]);
  });

  test('may start anywhere: at 0, and far beyond the end', async () => {
    for (const position of ['0', '000', '999999', String(2n ** 53n + 1n), String(2n ** 63n - 1n)]) {
      const isStart = Number(position) === 0;
      expect(await seqsOf(`before_seq=${position}`)).toEqual(isStart ? [] : seqs);
      expect(await seqsOf(`after_seq=${position}`)).toEqual(isStart ? seqs : []);
      expect(await seqsOf(`around_seq=${position}&limit=3`)).toEqual(
        isStart ? seqs.slice(0, 3) : seqs.slice(-3),
      );
    }
  });

  test('of a thread without messages is empty', async () => {
    const empty = await server.group([bob.userId]);
    for (const query of ['', 'before_seq=5', 'after_seq=0', 'around_seq=1', 'around_seq=0&limit=1']) {
      expect(await seqsOf(query, empty)).toEqual([]);
    }
  });

  test('shows deleted messages empty, and reads the same by API key', async () => {
    const page = await bob.messages(threadId);
    expect(at(page, 4)).toMatchObject({ seq: at(seqs, 4), body: { text: '', metadata: [] }, reactions: [] });
    const byKey = await server.ok('GET', messagesUrl(threadId));
    expect(byKey.map(({ id }: { id: string }) => id)).toEqual(page.map(({ id }) => id));
    const around = await server.ok('GET', messagesUrl(threadId, `around_seq=${at(seqs, 5)}&limit=2`));
    expect(around.map(({ seq }: { seq: number }) => seq)).toEqual([at(seqs, 4), at(seqs, 5)]);
  });

  test('of pinned messages has only those, from any position, and reads the same by API key', async () => {
    const id = await server.group([bob.userId]);
    const sent: number[] = [];
    for (let count = 0; count < 7; count += 1) sent.push((await bob.say(id)).seq);
    expect(await seqsOf('pinned=true', id)).toEqual([]);
    const pinned = [at(sent, 1), at(sent, 3), at(sent, 4), at(sent, 6)];
    for (const seq of [...pinned, at(sent, 5), at(sent, 0)])
      await bob.ok('PUT', myMessageUrl(id, seq, '/pin'));
    await bob.ok('DELETE', myMessageUrl(id, at(sent, 5), '/pin'));
    await bob.ok('DELETE', myMessageUrl(id, at(sent, 0)));
    const [first, second, third, last] = pinned as [number, number, number, number];
    for (const [query, expected] of [
      ['', pinned],
      ['&limit=1', [last]],
      ['&limit=3', [second, third, last]],
      [`&before_seq=${third}`, [first, second]],
      [`&before_seq=${third}&limit=1`, [second]],
      [`&after_seq=${first}`, [second, third, last]],
      [`&after_seq=${first}&limit=1`, [second]],
      [`&after_seq=${last}`, []],
      [`&around_seq=${third}&limit=2`, [second, third]],
    ] as const) {
      expect(await seqsOf(`pinned=true${query}`, id), query).toEqual(expected);
      const byKey = await server.ok('GET', messagesUrl(id, `pinned=true${query}`));
      expect(byKey.map(({ seq }: { seq: number }) => seq)).toEqual(expected);
    }
    expect(await seqsOf('pinned=false', id)).toEqual(sent);
    for (const value of ['', 'yes', '1', 'null'])
      await expectRefused(
        server,
        ['GET', myMessagesUrl(id, `pinned=${value}`), { token: bob.token }],
        'M40010',
        ['pinned'],
      );
  });

  test('cannot have two positions or an invalid one', async () => {
    const { token } = bob;
    const refused = (query: string, ...fields: string[]) =>
      expectRefused(server, ['GET', myMessagesUrl(threadId, query), { token }], 'M40010', fields);
    await refused('before_seq=1&after_seq=1', 'after_seq');
    await refused('before_seq=1&around_seq=1', 'around_seq');
    await refused('after_seq=1&around_seq=1', 'around_seq');
    await refused('before_seq=1&after_seq=1&around_seq=1', 'after_seq', 'around_seq');
    for (const name of ['before_seq', 'after_seq', 'around_seq']) {
      for (const value of [
        '',
        '-1',
        '1.5',
        '1e2',
        '0x10',
        '%201',
        'x',
        'null',
        String(2n ** 63n),
        '9'.repeat(65),
      ]) {
        await refused(`${name}=${value}`, name);
      }
      await refused(`${name}=1&${name}=2`, name);
      await refused(`${name}[]=1`, `${name}[]`);
    }
    for (const limit of ['0', '101', '-1', '1.5', 'x', '', '1e1']) await refused(`limit=${limit}`, 'limit');
    await refused('limit=0&around_seq=x', 'limit', 'around_seq');
  });
});

test('small pages up and down show the whole history once', async () => {
  for (const limit of [1, 2, 5]) {
    const up: number[] = [];
    for (let last = 0; ; last = at(up, -1)) {
      const page = await seqsOf(`after_seq=${last}&limit=${limit}`);
      up.push(...page);
      if (page.length === 0) break;
    }
    expect(up).toEqual(seqs);
    const down: number[] = [];
    for (let first = 1_000; ; first = at(down, 0)) {
      const page = await seqsOf(`before_seq=${first}&limit=${limit}`);
      down.unshift(...page);
      if (page.length === 0) break;
    }
    expect(down).toEqual(seqs);
  }
});

test('32 concurrent senders: no seq is lost, and each unread count equals a recount', {
  tags: 'thorough',
}, async () => {
  const people = await signInAll(server, 32, 'crowd');
  const id = await server.group(people.map(({ userId }) => userId));
  const answered = await inParallel(32, async (index) => {
    const user = at(people, index);
    const own: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const client_message_id = `m-${round}`;
      const { seq } = await user.say(id, { body: { text: `${index} ${round}` }, client_message_id });
      own.push(seq);
      // One user reads, one deletes a message, one reacts, which puts entries between the messages.
      if (index % 8 === round) await user.ok('PUT', myThreadUrl(id, '/read'), { body: { seq } });
      if (index % 8 === 7 - round) await user.ok('DELETE', myMessageUrl(id, seq));
      if (index === round) await user.ok('PUT', reactionUrl(id, seq, 'x'));
    }
    // The seqs of each sender ascend.
    expect(own).toEqual(own.toSorted((a, b) => a - b));
    return own;
  });
  const log = await logOf(server, id);
  const told = log.filter(({ type }) => type === 'message.created').map(({ seq }) => seq);
  expect(told).toEqual(answered.flat().toSorted((a, b) => a - b));
  expect(told).toHaveLength(160);
  const [first, second] = [
    await people[0]?.messages(id, 'limit=100'),
    await people[0]?.messages(id, `after_seq=0&limit=100`),
  ];
  const everything = new Map([...(second ?? []), ...(first ?? [])].map((message) => [message.seq, message]));
  expect([...everything.keys()].toSorted((a, b) => a - b)).toEqual(told);
  await inParallel(32, async (index) => {
    const user = at(people, index);
    const { unread_count, unread_more, me, message_count } = await user.thread(id);
    const unread = [...everything.values()].filter(
      ({ seq, sender, deleted_at }) =>
        seq > me.read_seq && sender.ext_user_id !== user.extUserId && deleted_at === null,
    );
    expect([unread_count, unread_more]).toEqual([Math.min(unread.length, 100), unread.length > 100]);
    expect(message_count).toBe([...everything.values()].filter((one) => one.deleted_at === null).length);
  });
});

test('sends while members come and go: exactly the sends answered M200 are in the log', async () => {
  const people = await signInAll(server, 8, 'changing');
  const id = await server.group([ann.userId, ...people.map(({ userId }) => userId)]);
  const codes = await Promise.all([
    ...people.map(async (user) => {
      const seen: string[] = [];
      for (let round = 0; round < 6; round += 1) {
        const { body } = await user.call('POST', myMessagesUrl(id), { body: { body: { text: 'x' } } });
        seen.push(body.message_code);
      }
      return seen;
    }),
    ...people.slice(0, 4).map(async ({ userId }, index) => {
      const how = index % 2 === 0 ? 'mute' : 'ban';
      await server.ok('POST', memberUrl(id, userId, how));
      await server.ok('POST', memberUrl(id, userId, `un${how}`));
      if (how === 'ban') {
        await server.ok('POST', `${threadUrl(id)}/members`, { body: { member_ids: [userId], id_type: 2 } });
      }
      return [];
    }),
  ]);
  const all = codes.flat();
  expect(all.filter((code) => !['M200', 'M40304', 'M40401'].includes(code))).toEqual([]);
  const told = (await logOf(server, id)).filter(({ type }) => type === 'message.created');
  expect(told).toHaveLength(all.filter((code) => code === 'M200').length);
});
