import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { CONSISTENCY_CHECKS } from '../../src/domain/operations/verify/consistency-checks.ts';
import { EXAMPLES, verify } from '../../src/domain/operations/verify/verify.ts';
import { createLog } from '../../src/platform/log.ts';
import { Database } from '../../src/storage/database.ts';
import { BOTS, MESSAGES, messageUrl, THREADS, threadUrl } from '../harness/api.ts';
import { reactionUrl } from '../harness/client-api.ts';
import { textTo } from '../harness/population.ts';
import { createTestDatabase, type TestDatabase } from '../harness/test-database.ts';
import { startTestServer, type TestServer } from '../harness/test-server.ts';
import { until } from '../harness/until.ts';
import { upload } from '../harness/upload.ts';

/** SQL that breaks one rule in the data of {@link seed}. (Some break related rules too.) */
const FAULTS: Readonly<Record<string, string>> = {
  'a counter differs from the number of its rows': `update thread_heads set member_count = member_count + 1 where thread_id = 1`,
  'a message names a file that is not stored': `
    update messages set file_id = 'nowhere' where thread_id = 1 and seq = 2`,
  'a message shows another file than it names': `
    update messages set metadata = '{"type": "file", "file_id": "f", "is_gone": false}' where thread_id = 2 and file_id is not null`,
  'neither a message nor a picture names a file that is kept': `
    update files set expires_at = null where name = 'unnamed'`,
  'a picture is a file that is not stored in its space': `
    insert into pictures (file_id, ext_user_id) select id, 1 from files where name = 'unnamed'`,
  'a message of a deleted thread holds a file that it should have released': `
    update threads set deleted_at = now(), files_held_from = null where id = 2`,
  'the usage of files differs from their sum': `update file_usage set bytes = bytes + 1 where tenant_id = 'filed'`,
  'the usage of the files of a user differs from their sum': `
    insert into user_file_usage (ext_user_id, bytes) values (1, 1) on conflict (ext_user_id) do update set bytes = user_file_usage.bytes + 1`,
  'the bytes that unfinished uploads reserve differ from their lengths': `
    update file_usage set unfinished_bytes = 1 where tenant_id = 'filed'`,
  'an upload has other parts than it says': `
    insert into uploads (id, app_id, tenant_id, uploader_ext_user_id, name, length, received, expires_at, ended_at)
    select 'half', app_id, tenant_id, 1, 'x', 2, 1, now(), now() from file_usage where tenant_id = 'filed'`,
  'a log has a gap, or its length differs from its head': `
    update thread_heads set last_seq = last_seq + 1 where thread_id = 1`,
  'the positions of events have a gap or a double': `delete from events where position = 3`,
  'an event shows a message as it was before its deletion': `
    update events set body = '{"data":{"entry":{"message":{"deleted_at":null}}}}' where position = (
      select min(position) from events where thread_id = 1 and message_seq = 4)`,
  'the time of a log entry is before that of its predecessor': `
    update log_entries set at = at + interval '1 s' where thread_id = 1 and seq >= 7;
    update log_entries set seq = -seq where thread_id = 1 and seq in (6, 7);
    update log_entries set seq = 13 + seq where thread_id = 1 and seq < 0`,
  'a log entry comes before the message that it is about': `
    update log_entries set message_seq = 404 where thread_id = 1 and type = 'message.deleted'`,
  'a log does not begin with the creation of its thread, or has it twice': `
    update log_entries set type = 'thread.updated' where thread_id = 1 and seq = 1`,
  'a head names a wrong latest message or time': `
    update thread_heads set last_message_seq = 3 where thread_id = 1`,
  'a message is edited, deleted or pinned differently from the log': `
    update messages set edited_at = now() where thread_id = 1 and seq = 2`,
  'a deleted message still has content': `
    update messages set text = 'still here' where thread_id = 1 and deleted_at is not null`,
  'a reaction differs from the log, or belongs to a deleted message': `
    delete from reactions where thread_id = 1 and message_seq = 3 and key = 'kept'`,
  'the state of a member differs from the log': `
    update members set state = 'removed' where thread_id = 1 and ext_user_id = 3;
    update user_threads set is_member = false where thread_id = 1 and ext_user_id = 3;
    update thread_heads set member_count = member_count - 1 where thread_id = 1`,
  'a former member has left, or was removed, differently from the log': `
    update members set state = 'removed', has_left = true where thread_id = 1 and ext_user_id = 3`,
  'the role of a member differs from the log': `
    update members set role = 'admin' where thread_id = 1 and ext_user_id = 3`,
  'the mute of a member differs from the log': `
    update members set muted_until = 'infinity' where thread_id = 1 and ext_user_id = 3`,
  'the owner of a thread is muted': `
    update members set muted_until = 'infinity' where thread_id = 1 and role = 'owner';
    update log_entries set type = 'member.muted', change = '{"members": [{"ext_user_id": 1}]}'
      where thread_id = 1 and type = 'thread.updated'`,
  'the deletion of a thread differs from the log': `
    update log_entries set type = 'thread.deleted' where thread_id = 2 and seq = 1`,
  'a log entry or message belongs to no thread': `
    insert into log_entries (thread_id, seq, type) values (404, 1, 'thread.created')`,
  'a thread has no head': `
    insert into threads (id, app_id, tenant_id, type, name, description, avatar_url)
      values (404, 'test', '', 'group', '', '', '');
    insert into members (thread_id, ext_user_id, role, state) values (404, 1, 'owner', 'active');
    insert into user_threads (thread_id, ext_user_id, is_member) values (404, 1, true)`,
  'the sender of a message does not exist, or is of another space': `
    update messages set sender_ext_user_id = 404 where thread_id = 1 and seq = 2`,
  'a member and the thread are of different spaces': `update users set tenant_id = 'elsewhere' where ext_user_id = 3`,
  'the list of a user and the members of a thread disagree': `
    update user_threads set is_member = false where thread_id = 1 and ext_user_id = 3`,
  'a thread is missing from the list of a member, or a linked thread is in it': `
    update user_threads set is_linked = true where thread_id = 1 and ext_user_id = 3`,
  'a read position is past the end of the log': `
    update user_threads set read_seq = 404 where thread_id = 1 and ext_user_id = 3`,
  'a deactivated user is still a member': `update users set deactivated_at = now() where ext_user_id = 3`,
  'the members of a direct thread differ from its pair': `
    insert into members (thread_id, ext_user_id, role, state) values (2, 3, 'member', 'removed');
    insert into user_threads (thread_id, ext_user_id, is_member) values (2, 3, false)`,
  'a pair has a thread of another space or type': `update direct_threads set tenant_id = 'elsewhere'`,
  'a group does not have exactly one owner': `update members set role = 'member' where thread_id = 1 and role = 'owner'`,
  'an alias is also the id of a user': `insert into user_aliases (alias_ext_user_id, ext_user_id) values (1, 2)`,
  'a bot for all tenants shares its id with a user of a tenant': `
    insert into users (app_id, tenant_id, user_id, kind, display_name, avatar_url)
      values ('test', 'north', 'helper', 'user', '', '')`,
  'an idempotency key remembers a missing message or thread': `
    update idempotency_keys set data = '[{"id": "1.404", "thread_id": "1", "seq": 404}]' where key = 'first'`,
  'several idempotency keys remember one message': `
    insert into idempotency_keys (app_id, tenant_id, key, fingerprint, data)
      select app_id, tenant_id, 'another', fingerprint, data from idempotency_keys where key = 'first'`,
};

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  // (Not with `database.sql`: a database that is copied must have no connections.)
  await server.db.query(`insert into event_streams (app_id, is_on) values ('test', true)`);
  await seed(server);
  await until(async () => (await server.db.query('select from outbox limit 1')).length === 0 || undefined);
  await server.closeNode();
});
afterAll(() => server.database.drop());

