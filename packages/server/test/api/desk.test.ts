// @module-tag database
import { type DeskThread, MAX_DESK_USERS } from '@palaver/protocol/desk';
import { beforeEach, describe, expect, test } from 'vitest';
import { deskUrl, expectRefused, memberUrl, renameUrl, THREADS, threadUrl, userUrl } from '../harness/api.ts';
import {
  at,
  MY_THREADS,
  myMemberUrl,
  myMessagesUrl,
  myMessageUrl,
  myThreadUrl,
  reactionUrl,
  type SignedIn,
  signIn,
  signInAll,
  text,
} from '../harness/client-api.ts';
import { upload } from '../harness/upload.ts';
import { useServer } from '../harness/use-server.ts';

/** Users of the support desk, and what they read. */

const server = await useServer();
const DESK_THREADS = '/client/v1.0/desk/threads';
const NEVER = '900000';
let serial = 0;
let ann: SignedIn;
let ben: SignedIn;
let agent: SignedIn;
/** A group of Ann and Ben. */
let group = '';
let direct = '';
beforeEach(async () => {
  serial += 1;
  [ann, ben] = await signInAll(server, 2, `user-${serial}-`);
  await server.users(1, `agent-${serial}-`);
  agent = await signIn(server, `agent-${serial}-1`);
  group = await create();
  direct = (await ann.ok('POST', MY_THREADS, { body: { type: 'direct', user_id: ben.userId } })).id;
});

async function create(fields: object = {}): Promise<string> {
  const body = { name: 'Thread', owner_id: ann.userId, member_ids: [ben.userId], id_type: 2, ...fields };
  return (await server.ok('POST', THREADS, { body })).thread_id;
}

const putOnDesk = (body: object = {}, who = agent) => server.ok('PUT', deskUrl(who.userId), { body });
const get = (url: string, who = agent) => [`GET`, url, { token: who.token }] as [string, string, object];

interface DeskPage {
  data: DeskThread[];
  next: string | null;
}
const page = async (query = ''): Promise<DeskPage> =>
  (await agent.call('GET', `${DESK_THREADS}?${query}`)).body as never;
async function listAll(query = ''): Promise<DeskThread[]> {
  const all: DeskThread[] = [];
  for (let next: string | null = '0'; next !== null; ) {
    const { data, next: position }: DeskPage = await page(`limit=100&next=${next}&${query}`);
    all.push(...data);
    next = position;
  }
  return all;
}
const idsOf = (threads: readonly { id: string }[]) => threads.map(({ id }) => id);

