import type { ServerFrame } from '@palaver/protocol/realtime';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { expectRefused, MESSAGES, memberUrl, threadUrl } from '../harness/api.ts';
import { myMemberUrl, myThreadUrl, type SignedIn, signInAll } from '../harness/client-api.ts';
import { textTo } from '../harness/population.ts';
import { connect, type TestSocket } from '../harness/realtime.ts';
import { recount } from '../harness/recount.ts';
import { useServer } from '../harness/use-server.ts';

/** Marking messages as unread: the read position goes back. */

const server = await useServer();
let serial = 0;
let ann: SignedIn;
let ben: SignedIn;
let cid: SignedIn;
/** A group of all three with messages of Ann, 2 to 6. */
let threadId: string;
afterAll(async () => {
  expect(await recount(server.database)).toEqual([]);
});
beforeEach(async () => {
  serial += 1;
  [ann, ben, cid] = await signInAll(server, 3, `user-${serial}-`);
  threadId = await server.group([ann.userId, ben.userId, cid.userId]);
  for (let count = 0; count < 5; count += 1) await ann.say(threadId);
});

const LAST = 6;
const unreadUrl = (id = threadId) => myThreadUrl(id, '/unread');
const markUnread = async (who: SignedIn, seq: number): Promise<number> =>
  (await who.ok('PUT', unreadUrl(), { body: { seq } })).read_seq;
const read = (who: SignedIn, seq?: number) =>
  who.ok('PUT', myThreadUrl(threadId, '/read'), { body: seq === undefined ? {} : { seq } });
const shown = async (who: SignedIn) => {
  const { me, unread_count } = await who.thread(threadId);
  return [me.read_seq, unread_count];
};

describe('marking as unread', () => {
  test('sets the read position back to before the message, and never forward', async () => {
    await read(ben);
    expect(await shown(ben)).toEqual([LAST, 0]);
    expect(await markUnread(ben, LAST)).toBe(5);
    expect(await shown(ben)).toEqual([5, 1]);
    expect(await markUnread(ben, 4)).toBe(3);
    expect(await shown(ben)).toEqual([3, 3]);
    for (const seq of [4, 5, LAST]) expect(await markUnread(ben, seq)).toBe(3);
    expect(await markUnread(ben, 1)).toBe(0);
    expect(await shown(ben)).toEqual([0, 5]);
    // It is their own position.
    expect(await shown(cid)).toEqual([0, 5]);
    await read(ben, 5);
    expect(await shown(ben)).toEqual([5, 1]);
    const positions = await ann.ok('GET', myThreadUrl(threadId, '/read'));
    expect(positions.map(({ read_seq }: { read_seq: number }) => read_seq)).toEqual([0, 5, 0]);
  });

  test('takes the number of any entry of the log', async () => {
    await ann.ok('PATCH', myThreadUrl(threadId), { body: { name: 'New' } });
    await read(ben);
    expect(await markUnread(ben, LAST + 1)).toBe(LAST);
    await read(ben);
    const { token } = ben;
    for (const seq of [0, LAST + 2, Number.MAX_SAFE_INTEGER])
      await expectRefused(server, ['PUT', unreadUrl(), { token, body: { seq } }], 'M40405', ['seq']);
    for (const seq of [-1, 1.5, '3', true, [], {}, Number.MAX_SAFE_INTEGER + 1])
      await expectRefused(server, ['PUT', unreadUrl(), { token, body: { seq } }], 'M40003', ['seq']);
    for (const body of [{}, { seq: null }])
      await expectRefused(server, ['PUT', unreadUrl(), { token, body }], 'M40002', ['seq']);
    expect(await shown(ben)).toEqual([LAST + 1, 0]);
  });

  test('is for members, muted or not, and changes nothing for others', async () => {
    await server.ok('POST', memberUrl(threadId, ben.userId, 'mute'));
    await read(ben);
    expect(await markUnread(ben, 3)).toBe(2);
    const [never, deleted] = [await server.group([ann.userId]), await server.group([ann.userId, ben.userId])];
    await server.ok('DELETE', threadUrl(deleted));
    await ann.ok('DELETE', myMemberUrl(threadId, cid.userId));
    for (const [who, id] of [
      [cid, threadId],
      [ben, never],
      [ben, deleted],
      [ben, '999999'],
    ] as const) {
      const request = { token: who.token, body: { seq: 1 } };
      await expectRefused(server, ['PUT', unreadUrl(id), request], 'M40401');
    }
    await expectRefused(server, ['PUT', unreadUrl('x'), { token: ben.token, body: { seq: 1 } }], 'M40003', [
      'thread_id',
    ]);
  });

  test('and reading at the same time leave one of both positions', { tags: 'thorough' }, async () => {
    for (let round = 0; round < 20; round += 1) {
      await Promise.all([markUnread(ben, 3), read(ben), markUnread(ben, 5), ann.say(threadId)]);
      const [position = -1] = await shown(ben);
      const { last_seq } = await ben.thread(threadId);
      expect([2, 4, last_seq - 1, last_seq]).toContain(position);
    }
  });
});

describe('the frame', () => {
  const framesOf = (socket: TestSocket, type: ServerFrame['type']) =>
    socket.frames.filter((frame) => frame.type === type);

  test('reaches all connections of the user, and nobody else', async () => {
    const [phone, laptop, anns] = await Promise.all([
      connect(server, ben),
      connect(server, ben),
      connect(server, ann),
    ]);
    await Promise.all([phone, laptop, anns].map((socket) => socket.settled()));
    await read(ben);
    await markUnread(ben, 3);
    for (const socket of [phone, laptop])
      expect(await socket.next('unread')).toEqual({ type: 'unread', thread_id: threadId });
    await ann.say(threadId);
    await anns.next('entry', ({ entry }) => entry.seq === LAST + 1);
    expect(framesOf(anns, 'read')).toHaveLength(1);
    expect(framesOf(anns, 'unread')).toEqual([]);
    await Promise.all([phone, laptop, anns].map((socket) => socket.close()));
  });

  test('is not lost for a connection that is catching up', { tags: 'thorough' }, async () => {
    for (let round = 0; round < 30; round += 1) {
      await read(ben);
      const threads = round % 2 === 0 ? [{ thread_id: threadId, seq: 1 }] : [];
      const [socket] = await Promise.all([connect(server, ben, { threads }), markUnread(ben, 3)]);
      await socket.settled();
      await server.ok('POST', MESSAGES, { body: textTo(threadId, ann.userId) });
      const { last_seq } = await ben.thread(threadId);
      await socket.next('entry', ({ entry }) => entry.seq === last_seq);
      // The position that the client knows: the latest that it received, unless it had to fetch it.
      let position = -1;
      for (const frame of socket.frames) {
        if (frame.type === 'thread.joined') position = frame.thread.me.read_seq;
        if (frame.type === 'resumed') position = frame.read_positions[0]?.read_seq ?? position;
        if (frame.type === 'read') position = Math.max(position, frame.read_seq);
        if (frame.type === 'unread') position = 2;
      }
      expect(position).toBe(2);
      await socket.close();
    }
  });

  test('is made up for by the next resume', async () => {
    await read(ben);
    await markUnread(ben, 4);
    const socket = await connect(server, ben, { threads: [{ thread_id: threadId, seq: LAST }] });
    expect(framesOf(socket, 'resumed')).toEqual([
      { type: 'resumed', read_positions: [{ thread_id: threadId, read_seq: 3 }] },
    ]);
    await socket.close();
  });
});
