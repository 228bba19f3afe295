import { MAX_DESK_THREADS } from '@palaver/protocol/desk-frames';
import type { AppId, ExtUserId, TenantId, ThreadId } from '@palaver/protocol/ids';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Bus } from '../../src/bus/bus.ts';
import { openInProcessBus } from '../../src/bus/in-process.ts';
import { FairQueue } from '../../src/platform/fair-queue.ts';
import { createLog } from '../../src/platform/log.ts';
import {
  DeskActivity,
  type DeskWatcher,
  MAX_THREADS_OF_USER,
  MAX_WAITING,
} from '../../src/realtime/desk-activity.ts';
import { deskUrl, memberUrl, THREADS, threadUrl } from '../harness/api.ts';
import {
  MY_THREADS,
  myMessageUrl,
  myThreadUrl,
  reactionUrl,
  type SignedIn,
  signIn,
  signInAll,
  text,
} from '../harness/client-api.ts';
import { connect, type Reply, type TestSocket } from '../harness/realtime.ts';
import { connect as connectToDatabase } from '../harness/test-database.ts';
import { until } from '../harness/until.ts';
import { useServer } from '../harness/use-server.ts';

/** Connections of the support desk watch threads of which their users are no members. */

let bus: Bus | undefined;
const server = await useServer(
  { PALAVER_CLIENT_RATE_LIMIT_READS: '0', PALAVER_CLIENT_RATE_LIMIT_WRITES: '0' },
  undefined,
  (log) => {
    bus = openInProcessBus(log);
    return bus;
  },
);
let serial = 0;
let ann: SignedIn;
let ben: SignedIn;
let agent: SignedIn;
let group = '';
let direct = '';
beforeEach(async () => {
  serial += 1;
  [ann, ben] = await signInAll(server, 2, `user-${serial}-`);
  await server.users(1, `agent-${serial}-`);
  agent = await signIn(server, `agent-${serial}-1`);
  await server.ok('PUT', deskUrl(agent.userId), { body: { direct_threads: true } });
  group = await create();
  direct = (await ann.ok('POST', MY_THREADS, { body: { type: 'direct', user_id: ben.userId } })).id;
});

async function create(fields: object = {}): Promise<string> {
  const body = { name: 'Group', owner_id: ann.userId, member_ids: [ben.userId], id_type: 2, ...fields };
  return (await server.ok('POST', THREADS, { body })).thread_id;
}

async function connectAs(who: SignedIn): Promise<TestSocket> {
  const socket = await connect(server, who, { threads: null });
  onTestFinished(() => socket.close());
  return socket;
}
async function ok(socket: TestSocket, command: object): Promise<unknown> {
  const reply = await socket.command(command);
  expect(reply).toMatchObject({ type: 'answer', message_code: 'M200' });
  return (reply as Extract<Reply, { type: 'answer' }>).data;
}
const activityOf = ({ frames }: TestSocket, threadId: string) =>
  frames.flatMap((frame) => (frame.type === 'activity' && frame.thread_id === threadId ? [frame] : []));
const reported = (socket: TestSocket, threadId: string, seq: number) =>
  socket.next('activity', (frame) => frame.thread_id === threadId && frame.last_seq >= seq);
const opens = (thread_id: string) =>
  agent.ok('POST', '/client/v1.0/desk/readings', { body: { thread_id, reason: 'A complaint' } });

test('watch_all reports activity in every group of the tenant, and in no direct thread', async () => {
  const socket = await connectAs(agent);
  await ok(socket, { type: 'watch_all' });
  await opens(direct);
  await ann.say(direct);
  const linked = await create({ reference_id: 'order:7' });
  const { seq, created_at } = await ann.say(group);
  expect(await reported(socket, group, seq)).toEqual({
    type: 'activity',
    thread_id: group,
    last_seq: seq,
    last_message_at: created_at,
  });
  // The thread itself is an entry of its log, before there is a message.
  expect(await reported(socket, linked, 1)).toMatchObject({ last_message_at: null });
  await ben.ok('PUT', reactionUrl(group, seq, '👍'));
  expect(await reported(socket, group, seq + 1)).toMatchObject({ last_message_at: created_at });
  expect(activityOf(socket, direct)).toEqual([]);
});

test('many entries of a thread in a short time are few reports, and the last one is right', async () => {
  const socket = await connectAs(agent);
  await ok(socket, { type: 'watch_all' });
  const seqs = await Promise.all(Array.from({ length: 40 }, async () => (await ann.say(group)).seq));
  const last = Math.max(...seqs);
  expect(await reported(socket, group, last)).toMatchObject({ last_seq: last });
  expect(activityOf(socket, group).length).toBeLessThan(seqs.length / 2);
});

