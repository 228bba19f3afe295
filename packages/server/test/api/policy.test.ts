import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expectRefused, userUrl } from '../harness/api.ts';
import type { Answer } from '../harness/calls.ts';
import {
  at,
  MY_THREADS,
  myMemberUrl,
  myThreadUrl,
  type SignedIn,
  signIn,
  signInAll,
} from '../harness/client-api.ts';
import { recount } from '../harness/recount.ts';
import { startTestServer } from '../harness/test-server.ts';
import { useServer } from '../harness/use-server.ts';

/** The policy: what users may do by themselves, the defaults, and what refusals must not reveal. */

const POLICY = '/app/v1.0/policy';
const IN_LINKED_THREADS = {
  delete: false,
  rename: false,
  add: false,
  remove: false,
  leave: true,
  mute: true,
};
const DEFAULTS = {
  guests: {
    create_groups: false,
    open_direct_threads: 'shared',
    add_members: 'nobody',
    search_people: 'shared',
    members_at_a_time: 1,
    see_user_ids: true,
  },
  users: {
    create_groups: true,
    open_direct_threads: 'anyone',
    add_members: 'anyone',
    search_people: 'anyone',
    members_at_a_time: 100,
    see_user_ids: true,
  },
  contacts: [],
  support: { write: { direct: false, group: false, linked: true } },
  linked_threads: { owner: IN_LINKED_THREADS, admin: IN_LINKED_THREADS, member: IN_LINKED_THREADS },
};

const server = await useServer();
let people: SignedIn[];
let guest: SignedIn;
beforeAll(async () => {
  people = await signInAll(server, 4);
  await server.ok('PUT', userUrl('guest'), { body: { display_name: 'Guest', is_guest: true } });
  guest = await signIn(server, 'guest');
  await server.ok('POST', '/bot/v1.0/bot', { body: { bot_id: 'herald', display_name: 'Herald' } });
});
beforeEach(() => server.ok('PATCH', POLICY, { body: DEFAULTS }));
afterAll(async () => {
  expect(await recount(server.database)).toEqual([]);
});

const user = (index: number) => at(people, index);
const direct = (who: SignedIn, user_id: string) =>
  who.call('POST', MY_THREADS, { body: { type: 'direct', user_id } });
const group = (who: SignedIn, ...member_ids: string[]) =>
  who.call('POST', MY_THREADS, { body: { type: 'group', name: 'Group', member_ids, id_type: 2 } });
const add = (who: SignedIn, threadId: string, ...member_ids: string[]) =>
  who.call('POST', myThreadUrl(threadId, '/members'), { body: { member_ids, id_type: 2 } });
/** An answer without its request-specific parts. */
const saidIn = ({ status, body: { request_id: _id, ...body } }: Answer) => ({ status, body });

