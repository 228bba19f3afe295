// @module-tag database
import type { AppId, ExtUserId, TenantId, ThreadId, UserId } from '@palaver/protocol/ids';
import type { ChangeEntry } from '@palaver/protocol/log';
import { beforeAll, describe, expect, test } from 'vitest';
import { joined } from '../../src/bus/publishing-database.ts';
import { listChanges } from '../../src/domain/operations/threads/list-changes.ts';
import { PAGE_BYTES } from '../../src/domain/page.ts';
import { expectRefused, logOf, membersUrl, memberUrl, threadUrl, userUrl } from '../harness/api.ts';
import {
  at,
  MY_THREADS,
  myMemberUrl,
  myMessageUrl,
  myThreadUrl,
  reactionUrl,
  type SignedIn,
  signInAll,
} from '../harness/client-api.ts';
import { inParallel } from '../harness/in-parallel.ts';
import { rowsRead } from '../harness/rows-read.ts';
import { useServer } from '../harness/use-server.ts';

/** The changes of a thread and its members, which apps show as lines between the messages. */

const server = await useServer();
const [ann, ben, cid] = await signInAll(server, 3);

const changesUrl = (threadId: string, query = '') => myThreadUrl(threadId, `/changes${query && `?${query}`}`);
const changes = (who: SignedIn, threadId: string, query?: string): Promise<ChangeEntry[]> =>
  who.ok('GET', changesUrl(threadId, query));
const seqsOf = async (who: SignedIn, threadId: string, query?: string) =>
  (await changes(who, threadId, query)).map(({ seq }) => seq);
const groupOf = (...members: SignedIn[]) => server.group(members.map(({ userId }) => userId));
const add = (threadId: string, who: SignedIn) =>
  ann.ok('POST', myThreadUrl(threadId, '/members'), { body: { member_ids: [who.userId], id_type: 2 } });
const rename = (threadId: string, name: string) => ann.ok('PATCH', myThreadUrl(threadId), { body: { name } });

describe('the changes of a thread', () => {
  test('are those of its members, name and picture, as its log has them', async () => {
    const id = await groupOf(ann, ben);
    const { seq } = await ann.say(id);
    await ben.ok('PUT', reactionUrl(id, seq, 'x'));
    await add(id, cid);
    await ann.ok('PATCH', myMemberUrl(id, ben.userId), { body: { role: 'admin' } });
    await ann.ok('PUT', myMessageUrl(id, seq, '/pin'));
    await ann.ok('POST', myMemberUrl(id, cid.userId, 'mute'), { body: { until: 4_102_444_800_000 } });
    await ann.ok('POST', myMemberUrl(id, cid.userId, 'unmute'));
    await cid.ok('DELETE', myMemberUrl(id, cid.userId));
    await server.ok('POST', memberUrl(id, cid.userId, 'ban'));
    await ann.ok('POST', myMemberUrl(id, cid.userId, 'unban'));
    await rename(id, 'Lunch');
    await ann.ok('PATCH', myMessageUrl(id, seq), { body: { body: { text: 'edited' } } });
    await ann.ok('DELETE', myMessageUrl(id, seq));
    const avatar_url = 'https://cdn.example.com/lunch.png';
    await server.ok('PATCH', threadUrl(id), { body: { avatar_url, metadata: '{}' } });
    await ann.ok('POST', myThreadUrl(id, '/owner'), { body: { owner_id: ben.userId, id_type: 2 } });

    const log = (await logOf(server, id)).filter(({ message_seq }) => message_seq === null);
    const listed = await changes(ben, id);
    expect(listed.map(({ members: _members, at: _at, thread_id: _id, ...entry }) => entry)).toEqual(
      log.map(({ message_seq: _seq, ...entry }) => entry),
    );
    expect(listed.map(({ type, actor, change }) => [type, actor, change])).toEqual([
      ['thread.created', null, { members: expect.any(Array) }],
      ['member.added', ann.extUserId, { members: [{ ext_user_id: cid.extUserId, role: 'member' }] }],
      ['member.role_changed', ann.extUserId, { members: [{ ext_user_id: ben.extUserId, role: 'admin' }] }],
      [
        'member.muted',
        ann.extUserId,
        { members: [{ ext_user_id: cid.extUserId, until: 4_102_444_800_000 }] },
      ],
      ['member.unmuted', ann.extUserId, { members: [{ ext_user_id: cid.extUserId }] }],
      ['member.removed', cid.extUserId, { members: [{ ext_user_id: cid.extUserId }] }],
      ['member.banned', null, { members: [{ ext_user_id: cid.extUserId, until: null }] }],
      ['member.unbanned', ann.extUserId, { members: [{ ext_user_id: cid.extUserId }] }],
      ['thread.updated', ann.extUserId, { fields: ['name'] }],
      ['thread.updated', null, { fields: ['avatar_url', 'metadata'] }],
      ['thread.owner_changed', ann.extUserId, { members: expect.any(Array) }],
    ]);
    expect(await changes(ann, id)).toEqual(listed);
  });

  test('leave out those of nothing but the metadata, however many there are', async () => {
    const id = await groupOf(ann);
    for (let count = 0; count < 5; count += 1)
      await server.ok('PATCH', threadUrl(id), { body: { metadata: `{"count": ${count}}` } });
    await rename(id, 'Lunch');
    expect(await seqsOf(ann, id)).toEqual([1, 7]);
    expect(await seqsOf(ann, id, 'limit=1&before_seq=7')).toEqual([1]);
  });

  test('show the actor and the members as they are now', async () => {
    const id = await groupOf(ann, ben);
    await add(id, cid);
    await cid.ok('DELETE', myMemberUrl(id, cid.userId));
    await server.ok('PUT', userUrl(cid.userId), { body: { display_name: 'Cid' } });
    const profile = { user_id: cid.userId, ext_user_id: cid.extUserId, display_name: 'Cid', avatar_url: '' };
    const [, added, left] = await changes(ben, id);
    const removed = { ...profile, role: 'member', status: 'removed' };
    expect(left?.members).toEqual([removed]);
    expect(added?.members).toEqual([expect.objectContaining({ ext_user_id: ann.extUserId }), removed]);
  });

  test('name all members of a large change, and show the first 20', async () => {
    const crowd = await server.users(40, 'crowd');
    const id = await groupOf(ann);
    await ann.ok('POST', myThreadUrl(id, '/members'), { body: { member_ids: crowd, id_type: 2 } });
    const { change, members } = at(await changes(ann, id), -1);
    const named = (change?.members ?? []).map(({ ext_user_id }) => ext_user_id);
    expect(named).toHaveLength(40);
    const shown = members.map(({ ext_user_id }) => ext_user_id);
    expect(shown).toHaveLength(21);
    expect(shown.toSorted()).toEqual([ann.extUserId, ...named.slice(0, 20)].toSorted());
  });

  test('of a direct thread begin with its creation', async () => {
    const { id } = await ann.ok('POST', MY_THREADS, { body: { type: 'direct', user_id: ben.userId } });
    expect(await changes(ben, id)).toMatchObject([
      { seq: 1, type: 'thread.created', actor: ann.extUserId, change: null },
    ]);
  });
});