test('unwatch_all ends the reports, and an end without a begin is no fault', async () => {
  const [socket, other] = [await connectAs(agent), await connectAs(agent)];
  await ok(other, { type: 'watch_all' });
  await ok(socket, { type: 'unwatch_all' });
  for (const _again of [1, 2]) await ok(socket, { type: 'watch_all' });
  await ok(socket, { type: 'unwatch_all' });
  const { seq } = await ann.say(group);
  await reported(other, group, seq);
  await socket.settled();
  expect(activityOf(socket, group)).toEqual([]);
});

test('a desk hears nothing of another tenant, nor of another application', async () => {
  const elsewhere = { tenant: `far-${serial}` };
  const [far] = await signInAll(server, 1, 'far', elsewhere);
  await server.ok('PUT', deskUrl(far.userId), { ...elsewhere, body: {} });
  const body = { name: 'Far', owner_id: far.userId, member_ids: [], id_type: 2 };
  const { thread_id: foreign } = await server.ok('POST', THREADS, { ...elsewhere, body });
  const [own, theirs] = [await connectAs(agent), await connectAs(far)];
  for (const socket of [own, theirs]) await ok(socket, { type: 'watch_all' });
  const { seq } = await far.say(foreign);
  await reported(theirs, foreign, seq);
  const { seq: next } = await ann.say(group);
  await reported(own, group, next);
  await theirs.settled();
  expect(activityOf(own, foreign)).toEqual([]);
  expect(activityOf(theirs, group)).toEqual([]);
  const missing = await own.command({ type: 'watch_thread', thread_id: '900000' });
  expect(missing).toMatchObject({ message_code: 'M40401' });
  const { id: _id, ...refusal } = missing;
  expect(await own.command({ type: 'watch_thread', thread_id: foreign })).toMatchObject(refusal);
});

test('watch_thread sends the entries of a thread as a member gets them, from the answer on', async () => {
  const member = await connect(server, ben);
  onTestFinished(() => member.close());
  const socket = await connectAs(agent);
  const { seq } = await ann.say(group, 'Before');
  expect(await ok(socket, { type: 'watch_thread', thread_id: group })).toEqual({ last_seq: seq });
  // Nothing changes by a repeat.
  expect(await ok(socket, { type: 'watch_thread', thread_id: `0${group}` })).toEqual({ last_seq: seq });
  await ann.say(group, 'After');
  await ben.ok('PATCH', myMessageUrl(group, (await ben.say(group)).seq), { body: text('Edited') });
  await server.ok('PATCH', threadUrl(group), { body: { name: 'Renamed' } });
  const last = seq + 4;
  await Promise.all([socket.reaches(group, last), member.reaches(group, last)]);
  const after = (entries: { seq: number }[]) => entries.filter((entry) => entry.seq > seq);
  expect(socket.entries(group)).toEqual(after(member.entries(group)));
  await ok(socket, { type: 'unwatch_thread', thread_id: group });
  await ok(socket, { type: 'unwatch_thread', thread_id: '900000' });
  const { seq: next } = await ann.say(group);
  await member.reaches(group, next);
  await socket.settled();
  expect(socket.entries(group).at(-1)?.seq).toBe(last);
});

test('a direct thread is watched while the user is reading it', async () => {
  const socket = await connectAs(agent);
  const watch = { type: 'watch_thread', thread_id: direct };
  expect(await socket.command(watch)).toMatchObject({ message_code: 'M40401' });
  await opens(direct);
  await ok(socket, watch);
  const { seq } = await ann.say(direct);
  await socket.reaches(direct, seq);
  await server.database.sql(`update desk_readings set until = now() where thread_id = $1`, [direct]);
  expect(await socket.next('watch_ended')).toEqual({
    type: 'watch_ended',
    thread_id: direct,
    reason: 'access',
  });
  await ann.say(direct);
  await socket.settled();
  expect(socket.entries(direct).at(-1)?.seq).toBe(seq);
});

test('every watch ends when the user leaves the desk, and that of a thread when it is deleted', async () => {
  const socket = await connectAs(agent);
  const deleted = await create();
  await ok(socket, { type: 'watch_all' });
  for (const thread_id of [group, deleted]) await ok(socket, { type: 'watch_thread', thread_id });
  await server.ok('DELETE', threadUrl(deleted));
  expect(await socket.next('watch_ended')).toMatchObject({ thread_id: deleted, reason: 'access' });
  await server.ok('DELETE', deskUrl(agent.userId));
  const ended = [await socket.next('watch_ended'), await socket.next('watch_ended')];
  expect(ended.map(({ thread_id }) => thread_id)).toEqual([null, group]);
  for (const command of [{ type: 'watch_all' }, { type: 'watch_thread', thread_id: group }])
    expect(await socket.command(command)).toMatchObject({
      message_code: 'M40306',
      errors: [{ field: 'Authorization' }],
    });
  await socket.expectAlive();
});