describe('the policy', () => {
  test('has the documented defaults, keeps omitted rules, and belongs to one application', async () => {
    const other = await startTestServer();
    try {
      expect(await other.ok('GET', POLICY)).toEqual(DEFAULTS);
      const changes = {
        guests: { create_groups: true },
        users: { add_members: 'shared' },
        contacts: ['ann', 'ann'],
      };
      const changed = {
        ...DEFAULTS,
        guests: { ...DEFAULTS.guests, create_groups: true },
        users: { ...DEFAULTS.users, add_members: 'shared' },
        contacts: ['ann'],
      };
      expect(await other.ok('PATCH', POLICY, { body: changes })).toEqual(changed);
      expect(
        await other.ok('PATCH', POLICY, { body: { users: { members_at_a_time: 7 }, unknown: 1 } }),
      ).toEqual({
        ...changed,
        users: { ...changed.users, members_at_a_time: 7 },
      });
      expect(await other.ok('PATCH', POLICY, { body: { guests: null, contacts: [] } })).toMatchObject({
        guests: changed.guests,
        contacts: [],
      });
    } finally {
      await other.close();
    }
    expect(await server.ok('GET', POLICY)).toEqual(DEFAULTS);
  });

  test("is read with the scope read and changed with full, but not by a tenant's key", async () => {
    const users = await server.createKey({ scopes: ['users:write'] });
    const reader = await server.createKey({ scopes: ['read'] });
    await server.ok('GET', POLICY, { key: reader });
    await expectRefused(server, ['PATCH', POLICY, { key: reader, body: {} }], 'M40301');
    const bound = await server.createKey({ tenantId: 'north' as never });
    for (const [method, body] of [['GET'], ['PATCH', {}]] as const) {
      await expectRefused(server, [method, POLICY, { key: users, body }], 'M40301');
      await expectRefused(server, [method, POLICY, { key: bound, body }], 'M40302');
      await expectRefused(server, [method, POLICY, { tenant: 'north', body }], 'M40302');
    }
  });

  test('accepts only its documented values', async () => {
    for (const [body, field, code] of [
      [{ guests: { create_groups: 'yes' } }, 'guests.create_groups', 'M40003'],
      [{ guests: { see_user_ids: 1 } }, 'guests.see_user_ids', 'M40003'],
      [{ users: { open_direct_threads: 'everyone' } }, 'users.open_direct_threads', 'M40003'],
      [{ guests: { search_people: 'contacts' } }, 'guests.search_people', 'M40003'],
      [{ users: { members_at_a_time: 0 } }, 'users.members_at_a_time', 'M40003'],
      [{ users: { members_at_a_time: 1_001 } }, 'users.members_at_a_time', 'M40003'],
      [{ users: { members_at_a_time: 1.5 } }, 'users.members_at_a_time', 'M40003'],
      [{ users: [] }, 'users', 'M40003'],
      [{ contacts: ['\u0007'] }, 'contacts[0]', 'M40003'],
      [{ contacts: Array.from({ length: 101 }, (_, index) => `user${index}`) }, 'contacts', 'M40005'],
    ] as const) {
      await expectRefused(server, ['PATCH', POLICY, { body }], code, [field]);
    }
    const contacts = Array.from({ length: 100 }, (_, index) => `user${index}`);
    expect(await server.ok('PATCH', POLICY, { body: { contacts } })).toMatchObject({ contacts });
    for (const members_at_a_time of [1, 1_000]) {
      const users = { ...DEFAULTS.users, members_at_a_time };
      expect(await server.ok('PATCH', POLICY, { body: { users } })).toMatchObject({ users });
    }
  });
});

describe('a guest', () => {
  test('cannot create groups or add members, whether or not the named users exist', async () => {
    for (const answer of [await group(guest), await group(guest, 'user1'), await group(guest, 'nobody')]) {
      expect(answer.body).toMatchObject({ message_code: 'M40306', errors: [{ rule: 'policy' }] });
      expect(saidIn(answer)).toEqual(saidIn(await group(guest)));
    }
    const threadId = await server.group(['guest', 'user1']);
    const there = await add(guest, threadId, 'user2');
    expect(there.body.message_code).toBe('M40306');
    expect(saidIn(await add(guest, threadId, 'nobody'))).toEqual(saidIn(there));
  });

  test('can write to bots and to users they share a thread with; others do not exist', async () => {
    const [known, unknown, nobody] = [user(0), user(3), 'nobody'];
    await server.group(['guest', known.userId]);
    expect((await direct(guest, known.userId)).body.message_code).toBe('M200');
    expect((await direct(guest, 'herald')).body.message_code).toBe('M200');
    const refusal = await direct(guest, unknown.userId);
    expect(refusal.body.message_code).toBe('M40402');
    expect(saidIn(refusal)).toEqual(saidIn(await direct(guest, nobody)));
    // A user who may write to them can start the thread, which then exists for both.
    const { body } = await direct(unknown, 'guest');
    expect((await direct(guest, unknown.userId)).body.data.id).toBe(body.data.id);
  });

  test('can write to contacts, until they share no thread', async () => {
    await server.users(2, 'agent');
    await server.ok('PATCH', POLICY, { body: { contacts: ['agent1', 'agent2'] } });
    expect((await direct(guest, 'agent1')).body.message_code).toBe('M200');
    await server.ok('PATCH', POLICY, { body: { contacts: [] } });
    expect((await direct(guest, 'agent2')).body.message_code).toBe('M40402');
    // They keep their existing threads.
    expect((await direct(guest, 'agent1')).body.message_code).toBe('M200');
  });

  test('is bound by the policy until converted', async () => {
    const guests = { create_groups: true, add_members: 'shared', members_at_a_time: 2 };
    await server.ok('PATCH', POLICY, { body: { guests } });
    await server.users(3, 'peer');
    await server.group(['guest', 'peer1', 'peer2']);
    expect((await group(guest, 'peer1', 'peer2')).body.message_code).toBe('M200');
    const stranger = await group(guest, 'peer1', 'peer3');
    expect(stranger.body).toMatchObject({ message_code: 'M40402', errors: [{ field: 'member_ids' }] });
    expect(saidIn(await group(guest, 'nobody', 'peer2'))).toEqual(saidIn(stranger));
    await server.ok('PUT', userUrl('guest'), { body: { is_guest: false } });
    expect((await group(guest, 'peer1', 'peer3')).body.message_code).toBe('M200');
    await server.ok('PUT', userUrl('guest'), { body: { is_guest: true } });
  });
});