describe('the desk', () => {
  const NOT = { enabled: false, direct_threads: false, since: null };

  test('has the users whom the back end puts on it', async () => {
    const url = deskUrl(agent.userId);
    expect(await server.ok('GET', url)).toEqual(NOT);
    const before = Date.now() - 1_000;
    const put = await putOnDesk();
    expect(put).toEqual({ enabled: true, direct_threads: false, since: expect.any(Number) });
    expect(put.since).toBeGreaterThan(before);
    expect(await server.ok('GET', url)).toEqual(put);
    expect(await putOnDesk({ direct_threads: true })).toEqual({ ...put, direct_threads: true });
    // A request replaces what the user may read.
    expect(await putOnDesk({})).toEqual(put);
    for (const _again of [1, 2]) await server.ok('DELETE', url);
    expect(await server.ok('GET', url)).toEqual(NOT);
  });

  test('refuses users that do not exist, bots and bad input', async () => {
    await server.users(1, `gone-${serial}-`);
    const gone = `gone-${serial}-1`;
    await server.ok('DELETE', userUrl(gone));
    for (const userId of ['nobody', gone]) {
      for (const method of ['PUT', 'DELETE'])
        await expectRefused(server, [method, deskUrl(userId), { body: {} }], 'M40402', ['user_id']);
    }
    await expectRefused(server, ['GET', deskUrl('nobody')], 'M40402', ['user_id']);
    for (const direct_threads of [1, 'yes', []]) {
      const body = { direct_threads };
      await expectRefused(server, ['PUT', deskUrl(agent.userId), { body }], 'M40003', ['direct_threads']);
    }
  });

  test('loses a user who is deactivated, and keeps one whose user_id changes', async () => {
    await putOnDesk({ direct_threads: true });
    const renamed = `${agent.userId}-renamed`;
    // The new id has a record of its own, which is absorbed.
    await server.ok('PUT', userUrl(renamed), { body: {} });
    await server.ok('PATCH', renameUrl(agent.userId, renamed));
    expect(await server.ok('GET', deskUrl(renamed))).toMatchObject({ enabled: true, direct_threads: true });
    await server.ok('DELETE', userUrl(renamed));
    expect(await server.ok('GET', deskUrl(renamed))).toEqual(NOT);
    await server.ok('PUT', userUrl(renamed), { body: {} });
    expect(await server.ok('GET', deskUrl(renamed))).toEqual(NOT);
  });

  test('takes the place of an absorbed record, which counts as that of its survivor', async () => {
    const next = `${agent.userId}-next`;
    await server.ok('PUT', userUrl(next), { body: {} });
    await server.ok('PUT', deskUrl(next), { body: { direct_threads: true } });
    await putOnDesk();
    await server.ok('PATCH', renameUrl(agent.userId, next));
    expect(await server.ok('GET', deskUrl(next))).toMatchObject({ enabled: true, direct_threads: true });
  });

  test('has at most 1,000 users of a tenant', async () => {
    const tenant = `full-${serial}`;
    await server.users(2, 'agent', { tenant });
    const add = (count: number, first: number) =>
      server.database.sql(
        `with added as (
           insert into users (app_id, tenant_id, user_id, kind, display_name, avatar_url, is_guest)
           select 'test', $1, 'filler-' || n, 'user', '', '', false from generate_series($2::int, $3::int) n returning ext_user_id
         ) insert into desk_users select ext_user_id, 'test', $1, false from added`,
        [tenant, first, first + count - 1],
      );
    await add(MAX_DESK_USERS - 1, 1);
    await server.ok('PUT', deskUrl('agent1'), { tenant, body: {} });
    await expectRefused(server, ['PUT', deskUrl('agent2'), { tenant, body: {} }], 'M40005', ['user_id']);
    // Those who are on it can be changed; other tenants have desks of their own.
    await server.ok('PUT', deskUrl('agent1'), { tenant, body: { direct_threads: true } });
    await putOnDesk();
    await server.ok('DELETE', deskUrl('agent1'), { tenant });
    await server.ok('PUT', deskUrl('agent2'), { tenant, body: {} });
  });
});