test('a user who is not on the desk watches nothing, also as a member', async () => {
  const socket = await connectAs(ben);
  for (const command of [{ type: 'watch_all' }, { type: 'watch_thread', thread_id: group }])
    expect(await socket.command(command)).toMatchObject({ message_code: 'M40306' });
  for (const command of [{ type: 'unwatch_all' }, { type: 'unwatch_thread', thread_id: group }])
    await ok(socket, command);
});

test('a connection watches at most 20 threads, and again others instead', async () => {
  const socket = await connectAs(agent);
  const threads: string[] = [];
  for (let count = 0; count <= MAX_DESK_THREADS; count += 1) threads.push(await create());
  const [first = '', ...others] = threads;
  for (const thread_id of others) await ok(socket, { type: 'watch_thread', thread_id });
  expect(await socket.command({ type: 'watch_thread', thread_id: first })).toMatchObject({
    message_code: 'M40005',
    errors: [{ field: 'thread_id', rule: 'max_items' }],
  });
  await ok(socket, { type: 'unwatch_thread', thread_id: others[0] });
  await ok(socket, { type: 'watch_thread', thread_id: first });
  const { seq } = await ann.say(first);
  await socket.reaches(first, seq);
});

test('a user watches at most 100 threads over all connections', async () => {
  const sockets: TestSocket[] = [];
  for (let count = 0; count <= MAX_THREADS_OF_USER / MAX_DESK_THREADS; count += 1)
    sockets.push(await connectAs(agent));
  const [one, ...others] = sockets;
  if (one === undefined) return expect.fail();
  const watch = { type: 'watch_thread', thread_id: group };
  const threads = [group];
  while (threads.length < MAX_DESK_THREADS) threads.push(await create());
  const commands = others.flatMap((socket) =>
    threads.map((thread_id) => ok(socket, { type: 'watch_thread', thread_id })),
  );
  expect(await Promise.all(commands)).toHaveLength(MAX_THREADS_OF_USER);
  expect(await one.command(watch)).toMatchObject({
    message_code: 'M40005',
    errors: [{ field: 'thread_id' }],
  });
  await others[0]?.close();
  // (The server notices the end of the connection by itself.)
  await until(async () => ((await one.command(watch)).message_code === 'M200' ? true : undefined));
  const { seq } = await ann.say(group);
  await one.reaches(group, seq);
});

test('a member who watches and is removed is told that the watch has ended', async () => {
  const other = await create({ member_ids: [agent.userId] });
  const socket = await connectAs(agent);
  await ok(socket, { type: 'watch_thread', thread_id: other });
  await server.ok('DELETE', memberUrl(other, agent.userId));
  expect(await socket.next('watch_ended')).toMatchObject({ thread_id: other, reason: 'access' });
  await ok(socket, { type: 'watch_thread', thread_id: other });
  const { seq } = await ann.say(other);
  await socket.reaches(other, seq);
});

test('what the bus may have lost is reported as missed', async () => {
  const socket = await connectAs(agent);
  await ok(socket, { type: 'watch_all' });
  bus?.publish({ type: 'gap' });
  expect(await socket.next('activity_missed')).toEqual({ type: 'activity_missed', since: null });
  const { seq } = await ann.say(group);
  await reported(socket, group, seq);
  expect(socket.frames.filter(({ type }) => type === 'activity_missed')).toHaveLength(1);
});

test('more threads than the server keeps for a report are reported as missed, from a time on', async () => {
  const socket = await connectAs(agent);
  await ok(socket, { type: 'watch_all' });
  const before = Date.now();
  // (In one turn, so that no report comes between. There are no such threads, which costs the reports nothing.)
  for (let count = 0; count <= MAX_WAITING; count += 1)
    bus?.publish({ type: 'entries', threadId: String(1e9 + count) as ThreadId, seq: 1 });
  const { since } = await socket.next('activity_missed');
  expect(since).toBeLessThan(before);
  expect(since).toBeGreaterThan(before - 60_000);
  const { seq } = await ann.say(group);
  await reported(socket, group, seq);
  expect(socket.frames.filter(({ type }) => type === 'activity_missed')).toHaveLength(1);
});

