// @module-tag database
import { MAX_OPEN_READINGS, MAX_REASON_CHARS, READING_MS } from '@palaver/protocol/desk';
import { beforeEach, expect, test } from 'vitest';
import { deskUrl, expectRefused, type Request, renameUrl, THREADS, userUrl } from '../harness/api.ts';
import {
  MY_THREADS,
  myMessagesUrl,
  myMessageUrl,
  myThreadUrl,
  DESK_READINGS as READINGS,
  type SignedIn,
  signIn,
  signInAll,
} from '../harness/client-api.ts';
import { post } from '../harness/idempotency.ts';
import { upload } from '../harness/upload.ts';
import { useServer } from '../harness/use-server.ts';

/** Users of the support desk read direct threads one at a time, with a reason. */

const server = await useServer();
let serial = 0;
let ann: SignedIn;
let ben: SignedIn;
let agent: SignedIn;
let direct = '';
let seq = 0;
beforeEach(async () => {
  serial += 1;
  [ann, ben] = await signInAll(server, 2, `user-${serial}-`);
  await server.users(1, `agent-${serial}-`);
  agent = await signIn(server, `agent-${serial}-1`);
  direct = (await ann.ok('POST', MY_THREADS, { body: { type: 'direct', user_id: ben.userId } })).id;
  seq = (await ann.say(direct)).seq;
  await putOnDesk({ direct_threads: true });
});

const putOnDesk = (body: object) => server.ok('PUT', deskUrl(agent.userId), { body });
const opening = (body: unknown, { token } = agent): Request => ['POST', READINGS, { token, body }];
const open = (thread_id = direct, reason = 'A complaint') =>
  agent.ok('POST', READINGS, { body: { thread_id, reason } });
const urls = () => [
  `/client/v1.0/desk/threads/${direct}`,
  myMessagesUrl(direct),
  myMessageUrl(direct, seq),
  myThreadUrl(direct, '/members'),
  myThreadUrl(direct, '/changes'),
  myThreadUrl(direct, '/read'),
];
const readings = (query = '') => server.ok('GET', `${deskUrl(agent.userId)}/readings?${query}`);

/** (To a user who is not on the desk, its own requests are refused otherwise.) */
async function expectClosed(isOnDesk = true): Promise<void> {
  for (const url of urls().slice(isOnDesk ? 0 : 1))
    await expectRefused(server, ['GET', url, { token: agent.token }], 'M40401');
}

test('a reading opens the thread to the user for an hour, and is recorded', async () => {
  await expectClosed();
  const reading = await open();
  expect(reading).toEqual({
    id: expect.any(String),
    thread_id: direct,
    reason: 'A complaint',
    at: expect.any(Number),
    until: reading.at + READING_MS,
  });
  const [own = '', ...others] = urls();
  for (const url of others) expect(await agent.ok('GET', url)).toEqual(await ben.ok('GET', url));
  expect(await agent.ok('GET', own)).toMatchObject({ id: direct, last_message: { seq } });
  expect(await readings()).toEqual([reading]);
  // Nobody writes in the name of the reader.
  await expectRefused(
    server,
    ['PUT', myThreadUrl(direct, '/read'), { token: agent.token, body: {} }],
    'M40401',
  );

  await server.database.sql(`update desk_readings set until = now() where id = $1`, [reading.id]);
  await expectClosed();
});

test('readings end when the user leaves the desk, or may no longer read direct threads', async () => {
  await open();
  await putOnDesk({ direct_threads: false });
  await expectClosed();
  await putOnDesk({ direct_threads: true });
  await expectClosed();
  await open();
  await server.ok('DELETE', deskUrl(agent.userId));
  await expectClosed(false);
  await putOnDesk({ direct_threads: true });
  await expectClosed();
});

test('readings of an absorbed record end, and belong to its survivor', async () => {
  await putOnDesk({});
  await server.users(1, `other-${serial}-`);
  const other = await signIn(server, `other-${serial}-1`);
  await server.ok('PUT', deskUrl(other.userId), { body: { direct_threads: true } });
  const { id } = await other.ok('POST', READINGS, { body: { thread_id: direct, reason: 'Two records' } });
  await server.ok('PATCH', renameUrl(agent.userId, other.userId));
  agent = await signIn(server, other.userId);
  await putOnDesk({ direct_threads: true });
  await expectClosed();
  expect(await readings()).toMatchObject([{ id, reason: 'Two records' }]);
});

test('files of the thread are read while the reading is open, and sent nowhere', async () => {
  const { file_id } = await upload(server, {}, { threadId: direct, token: ann.token });
  const named = { body: { text: '', metadata: [{ type: 'file', file_id }] } };
  await ann.say(direct, named);
  const body = { name: 'Own', owner_id: agent.userId, member_ids: [], id_type: 2 };
  const { thread_id: own } = await server.ok('POST', THREADS, { body });
  const { seq: mine } = await agent.say(own);
  const read = async () => {
    const { ticket } = await agent.ok('GET', '/client/v1.0/me/file-ticket');
    const url = `/file/v1.0/file/${file_id}/notes.bin?ticket=${ticket}`;
    return (await server.app.inject({ method: 'GET', url })).statusCode;
  };
  expect(await read()).toBe(404);
  const { id } = await open();
  expect(await read()).toBe(200);
  const { token } = agent;
  const field = ['body.metadata[0].file_id'];
  await expectRefused(server, ['POST', myMessagesUrl(own), { token, body: named }], 'M40411', field);
  await expectRefused(server, ['PATCH', myMessageUrl(own, mine), { token, body: named }], 'M40411', field);
  await server.database.sql(`update desk_readings set until = now() where id = $1`, [id]);
  expect(await read()).toBe(404);
});

