// @module-tag database
import type { ChangeEntry } from '@palaver/protocol/log';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { listChanges } from '../../src/domain/operations/threads/list-changes.ts';
import { expectRefused, memberUrl, type Request, THREADS, threadUrl, userUrl } from '../harness/api.ts';
import { at, myMemberUrl, myThreadUrl, type SignedIn, signInAll } from '../harness/client-api.ts';
import { connect } from '../harness/realtime.ts';
import { recount } from '../harness/recount.ts';
import { useServer } from '../harness/use-server.ts';

/** Changes of a back end about which members read no line. */

const server = await useServer();
let serial = 0;
let ann: SignedIn;
let ben: SignedIn;
let cleo: SignedIn;
beforeEach(async () => {
  serial += 1;
  [ann, ben, cleo] = await signInAll(server, 3, `user-${serial}-`);
});
afterAll(async () => {
  expect(await recount(server.database)).toEqual([]);
});

const changesOf = (who: SignedIn, id: string): Promise<ChangeEntry[]> =>
  who.ok('GET', myThreadUrl(id, '/changes?limit=100'));
const linesOf = async (who: SignedIn, id: string) => (await changesOf(who, id)).map(({ type }) => type);

const groupOf = (more: object = {}) => ({
  name: 'Order',
  owner_id: ann.userId,
  member_ids: [ben.userId],
  id_type: 2,
  ...more,
});
const create = async (more?: object): Promise<string> =>
  (await server.ok('POST', THREADS, { body: groupOf(more) })).thread_id;

interface Call {
  method: string;
  url: (id: string) => string;
  /** Undefined: the call has no body, and `silent` is in the query. */
  body?: () => object;
  /** The entry that it appends. */
  entry: string;
  /** What is true before. */
  before?: (id: string) => Promise<unknown>;
}

/** Every call by API key that writes a line into a thread that exists. */
const CALLS: Record<string, Call> = {
  'change of the thread': {
    method: 'PATCH',
    url: threadUrl,
    body: () => ({ name: 'New' }),
    entry: 'thread.updated',
  },
  'new member': {
    method: 'POST',
    url: (id) => `${threadUrl(id)}/members`,
    body: () => ({ member_ids: [cleo.userId], id_type: 2 }),
    entry: 'member.added',
  },
  'new role': {
    method: 'PATCH',
    url: (id) => memberUrl(id, ben.userId),
    body: () => ({ role: 'admin' }),
    entry: 'member.role_changed',
  },
  removal: { method: 'DELETE', url: (id) => memberUrl(id, ben.userId), entry: 'member.removed' },
  mute: {
    method: 'POST',
    url: (id) => memberUrl(id, ben.userId, 'mute'),
    body: () => ({}),
    entry: 'member.muted',
  },
  unmute: {
    method: 'POST',
    url: (id) => memberUrl(id, ben.userId, 'unmute'),
    entry: 'member.unmuted',
    before: (id) => server.ok('POST', memberUrl(id, ben.userId, 'mute'), { body: { silent: true } }),
  },
  ban: {
    method: 'POST',
    url: (id) => memberUrl(id, ben.userId, 'ban'),
    body: () => ({}),
    entry: 'member.banned',
  },
  unban: {
    method: 'POST',
    url: (id) => memberUrl(id, ben.userId, 'unban'),
    entry: 'member.unbanned',
    before: (id) => server.ok('POST', memberUrl(id, ben.userId, 'ban'), { body: { silent: true } }),
  },
  'new owner': {
    method: 'POST',
    url: (id) => `${threadUrl(id)}/owner`,
    body: () => ({ owner_id: ben.userId, id_type: 2 }),
    entry: 'thread.owner_changed',
  },
  'deactivated user': { method: 'DELETE', url: () => userUrl(ben.userId), entry: 'member.removed' },
};

const send = ({ method, url, body }: Call, id: string, silent: unknown): Request => {
  if (body !== undefined) return [method, url(id), { body: { ...body(), silent } }];
  const address = url(id);
  return [method, `${address}${address.includes('?') ? '&' : '?'}silent=${String(silent)}`];
};

describe.each(Object.entries(CALLS))('%s', (_name, call) => {
  test('with silent: everything happens, but members read no line', async () => {
    const id = await create();
    await call.before?.(id);
    const socket = await connect(server, ann);
    const before = await linesOf(ann, id);
    await server.ok(...send(call, id, true));
    const { last_seq } = await ann.thread(id);
    await socket.reaches(id, last_seq);
    const entry = at(socket.entries(id), -1);
    expect(entry).toMatchObject({ type: call.entry, actor: null, change: { silent: true } });
    expect(await linesOf(ann, id)).toEqual(before);
  });

  test('without it, or with false: they read a line', async () => {
    const id = await create();
    await call.before?.(id);
    const before = await linesOf(ann, id);
    await server.ok(...send(call, id, false));
    expect(await linesOf(ann, id)).toEqual([...before, call.entry]);
    expect(at(await changesOf(ann, id), -1).change).not.toHaveProperty('silent');
  });

  test('takes only a boolean', async () => {
    const id = await create();
    const wrong = call.body
      ? ['true', 1, 0, [true], { $ne: null }]
      : ['', 'TRUE', '1', 'yes', 'true&silent=true'];
    for (const silent of wrong)
      await expectRefused(server, [...send(call, id, silent)], call.body ? 'M40003' : 'M40010', ['silent']);
    expect(await linesOf(ann, id)).toEqual(['thread.created']);
  });
});