/** A group (thread 1) of users 1 to 3, a direct thread (2) of users 1 and 2, a bot, and keys for both threads. */
async function seed({ users, ok, call, token: tokenOf }: TestServer): Promise<void> {
  const [one = '', two = '', three = ''] = await users(3);
  await ok('POST', BOTS, { body: { bot_id: 'helper', display_name: 'Helper' } });
  const group = { name: 'Group', owner_id: one, member_ids: [two, three], id_type: 2 };
  await ok('POST', THREADS, { body: group, headers: { 'idempotency-key': 'group' } });
  await ok('POST', MESSAGES, { body: textTo('1', one), headers: { 'idempotency-key': 'first' } });
  await ok('POST', MESSAGES, { body: textTo('1', two, 'https://example.org') });
  await ok('POST', MESSAGES, { body: textTo('1', three, 'a slip') });
  const token = await tokenOf(two);
  await ok('PUT', reactionUrl('1', 4, 'lost'), { token });
  await ok('DELETE', messageUrl('1', 4));
  await ok('PATCH', threadUrl('1'), { body: { name: 'Renamed' } });
  await ok('PUT', reactionUrl('1', 3, 'kept'), { token });
  await ok('PUT', reactionUrl('1', 3, 'taken'), { token });
  await ok('DELETE', reactionUrl('1', 3, 'taken'), { token });
  const { file_id } = await upload({ call }, {}, { threadId: '1', token });
  const named = {
    sender: { user_id: two },
    target: { thread_id: '2' },
    body: { metadata: [{ type: 'file', file_id }] },
  };
  const direct = { ...textTo('', one), target: { user_ids: [two] } };
  await ok('POST', MESSAGES, { body: direct, headers: { 'idempotency-key': 'direct' } });
  await ok('POST', MESSAGES, { body: named });
  await upload({ call }, { name: 'unnamed' }, { tenant: 'filed' });
}

async function seeded(): Promise<TestDatabase> {
  const database = await createTestDatabase(server.database.connection.database);
  onTestFinished(() => database.drop());
  return database;
}

async function verified(database: TestDatabase) {
  const db = new Database(database.connection, { poolSize: 1, log: createLog('fatal') });
  try {
    return await verify(db);
  } finally {
    await db.close();
  }
}