test('a reading of one user opens nothing to another', async () => {
  await server.users(1, `other-${serial}-`);
  const other = await signIn(server, `other-${serial}-1`);
  await server.ok('PUT', deskUrl(other.userId), { body: { direct_threads: true } });
  await open();
  await expectRefused(server, ['GET', myMessagesUrl(direct), { token: other.token }], 'M40401');
});

test('the back end gets an event, and lists readings, the newest first, also of users who have gone', async () => {
  await server.ok('PUT', '/event/v1.0/stream', { body: { enabled: true } });
  const first = await open(direct, 'One');
  const second = await open(direct, 'Two');
  const third = await open(direct, 'Three');
  await server.relayed();
  const events = await server.ok('GET', '/event/v1.0/events?types=desk.reading_opened');
  expect(events.map(({ position: _position, ...event }: { position: number }) => event)).toEqual(
    [first, second, third].map((reading) => ({
      type: 'desk.reading_opened',
      timestamp: expect.any(String),
      data: {
        app_id: 'test',
        tenant_id: '',
        user: expect.objectContaining({ user_id: agent.userId }),
        reading,
      },
    })),
  );
  await server.ok('PUT', '/event/v1.0/stream', { body: { enabled: false } });
  expect(await readings('limit=2')).toEqual([third, second]);
  expect(await readings(`limit=2&last_id=${second.id}`)).toEqual([first]);
  for (const from of [0n, 2n ** 31n - 1n, 2n ** 31n, 2n ** 63n - 1n])
    expect(await readings(`last_id=${from}`)).toHaveLength(3);
  await server.ok('DELETE', userUrl(agent.userId));
  expect((await readings()).map(({ id }: { id: string }) => id)).toEqual([third.id, second.id, first.id]);
  await expectRefused(server, ['GET', `${deskUrl('nobody')}/readings`], 'M40402', ['user_id']);
  for (const query of ['last_id=x', `last_id=${2n ** 63n}`, 'limit=0', 'limit=101'])
    await expectRefused(server, ['GET', `${deskUrl(ann.userId)}/readings?${query}`], 'M40010', [
      query.split('=')[0] ?? '',
    ]);
});

test('a retry with the same key opens one reading', async () => {
  const body = { thread_id: direct, reason: 'Once' };
  const answers = [];
  for (const _again of [1, 2])
    answers.push(await post(server, READINGS, `reading-${serial}`, body, { token: agent.token }));
  expect(answers[1]?.body.data).toEqual(answers[0]?.body.data);
  expect(await readings()).toHaveLength(1);
});

test('refuses threads that are missing or no direct ones, bad reasons, and users without the right', async () => {
  const { thread_id: group } = await server.ok('POST', THREADS, {
    body: { name: 'Group', owner_id: ann.userId, member_ids: [], id_type: 2 },
  });
  const reason = 'A complaint';
  await expectRefused(server, opening({ thread_id: '900000', reason }), 'M40401');
  await expectRefused(server, opening({ thread_id: group, reason }), 'M40003', ['thread_id']);
  await expectRefused(server, opening({ thread_id: 'x', reason }), 'M40003', ['thread_id']);
  await expectRefused(server, opening({}), 'M40002', ['thread_id', 'reason']);
  await expectRefused(server, opening({ thread_id: direct, reason: '' }), 'M40002', ['reason']);
  await expectRefused(server, opening({ thread_id: direct, reason: 7 }), 'M40003', ['reason']);
  for (const blank of [' ', '\n', ' \t\r\n\u3000', '\u200b', '\u2028\u3164'])
    await expectRefused(server, opening({ thread_id: direct, reason: blank }), 'M40003', ['reason']);
  const long = 'x'.repeat(MAX_REASON_CHARS);
  await expectRefused(server, opening({ thread_id: direct, reason: `${long}x` }), 'M40004', ['reason']);
  expect(await open(direct, long)).toMatchObject({ reason: long });
  expect(await open(direct, 'x')).toMatchObject({ reason: 'x' });
  // Members read their own direct threads without the desk.
  await expectRefused(server, opening({ thread_id: direct, reason }, ben), 'M40306', ['Authorization']);
  await putOnDesk({ direct_threads: false });
  await expectRefused(server, opening({ thread_id: direct, reason }), 'M40306', ['Authorization']);
});

test('a user has at most 100 open readings', async () => {
  await server.database.sql(
    `insert into desk_readings (ext_user_id, thread_id, reason, until)
     select $1, $2, 'Filler', now() + interval '1 hour' from generate_series(1, $3::int)`,
    [agent.extUserId, direct, MAX_OPEN_READINGS - 1],
  );
  await open();
  await expectRefused(server, opening({ thread_id: direct, reason: 'More' }), 'M40005', ['thread_id']);
  await server.database.sql(
    `update desk_readings set until = now() where id = (select max(id) from desk_readings)`,
  );
  await open();
});