describe('the list', () => {
  test('has every thread of the tenant, but direct ones only for users who may read them', async () => {
    await ann.say(group, 'How are you?');
    await ann.say(direct, 'A secret');
    const order = await create({ reference_id: 'order:7', name: 'Order' });
    await putOnDesk();
    const threads = await listAll();
    expect(idsOf(threads)).not.toContain(direct);
    const {
      me: _me,
      peer: _peer,
      unread_count: _c,
      unread_more: _m,
      list_position: _p,
      ...shown
    } = await ann.thread(group);
    expect(threads.find(({ id }) => id === group)).toEqual(shown);
    expect(threads.find(({ id }) => id === order)).toMatchObject({
      reference_id: 'order:7',
      last_message: null,
    });
    await putOnDesk({ direct_threads: true });
    // Without a reading it tells nothing of what was said.
    expect((await listAll()).find(({ id }) => id === direct)).toMatchObject({
      type: 'direct',
      message_count: 1,
      last_message: null,
    });
    await server.ok('DELETE', threadUrl(order));
    expect(idsOf(await listAll())).not.toContain(order);
  });

  test('pages by id, and never repeats or loses a thread', async () => {
    for (let count = 0; count < 5; count += 1) await create();
    await putOnDesk();
    const seen: string[] = [];
    for (let next: string | null = '0'; next !== null; ) {
      const { data, next: position }: DeskPage = await page(`limit=2&next=${next}`);
      seen.push(...idsOf(data));
      next = position;
    }
    expect(seen).toEqual(seen.toSorted((one, other) => Number(one) - Number(other)));
    expect(seen).toEqual(idsOf(await listAll()));
    expect(new Set(seen).size).toBe(seen.length);
  });

  test('looks at the next 1,000 threads for a page', async () => {
    const tenant = `long-${serial}`;
    const [far] = await signInAll(server, 1, 'far', { tenant });
    await server.ok('PUT', deskUrl(far.userId), { tenant, body: {} });
    const body = { name: 'First', owner_id: far.userId, member_ids: [], id_type: 2 };
    const { thread_id: first } = await server.ok('POST', THREADS, { tenant, body });
    const add = async (count: number) => {
      const [last] = await server.database.sql<{ id: string }>(
        `with added as (
           insert into threads select (jsonb_populate_record(t, jsonb_build_object('id', nextval('thread_ids')))).*
           from threads t, generate_series(1, $2::int) where t.id = $1 returning id
         ) select max(id)::text as id from added`,
        [first, count],
      );
      return last?.id;
    };
    const nextOf = async (from = '0') => {
      const query = `next=${from}&active_after=${Date.now() + 60_000}`;
      return (await far.call('GET', `${DESK_THREADS}?${query}`)).body.next;
    };
    await add(998);
    expect(await nextOf()).toBeNull();
    const edge = await add(1);
    expect(await nextOf()).toBe(edge);
    expect(await nextOf(edge)).toBeNull();
    await add(1);
    expect(await nextOf()).toBe(edge);
    expect(await nextOf(edge)).toBeNull();
    await server.database.sql('delete from threads where tenant_id = $1 and id <> $2', [tenant, first]);
  });

  test('can be limited to threads with a message since a time', async () => {
    await putOnDesk();
    const other = await create();
    await ann.say(other);
    const { created_at } = await ann.say(group);
    const since = async (time: number) =>
      idsOf(await listAll(`active_after=${time}`)).filter((id) => [group, other].includes(id));
    expect(await since(created_at)).toContain(group);
    expect(await since(created_at + 1)).toEqual([]);
    expect(await since(0)).toEqual([group, other]);
  });

  test('refuses bad input', async () => {
    await putOnDesk();
    const bad = { limit: ['0', '101', 'x'], next: ['-1', 'x', ''], active_after: ['-1', '1.5', 'x'] };
    for (const [field, values] of Object.entries(bad)) {
      for (const value of values)
        await expectRefused(server, get(`${DESK_THREADS}?${field}=${value}`), 'M40010', [field]);
    }
  });

  test('refuses users who are not on the desk, and does so as soon as they leave it', async () => {
    const requests = [get(DESK_THREADS), get(`${DESK_THREADS}/${group}`)];
    for (const request of requests) await expectRefused(server, request, 'M40306', ['Authorization']);
    await putOnDesk();
    for (const [method, url] of requests) await agent.ok(method, url);
    await server.ok('DELETE', deskUrl(agent.userId));
    for (const request of requests) await expectRefused(server, request, 'M40306', ['Authorization']);
  });
});