describe('a user', () => {
  test('may add a limited number of members at a time: n-1, n, n+1, in new and existing groups', async () => {
    const ids = await server.users(101, 'many');
    const [threadId, none] = [(await group(user(0), 'user2')).body.data.id, [] as string[]];
    for (const count of [99, 100]) {
      expect((await group(user(0), ...ids.slice(0, count))).body.message_code).toBe('M200');
      expect((await add(user(0), threadId, ...ids.slice(0, count))).body.message_code).toBe('M200');
    }
    for (const answer of [await group(user(0), ...ids), await add(user(0), threadId, ...ids)]) {
      expect(answer.body).toMatchObject({ message_code: 'M40005', errors: [{ field: 'member_ids' }] });
    }
    expect((await group(user(0), ...none)).body.message_code).toBe('M200');
    // The policy does not bind the back end, whomever it acts for.
    const body = { member_ids: ids, id_type: 2 };
    const acting = { headers: { 'x-acting-user-id': 'user1' }, body };
    const url = `/open-api/v1.0/chat/threads/${threadId}/members`;
    expect((await server.call('POST', url, acting)).body.message_code).toBe('M200');
  });

  test('who may contact nobody finds existing threads but cannot start new ones', async () => {
    const users = { create_groups: false, open_direct_threads: 'nobody', add_members: 'nobody' };
    const { body } = await direct(user(0), 'user2');
    const threadId = (await group(user(0), 'user2')).body.data.id;
    await server.ok('PATCH', POLICY, { body: { users } });
    expect((await direct(user(0), 'user2')).body.data.id).toBe(body.data.id);
    const refusal = await direct(user(0), 'user4');
    expect(refusal.body).toMatchObject({ message_code: 'M40306', errors: [{ rule: 'policy' }] });
    for (const name of ['nobody', 'herald']) {
      expect(saidIn(await direct(user(0), name))).toEqual(saidIn(refusal));
    }
    expect((await group(user(0))).body.message_code).toBe('M40306');
    expect((await add(user(0), threadId, 'user2')).body.message_code).toBe('M40306');
  });

  test('cannot learn from refusals which ids exist', async () => {
    await server.ok('PATCH', POLICY, { body: { users: { add_members: 'shared' } } });
    const [owner, stranger, missing] = [await newcomer('owner'), 'user4', 'nobody'];
    await server.users(1, 'mate');
    await server.group([owner.userId, 'mate1']);
    const made = await group(owner, 'mate1');
    const threadId = made.body.data.id;
    expect(made.body.message_code).toBe('M200');
    const refusal = await add(owner, threadId, 'mate1', stranger);
    expect(refusal.body).toMatchObject({
      message_code: 'M40402',
      errors: [{ field: 'member_ids', rule: 'exists' }],
    });
    expect(saidIn(await add(owner, threadId, missing, 'mate1'))).toEqual(saidIn(refusal));
    for (const [method, action] of [
      ['POST', 'ban'],
      ['POST', 'unban'],
      ['POST', 'mute'],
      ['POST', 'unmute'],
      ['DELETE', ''],
    ] as const) {
      const there = await owner.call(method, myMemberUrl(threadId, stranger, action));
      expect(there.body.message_code).toBe('M40402');
      expect(saidIn(await owner.call(method, myMemberUrl(threadId, missing, action)))).toEqual(saidIn(there));
    }
    const role = { body: { role: 'admin' } };
    const there = await owner.call('PATCH', myMemberUrl(threadId, stranger), role);
    expect(there.body.message_code).toBe('M40402');
    expect(saidIn(await owner.call('PATCH', myMemberUrl(threadId, missing), role))).toEqual(saidIn(there));
    // The back end learns which ids are missing.
    const body = { name: 'Group', owner_id: 'user1', member_ids: ['user2', 'nobody'], id_type: 2 };
    const { errors } = (await server.call('POST', '/open-api/v1.0/chat/threads', { body })).body;
    expect(errors?.map(({ field }) => field)).toEqual(['member_ids[1]']);
  });
});

async function newcomer(prefix: string): Promise<SignedIn> {
  return at(await signInAll(server, 1, prefix), 0);
}