test('threads that no watcher may hear of take no places of reports after the first time', async () => {
  const socket = await connectAs(agent);
  await ok(socket, { type: 'watch_all' });
  const publish = (threadIds: readonly string[]) => {
    for (const threadId of threadIds)
      bus?.publish({ type: 'entries', threadId: threadId as ThreadId, seq: 1 });
  };
  const directs = [direct];
  for (const user of await signInAll(server, 2, `other-${serial}-`))
    directs.push((await ann.ok('POST', MY_THREADS, { body: { type: 'direct', user_id: user.userId } })).id);
  publish(directs);
  await reported(socket, group, (await ann.say(group)).seq);
  const places = Array.from({ length: MAX_WAITING - 1 }, (_, index) => String(1e9 + index));
  // (In one turn, so that no report comes between.)
  publish([group, ...directs, ...places]);
  const { seq } = await ann.say(group);
  await reported(socket, group, seq);
  expect(socket.frames.filter(({ type }) => type === 'activity_missed')).toEqual([]);
});

test('a slow check of threads holds up no other check', async () => {
  const socket = await connectAs(agent);
  await opens(direct);
  await ok(socket, { type: 'watch_thread', thread_id: direct });
  await server.users(1, `other-agent-${serial}-`);
  const other = await signIn(server, `other-agent-${serial}-1`);
  await server.ok('PUT', deskUrl(other.userId), { body: {} });
  const theirs = await connectAs(other);
  await ok(theirs, { type: 'watch_all' });
  const lock = await connectToDatabase(server.database.connection);
  await lock.query('begin; lock table desk_readings in access exclusive mode');
  const findWaiting = () =>
    server.database.sql(
      `select pid, query_start from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
  const [check] = await until(async () => {
    const waiting = await findWaiting();
    return waiting.length > 0 ? waiting : undefined;
  });
  await server.database.sql('delete from desk_users where ext_user_id = $1', [other.extUserId]);
  expect(await theirs.next('watch_ended')).toMatchObject({ thread_id: null, reason: 'access' });
  expect(await findWaiting()).toContainEqual(check);
  await lock.query('commit');
});

test('a check ends no watch that began after it', async () => {
  const reads = new FairQueue({ atOnce: 1, maxWaiting: 10, overloaded: () => new Error('overloaded') });
  const log = createLog('silent');
  const activity = new DeskActivity({
    db: server.db,
    log,
    reads,
    bus: openInProcessBus(log),
    isPaused: () => false,
  });
  // (Neither the user nor the thread exists, so every check would end the watches.)
  const watched = { threadId: '900000' as ThreadId, isDirect: false, round: 0 };
  const ended: (string | null)[] = [];
  const watcher: DeskWatcher = {
    extUserId: '900000' as ExtUserId,
    space: { appId: 'test' as AppId, tenantId: 'nobody' as TenantId },
    threads: () => [watched],
    endAll: (round) => {
      if (activity.unwatchAll(watcher, round)) ended.push(null);
    },
    end: (threadId) => ended.push(threadId),
    report: () => {},
  };
  activity.add(watcher);
  const watch = () => {
    activity.unwatchAll(watcher);
    activity.watchAll(watcher);
    watched.round = activity.round;
  };
  watch();
  const checking = activity.checkUsers();
  watch();
  await checking;
  activity.checkThreads();
  watch();
  await activity.close();
  expect(ended).toEqual([]);
  await activity.checkUsers();
  activity.checkThreads();
  await activity.close();
  expect(ended).toEqual([null, '900000']);
  activity.remove(watcher);
});

test('when the database is set back, a client that does not read keeps no thread as it was', async () => {
  const [stalled, other] = [await connectAs(agent), await connectAs(agent)];
  await ok(stalled, { type: 'watch_thread', thread_id: group });
  const { fanOut } = server.realtime.services;
  expect(fanOut.hasSubscribers(group as ThreadId)).toBe(true);
  stalled.ws.pause();
  await server.database.sql(`update event_epoch set database = ''`);
  await server.database.sql('select keep_epoch()');
  expect(await other.ended).toMatchObject({ code: 1012 });
  expect(fanOut.hasSubscribers(group as ThreadId)).toBe(false);
  stalled.ws.resume();
});

test('typing and reading of members reach a watcher, who is never seen', async () => {
  const socket = await connectAs(agent);
  await ok(socket, { type: 'watch_thread', thread_id: group });
  const { seq } = await ann.say(group);
  await ben.ok('PUT', myThreadUrl(group, '/read'));
  expect(await socket.next('read')).toMatchObject({ ext_user_id: ben.extUserId, read_seq: seq });
  await until(async () => {
    const positions: { ext_user_id: string }[] = await ann.ok('GET', myThreadUrl(group, '/read'));
    return positions.length === 2 || undefined;
  });
});