describe('one thread', () => {
  const reads = (id: string, seq: number) => [
    `${DESK_THREADS}/${id}`,
    myMessagesUrl(id),
    myMessageUrl(id, seq),
    myThreadUrl(id, '/members'),
    myThreadUrl(id, '/changes'),
    myThreadUrl(id, '/read'),
  ];

  test('is read as members read it, and as nobody else', async () => {
    const linked = await create({ reference_id: 'order:8' });
    for (const id of [group, linked]) {
      const { seq } = await ann.say(id);
      const [own, ...urls] = reads(id, seq);
      for (const url of urls) await expectRefused(server, get(url), 'M40401');
      await putOnDesk();
      for (const url of urls) expect(await agent.ok('GET', url)).toEqual(await ben.ok('GET', url));
      expect(await agent.ok('GET', own ?? '')).toMatchObject({ id, last_message: { seq } });
      await server.ok('DELETE', deskUrl(agent.userId));
    }
  });

  test('is not changed, joined or marked', async () => {
    await putOnDesk({ direct_threads: true });
    const { seq } = await ann.say(group);
    const { token } = agent;
    const acts: [string, string, object?][] = [
      ['PATCH', myMessageUrl(group, seq), text('Other')],
      ['DELETE', myMessageUrl(group, seq)],
      ['PUT', reactionUrl(group, seq, 'x')],
      ['PUT', myThreadUrl(group, '/read'), {}],
      ['PUT', myThreadUrl(group, '/unread'), { seq: 1 }],
      ['PATCH', myThreadUrl(group), { name: 'Mine' }],
      ['DELETE', myThreadUrl(group)],
      ['DELETE', myMemberUrl(group, ben.userId)],
      ['GET', myThreadUrl(group)],
      ['GET', myThreadUrl(group, '/notifications')],
    ];
    for (const [method, url, body] of acts)
      await expectRefused(server, [method, url, { token, body }], 'M40401');
    expect(await agent.threads()).toEqual([]);
  });

  test('opens the files that its messages name, and pictures', async () => {
    const file = await upload(server, {}, { threadId: group, token: ann.token });
    const { ticket } = await agent.ok('GET', '/client/v1.0/me/file-ticket');
    const read = async () => {
      const url = `/file/v1.0/file/${file.file_id}/notes.bin?ticket=${ticket}`;
      return (await server.app.inject({ method: 'GET', url })).statusCode;
    };
    await putOnDesk();
    expect(await read()).toBe(404);
    const named = { body: { text: '', metadata: [{ type: 'file', file_id: file.file_id }] } };
    await ann.say(direct, named);
    expect(await read()).toBe(404);
    await ann.say(group, named);
    expect(await read()).toBe(200);
    await server.ok('DELETE', deskUrl(agent.userId));
    expect(await read()).toBe(404);
  });

  test('of another tenant does not exist, and neither does a deleted one', async () => {
    await putOnDesk({ direct_threads: true });
    const elsewhere = { tenant: `far-${serial}` };
    const [far] = await signInAll(server, 1, 'far', elsewhere);
    const body = { name: 'Far', owner_id: far.userId, member_ids: [], id_type: 2 };
    const { thread_id: foreign } = await server.ok('POST', THREADS, { ...elsewhere, body });
    const { seq } = await far.say(foreign);
    await server.ok('PUT', deskUrl(far.userId), { ...elsewhere, body: {} });
    const deleted = await create();
    await server.ok('DELETE', threadUrl(deleted));
    for (const [index, missing] of reads(NEVER, seq).entries()) {
      const { body: answer } = await agent.call('GET', missing);
      expect(answer.message_code).toBe('M40401');
      for (const id of [foreign, deleted])
        expect((await agent.call('GET', at(reads(id, seq), index))).body).toEqual({
          ...answer,
          request_id: expect.any(String),
        });
    }
    expect(idsOf(await listAll())).not.toContain(foreign);
    expect((await far.call('GET', DESK_THREADS)).body.data.map(({ id }: DeskThread) => id)).toEqual([
      foreign,
    ]);
  });

  test('hides the user_ids of members, where the policy hides them from the user', async () => {
    await putOnDesk();
    await ann.say(group);
    await server.ok('PATCH', '/app/v1.0/policy', { body: { users: { see_user_ids: false } } });
    try {
      const members: { user_id: unknown }[] = await agent.ok('GET', myThreadUrl(group, '/members'));
      expect(members.map(({ user_id }) => user_id)).toEqual([null, null]);
      const { last_message } = await agent.ok('GET', `${DESK_THREADS}/${group}`);
      expect(last_message.sender.user_id).toBeNull();
    } finally {
      await server.ok('PATCH', '/app/v1.0/policy', { body: { users: { see_user_ids: true } } });
    }
  });

  test('is read by a user of the desk who was removed from it', async () => {
    await putOnDesk();
    const other = await create({ member_ids: [agent.userId] });
    await server.ok('DELETE', memberUrl(other, agent.userId));
    expect(await agent.ok('GET', myMessagesUrl(other))).toEqual([]);
  });
});