describe('pages of changes', () => {
  const CHANGES = 12;
  let id: string;
  let seqs: number[];
  beforeAll(async () => {
    id = await groupOf(ann, ben);
    for (let count = 1; count < CHANGES; count += 1) {
      await rename(id, `Lunch ${count}`);
      if (count % 3 === 0) await ann.say(id);
    }
    seqs = await seqsOf(ben, id);
  });

  test('have the latest changes without a position, and say whether there are more', async () => {
    expect(seqs).toHaveLength(CHANGES);
    for (const limit of [1, CHANGES - 1, CHANGES, CHANGES + 1, 100]) {
      const { body } = await ben.call('GET', changesUrl(id, `limit=${limit}`));
      expect(body.data.map(({ seq }: ChangeEntry) => seq)).toEqual(seqs.slice(-limit));
      expect(body.has_more).toBe(limit < CHANGES);
    }
  });

  test('before and after every seq have the changes there', async () => {
    for (const limit of [1, 2, 5, CHANGES]) {
      await inParallel(at(seqs, -1) + 3, async (position) => {
        const [before, after] = await Promise.all([
          seqsOf(ben, id, `before_seq=${position}&limit=${limit}`),
          seqsOf(ben, id, `after_seq=${position}&limit=${limit}`),
        ]);
        expect(before).toEqual(seqs.filter((seq) => seq < position).slice(-limit));
        expect(after).toEqual(seqs.filter((seq) => seq > position).slice(0, limit));
      });
    }
  });

  test('may start anywhere: at 0, and far beyond the end', async () => {
    for (const position of ['0', '000', '999999', String(2n ** 53n + 1n), String(2n ** 63n - 1n)]) {
      const isStart = Number(position) === 0;
      expect(await seqsOf(ben, id, `before_seq=${position}`)).toEqual(isStart ? [] : seqs);
      expect(await seqsOf(ben, id, `after_seq=${position}`)).toEqual(isStart ? seqs : []);
    }
  });

  test('cannot have two positions or an invalid one', async () => {
    const { token } = ben;
    const refused = (query: string, ...fields: string[]) =>
      expectRefused(server, ['GET', changesUrl(id, query), { token }], 'M40010', fields);
    await refused('before_seq=1&after_seq=1', 'after_seq');
    for (const name of ['before_seq', 'after_seq']) {
      for (const value of ['', '-1', '1.5', '1e2', '%201', 'x', String(2n ** 63n)])
        await refused(`${name}=${value}`, name);
      await refused(`${name}=1&${name}=2`, name);
      await refused(`${name}[]=1`, `${name}[]`);
    }
    for (const limit of ['0', '101', '-1', '1.5', 'x', '', '1e1']) await refused(`limit=${limit}`, 'limit');
    await refused('limit=0&before_seq=x', 'limit', 'before_seq');
  });

  test('of large changes are smaller', async () => {
    const { sql } = server.database;
    const large = await groupOf(ann);
    const [first = ''] = await server.users(25, 'large');
    await ann.ok('POST', myThreadUrl(large, '/members'), { body: { member_ids: [first], id_type: 2 } });
    // Each names a thousand members.
    await sql(
      `update log_entries set change = jsonb_build_object('members', (
         select jsonb_agg(one) from generate_series(1, 1000), jsonb_array_elements(change -> 'members') one))
       where thread_id = $1 and type = 'member.added'`,
      [large],
    );
    await sql(
      `insert into log_entries (thread_id, seq, actor_ext_user_id, type, change)
       select thread_id, seq + n, actor_ext_user_id, type, change from log_entries, generate_series(1, 60) n
       where thread_id = $1 and type = 'member.added'`,
      [large],
    );
    const { body } = await ann.call('GET', changesUrl(large, 'limit=100'));
    expect(body.has_more).toBe(true);
    expect(JSON.stringify(body).length).toBeLessThan(PAGE_BYTES + 100_000);
    const all: number[] = [];
    for (let last = 0; ; last = at(all, -1)) {
      const page = await seqsOf(ann, large, `after_seq=${last}&limit=100`);
      all.push(...page);
      if (page.length === 0) break;
    }
    expect(all).toEqual(Array.from({ length: 62 }, (_, index) => index + 1));
    await sql('delete from log_entries where thread_id = $1 and seq > 2', [large]);
  });
});

