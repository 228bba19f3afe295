import { describe, expect, test } from 'vitest';
import { BOTS, MESSAGES } from '../harness/api.ts';
import {
  at,
  myMemberUrl,
  myMessageUrl,
  myThreadUrl,
  reactionUrl,
  type SignedIn,
  signInAll,
} from '../harness/client-api.ts';
import { textTo } from '../harness/population.ts';
import { connect, type TestSocket } from '../harness/realtime.ts';
import { startTestServer } from '../harness/test-server.ts';
import { useServer } from '../harness/use-server.ts';

const server = await useServer();
const [ann, bob, cid] = await signInAll(server, 3, 'entry');

const group = (...members: SignedIn[]) => server.group(members.map(({ userId }) => userId));

describe('an entry', () => {
  test('shows the message as REST does, to each user with their own reactions', async () => {
    const thread = await group(ann, bob);
    const { seq } = await ann.say(thread, 'hello');
    await bob.ok('PUT', reactionUrl(thread, seq, '👍'));
    const since = { threads: [{ thread_id: thread, seq: seq - 1 }] };
    for (const user of [ann, bob]) {
      const socket = await connect(server, user, since);
      expect(at(socket.entries(thread), 0)).toMatchObject({
        type: 'message.created',
        message: await user.message(thread, seq),
      });
    }
  });

  test('of a reaction or a pin is small however large the message, live and by a resume', async () => {
    const thread = await group(ann, bob);
    const payload = JSON.stringify('x'.repeat(60_000));
    const metadata = [{ type: 'custom_defined', custom_name: 'large', payload }];
    const { messages } = await server.ok('POST', MESSAGES, {
      headers: { prefer: 'return=representation' },
      body: { sender: { user_id: ann.userId }, target: { thread_id: thread }, body: { text: '', metadata } },
    });
    const { seq } = messages[0];
    const [annsSocket, bobsSocket] = await Promise.all([connect(server, ann), connect(server, bob)]);
    await bob.ok('PUT', reactionUrl(thread, seq, '👍'));
    await bobsSocket.reaches(thread, seq + 1);
    await ann.ok('PUT', reactionUrl(thread, seq, '👍'));
    await ann.ok('PUT', reactionUrl(thread, seq, '🎉'));
    await bob.ok('DELETE', reactionUrl(thread, seq, '👍'));
    await ann.ok('PUT', myMessageUrl(thread, seq, '/pin'));
    await Promise.all([annsSocket, bobsSocket].map((socket) => socket.reaches(thread, seq + 5)));
    for (const [user, live] of [
      [ann, annsSocket],
      [bob, bobsSocket],
    ] as const) {
      const resumed = await connect(server, user, { threads: [{ thread_id: thread, seq }] });
      const { reactions, pinned_at } = await user.message(thread, seq);
      expect(reactions.map(({ mine }) => mine)).toEqual(user === ann ? [true, true] : [false, false]);
      for (const socket of [live, resumed]) {
        const entries = socket.entries(thread);
        expect(entries.map(({ type, message_seq, change }) => [type, message_seq, change?.key])).toEqual([
          ['reaction.added', seq, '👍'],
          ['reaction.added', seq, '👍'],
          ['reaction.added', seq, '🎉'],
          ['reaction.removed', seq, '👍'],
          ['message.pinned', seq, undefined],
        ]);
        expect(entries.map((entry) => Object.hasOwn(entry, 'message'))).not.toContain(true);
        expect(at(entries, 3).reactions).toEqual(reactions);
        expect(at(entries, 4).pinned_at).toBe(pinned_at);
        for (const frame of socket.frames.filter(({ type }) => type === 'entry'))
          expect(Buffer.byteLength(JSON.stringify(frame))).toBeLessThan(2_048);
      }
    }
    const before = at(bobsSocket.entries(thread), 0).reactions;
    expect(before).toContainEqual({ key: '👍', count: 1, mine: true });
    await ann.ok('DELETE', myMessageUrl(thread, seq, '/pin'));
    await bobsSocket.reaches(thread, seq + 6);
    expect(at(bobsSocket.entries(thread), -1)).toMatchObject({ type: 'message.unpinned', pinned_at: null });
  });

  test('of a deleted message has none of its content', async () => {
    const thread = await group(ann, bob);
    const socket = await connect(server, bob);
    const { seq } = await ann.say(thread, 'a secret');
    await ann.ok('PATCH', myMessageUrl(thread, seq), { body: { body: { text: 'another' } } });
    await ann.ok('DELETE', myMessageUrl(thread, seq));
    await socket.reaches(thread, seq + 2);
    expect(socket.entries(thread).map(({ type }) => type)).toEqual([
      'message.created',
      'message.updated',
      'message.deleted',
    ]);
    expect(at(socket.entries(thread), -1).message).toEqual(await bob.message(thread, seq));
  });

  test('of a member shows them as the member list does', async () => {
    const thread = await group(ann, bob);
    const socket = await connect(server, bob);
    await ann.ok('POST', myThreadUrl(thread, '/members'), { body: { member_ids: [cid.userId], id_type: 2 } });
    await ann.ok('POST', myMemberUrl(thread, cid.userId, 'mute'), { body: { until: 4e12 } });
    await socket.reaches(thread, 3);
    const members = await bob.ok('GET', myThreadUrl(thread, '/members'));
    const shown = members.find((member: { user_id: string }) => member.user_id === cid.userId);
    expect(at(socket.entries(thread), -1)).toMatchObject({ type: 'member.muted', members: [shown] });
    expect(at(socket.entries(thread), -1).counters).toMatchObject({ member_count: 3 });
  });

  test('of a thread shows its current name', async () => {
    const thread = await group(ann, bob);
    const socket = await connect(server, bob);
    await ann.ok('PATCH', myThreadUrl(thread), { body: { name: 'Renamed', metadata: '{"a":1}' } });
    await socket.reaches(thread, 2);
    expect(at(socket.entries(thread), -1)).toMatchObject({
      type: 'thread.updated',
      change: { fields: ['name', 'metadata'] },
      thread: { name: 'Renamed', description: '', avatar_url: '', metadata: '{"a":1}' },
    });
  });
});