test('a group may be created silently, and once with one key', async () => {
  const headers = { 'idempotency-key': `key-${serial}` };
  const request = ['POST', THREADS, { headers, body: groupOf({ silent: true }) }] as const;
  const { thread_id: id } = await server.ok(...request);
  expect((await server.ok(...request)).thread_id).toBe(id);
  expect(await linesOf(ann, id)).toEqual([]);
  expect(await ben.thread(id)).toMatchObject({ last_seq: 1, member_count: 2 });
  await server.ok('PATCH', threadUrl(id), { body: { name: 'New' } });
  expect(await linesOf(ann, id)).toEqual(['thread.updated']);
  const said = { headers, body: groupOf({ silent: false }) };
  await expectRefused(server, ['POST', THREADS, said], 'M42201');
  for (const silent of ['true', 1, [], {}])
    await expectRefused(server, ['POST', THREADS, { body: groupOf({ silent }) }], 'M40003', ['silent']);
  for (const silent of [null, ''])
    expect(await linesOf(ann, await create({ silent }))).toEqual(['thread.created']);
});

test('a call in the name of a member may be silent, and what the member does may not', async () => {
  const id = await create();
  const headers = { 'x-acting-user-id': ann.userId };
  await server.ok('POST', memberUrl(id, ben.userId, 'mute'), { headers, body: { silent: true } });
  await server.ok('POST', `${memberUrl(id, ben.userId, 'unmute')}&silent=true`, { headers });
  expect(await linesOf(ann, id)).toEqual(['thread.created']);
  // The client API ignores the field.
  await ann.ok('POST', myMemberUrl(id, ben.userId, 'mute'), { body: { silent: true } });
  await ann.ok('PATCH', myThreadUrl(id), { body: { name: 'New', silent: true } });
  const added = { member_ids: [cleo.userId], id_type: 2, silent: true };
  await ann.ok('POST', myThreadUrl(id, '/members'), { body: added });
  expect(await linesOf(ann, id)).toEqual([
    'thread.created',
    'member.muted',
    'thread.updated',
    'member.added',
  ]);
  const group = { type: 'group', name: 'Mine', silent: true };
  const { id: mine } = await ann.ok('POST', '/client/v1.0/threads', { body: group });
  expect(await linesOf(ann, mine)).toEqual(['thread.created']);
});

test.each([
  ['mute', 'muted_until', 'member.unmuted'],
  ['ban', 'banned_until', 'member.unbanned'],
])('the end of a silent %s is silent, too, and that of another is not', async (action, column, end) => {
  const id = await create({ member_ids: [ben.userId, cleo.userId] });
  const socket = await connect(server, ann);
  const until = Date.now() + 3_600_000;
  await server.ok('POST', memberUrl(id, ben.userId, action), { body: { until, silent: true } });
  await server.ok('POST', memberUrl(id, cleo.userId, action), { body: { until } });
  await server.database.sql(
    `update members set ${column} = now() - interval '1 s' where thread_id = $1 and ${column} is not null`,
    [id],
  );
  const add = { body: { member_ids: [ben.userId, cleo.userId], id_type: 2, silent: true } };
  await server.ok('POST', `${threadUrl(id)}/members`, add);
  const { last_seq } = await ann.thread(id);
  await socket.reaches(id, last_seq);
  const ends = socket.entries(id).filter(({ type }) => type === end);
  expect(ends.map(({ change }) => change)).toEqual(
    expect.arrayContaining([
      { expired: true, silent: true, members: [{ ext_user_id: ben.extUserId }] },
      { expired: true, members: [{ ext_user_id: cleo.extUserId }] },
    ]),
  );
  const lines = (await changesOf(ann, id)).filter(({ type }) => type === end);
  expect(lines.map(({ change }) => change)).toEqual([
    { expired: true, members: [{ ext_user_id: cleo.extUserId }] },
  ]);
  // A later one with a line has one at its end, too.
  await server.ok('POST', memberUrl(id, ben.userId, action), { body: { until } });
  await server.database.sql(
    `update members set ${column} = now() - interval '1 s' where thread_id = $1 and ${column} is not null`,
    [id],
  );
  await server.ok('POST', memberUrl(id, ben.userId, action), { body: { silent: true } });
  expect((await linesOf(ann, id)).filter((type) => type === end)).toHaveLength(2);
});

test('a new owner whose predecessor was deactivated: both entries are silent', async () => {
  const id = await create();
  await server.ok('DELETE', userUrl(ann.userId));
  const body = { owner_id: ben.userId, id_type: 2, silent: true };
  await server.ok('POST', `${threadUrl(id)}/owner`, { body });
  expect(await linesOf(ben, id)).toEqual(['thread.created']);
  expect(await ben.thread(id)).toMatchObject({ last_seq: 3, member_count: 1 });
});

test('pages of changes skip any number of silent ones by an index', async () => {
  const id = await create();
  const { sql } = server.database;
  await sql(
    `insert into log_entries (thread_id, seq, at, type, change)
     select $1, 1 + n, now(), 'thread.updated', '{"fields": ["name"], "silent": true}' from generate_series(1, 20000) n`,
    [id],
  );
  await sql('update thread_heads set last_seq = 20001 where thread_id = $1', [id]);
  await sql('analyze log_entries');
  expect(await linesOf(ann, id)).toEqual(['thread.created']);
  const statements: { text: string; values: readonly unknown[] }[] = [];
  const db = {
    query: async (text: string, values: readonly unknown[]) => {
      statements.push({ text, values });
      return [{ seq: null }];
    },
  };
  const { extUserId } = ann;
  const ctx = { db, space: { appId: 'test', tenantId: '' }, actingUser: { extUserId } };
  await listChanges(ctx as never, id as never, { before: undefined, after: undefined, limit: 30 });
  const { text, values } = at(statements, 0);
  const plan = (await sql(`explain ${text}`, [...values]))
    .map((row) => Object.values(row as object)[0])
    .join('\n');
  expect(plan).toContain('log_lines_of_thread');
});
