// @module-tag database

import type { AppId, TenantId, ThreadId } from '@palaver/protocol/ids';
import { MAX_TIME } from '@palaver/protocol/values';
import { beforeAll, describe, expect, test } from 'vitest';
import { pageMessages } from '../../src/domain/records/message-pages.ts';
import { expectRefused, messagesUrl } from '../harness/api.ts';
import { at, myMessagesUrl, myMessageUrl, reactionUrl, signInAll } from '../harness/client-api.ts';
import { inParallel } from '../harness/in-parallel.ts';
import { rowsRead } from '../harness/rows-read.ts';
import { useServer } from '../harness/use-server.ts';

/** Messages of a period, in both APIs. */

const server = await useServer();
const [ann, ben] = await signInAll(server, 2);

const START = 1_700_000_000_000;
/** When the messages were sent, after {@link START}, in milliseconds: several at once, pauses, and the next millisecond. */
const MOMENTS = [0, 0, 1, 2, 2, 2, 500, 501, 86_400_000, 86_400_000, 86_400_001, 172_800_000];
let threadId: string;
let sent: { seq: number; at: number }[];
beforeAll(async () => {
  threadId = await server.group([ann.userId, ben.userId]);
  sent = [];
  for (const [index, moment] of MOMENTS.entries()) {
    const { seq } = await ann.say(threadId, `${index}`);
    sent.push({ seq, at: START + moment });
    // (Other entries of the log leave gaps.)
    if (index % 3 === 0) await ben.ok('PUT', reactionUrl(threadId, seq, 'x'));
    if (index % 5 === 0) await ann.ok('PUT', myMessageUrl(threadId, seq, '/pin'));
  }
  await ann.ok('DELETE', myMessageUrl(threadId, at(sent, 4).seq));
  for (const { seq, at: time } of sent)
    await server.database.sql(
      'update messages set created_at = to_timestamp($3 / 1000.0) where thread_id = $1 and seq = $2',
      [threadId, seq, time],
    );
});

/** The numbers on a page, which is the same in both APIs. */
async function seqsOf(query: string, id = threadId): Promise<number[]> {
  const seqs = (await ben.messages(id, query)).map(({ seq }) => seq);
  const byKey = await server.ok('GET', messagesUrl(id, query));
  expect(byKey.map(({ seq }: { seq: number }) => seq)).toEqual(seqs);
  return seqs;
}

/** Each moment of a message, and those beside it. */
const BORDERS = [...new Set(MOMENTS.flatMap((moment) => [moment - 1, moment, moment + 1]))].map(
  (moment) => START + moment,
);

const within = (after: number | undefined, before: number | undefined) =>
  sent.filter(({ at: time }) => time >= (after ?? 0) && time < (before ?? Infinity)).map(({ seq }) => seq);

/** The parameters of a query that have a value. */
const query = (parameters: Record<string, number | undefined>) =>
  new URLSearchParams(
    Object.entries(parameters).flatMap(([name, value]) => (value === undefined ? [] : [[name, `${value}`]])),
  ).toString();

