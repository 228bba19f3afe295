import { expect, test } from 'vitest';
import { threadUrl, userUrl } from '../harness/api.ts';
import { at, myMemberUrl, type SignedIn, signInAll } from '../harness/client-api.ts';
import { connect, type TestSocket } from '../harness/realtime.ts';
import { useServer } from '../harness/use-server.ts';

/** Presence is sent to users who share a thread, as long as they do. */

const server = await useServer();

let count = 0;
/** A watched user, a watcher, and a second watcher who keeps sharing a thread with the watched one. */
async function three() {
  count += 1;
  const people = await signInAll(server, 3, `presence${count}-`);
  const [watched, watcher, control] = [at(people, 0), at(people, 1), at(people, 2)];
  const thread = await group(watcher, watched);
  await group(control, watched);
  return { watched, watcher, control, thread };
}

const group = (...members: SignedIn[]) => server.group(members.map(({ userId }) => userId));
const watch = (socket: TestSocket, user: SignedIn) =>
  socket.command({ type: 'watch', ext_user_ids: [user.extUserId] });
const byKey = (url: string) => url.replace('/client/v1.0/threads', '/open-api/v1.0/chat/threads');
const remove = (thread: string, user: SignedIn) =>
  server.ok('DELETE', byKey(myMemberUrl(thread, user.userId)));

/** The presence of a user that a connection has received so far. */
async function told(socket: TestSocket, user: SignedIn): Promise<boolean[]> {
  await socket.expectAlive();
  return socket.frames.flatMap((frame) =>
    frame.type === 'presence' && frame.ext_user_id === user.extUserId ? [frame.is_online] : [],
  );
}

test.each([
  ['the watched one is removed', remove],
  [
    'the watched one leaves',
    (thread: string, user: SignedIn) => user.ok('DELETE', myMemberUrl(thread, user.userId)),
  ],
  ['the thread is deleted', (thread: string) => server.ok('DELETE', threadUrl(thread))],
  [
    'the watched one is banned',
    (thread: string, user: SignedIn) => server.ok('POST', byKey(myMemberUrl(thread, user.userId, 'ban'))),
  ],
])('a watcher gets no presence of a user after losing the last shared thread: %s', async (_name, part) => {
  const { watched, watcher, control, thread } = await three();
  const sockets = await Promise.all([
    connect(server, watcher),
    // It has sent no resume, so it receives no threads.
    connect(server, watcher, { threads: null }),
    connect(server, control),
  ]);
  for (const socket of sockets) expect(await watch(socket, watched)).toMatchObject({ type: 'answer' });
  await part(thread, watched);
  await connect(server, watched);
  const [own, blind, controls] = [at(sockets, 0), at(sockets, 1), at(sockets, 2)];
  await controls.next('presence', (frame) => frame.ext_user_id === watched.extUserId && frame.is_online);
  expect(await told(own, watched)).not.toContain(true);
  expect(await told(blind, watched)).not.toContain(true);
});

test('a watcher gets no presence after being removed themself', async () => {
  const { watched, watcher, control, thread } = await three();
  const [socket, controls] = await Promise.all([connect(server, watcher), connect(server, control)]);
  for (const one of [socket, controls]) await watch(one, watched);
  await server.ok('POST', byKey(`/client/v1.0/threads/${thread}/owner`), {
    body: { owner_id: watched.userId, id_type: 2 },
  });
  await remove(thread, watcher);
  await connect(server, watched);
  await controls.next('presence');
  expect(await told(socket, watched)).not.toContain(true);
});

test('a user who was online is then reported offline, unless another thread is shared', async () => {
  const { watched, watcher, thread } = await three();
  const second = await group(watcher, watched);
  await connect(server, watched);
  const socket = await connect(server, watcher);
  expect(await watch(socket, watched)).toMatchObject({ data: [{ is_online: true }] });
  await remove(second, watched);
  await socket.next('entry', ({ entry }) => entry.thread_id === second && entry.type === 'member.removed');
  expect(await told(socket, watched)).toEqual([]);
  await remove(thread, watched);
  await socket.next('presence', (frame) => frame.ext_user_id === watched.extUserId && !frame.is_online);
  expect(await told(socket, watched)).toEqual([false]);
});

test('a deactivated user is offline', async () => {
  const { watched, watcher } = await three();
  await connect(server, watched);
  const socket = await connect(server, watcher);
  expect(await watch(socket, watched)).toMatchObject({ data: [{ is_online: true }] });
  await server.ok('DELETE', userUrl(watched.userId));
  await socket.next('presence', (frame) => frame.ext_user_id === watched.extUserId && !frame.is_online);
});

test('a user who shares a thread again is watched again', async () => {
  const { watched, watcher, thread } = await three();
  const socket = await connect(server, watcher);
  await watch(socket, watched);
  await remove(thread, watched);
  await group(watcher, watched);
  await watch(socket, watched);
  await connect(server, watched);
  await socket.next('presence', (frame) => frame.is_online);
});