describe('the changes of a thread are read by', () => {
  test('every member, muted ones and those who joined later included, back to the start', async () => {
    const id = await groupOf(ann, ben);
    await rename(id, 'Lunch');
    await add(id, cid);
    await ann.ok('POST', myMemberUrl(id, ben.userId, 'mute'));
    for (const who of [ann, ben, cid]) expect(await seqsOf(who, id)).toEqual([1, 2, 3, 4]);
    await ann.ok('DELETE', myMemberUrl(id, cid.userId));
    await add(id, cid);
    // Also what happened while they were away.
    expect(await seqsOf(cid, id)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(await seqsOf(cid, `00${id}`)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('nobody else', async () => {
    const left = await groupOf(ann, ben);
    const banned = await groupOf(ann, ben);
    const deleted = await groupOf(ann, ben);
    const never = await groupOf(ann, cid);
    const { token } = ben;
    await ben.ok('DELETE', myMemberUrl(left, ben.userId));
    await ann.ok('POST', myMemberUrl(banned, ben.userId, 'ban'));
    await ann.ok('DELETE', myThreadUrl(deleted));
    const tenant = 'elsewhere';
    await server.users(1, 'far', { tenant });
    const far = await server.group(['far1'], { tenant });
    for (const id of [left, banned, deleted, never, far, '999999', String(2n ** 63n - 1n)]) {
      await expectRefused(server, ['GET', changesUrl(id), { token }], 'M40401');
      // Past the last change, too.
      await expectRefused(server, ['GET', changesUrl(id, 'after_seq=999999'), { token }], 'M40401');
    }
    await expectRefused(server, ['GET', changesUrl('x'), { token }], 'M40003', ['thread_id']);
    await expectRefused(server, ['GET', changesUrl(left)], 'M40111');
    await expectRefused(server, ['GET', `${membersUrl(left).replace('members', 'changes')}`], 'M40406');
  });
});

test('few rows are read for a page, whatever else the log has', async () => {
  const MANY = 20_000;
  /** With what the planning reads. */
  const FEW = 500;
  const { sql } = server.database;
  const id = await groupOf(ann, ben);
  await rename(id, 'Lunch');
  const plant = (type: string, from: number, messageSeq: string, change: string) =>
    sql(
      `insert into log_entries (thread_id, seq, actor_ext_user_id, type, message_seq, change)
       select $1, ${from} + n, $2, '${type}', ${messageSeq}, '${change}' from generate_series(1, ${MANY}) n`,
      [id, ann.extUserId],
    );
  await plant('reaction.added', 1_000, '2', '{"key": "x"}');
  await plant('thread.updated', 1_000 + MANY, 'null', '{"fields": ["metadata"]}');
  const ctx = {
    space: { appId: 'test' as AppId, tenantId: '' as TenantId },
    actingUser: { userId: ben.userId as UserId, extUserId: ben.extUserId as ExtUserId },
  };
  const FROM = [
    {},
    { after: '0' },
    { after: '1000' },
    { before: '1000' },
    { before: String(10 * MANY) },
    { before: '1', limit: 1 },
  ];
  for (const time of ['before', 'after']) {
    if (time === 'after') await sql('analyze');
    for (const from of FROM) {
      const page = { before: undefined, after: undefined, limit: 100, ...from };
      const read = await rowsRead(server.db, async (tx) => {
        const { items } = await listChanges({ ...ctx, db: joined(tx) }, id as ThreadId, page);
        expect(items.map(({ seq }) => seq)).toEqual(
          [1, 2].filter((seq) => seq > Number(page.after ?? 0) && seq < Number(page.before ?? MANY)),
        );
      });
      expect([time, from, read < FEW || read]).toEqual([time, from, true]);
    }
  }
  await sql('delete from log_entries where thread_id = $1 and seq > 2', [id]);
});
