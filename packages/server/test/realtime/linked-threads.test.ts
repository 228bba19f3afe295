import { expect, test } from 'vitest';
import { memberUrl, THREADS } from '../harness/api.ts';
import { myThreadUrl, reactionUrl, type SignedIn, signInAll } from '../harness/client-api.ts';
import { connect, type TestSocket } from '../harness/realtime.ts';
import { useServer } from '../harness/use-server.ts';

const server = await useServer();
const [ann, bob] = await signInAll(server, 2, 'linked');

/** The frames about a thread, in order: their types, and those of their entries. */
const typesOf = ({ frames }: TestSocket, threadId: string) =>
  frames.flatMap((frame) => {
    if (frame.type === 'entry')
      return frame.entry.thread_id === threadId ? [`entry ${frame.entry.type}`] : [];
    const id = 'thread' in frame ? frame.thread.id : 'thread_id' in frame ? frame.thread_id : undefined;
    return id === threadId ? [frame.type] : [];
  });

/** What Bob's connection gets of a thread, from its creation to the end of his membership. */
async function story(references: object): Promise<{ live: string[]; resumed: string[]; afresh: string[] }> {
  const live = await connect(server, bob);
  const body = { name: 'T', owner_id: ann.userId, member_ids: [bob.userId], id_type: 2, ...references };
  const { thread_id: id } = await server.ok('POST', THREADS, { body });
  const { thread } = await live.next('thread.joined', ({ thread: { id: joined } }) => joined === id);
  expect(thread).toMatchObject({
    id,
    reference_id: '',
    satl_reference_id: '',
    ...references,
    unread_count: 0,
  });
  const { seq } = await ann.say(id);
  await bob.ok('PUT', reactionUrl(id, seq, '👍'));
  await live.reaches(id, seq + 1);
  await ann.ok('PUT', myThreadUrl(id, '/read'));
  await live.next('read', (frame) => frame.thread_id === id && frame.ext_user_id === ann.extUserId);
  await bob.ok('PUT', myThreadUrl(id, '/read'));
  await live.next('read', (frame) => frame.thread_id === id && frame.ext_user_id === bob.extUserId);
  await bob.ok('PUT', myThreadUrl(id, '/unread'), { body: { seq } });
  await live.next('unread', (frame) => frame.thread_id === id);
  await type(ann, id);
  await live.next('typing', (frame) => frame.thread_id === id);

  const resumed = await connect(server, bob, { threads: [{ thread_id: id, seq: 1 }] });
  const afresh = await connect(server, bob);
  expect(afresh.frames).toContainEqual({ type: 'thread.joined', thread: await bob.thread(id) });
  const before = { resumed: typesOf(resumed, id), afresh: typesOf(afresh, id) };
  await server.ok('DELETE', memberUrl(id, bob.userId));
  await live.reaches(id, seq + 2);
  return { live: typesOf(live, id), ...before };
}

async function type(who: SignedIn, threadId: string): Promise<void> {
  const socket = await connect(server, who);
  await socket.command({ type: 'typing', thread_id: threadId });
}

test('a connection gets the same frames of a linked thread as of any other', async () => {
  const expected = await story({});
  expect(expected.live).toEqual([
    'thread.joined',
    'entry message.created',
    'entry reaction.added',
    'read',
    'read',
    'unread',
    'typing',
    'entry member.removed',
  ]);
  expect(expected.resumed).toContain('entry message.created');
  expect(expected.afresh).toContain('thread.joined');
  for (const references of [
    { reference_id: 'order:7' },
    { satl_reference_id: 'tickets' },
    { reference_id: 'order:7', satl_reference_id: 'tickets' },
  ])
    expect(await story(references)).toEqual(expected);
});
