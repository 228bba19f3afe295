import { expect, test } from 'vitest';
import { BOTS, renameUrl, USERS, userUrl } from '../harness/api.ts';
import { at, MY_THREADS, myMemberUrl, type SignedIn, signIn, signInAll } from '../harness/client-api.ts';
import { connect, type TestSocket } from '../harness/realtime.ts';
import { until } from '../harness/until.ts';
import { useServer } from '../harness/use-server.ts';

/** Profile changes are sent to everybody who shares a thread. */

const server = await useServer();

const people = (count: number, prefix: string): Promise<SignedIn[]> => signInAll(server, count, prefix);
const group = (...members: SignedIn[]) => server.group(members.map(({ userId }) => userId));
const put = (userId: string, body: object, tenant?: string) =>
  server.ok('PUT', userUrl(userId), { body, ...(tenant && { tenant }) });

/** The profiles that a connection has received so far. */
async function framesTo(socket: TestSocket): Promise<object[]> {
  await socket.settled();
  return socket.frames.flatMap((frame) => (frame.type === 'user.updated' ? [frame.user] : []));
}

/** The same without duplicates: every profile is sent again after two seconds. */
async function toldTo(socket: TestSocket): Promise<object[]> {
  const told = (await framesTo(socket)).map((user) => JSON.stringify(user));
  return [...new Set(told)].map((user) => JSON.parse(user));
}

test('a changed profile is sent once for all threads, on each device, and repeated once', async () => {
  const [ann, ben] = (await people(2, 'once')) as [SignedIn, SignedIn];
  for (let count = 0; count < 3; count += 1) await group(ann, ben);
  const sockets = await Promise.all([connect(server, ann), connect(server, ann), connect(server, ben)]);
  await put(ben.userId, { display_name: 'Benjamin', avatar_url: 'https://e.example/b.png' });
  const user = {
    type: 'user',
    user_id: ben.userId,
    ext_user_id: ben.extUserId,
    display_name: 'Benjamin',
    avatar_url: 'https://e.example/b.png',
  };
  for (const socket of sockets) {
    expect(await socket.next('user.updated')).toEqual({ type: 'user.updated', user });
    expect(await toldTo(socket)).toEqual([user]);
  }
  for (const socket of sockets) {
    await until(async () => (await framesTo(socket)).length > 1 || undefined);
    expect(await framesTo(socket)).toEqual([user, user]);
  }
});

test("a user's own profile is sent to them, even without threads", async () => {
  const [ann] = (await people(1, 'alone')) as [SignedIn];
  const socket = await connect(server, ann);
  await put(ann.userId, { display_name: 'Annabel' });
  await socket.next('user.updated', ({ user }) => user.display_name === 'Annabel');
});

test('only visible changes are sent, for each user of a batch', async () => {
  const [ann, ben, cid] = (await people(3, 'shows')) as [SignedIn, SignedIn, SignedIn];
  await group(ann, ben, cid);
  const socket = await connect(server, ann);
  await put(ben.userId, {});
  await put(ben.userId, { metadata: '{"n":1}', is_guest: true });
  const { display_name } = await server.ok('GET', userUrl(ben.userId));
  await put(ben.userId, { display_name });
  await put('shows-new', { display_name: 'New' });
  const profiles = [ben, cid].map(({ userId }, index) => ({
    user_id: userId,
    display_name: index === 0 ? 'B' : 'C',
  }));
  await server.ok('POST', `${USERS}/batch`, { body: { users: profiles } });
  await socket.next('user.updated', ({ user }) => user.display_name === 'C');
  await put(ben.userId, { display_name: 'B', avatar_url: '' });
  await put(cid.userId, { avatar_url: 'https://e.example/c.png' });
  await socket.next('user.updated', ({ user }) => user.avatar_url !== '');
  expect(await toldTo(socket)).toMatchObject([
    profiles[0] ?? {},
    profiles[1] ?? {},
    { ...profiles[1], avatar_url: 'https://e.example/c.png' },
  ]);
});

test('strangers, other tenants and removed members do not get it', async () => {
  const [ann, ben, removed, stranger] = (await people(4, 'else')) as [SignedIn, SignedIn, SignedIn, SignedIn];
  const foreigners = await server.users(2, 'else', { tenant: 'foreign' });
  await server.group(foreigners, { tenant: 'foreign' });
  const foreigner = await signIn(server, at(foreigners, 0), { tenant: 'foreign' });
  const thread = await group(ann, ben, removed);
  const others = [removed, stranger, foreigner];
  const sockets = await Promise.all(others.map((one) => connect(server, one)));
  const annsSocket = await connect(server, ann);
  await ann.ok('DELETE', myMemberUrl(thread, removed.userId));
  await at(sockets, 0).next('entry', ({ entry }) => entry.type === 'member.removed');
  await put(ben.userId, { display_name: 'Benjamin' });
  await annsSocket.next('user.updated');
  for (const socket of sockets) expect(await toldTo(socket)).toEqual([]);
  // Their messages there are still shown to the others.
  await put(removed.userId, { display_name: 'Gone' });
  expect((await annsSocket.next('user.updated')).user).toMatchObject({ display_name: 'Gone' });
});

test("a bot's profile is sent too", async () => {
  const [ann] = (await people(1, 'bot')) as [SignedIn];
  const { ext_user_id } = await server.ok('POST', BOTS, {
    body: { bot_id: 'herald', display_name: 'Herald' },
  });
  await ann.ok('POST', MY_THREADS, { body: { type: 'direct', user_id: 'herald' } });
  const socket = await connect(server, ann);
  await server.ok('PATCH', `${BOTS}/herald`, { body: { webhook_url: '' } });
  await server.ok('PATCH', `${BOTS}/herald`, { body: { display_name: 'Herald' } });
  await server.ok('PATCH', `${BOTS}/herald`, { body: { display_name: 'The Herald' } });
  await socket.next('user.updated');
  // The same sender, with the existing history.
  await server.ok('DELETE', `${BOTS}/herald`);
  await server.ok('POST', BOTS, { body: { bot_id: 'herald', display_name: 'Another' } });
  await socket.next('user.updated', ({ user }) => user.display_name === 'Another');
  const bot = { type: 'bot', user_id: 'herald', ext_user_id, avatar_url: '' };
  expect(await toldTo(socket)).toEqual([
    { ...bot, display_name: 'The Herald' },
    { ...bot, display_name: 'Another' },
  ]);
});

test('a user id change sends the new id and the profile that comes with it', async () => {
  const [ann, guest] = (await people(2, 'id')) as [SignedIn, SignedIn];
  await group(ann, guest);
  const sockets = await Promise.all([connect(server, ann), connect(server, guest)]);
  await put('id-signed-up', { display_name: 'Grace', avatar_url: 'https://e.example/g.png' });
  await server.ok('PATCH', renameUrl(guest.userId, 'id-signed-up'));
  for (const socket of sockets) {
    expect((await socket.next('user.updated')).user).toEqual({
      type: 'user',
      user_id: 'id-signed-up',
      ext_user_id: guest.extUserId,
      display_name: 'Grace',
      avatar_url: 'https://e.example/g.png',
    });
  }
  // A refused change sends nothing.
  const taken = await server.call('PATCH', renameUrl('id-signed-up', ann.userId));
  expect(taken.body.message_code).toBe('M40901');
  for (const socket of sockets) expect(await toldTo(socket)).toHaveLength(1);
});