test('live entries equal those of the log', async () => {
  const thread = await group(ann, bob);
  const bot = await server.ok('POST', BOTS, {
    body: { display_name: 'Herald', avatar_url: 'https://e.example/h' },
  });
  const live = await connect(server, bob);
  await ann.say(thread, {
    body: { text: 'see https://a.example' },
    mentions: [bob.extUserId],
    client_message_id: 'mine',
  });
  await bob.say(thread, { body: { text: 'yes' }, reply_to: 2 });
  const custom = {
    type: 'custom_defined',
    custom_name: 'n',
    payload: '{"n": 12345678901234567890}',
    more: 1.5,
  };
  const promotion = { type: 'promotion', promotion: { title: 'T', image_url: 'https://e.example/i' } };
  const byKey = [
    { sender: { bot_id: bot.bot_id }, body: { metadata: [promotion] } },
    { sender: { user_id: ann.userId }, body: { text: '', metadata: [custom] } },
  ];
  for (const message of byKey)
    await server.ok('POST', MESSAGES, { body: { ...message, target: { thread_id: thread } } });
  await Promise.all([ann.say(thread, 'at'), ann.say(thread, 'the same'), bob.say(thread, 'time')]);
  await live.reaches(thread, 8);
  const resumed = await connect(server, bob, { threads: [{ thread_id: thread, seq: 1 }] });
  const contents = (socket: TestSocket) =>
    socket.entries(thread).map(({ counters: _counters, ...content }) => content);
  expect(contents(live)).toEqual(contents(resumed));
  expect(at(live.entries(thread), -1).counters).toEqual(at(resumed.entries(thread), -1).counters);
});

describe('joining', () => {
  test('a new group delivers all its entries without gaps', async () => {
    const socket = await connect(server, cid);
    const thread = await group(ann, cid);
    const sends = Array.from({ length: 30 }, (_, index) => ann.say(thread, `message ${index}`));
    const { thread: snapshot } = await socket.next('thread.joined', (frame) => frame.thread.id === thread);
    await Promise.all(sends);
    // The snapshot may have all of them already; it cannot have this one.
    await ann.say(thread, 'the last');
    await socket.reaches(thread, 32);
    const seqs = socket.entries(thread).map(({ seq }) => seq);
    expect(seqs).toEqual(seqs.map((_, index) => snapshot.last_seq + 1 + index));
    expect(at(seqs, -1)).toBe(32);
  });

  test("a direct thread opened by a back end's send delivers its entries", async () => {
    const socket = await connect(server, bob);
    const { thread_id: _, ...request } = { thread_id: '', ...textTo('1', ann.userId, 'psst') };
    await server.ok('POST', '/open-api/v1.0/chat/messages', {
      body: { ...request, target: { user_ids: [bob.userId] } },
    });
    const { thread } = await socket.next('thread.joined', (frame) => frame.thread.type === 'direct');
    expect(thread.peer?.user_id).toBe(ann.userId);
    expect(thread.last_message?.body.text ?? at(socket.entries(thread.id), -1).message?.body.text).toBe(
      'psst',
    );
  });
});