describe('messages of a period', () => {
  test('are those from its beginning on and before its end, to the millisecond', async () => {
    const borders = [undefined, ...BORDERS];
    const periods = borders.flatMap((after) => borders.map((before) => ({ after, before })));
    await inParallel(periods.length, async (index) => {
      const { after, before } = at(periods, index);
      if (after !== undefined && before !== undefined && after >= before) return;
      const url = messagesUrl(threadId, query({ after, before }));
      const found = (await server.ok('GET', url)).map(({ seq }: { seq: number }) => seq);
      expect(found, url).toEqual(within(after, before));
    });
  });

  test('are paged by number in both directions, and the pages end where the period does', async () => {
    const [after, before] = [START + 2, START + 86_400_001];
    const seqs = within(after, before);
    expect(seqs).toHaveLength(7);
    const period = query({ after, before });
    for (const limit of [1, 2, 6, 7, 8, 100]) {
      expect(await seqsOf(`${period}&limit=${limit}`)).toEqual(seqs.slice(-limit));
      await inParallel(at(sent, -1).seq + 3, async (position) => {
        const [before_seq, after_seq, around_seq] = await Promise.all(
          ['before_seq', 'after_seq', 'around_seq'].map((name) =>
            seqsOf(`${period}&limit=${limit}&${name}=${position}`),
          ),
        );
        expect(before_seq).toEqual(seqs.filter((seq) => seq < position).slice(-limit));
        expect(after_seq).toEqual(seqs.filter((seq) => seq > position).slice(0, limit));
        expect(around_seq).toHaveLength(Math.min(limit, seqs.length));
        expect(around_seq?.every((seq) => seqs.includes(seq))).toBe(true);
      });
    }
  });

  test('say whether there are more of them', async () => {
    const period = query({ after: START + 2, before: START + 86_400_001 });
    const hasMore = async (limit: number) => {
      const { body } = await server.call(
        'GET',
        messagesUrl(threadId, `${period}&after_seq=0&limit=${limit}`),
      );
      return body.has_more;
    };
    expect([await hasMore(6), await hasMore(7), await hasMore(8)]).toEqual([true, false, false]);
  });

  test('may be the pinned ones', async () => {
    const pinned = [0, 5, 10].map((index) => at(sent, index).seq);
    expect(await seqsOf('pinned=true')).toEqual(pinned);
    expect(await seqsOf(`pinned=true&after=${START + 2}`)).toEqual(pinned.slice(1));
    expect(await seqsOf(`pinned=true&before=${START + 2}`)).toEqual(pinned.slice(0, 1));
  });

  test('are all or none if the period is far away, or of a thread without messages', async () => {
    const all = sent.map(({ seq }) => seq);
    for (const far of [START + 172_800_001, MAX_TIME - 1, MAX_TIME]) {
      expect(await seqsOf(`before=${far}`)).toEqual(all);
      expect(await seqsOf(`after=${far}`)).toEqual([]);
    }
    expect(await seqsOf('after=0')).toEqual(all);
    expect(await seqsOf('before=0')).toEqual([]);
    const empty = await server.group([ben.userId]);
    expect(await seqsOf(`after=0&before=${START}`, empty)).toEqual([]);
  });

  test('appear in it as soon as they are sent', async () => {
    const id = await server.group([ben.userId]);
    const { seq, created_at } = (await ben.say(id)) as { seq: number; created_at: number };
    expect(await seqsOf(`after=${created_at}&before=${created_at + 1}`, id)).toEqual([seq]);
  });
});

describe('a period is refused', () => {
  const refuses = async (period: string, fields: string[]) => {
    await expectRefused(server, ['GET', messagesUrl(threadId, period)], 'M40010', fields);
    const { token } = ben;
    await expectRefused(server, ['GET', myMessagesUrl(threadId, period), { token }], 'M40010', fields);
  };

  test.each([
    ...['', 'yesterday', '2026-12-01T00:00:00Z', '-1', '1.5', '1e3', '0x10', ' 5', '05', '%00'],
    ...['\uff11', `${MAX_TIME + 1}`, '9007199254740992', '9'.repeat(1_000), 'null', 'NaN', 'true'],
  ])('with the time "%s"', async (time) => {
    for (const name of ['after', 'before']) await refuses(`${name}=${encodeURIComponent(time)}`, [name]);
  });

  test('without a millisecond in it, or with a time twice', async () => {
    await refuses('after=5&before=5', ['after']);
    await refuses('after=6&before=5', ['after']);
    await refuses('after=5&after=6', ['after']);
    await refuses('before=5&before=5', ['before']);
    expect(await seqsOf('after=5&before=6')).toEqual([]);
  });

  test('together with other faults, each by its name', async () => {
    await refuses('after=x&before=y&limit=0', ['after', 'before', 'limit']);
  });

  test('in a thread of others, as if the thread did not exist', async () => {
    const theirs = await server.group([ann.userId]);
    const { token } = ben;
    await expectRefused(server, ['GET', myMessagesUrl(theirs, 'after=5'), { token }], 'M40401', undefined);
    const elsewhere = { tenant: 'other' };
    await expectRefused(server, ['GET', messagesUrl(theirs, 'after=5'), elsewhere], 'M40401', undefined);
  });
});

test('a period of a long thread is found with few rows', async () => {
  const id = await server.group([ann.userId]);
  const count = 20_000;
  await server.database.sql(
    `insert into messages (thread_id, seq, created_at, sender_ext_user_id, link_count, kind, text, metadata)
     select $1, 1 + n, to_timestamp(n), $2, 0, 'text', 'x', '{"type":"text"}' from generate_series(1, $3::int) n`,
    [id, ann.extUserId, count],
  );
  await server.database.sql('update thread_heads set last_seq = 1 + $2::int where thread_id = $1', [
    id,
    count,
  ]);
  const space = { appId: 'test' as AppId, tenantId: '' as TenantId };
  const times = { after: 5_000_000, before: 5_003_000 };
  const page = { from: { after: '0' }, limit: 100, isPinned: false, times } as const;
  const read = await rowsRead(server.db, async (tx) => {
    const found = await pageMessages(tx, space, id as ThreadId, page, null);
    expect(found?.items.map(({ created_at }) => created_at)).toEqual([5_000_000, 5_001_000, 5_002_000]);
  });
  expect(read).toBeLessThan(100);
  await server.database.sql('delete from messages where thread_id = $1', [id]);
});