test('every rule has a test fault', () => {
  expect(Object.keys(FAULTS)).toEqual(Object.keys(CONSISTENCY_CHECKS));
});

test('data written through the API passes all rules', async () => {
  const expected = { threads: 2, messages: 5, entries: 13, differences: [] };
  expect(await verified(await seeded())).toEqual(expected);
});

for (const [rule, fault] of Object.entries(FAULTS)) {
  test(`finds that ${rule}`, async () => {
    const database = await seeded();
    await database.sql(fault);
    const { differences } = await verified(database);
    expect(differences).toContainEqual({ rule, count: 1, examples: [expect.any(Object)] });
  });
}

test('a log with a gap is distinguished from one that is too short', async () => {
  const database = await seeded();
  await database.sql(`update log_entries set seq = 13 where thread_id = 1 and seq = 1;
    update thread_heads set last_seq = 13 where thread_id = 1`);
  const { differences } = await verified(database);
  expect(differences.map(({ examples }) => examples[0])).toContainEqual({
    thread_id: 1,
    last_seq: 13,
    entries: 10,
    numbers: 10,
    first: 2,
    last: 13,
  });
});

test('a number that both a message and an entry have is found, also where the log is as long as its head says', async () => {
  const database = await seeded();
  await database.sql(`update log_entries set seq = 3 where thread_id = 1 and type = 'thread.updated'`);
  const { differences } = await verified(database);
  expect(differences.map(({ examples }) => examples[0])).toContainEqual({
    thread_id: 1,
    last_seq: 10,
    entries: 10,
    numbers: 9,
    first: 1,
    last: 10,
  });
});

test('every kind of disagreement between reactions and the log is reported', async () => {
  const database = await seeded();
  // A reaction missing in the log, a removed one, one to a deleted message, and one of another user.
  await database.sql(`insert into reactions values (1, 2, 'x', 2), (1, 3, 'taken', 2), (1, 4, 'lost', 2);
    update reactions set ext_user_id = 3 where key = 'kept'`);
  const { differences } = await verified(database);
  expect(differences.map(({ rule, count }) => [rule, count])).toEqual([
    ['a reaction differs from the log, or belongs to a deleted message', 5],
  ]);
  const told = differences.flatMap(({ examples }) =>
    examples.map(({ key, ext_user_id: user, type, given_at: at }) => [key, user, type, at !== null]),
  );
  expect(told.toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual([
    ['kept', 2, 'reaction.added', false],
    ['kept', 3, null, true],
    ['lost', 2, 'reaction.added', true],
    ['taken', 2, 'reaction.removed', true],
    ['x', 2, null, true],
  ]);
});

test('a wrong head time is reported, with and without a last message', async () => {
  const database = await seeded();
  await database.sql(`insert into threads (id, app_id, tenant_id, type, name, description, avatar_url, deleted_at)
      select id, 'test', '', 'group', '', '', '', now() from generate_series(3, 4) id;
    insert into thread_heads (thread_id, active_at, last_seq) select id, created_at, 2 from threads where id > 2;
    insert into log_entries (thread_id, seq, type)
      select id, seq, case seq when 1 then 'thread.created' else 'thread.deleted' end
      from generate_series(3, 4) id, generate_series(1, 2) seq`);
  expect((await verified(database)).differences).toEqual([]);
  await database.sql(`update thread_heads set active_at = active_at + interval '1 microsecond' where thread_id = 1;
    update thread_heads set last_message_seq = 1 where thread_id = 3;
    update thread_heads set active_at = active_at - interval '1 s' where thread_id = 4`);
  const { differences } = await verified(database);
  expect(differences.map(({ rule, count }) => [rule, count])).toEqual([
    ['a head names a wrong latest message or time', 3],
  ]);
});

test('of many broken rows some are listed and all are counted', async () => {
  const database = await seeded();
  await database.sql(`insert into log_entries (thread_id, seq, type)
    select 404, g, 'thread.created' from generate_series(1, 1000) g`);
  const { differences } = await verified(database);
  expect(differences.map(({ count, examples }) => [count, examples.length])).toEqual([[1000, EXAMPLES]]);
});

test('verify sees one snapshot, despite concurrent writes', async () => {
  const database = await seeded();
  const db = new Database(database.connection, { poolSize: 2, log: createLog('fatal') });
  onTestFinished(() => db.close());
  const result = await verify({
    query: (text, values) => db.query(text, values),
    vault: db.vault,
    transactionAtOnce: (work) => db.transactionAtOnce(work),
    transaction: (work) =>
      db.transaction(async (tx) => {
        let hasRead = false;
        return work({
          ...tx,
          query: async <R extends object>(text: string, values?: readonly unknown[]) => {
            const rows = await tx.query<R>(text, values);
            if (rows.length > 0 && !hasRead) {
              hasRead = true;
              await database.sql('update thread_heads set last_seq = last_seq + 1');
            }
            return rows;
          },
        });
      }),
  });
  expect(result.differences).toEqual([]);
  expect((await verified(database)).differences).toHaveLength(1);
});