describe('leaving', () => {
  test('the removal is the last entry of its thread', async () => {
    const thread = await group(ann, bob, cid);
    const socket = await connect(server, cid);
    await ann.say(thread, 'before');
    await ann.ok('DELETE', myMemberUrl(thread, cid.userId));
    await ann.say(thread, 'after');
    await socket.next('entry', ({ entry }) => entry.type === 'member.removed');
    await ann.say(thread, 'long after');
    const command = { type: 'typing', thread_id: thread };
    expect(await socket.command(command)).toMatchObject({ type: 'error', message_code: 'M40401' });
    await socket.settled();
    expect(socket.entries(thread).map(({ type }) => type)).toEqual(['message.created', 'member.removed']);
  });

  test('a returning member gets the thread anew', async () => {
    const thread = await group(ann, cid);
    const socket = await connect(server, cid);
    for (let round = 0; round < 3; round += 1) {
      await ann.ok('DELETE', myMemberUrl(thread, cid.userId));
      await ann.ok('POST', myThreadUrl(thread, '/members'), {
        body: { member_ids: [cid.userId], id_type: 2 },
      });
      await socket.next(
        'thread.joined',
        (frame) => frame.thread.id === thread && frame.thread.last_seq >= 3 + 2 * round,
      );
    }
    const { seq } = await ann.say(thread, 'welcome back');
    await socket.reaches(thread, seq);
  });

  test('a deleted thread ends for all members', async () => {
    const thread = await group(ann, bob);
    const socket = await connect(server, bob);
    await ann.ok('DELETE', myThreadUrl(thread));
    await socket.next('entry', ({ entry }) => entry.thread_id === thread && entry.type === 'thread.deleted');
  });
});

describe('resuming', () => {
  test('delivers missing entries once and in order', async () => {
    const [here, lost, fresh, ahead] = await Promise.all([
      group(ann, bob),
      group(ann, bob),
      group(ann, bob),
      group(ann, bob),
    ]);
    for (let index = 0; index < 5; index += 1) await ann.say(here, `message ${index}`);
    await ann.ok('DELETE', myMemberUrl(lost, bob.userId));
    const socket = await connect(server, bob, {
      threads: [
        { thread_id: here, seq: 3 },
        { thread_id: lost, seq: 1 },
        { thread_id: '999999', seq: 1 },
        { thread_id: ahead, seq: 77 },
      ],
    });
    expect(socket.entries(here).map(({ seq }) => seq)).toEqual([4, 5, 6]);
    const left = socket.frames.flatMap((frame) => (frame.type === 'thread.left' ? [frame.thread_id] : []));
    expect(left.toSorted()).toEqual([lost, '999999'].toSorted());
    await socket.next('thread.joined', (frame) => frame.thread.id === fresh);
    const reset = await socket.next('reset');
    expect(reset.thread).toEqual({ ...(await bob.thread(ahead)) });
  });

  test('beyond the limit the thread is reset, at the limit it is not', async () => {
    const small = await startTestServer({ PALAVER_RESUME_ENTRIES: '10' });
    const [eve, sam] = await signInAll(small, 2);
    const thread = await small.group([eve.userId, sam.userId]);
    for (let index = 0; index < 12; index += 1) await eve.say(thread);
    const lacking = async (count: number) => {
      const socket = await connect(small, sam, { threads: [{ thread_id: thread, seq: 13 - count }] });
      return [socket.entries(thread).length, socket.frames.some(({ type }) => type === 'reset')];
    };
    expect(await Promise.all([9, 10, 11].map(lacking))).toEqual([
      [9, false],
      [10, false],
      [0, true],
    ]);
    await small.close();
  });
});
